// Spray on a device: its memory, the order of a step, and its part of a checkpoint. Written once
// for the CPU and a GPU (exec/cpu_device.hpp, exec/cuda/cuda_device.cuh).
#pragma once

#include "exec/prefix_sums.hpp"
#include "spray/hull_columns.hpp"
#include "spray/quiet.hpp"
#include "spray/saved.hpp"
#include "spray/tasks.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tarn::spray {

template <class Device>
class SprayOn : public Spray {
    template <class T>
    using Array = typename Device::template Array<T>;

public:
    SprayOn(const SprayDesc& desc, const Device& device)
        : desc_(desc), device_(device), depth_unit_m_(unit_depth_m(desc)) {
        if (desc.has_hulls) hulls_.reserve(desc.nx, desc.ny);
        unit_m3_ = depth_unit_m_ * desc.cell_m * desc.cell_m;
    }

    Result<void> allocate() {
        const std::size_t cells = extent().count(), drops = std::size_t(desc_.max_drops);
        std::optional<Error> failed;
        const auto get = [&](auto& array, std::size_t size) {
            using Element = std::remove_cvref_t<decltype(*array.data())>;
            if (failed) return;
            auto got = device_.template allocate<Element>(size);
            if (got)
                array = std::move(got.value());
            else
                failed = got.error();
        };
        for (auto& pool : pools_) get(pool, drops);
        get(flies_, drops);
        get(slots_, drops + 1);
        get(throw_slots_, cells + 1);
        get(throws_, cells);
        get(block_sums_, exec::block_sums_of(int(std::max(drops, cells))));
        for (auto* plane : {&level_, &depth_, &u_, &v_, &churn_}) get(*plane, cells);
        for (auto& plane : foam_) get(plane, cells);
        for (auto& plane : bubbles_) get(plane, cells);
        for (auto* plane : {&owed_, &east_, &north_, &splashed_, &spare_}) get(*plane, cells);
        if constexpr (Device::kIsHost) {
            const std::size_t squares = tiles().extent().count();
            get(highest_, squares);
            for (auto* flags : {&has_throws_, &has_foam_[0], &has_foam_[1]}) get(*flags, squares);
        }
        get(tally_, 1);
        get(births_, kFirstBirths);
        if (failed) return *failed;
        write_tally({});
        return {};
    }

    void step(double step_s, std::span<const Birth> births, std::span<HullInAir> hulls,
              exchange::SurfaceExchange& water) override {
        read_surface(water);
        hulls_.lay(hulls);
        StepTally tally = {.counts = counts_, .touched = {desc_.nx, desc_.ny, -1, -1}};
        write_tally(tally);
        device_.for_cells(extent(), ClearCells{splashed_.data(), desc_.nx});
        const int flying = place(births);
        if (flying > 0)
            device_.for_many(flying, FlyDrops{desc_.flight, surface(), above(), float(step_s),
                                              pools_[pool_].data(), flies_.data(), books()});
        keep_flying(flying);
        hulls_.tell(1000.0 * unit_m3_, hulls);
        throw_drops(step_s, flying);
        tally = read_tally();
        count(tally.counts);
        count_ = int(std::min(tally.flying + tally.wanted, std::int64_t(desc_.max_drops)));
        pay(tally, water);
        move_foam(step_s);
        ++steps_;
        has_host_copies_ = false;
    }

    void set_wind(Vec2 wind_m_per_s) override {
        desc_.flight.wind_m_per_s[0] = float(wind_m_per_s.x);
        desc_.flight.wind_m_per_s[1] = float(wind_m_per_s.y);
    }
    void set_borders(const std::array<Border, 4>& borders) override {
        std::copy(borders.begin(), borders.end(), desc_.flight.borders);
    }
    void shift(int di, int dj) override;

    std::span<const Drop> take() override;
    std::int64_t taken() const override { return taken_units_; }
    void land(std::span<const Drop> drops) override;

    std::uint64_t steps() const override { return steps_; }
    int drop_count() const override { return count_; }
    std::span<const Drop> drops() const override {
        fetch();
        return host_drops_;
    }
    const float* foam() const override {
        fetch();
        return host_foam_.data();
    }
    const float* bubbles() const override {
        fetch();
        return host_bubbles_.data();
    }
    SprayCounts counts() const override { return counts_; }
    SprayReport report() const override {
        const double unit = unit_m3_;
        return {.drops = count_,
                .unit_m3 = unit,
                .flying_m3 = unit * double(counts_.in_flight()),
                .owed_m3 = unit * double(owed_sum().units),
                .thrown_m3 = unit * totals_.thrown,
                .emitted_m3 = unit * totals_.emitted,
                .landed_m3 = unit * totals_.landed,
                .left_m3 = unit * totals_.left};
    }
    std::uint64_t checksum() const override {
        fetch();
        const std::string_view drops(reinterpret_cast<const char*>(host_drops_.data()),
                                     host_drops_.size() * sizeof(Drop));
        return mix64(hash_bytes(drops) + mix64(owed_sum().hash) + steps_);
    }
    std::size_t bytes() const override { return expected_bytes(desc_); }

    void save(ByteWriter& out) const override;
    bool check_saved(ByteReader& in) const override;
    void restore(ByteReader& in) override;

private:
    static constexpr std::size_t kFirstBirths = 1024;
    /// Foam is carried in every so many steps: each time smears it a little.
    static constexpr std::uint64_t kFoamSteps = 4;
    /// Whether all cells have got their due is asked every so many steps.
    static constexpr std::uint64_t kEvenSteps = 16;

    template <class T>
    void put(ByteWriter& out, const T* from, std::size_t count) const;
    template <class T>
    void get(ByteReader& in, T* to) const;

    exec::Extent2 extent() const { return {{desc_.nx, desc_.ny}}; }
    CellTiles tiles() const { return {desc_.nx, desc_.ny}; }
    SurfaceBelow surface() const {
        return {level_.data(), depth_.data(), u_.data(),           v_.data(),
                desc_.nx,      desc_.ny,      float(desc_.cell_m), desc_.datum_m};
    }
    Books books() const {
        return {.depth = owed_.data(),
                .east = east_.data(),
                .north = north_.data(),
                .splashed = splashed_.data(),
                .counts = &tally_.data()->counts,
                .touched = tally_.data()->touched,
                .nx = desc_.nx};
    }
    void read_surface(const exchange::SurfaceExchange& water) {
        water.read_surface({level_.data(), depth_.data(), u_.data(), v_.data(), desc_.datum_m});
    }
    void count(const SprayCounts& now) {
        totals_.add(now.since(counts_));
        counts_ = now;
    }
    void write_tally(const StepTally& tally) const {
        device_.upload(&tally, 1, tally_.data());
        device_.finish_uploads();
    }
    StepTally read_tally() const {
        StepTally tally;
        device_.download(tally_.data(), 1, &tally);
        return tally;
    }

    /// How many drops there are with those that come from elsewhere.
    int place(std::span<const Birth> births) {
        const int count = std::min(int(births.size()), desc_.max_drops - count_);
        if (count <= 0) return count_;
        if (births_.size() < std::size_t(count)) {
            auto more = device_.template allocate<Birth>(std::size_t(count) * 3 / 2);
            if (!more) return count_;  // no memory: nobody is born, and nothing is taken
            births_ = std::move(more.value());
        }
        device_.upload(births.data(), std::size_t(count), births_.data());
        device_.finish_uploads();
        device_.for_many(count, PlaceBirths{births_.data(), surface(), books(),
                                            pools_[pool_].data() + count_, depth_unit_m_});
        return count_ + count;
    }

    /// On the CPU; a GPU knows nothing of it and looks below each drop.
    Above above() {
        if constexpr (!Device::kIsHost) {
            return {};
        } else {
            const exec::Extent2 squares = tiles().extent();
            const HullsAbove hulls = hulls_.view();
            device_.for_cells(squares, FindHighest{surface(), hulls, tiles(), highest_.data()});
            return {{highest_.data(), squares.n[0], squares.n[1]}, hulls};
        }
    }

    /// Drops that ended their flight leave the list.
    void keep_flying(int count) {
        device_.sum_up(flies_.data(), count, slots_.data(), block_sums_.data());
        if constexpr (Device::kIsHost)
            if (slots_.data()[count] == count) return;
        device_.for_many(count, KeepFlying{pools_[pool_].data(), flies_.data(), slots_.data(),
                                           pools_[1 - pool_].data()});
        pool_ = 1 - pool_;
    }

    /// New drops from breaking cells, behind those of `before` drops that go on flying.
    void throw_drops(double step_s, int before) {
        const std::int64_t* const flying = slots_.data() + before;
        const CellThrows throws = {.surface = surface(),
                                   .rules = desc_.breaking,
                                   .gravity_m_per_s2 = desc_.flight.gravity_m_per_s2,
                                   .step_s = float(step_s),
                                   .depth_unit_m = depth_unit_m_,
                                   .drop_units = drop_units(),
                                   .seed = desc_.seed,
                                   .step = steps_};
        const int cells = int(extent().count());
        const CountThrows count = {throws, owed_.data(), throws_.data(), churn_.data()};
        const ThrowDrops drops = {
            throws,          throws_.data(),        throw_slots_.data(),  flying,
            desc_.max_drops, float(desc_.radius_m), pools_[pool_].data(), books()};
        if constexpr (Device::kIsHost) {
            const exec::Extent2 squares = tiles().extent();
            bool* const flags = has_throws_.data();
            device_.for_cells(squares, CountThrowsOfTile{count, tiles(), flags});
            throw_slots_.data()[cells] = 0;
            if (std::any_of(flags, flags + squares.count(), [](bool has) { return has; })) {
                device_.sum_up(throws_.data(), cells, throw_slots_.data(), block_sums_.data());
                device_.for_cells(squares, ThrowDropsOfTile{drops, tiles(), flags});
            }
        } else {
            device_.for_cells(extent(), count);
            device_.sum_up(throws_.data(), cells, throw_slots_.data(), block_sums_.data());
            device_.for_cells(extent(), drops);
        }
        device_.for_items(1, NoteDrops{flying, throw_slots_.data() + cells, tally_.data()});
    }
    std::int64_t drop_units() const {
        constexpr double kSphere = 4.0 / 3.0 * 3.14159265358979323846;
        return std::max<std::int64_t>(
            1, std::int64_t(kSphere * desc_.radius_m * desc_.radius_m * desc_.radius_m / unit_m3_));
    }

    void pay(const StepTally& tally, exchange::SurfaceExchange& water) {
        exchange::CellArea area = {tally.touched[0], tally.touched[1],
                                   tally.touched[2] - tally.touched[0] + 1,
                                   tally.touched[3] - tally.touched[1] + 1};
        if (tally.touched[2] < tally.touched[0]) area = {};
        // Cells that owe or are owed from before stay in the area until they are even.
        owed_area_ = exchange::area_around(owed_area_, area);
        if (owed_area_.count() == 0) return;
        water.take_ledger(
            {owed_.data(), east_.data(), north_.data(), depth_unit_m_, depth_unit_m_, owed_area_});
        if (steps_ % kEvenSteps == 0 && owed_sum().cells == 0) owed_area_ = {};
    }

    void move_foam(double step_s) {
        carried_s_ += step_s;
        const bool is_carried = steps_ % kFoamSteps == kFoamSteps - 1;
        const SurfaceBelow below = surface();
        const auto plane = [&](const Array<float>& cover) {
            FoamPlane out = {cover.data(), desc_.nx, desc_.ny, {}};
            std::copy(std::begin(desc_.flight.borders), std::end(desc_.flight.borders),
                      out.borders);
            return out;
        };
        const MoveFoam move = {.surface = below,
                               .foam = plane(foam_[foam_now_]),
                               .bubbles = plane(bubbles_[foam_now_]),
                               .rules = desc_.foam,
                               .carried_s = is_carried ? float(carried_s_) : 0.0f,
                               .step_s = float(step_s),
                               .depth_unit_m = depth_unit_m_,
                               .gravity_m_per_s2 = desc_.flight.gravity_m_per_s2,
                               .churn_per_s = churn_.data(),
                               .splashed = splashed_.data(),
                               .new_foam = foam_[1 - foam_now_].data(),
                               .new_bubbles = bubbles_[1 - foam_now_].data()};
        if constexpr (Device::kIsHost)
            device_.for_cells(tiles().extent(),
                              MoveFoamOfTile{move, tiles(), has_foam_[foam_now_].data(),
                                             has_foam_[1 - foam_now_].data()});
        else
            device_.for_cells(extent(), move);
        foam_now_ = 1 - foam_now_;
        if (is_carried) carried_s_ = 0.0;
    }

    /// Foam may be anywhere now.
    void forget_where_foam_is() {
        if constexpr (Device::kIsHost)
            std::fill_n(has_foam_[foam_now_].data(), tiles().extent().count(), true);
    }

    UnitSum owed_sum() const {
        return device_.template join_cells<UnitSum>(
            extent(), SumOwed{owed_.data(), east_.data(), north_.data(), foam_[foam_now_].data(),
                              bubbles_[foam_now_].data(), desc_.nx});
    }
    /// Copies for readers on the host.
    void fetch() const {
        if (has_host_copies_) return;
        const std::size_t cells = extent().count();
        host_drops_.resize(std::size_t(count_));
        host_foam_.resize(cells);
        host_bubbles_.resize(cells);
        device_.download(pools_[pool_].data(), host_drops_.size(), host_drops_.data());
        device_.download(foam_[foam_now_].data(), cells, host_foam_.data());
        device_.download(bubbles_[foam_now_].data(), cells, host_bubbles_.data());
        has_host_copies_ = true;
    }

    SprayDesc desc_;
    const Device& device_;
    double depth_unit_m_;
    Array<Drop> pools_[2];
    int pool_ = 0, count_ = 0;
    Array<std::int32_t> flies_, throws_;
    Array<std::int64_t> slots_, throw_slots_, block_sums_;
    Array<float> level_, depth_, u_, v_, churn_, foam_[2], bubbles_[2];
    int foam_now_ = 0;
    // By tile of cells, on the CPU alone [quiet.hpp].
    mutable Array<float> highest_;
    Array<bool> has_throws_, has_foam_[2];  ///< the latter as foam_
    // Books are written by tasks that do not change what this is.
    mutable Array<std::int64_t> owed_, east_, north_, splashed_, spare_;
    mutable Array<StepTally> tally_;
    Array<Birth> births_;
    HullColumns hulls_;
    SprayCounts counts_;
    SprayTotals totals_;
    exchange::CellArea owed_area_;
    std::uint64_t steps_ = 0;
    double carried_s_ = 0.0;
    std::vector<Drop> taken_;
    std::int64_t taken_units_ = 0;  ///< with a host
    mutable bool has_host_copies_ = false;
    mutable std::vector<Drop> host_drops_;
    mutable std::vector<float> host_foam_, host_bubbles_;
};

template <class Device>
void SprayOn<Device>::shift(int di, int dj) {
    const bool wraps_x = desc_.flight.borders[0] == Border::Periodic,
               wraps_y = desc_.flight.borders[2] == Border::Periodic;
    const auto move = [&]<class T>(Array<T>& plane, Array<T>& room) {
        device_.for_cells(extent(), ShiftCells<T>{plane.data(), room.data(), T(0), desc_.nx,
                                                  desc_.ny, di, dj, wraps_x, wraps_y});
        std::swap(plane, room);
    };
    const std::int64_t owed_before = owed_sum().units;
    SprayCounts counts = counts_;
    for (auto* plane : {&owed_, &east_, &north_}) move(*plane, spare_);
    counts.left =
        std::int64_t(std::uint64_t(counts.left) + std::uint64_t(owed_before - owed_sum().units));
    count(counts);
    move(foam_[foam_now_], foam_[1 - foam_now_]);
    move(bubbles_[foam_now_], bubbles_[1 - foam_now_]);
    device_.for_many(count_, ShiftDrops{pools_[pool_].data(), float(di * desc_.cell_m),
                                        float(dj * desc_.cell_m)});
    owed_area_ = {0, 0, desc_.nx, desc_.ny};
    forget_where_foam_is();
    has_host_copies_ = false;
}

template <class Device>
std::span<const Drop> SprayOn<Device>::take() {
    fetch();
    // The copies are sorted now; where memory runs out below, the pool is as it was.
    has_host_copies_ = false;
    // Those that came down stay, at the beginning of the pool.
    const auto first_flying =
        std::stable_partition(host_drops_.begin(), host_drops_.end(),
                              [](const Drop& drop) { return drop.age_s == kCameDown; });
    taken_.assign(first_flying, host_drops_.end());
    for (const Drop& drop : taken_) taken_units_ += drop.volume;
    count_ = int(first_flying - host_drops_.begin());
    device_.upload(host_drops_.data(), std::size_t(count_), pools_[pool_].data());
    device_.finish_uploads();
    return taken_;
}

template <class Device>
void SprayOn<Device>::land(std::span<const Drop> drops) {
    std::vector<Drop> down(drops.begin(), drops.end());
    for (Drop& drop : down) {
        drop.age_s = kCameDown;
        taken_units_ -= drop.volume;
    }
    device_.upload(down.data(), down.size(), pools_[pool_].data() + count_);
    device_.finish_uploads();
    count_ += int(down.size());
    has_host_copies_ = false;
}

template <class Device>
template <class T>
void SprayOn<Device>::put(ByteWriter& out, const T* from, std::size_t count) const {
    std::vector<T> values(count);
    device_.download(from, count, values.data());
    out.put_block({reinterpret_cast<const char*>(values.data()), count * sizeof(T)});
}

template <class Device>
template <class T>
void SprayOn<Device>::get(ByteReader& in, T* to) const {
    const std::string_view block = in.get_block();
    std::vector<T> values(block.size() / sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), block.data(), values.size() * sizeof(T));
    device_.upload(values.data(), values.size(), to);
    device_.finish_uploads();
}

template <class Device>
void SprayOn<Device>::save(ByteWriter& out) const {
    const std::size_t cells = extent().count();
    out.put(SavedHead{steps_, carried_s_, counts_, totals_});
    put(out, pools_[pool_].data(), std::size_t(count_));
    for (const auto* plane : {&owed_, &east_, &north_}) put(out, plane->data(), cells);
    for (const auto* plane : {&foam_[foam_now_], &bubbles_[foam_now_]})
        put(out, plane->data(), cells);
}

template <class Device>
bool SprayOn<Device>::check_saved(ByteReader& in) const {
    return is_saved_spray(in, desc_);
}

template <class Device>
void SprayOn<Device>::restore(ByteReader& in) {
    const auto head = in.get<SavedHead>();
    steps_ = head.steps;
    carried_s_ = head.carried_s;
    counts_ = head.counts;
    totals_ = head.totals;
    ByteReader ahead = in;
    count_ = int(ahead.get_block().size() / sizeof(Drop));
    get(in, pools_[pool_].data());
    taken_units_ = counts_.in_flight();
    has_host_copies_ = false;
    for (const Drop& drop : drops()) taken_units_ -= drop.volume;
    for (auto* plane : {&owed_, &east_, &north_}) get(in, plane->data());
    for (auto* plane : {&foam_[foam_now_], &bubbles_[foam_now_]}) get(in, plane->data());
    owed_area_ = {0, 0, desc_.nx, desc_.ny};
    forget_where_foam_is();
    has_host_copies_ = false;
}

}  // namespace tarn::spray
