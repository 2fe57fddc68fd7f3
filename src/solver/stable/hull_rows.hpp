// Free hulls in the matrix of the pressure, on any device: pressure moves them, and their motion
// asks for pressure, in one symmetric system [batty2007].
#pragma once

#include "solver/six.hpp"
#include "solver/stable/hull_tasks.hpp"

#include <new>
#include <vector>

namespace tarn::stable {

/// A list on a device that grows.
template <class Device, class E>
class DeviceList {
public:
    void put(const Device& device, const std::vector<E>& from) {
        make_room(device, from.size());
        count_ = int(from.size());
        device.upload(from.data(), from.size(), array_.data());
        device.finish_uploads();
    }
    void make_room(const Device& device, std::size_t size) {
        if (size <= array_.size()) return;
        auto made = device.template allocate<E>(2 * size);
        if (!made) throw std::bad_alloc();
        array_ = std::move(made.value());
    }
    int count() const { return count_; }
    const E* data() const { return array_.data(); }
    E* data() { return array_.data(); }
    std::size_t bytes() const { return array_.bytes(); }

private:
    typename Device::template Array<E> array_;
    int count_ = 0;
};

template <class Device>
class HullRows {
public:
    using Six = exchange::Six;

    /// Of all hulls, one after the other; `ends[k]` is where those of hull k end.
    void put(const Device& device, const std::vector<HullRow>& rows, std::vector<int> ends) {
        list_.put(device, rows);
        ends_ = std::move(ends);
        yield_.resize(ends_.size());
    }
    /// Change of motion by a push of pressure: m/s, and about the axes m/s at one cell. Zero for
    /// what nothing moves.
    void set_yield(std::size_t hull, const exchange::SixBySix& yield) { yield_[hull] = yield; }

    std::size_t hull_count() const { return ends_.size(); }
    int count(std::size_t hull) const { return ends_[hull] - begin(hull); }
    const HullRow* rows(std::size_t hull) const { return list_.data() + begin(hull); }
    std::size_t bytes() const { return list_.bytes(); }

    /// Push of a plane of pressures in the cells of a system.
    Six push(const Device& device, const Level& level, const float* x, std::size_t hull) const {
        Six out = {};
        if (count(hull) == 0 || !level.diagonal) return out;
        const auto sum = device.template join_cells<SixSum>(exec::Extent2{{count(hull), 1}},
                                                            SumRows{rows(hull), level.diagonal, x});
        for (std::size_t c = 0; c < 6; ++c) out[c] = sum.of[c];
        return out;
    }
    /// q += sign times what hulls add to the matrix, times s. Returns what that adds to s.q.
    double add(const Device& device, const Level& level, const float* s, float* q,
               double sign) const {
        double sum = 0.0;
        for (std::size_t k = 0; k < ends_.size(); ++k) {
            const Six pushed = push(device, level, s, k);
            const Six motion = exchange::times(yield_[k], pushed);
            if (motion == Six{}) continue;
            AddRows task = {rows(k), level.diagonal, {}, q};
            for (std::size_t c = 0; c < 6; ++c) task.motion[c] = float(sign * motion[c]);
            device.for_many(count(k), task);
            sum += sign * exchange::dot(motion, pushed);
        }
        return sum;
    }

private:
    int begin(std::size_t hull) const { return hull == 0 ? 0 : ends_[hull - 1]; }

    DeviceList<Device, HullRow> list_;
    std::vector<int> ends_;
    std::vector<exchange::SixBySix> yield_;
};

}  // namespace tarn::stable
