// Interface cells of many rows as one pack: a surface that stands upright has one of them in a row,
// and in the pack that it lies in most lanes would be idle.
#pragma once

#include "exec/pack.hpp"
#include "solver/volume/surface.hpp"

namespace tarn::volume::cpu {
inline namespace TARN_ISA {

/// As OneCell, for up to as many cells as a pack has lanes, wherever they lie.
template <class S>
class GatheredCells {
public:
    using Storage = S;
    using Number = typename S::Number;
    static constexpr int kLanes = exec::kRegisterBytes / int(sizeof(Number));
    using Value = exec::Pack<Number, kLanes>;

    explicit GatheredCells(const View<S>& view) : v_(view) {}

    /// Room for one more cell is needed.
    void add(std::ptrdiff_t place) { places_[count_++] = place; }
    bool is_full() const { return count_ == kLanes; }

    /// Advances the cells, of which there are none from then on. How many had to be limited.
    std::int64_t advance() {
        if (count_ == 0) return 0;
        // Lanes without a cell of their own compute the first cell again, for nobody.
        for (int lane = count_; lane < kLanes; ++lane) places_[lane] = places_[0];
        const auto is_limited = advance_interface(*this, v_.constants);
        std::int64_t limited = 0;
        for (int lane = 0; lane < count_; ++lane) limited += is_limited[lane] ? 1 : 0;
        count_ = 0;
        return limited;
    }

    void load_leaving(Value (&f)[L::q]) const {
        unrolled<L::q>([&](auto index) {
            constexpr int i = decltype(index)::value;
            f[i] = gathered(population<i>(), 0);
        });
    }
    void load_arriving(Value (&f)[L::q]) const {
        unrolled<L::q>([&](auto index) {
            constexpr int i = decltype(index)::value;
            f[i] = gathered(population<i>(), offset(v_.grid(), i));
        });
    }
    template <int I>
    TypesOf<Value> type() const {
        std::uint8_t types[kLanes];
        const std::uint8_t* const from = v_.type - offset(v_.grid(), I);
        for (int lane = 0; lane < kLanes; ++lane) types[lane] = from[places_[lane]];
        return load_types<Value>(types);
    }
    template <int I>
    Value fill() const {
        return gathered(v_.fill, offset(v_.grid(), I));
    }
    template <int I>
    Value share() const {
        return gathered(v_.share, offset(v_.grid(), I));
    }
    Value mass() const { return gathered(v_.mass, 0); }
    Value air() const {
        Number air[kLanes];
        for (int lane = 0; lane < kLanes; ++lane) air[lane] = felt_air(v_, places_[lane]);
        return Value::load(air);
    }

    void store(const Value (&f)[L::q], Value mass, const Moments<Value>& mean,
               const Changes<Value>& changes) const {
        unrolled<L::q>([&](auto index) {
            constexpr int i = decltype(index)::value;
            Number lanes[kLanes];
            f[i].store(lanes);
            for (int lane = 0; lane < count_; ++lane)
                store_at<i>(v_.to, places_[lane], lanes[lane]);
        });
        Number lanes[5][kLanes];
        mass.store(lanes[0]);
        mean.delta.store(lanes[1]);
        for (int axis = 0; axis < 3; ++axis) mean.u[axis].store(lanes[2 + axis]);
        for (int lane = 0; lane < count_; ++lane) {
            const std::ptrdiff_t place = places_[lane];
            v_.next_mass[place] = lanes[0][lane];
            note_interface(v_, place,
                           {lanes[1][lane], {lanes[2][lane], lanes[3][lane], lanes[4][lane]}},
                           changes.fills[lane] != 0, changes.empties[lane] != 0);
        }
    }

private:
    /// The plane of a population, as it leaves cells.
    template <int I>
    auto population() const {
        if constexpr (I == 0)
            return static_cast<const Number*>(v_.from.rest);
        else
            return static_cast<const typename S::Moving*>(v_.from.moving +
                                                          (I - 1) * v_.grid().plane);
    }
    /// A number of each cell, from so many places before it.
    template <class Stored>
    Value gathered(const Stored* plane, std::ptrdiff_t before) const {
        const Stored* const from = plane - before;
        Stored lanes[kLanes];
        for (int lane = 0; lane < kLanes; ++lane) lanes[lane] = from[places_[lane]];
        return Value::load(lanes);
    }

    const View<S>& v_;
    std::ptrdiff_t places_[kLanes];
    int count_ = 0;
};

}  // namespace TARN_ISA
}  // namespace tarn::volume::cpu
