// The D2Q9 scheme on any device: cells in device memory, tasks from tasks.hpp, and a stepper, which
// is the one part that each backend writes for itself (cpu/stepper.hpp, cuda/stepper.cuh).
#pragma once

#include "solver/shallow/d2q9/bed_tasks.hpp"
#include "solver/shallow/d2q9/setup.hpp"
#include "solver/shallow/extremes.hpp"

#include <cmath>
#include <cstring>
#include <new>

namespace tarn::shallow {

/// The copies of the populations and which of them is the state. A step goes across, to the other
/// copy, or in place, to the other arrangement of the same.
template <class S>
struct Copies {
    using T = typename S::Number;

    Planes<S> planes[2];
    int current = 0;
    bool is_single = false;     ///< there is no other copy
    T* bed = nullptr;           ///< as in BedView; null: flat
    T* deviations[2] = {};      ///< every step goes from one to the other
    int current_deviation = 0;  ///< as `current` where there are two copies

    const Planes<S>& state() const { return planes[current]; }
    BedView<T> bed_view() const { return {bed, deviations[current_deviation], state().grid}; }
    T* next_deviation() const { return deviations[1 - current_deviation]; }
    const Planes<S>& across() const { return planes[1 - current]; }
    Planes<S> in_place() const {
        Planes<S> same = state();
        same.is_shifted = !same.is_shifted;
        return same;
    }
    void go_across() {
        current = 1 - current;
        current_deviation = 1 - current_deviation;
    }
    void go_in_place() {
        planes[current].is_shifted = !planes[current].is_shifted;
        current_deviation = 1 - current_deviation;
    }
};

template <class S, class Stepper>
class D2q9 final : public Solver {
    using Device = typename Stepper::Device;
    using T = typename S::Number;
    template <class E>
    using Array = typename Device::template Array<E>;

public:
    static Result<std::unique_ptr<Solver>> create(const SolverDesc& desc, Device&& device) {
        std::unique_ptr<D2q9> solver(new D2q9(desc, std::move(device)));
        if (const Result<void> got = solver->allocate(desc); !got) return got.error();
        if (const Result<void> got = solver->fill(desc); !got) return got.error();
        return std::unique_ptr<Solver>(std::move(solver));
    }

    void set_step(double step_s) override {
        if (step_s == units().step_s) return;
        const T before = T(setup_.gravity_lu());
        const Setup::StepChange change = setup_.set_step(step_s);
        for_cells(ChangeStep<S>{
            cells(),
            {before, T(setup_.gravity_lu()), T(change.step_ratio), T(change.stress_ratio)}});
    }
    const Units& units() const override { return setup_.units(); }
    double tau() const override { return setup_.tau(); }
    double viscosity_m2_per_s() const override { return units().viscosity_m2_per_s(tau()); }

    RunReport run(const RunDesc& desc) override;
    void add_depth(DepthPatch& patch) override {
        DueWater water = {0, std::move(patch)};
        load_water({&water, 1});
        // A run of its own: what became of the last one must not keep the water from falling.
        stepper_.begin(context());
        stepper_.add_water(add_water(), views_, 0, 1);
        unload_water({&water, 1});
        patch = std::move(water.patch);
    }

    SheetReport add_sheet(double depth_m) override;

    Result<void> track_extremes(double arrival_depth_m, double time_s) override {
        const auto got = extremes_.start(device(), grid_.nx, grid_.ny, arrival_depth_m);
        if (got) for_cells(track_cells(time_s));
        return got;
    }
    const float* extreme(Extreme extreme) override { return extremes_.host(device(), extreme); }
    std::string save_extremes() const override { return extremes_.save(device()); }
    bool restore_extremes(std::string_view bytes) override {
        return extremes_.restore(device(), bytes);
    }

    void set_boundary(Edge edge, Boundary boundary) override { setup_.set_edge(edge, boundary); }
    Boundary boundary(Edge edge) const override { return setup_.edge(edge); }

    bool is_solid(int i, int j) const override {
        return !host_solid_.empty() &&
               host_solid_[std::size_t(j) * std::size_t(grid_.nx) + std::size_t(i)] != 0;
    }
    void read_cells(std::span<const CellIndex> list, std::span<CellState> out) const override;
    void start_fields(int slot, unsigned wanted) override {
        stepper_.start_fields(slot, wanted, read_fields());
    }
    const float* field(int slot, Field field) const override { return stepper_.field(slot, field); }
    const float* device_field(Field field) override {
        return stepper_.device_field(field, read_fields());
    }
    const float* device_snapshot(int slot, Field field) override {
        return stepper_.device_snapshot(slot, field, read_fields());
    }
    Totals totals() const override;
    std::uint64_t checksum() const override {
        return device()
            .template join_cells<HashSum>(grid_.nx, grid_.ny, HashCells<S>{cells()})
            .value;
    }
    std::size_t saved_bytes() const override {
        return grid_.cell_count() * (sizeof(T) + 8 * sizeof(typename S::Moving)) +
               (copies_.bed ? sizeof(double) : 0);
    }
    std::string save() const override;
    bool fits(std::string_view bytes) const override;
    bool restore(std::string_view bytes) override;
    void shift(int di, int dj) override;
    MemoryReport memory() const override;
    std::optional<Error> lost() const override { return device().trouble(); }

private:
    D2q9(const SolverDesc& desc, Device&& device)
        : setup_(desc),
          grid_(Grid::of(desc.nx, desc.ny, kLine)),
          host_solid_(desc.solid.begin(), desc.solid.end()),
          flat_bed_m_(desc.flat_bed_m),
          stepper_(std::move(device), desc, grid_) {}

    /// Elements of a cache line of the smallest number stored.
    static constexpr int kLine = 64 / int(std::min(sizeof(typename S::Moving), sizeof(float)));
    /// Equal places in the two copies must not be a multiple of 4 KiB apart: a processor compares
    /// the low address bits only when it asks whether a load depends on an earlier store.
    static constexpr std::size_t kCopyShiftBytes = 2048;

    Result<void> allocate(const SolverDesc& desc);
    Result<void> allocate_bed(const SolverDesc& desc);
    Result<void> fill(const SolverDesc& desc);
    /// Edges may have changed, and water may have come from elsewhere than a step.
    void lay_bed_halo() const;
    void load_water(std::span<const DueWater> water);
    void unload_water(std::span<DueWater> water);
    Trouble find_trouble() const;
    void download_states(std::span<CellState> out) const;

    const Device& device() const { return stepper_.device(); }
    StepContext context() const { return {setup_, host_solid_, solid_.data()}; }
    CellsView<S> cells() const {
        return {.planes = copies_.state(),
                .solid = solid_.data(),
                .gravity = T(setup_.gravity_lu()),
                .depth_m = units().depth_m,
                .speed_m_per_s = units().speed_m_per_s(),
                .still_level_m = setup_.still_level_m(),
                .bed = copies_.bed_view(),
                .deviation = copies_.deviations[copies_.current_deviation]};
    }
    ReadFields<S> read_fields() const { return {cells(), flat_bed_m_, read_bed_m_.data(), {}}; }
    AddWater<S> add_water() { return {cells(), patches_.data(), amounts_.data()}; }
    TrackExtremes<CellStates<S>> track_cells(double time_s) const {
        return {{cells()}, extremes_.view(), time_s};
    }
    template <class Task>
    void for_cells(const Task& task) const {
        device().for_cells(grid_.nx, grid_.ny, task);
    }
    /// Calls `body(plane)` with a PackPlane for each direction.
    template <class Body>
    void for_planes(Body&& body) const;

    /// Room for one direction of all cells. All of it comes first: what fails then has changed
    /// nothing.
    struct PlaneRoom {
        Array<T> rest;
        Array<typename S::Moving> moving;

        template <int I>
        auto* of() {
            if constexpr (I == 0)
                return rest.data();
            else
                return moving.data();
        }
    };
    PlaneRoom plane_room() const;

    /// A short list on the device that grows when it must. Where it cannot, callers throw
    /// bad_alloc, which the world turns into an error.
    template <class E>
    bool grow(Array<E>& array, std::size_t size) const {
        if (array.size() >= size) return true;
        auto larger = device().template allocate<E>(size + size / 2);
        if (larger) array = std::move(larger.value());
        return bool(larger);
    }

    Setup setup_;
    Grid grid_;
    std::vector<std::uint8_t> host_solid_;
    double flat_bed_m_;
    Stepper stepper_;
    Array<std::byte> populations_[2];
    Copies<S> copies_;
    Array<T> bed_;               ///< and deviations; present when there is a bed
    Array<float> read_bed_m_;    ///< likewise
    Array<std::uint8_t> solid_;  ///< present when there are solids or forces
    Array<PatchView> patches_;
    Array<double> amounts_;
    std::vector<PatchView> views_;  ///< of the patches on the device
    std::vector<double> host_amounts_;
    Extremes<Device> extremes_;
    mutable Array<CellIndex> list_;
    mutable Array<CellMoments<T>> states_;
    mutable std::vector<CellMoments<T>> host_states_;
};

template <class S, class Stepper>
Result<void> D2q9<S, Stepper>::allocate(const SolverDesc& desc) {
    const std::size_t rest_bytes = std::size_t(grid_.plane) * sizeof(T);
    const std::size_t bytes =
        rest_bytes + std::size_t(grid_.plane) * 8 * sizeof(typename S::Moving) + kCopyShiftBytes;
    copies_.is_single = desc.is_in_place;
    for (std::size_t k = 0; k < (desc.is_in_place ? 1 : 2); ++k) {
        auto array = device().template allocate<std::byte>(bytes);
        if (!array) return array.error();
        populations_[k] = std::move(array.value());
        std::byte* const start = populations_[k].data() + k * kCopyShiftBytes;
        copies_.planes[k] = {reinterpret_cast<T*>(start),
                             reinterpret_cast<typename S::Moving*>(start + rest_bytes), grid_,
                             false};
    }
    if (const Result<void> got = allocate_bed(desc); !got) return got.error();
    if (desc.solid.empty() && !setup_.has_forces()) return {};
    auto mask = device().template allocate<std::uint8_t>(grid_.cell_count());
    if (!mask) return mask.error();
    solid_ = std::move(mask.value());
    if (!desc.solid.empty()) device().upload(desc.solid.data(), desc.solid.size(), solid_.data());
    return {};
}

template <class S, class Stepper>
Result<void> D2q9<S, Stepper>::allocate_bed(const SolverDesc& desc) {
    if (desc.bed_m.empty()) return {};
    // Populations begin in lines 0 to 16 of a page, those of the other copy in 32 to 48: these keep
    // out of their way (kCopyShiftBytes).
    constexpr std::size_t kLines = 64 / sizeof(T), kPage = 64 * kLines;
    const std::size_t plane = (std::size_t(grid_.plane) + kPage - 1) / kPage * kPage + kPage;
    auto planes = device().template allocate<T>(3 * plane);
    if (!planes) return planes.error();
    bed_ = std::move(planes.value());
    auto read_bed = device().template allocate<float>(grid_.cell_count());
    if (!read_bed) return read_bed.error();
    read_bed_m_ = std::move(read_bed.value());
    copies_.bed = bed_.data() + 22 * kLines;
    copies_.deviations[0] = bed_.data() + plane + 18 * kLines;
    copies_.deviations[1] = bed_.data() + 2 * plane + 50 * kLines;
    return {};
}

template <class S, class Stepper>
void D2q9<S, Stepper>::lay_bed_halo() const {
    if (!copies_.bed) return;
    EdgeView<S> view = setup_.template edge_view<S>();
    view.planes = copies_.state();
    device().for_items(
        LayBedHalo<S>::count(grid_),
        LayBedHalo<S>{view, copies_.bed, copies_.deviations[copies_.current_deviation]});
}

template <class S, class Stepper>
Result<void> D2q9<S, Stepper>::fill(const SolverDesc& desc) {
    auto depth = device().template allocate<double>(desc.depth_m.size());
    if (!depth) return depth.error();
    device().upload(desc.depth_m.data(), desc.depth_m.size(), depth.value().data());
    Array<double> bed;
    if (copies_.bed) {
        auto array = device().template allocate<double>(desc.bed_m.size());
        if (!array) return array.error();
        bed = std::move(array.value());
        device().upload(desc.bed_m.data(), desc.bed_m.size(), bed.data());
        for_cells(FillBed<S>{grid_, bed.data(), solid_.data(), setup_.still_level_m(),
                             units().depth_m, copies_.bed, copies_.deviations[0],
                             read_bed_m_.data()});
    }
    Array<float> velocity;
    if (!desc.velocity_m_per_s.empty()) {
        auto array = device().template allocate<float>(desc.velocity_m_per_s.size());
        if (!array) return array.error();
        velocity = std::move(array.value());
        device().upload(desc.velocity_m_per_s.data(), desc.velocity_m_per_s.size(),
                        velocity.data());
    }
    for_cells(FillCell<S>{cells(), depth.value().data(), bed.data(), velocity.data()});
    if (const auto trouble = device().trouble()) return *trouble;
    return stepper_.prepare(context());
}

/// Puts all amounts of a run on the device.
template <class S, class Stepper>
void D2q9<S, Stepper>::load_water(std::span<const DueWater> water) {
    views_.clear();
    host_amounts_.clear();
    for (const DueWater& due : water) {
        const DepthPatch& p = due.patch;
        views_.push_back({p.x0, p.y0, p.nx, p.ny, std::ptrdiff_t(host_amounts_.size())});
        host_amounts_.insert(host_amounts_.end(), p.depth_m.begin(), p.depth_m.end());
    }
    if (views_.empty()) return;
    if (!grow(patches_, views_.size()) || !grow(amounts_, host_amounts_.size()))
        throw std::bad_alloc();
    device().upload(views_.data(), views_.size(), patches_.data());
    device().upload(host_amounts_.data(), host_amounts_.size(), amounts_.data());
}

/// Brings back what was really added.
template <class S, class Stepper>
void D2q9<S, Stepper>::unload_water(std::span<DueWater> water) {
    if (views_.empty()) return;
    device().download(amounts_.data(), host_amounts_.size(), host_amounts_.data());
    const double* from = host_amounts_.data();
    for (DueWater& due : water)
        for (double& amount_m : due.patch.depth_m) amount_m = *from++;
}

template <class S, class Stepper>
SheetReport D2q9<S, Stepper>::add_sheet(double depth_m) {
    // Well above the rounding of populations, which are differences from still water.
    const double unit_m = 0x1p-17 * units().depth_m;
    const double whole_m = std::round(depth_m / unit_m) * unit_m;
    if (whole_m == 0.0) return {};
    const double sum_m = device()
                             .template join_cells<exec::Sum>(
                                 grid_.nx, grid_.ny, AddSheet<AddWater<S>>{add_water(), whole_m})
                             .value;
    return {whole_m, sum_m * units().cell_m * units().cell_m};
}

template <class S, class Stepper>
RunReport D2q9<S, Stepper>::run(const RunDesc& desc) {
    const int moments = desc.sample_every > 0 ? desc.steps / desc.sample_every : 0;
    const std::size_t sample_count = std::size_t(moments) * desc.cells.size();
    if (sample_count > 0) {
        if (!grow(list_, desc.cells.size()) || !grow(states_, sample_count)) throw std::bad_alloc();
        // What can fail does so before the first step.
        host_states_.resize(std::max(host_states_.size(), sample_count));
        if (desc.samples) desc.samples->reserve(desc.samples->size() + sample_count);
        device().upload(desc.cells.data(), desc.cells.size(), list_.data());
    }
    load_water(desc.water);
    stepper_.begin(context());
    lay_bed_halo();

    std::size_t next = 0;
    bool is_well = true;
    for (int done = 0; done < desc.steps && is_well;) {
        std::size_t due = next;
        while (due < desc.water.size() && desc.water[due].step <= done) ++due;
        if (due > next) {
            stepper_.add_water(add_water(), views_, int(next), int(due));
            lay_bed_halo();
        }
        next = due;
        int until = desc.steps;
        if (next < desc.water.size()) until = std::min(until, desc.water[next].step);
        if (moments > 0)
            until = std::min(until, (done / desc.sample_every + 1) * desc.sample_every);
        if (extremes_.is_on()) until = done + 1;
        is_well = stepper_.advance(copies_, done, until - done);
        if (extremes_.is_on() && is_well)
            stepper_.visit_cells(track_cells(desc.times_s[std::size_t(done)]), done);
        done = until;
        if (is_well && moments > 0 && done % desc.sample_every == 0) {
            const std::ptrdiff_t row =
                std::ptrdiff_t(done / desc.sample_every - 1) * std::ptrdiff_t(desc.cells.size());
            device().for_items(int(desc.cells.size()),
                               ReadCells<S>{cells(), list_.data(), states_.data() + row});
        }
    }
    RunReport report = stepper_.finish(copies_, desc.steps);
    if (report.steps < desc.steps) {
        report.is_state_lost = copies_.is_single;
        report.trouble = find_trouble();
    }
    const double volume_m3 = units().depth_m * units().cell_m * units().cell_m;
    report.came_in_m3 *= volume_m3;
    report.went_out_m3 *= volume_m3;
    unload_water(desc.water);
    if (desc.samples && moments > 0) {
        // After trouble, the moments before it.
        const std::size_t good = std::size_t(report.steps / desc.sample_every);
        const std::size_t before = desc.samples->size();
        desc.samples->resize(before + good * desc.cells.size());
        download_states(std::span(*desc.samples).subspan(before));
    }
    return report;
}

template <class S, class Stepper>
Trouble D2q9<S, Stepper>::find_trouble() const {
    stepper_.fill_halo(copies_);
    const std::int64_t found =
        device().template join_cells<FirstCell>(grid_.nx, grid_.ny, FindTrouble<S>{cells()}).index;
    auto depth = device().template allocate<double>(1);
    if (found == FirstCell::kNone || !depth) return {0, 0, "a cell is not physical"};
    const int x = int(found % grid_.nx), y = int(found / grid_.nx);
    device().for_items(1, ReadArrivingDepth<S>{cells(), x, y, depth.value().data()});
    double depth_lu = 0.0;
    device().download(depth.value().data(), 1, &depth_lu);
    return {x, y, cause_of_trouble(depth_lu)};
}

template <class S, class Stepper>
void D2q9<S, Stepper>::read_cells(std::span<const CellIndex> list, std::span<CellState> out) const {
    if (!grow(list_, list.size()) || !grow(states_, list.size())) throw std::bad_alloc();
    device().upload(list.data(), list.size(), list_.data());
    device().for_items(int(list.size()), ReadCells<S>{cells(), list_.data(), states_.data()});
    download_states(out);
}

/// Brings back the first of states_, in SI.
template <class S, class Stepper>
void D2q9<S, Stepper>::download_states(std::span<CellState> out) const {
    host_states_.resize(std::max(host_states_.size(), out.size()));
    device().download(states_.data(), out.size(), host_states_.data());
    const double depth_m = units().depth_m, speed_m_per_s = units().speed_m_per_s();
    for (std::size_t k = 0; k < out.size(); ++k) {
        const CellMoments<T>& m = host_states_[k];
        const double depth = double(m.still) + double(m.mass_deviation);
        out[k] = {(copies_.bed ? std::max(depth, 0.0) : depth) * depth_m,
                  double(m.u) * speed_m_per_s, double(m.v) * speed_m_per_s};
    }
}

template <class S, class Stepper>
Totals D2q9<S, Stepper>::totals() const {
    const LatticeTotals sum =
        device().template join_cells<LatticeTotals>(grid_.nx, grid_.ny, SumCells<S>{cells()});
    const Units& u = units();
    const double area = u.cell_m * u.cell_m, speed = u.speed_m_per_s();
    return {.volume_m3 = (sum.still + sum.deviation) * u.depth_m * area,
            .max_speed_m_per_s = std::sqrt(sum.max_speed2) * speed,
            .min_depth_m = std::min(sum.low, sum.high) * u.depth_m,
            .max_depth_m = sum.high * u.depth_m,
            .energy_per_density_m5_per_s2 = sum.energy * u.depth_m * area * speed * speed};
}

template <class S, class Stepper>
template <class Body>
void D2q9<S, Stepper>::for_planes(Body&& body) const {
    unrolled<9>([&](auto index) {
        constexpr int i = decltype(index)::value;
        body(PackPlane<S, i>{cells(), nullptr, false});
    });
}

template <class S, class Stepper>
std::string D2q9<S, Stepper>::save() const {
    const std::size_t count = grid_.cell_count();
    std::string bytes;
    bytes.reserve(saved_bytes());
    for_planes([&](auto pack) {
        using Element = typename decltype(pack)::Element;
        auto plane = device().template allocate<Element>(count);
        if (!plane) throw std::bad_alloc();
        pack.plane = plane.value().data();
        for_cells(pack);
        std::vector<Element> host(count);
        device().download(plane.value().data(), count, host.data());
        bytes.append(reinterpret_cast<const char*>(host.data()), count * sizeof(Element));
    });
    const double still_m = setup_.still_level_m();
    if (copies_.bed) bytes.append(reinterpret_cast<const char*>(&still_m), sizeof still_m);
    return bytes;
}

/// What is saved is the distance from still water, which must be the same here.
template <class S, class Stepper>
bool D2q9<S, Stepper>::fits(std::string_view bytes) const {
    if (bytes.size() != saved_bytes()) return false;
    const double still_m = setup_.still_level_m();
    return !copies_.bed ||
           std::memcmp(bytes.data() + bytes.size() - sizeof still_m, &still_m, sizeof still_m) == 0;
}

template <class S, class Stepper>
bool D2q9<S, Stepper>::restore(std::string_view bytes) {
    const std::size_t count = grid_.cell_count();
    if (!fits(bytes)) return false;
    PlaneRoom room = plane_room();
    std::vector<char> host(count * std::max(sizeof(T), sizeof(typename S::Moving)));
    for_planes([&](auto pack) {
        using Pack = decltype(pack);
        using Element = typename Pack::Element;
        pack.plane = room.template of<Pack::direction>();
        std::memcpy(host.data(), bytes.data(), count * sizeof(Element));
        bytes.remove_prefix(count * sizeof(Element));
        device().upload(reinterpret_cast<const Element*>(host.data()), count, pack.plane);
        device().finish_uploads();
        pack.is_unpacking = true;
        for_cells(pack);
    });
    if (copies_.bed) for_cells(TakeStock<S>{cells()});
    return true;
}

template <class S, class Stepper>
typename D2q9<S, Stepper>::PlaneRoom D2q9<S, Stepper>::plane_room() const {
    auto rest = device().template allocate<T>(grid_.cell_count());
    auto moving = device().template allocate<typename S::Moving>(grid_.cell_count());
    if (!rest || !moving) throw std::bad_alloc();
    return {std::move(rest.value()), std::move(moving.value())};
}

template <class S, class Stepper>
void D2q9<S, Stepper>::shift(int di, int dj) {
    const bool wraps_x = boundary(Edge::West) == Boundary::Periodic;
    const bool wraps_y = boundary(Edge::South) == Boundary::Periodic;
    const auto within = [](int way, int size, bool wraps) {
        return wraps ? way % size : std::clamp(way, -size, size);
    };
    const GridShift shift = {within(di, grid_.nx, wraps_x), within(dj, grid_.ny, wraps_y), wraps_x,
                             wraps_y};
    PlaneRoom room = plane_room();
    for_planes([&](auto pack) {
        constexpr int i = decltype(pack)::direction;
        pack.plane = room.template of<i>();
        for_cells(pack);
        for_cells(ShiftPlane<S, i>{cells(), pack.plane, shift});
    });
}

template <class S, class Stepper>
MemoryReport D2q9<S, Stepper>::memory() const {
    return {
        .populations_bytes =
            populations_[0].bytes() + populations_[1].bytes() + bed_.bytes() + read_bed_m_.bytes(),
        .mask_bytes = solid_.bytes() + host_solid_.size(),
        .fields_bytes = stepper_.field_bytes() + extremes_.host_bytes(),
        .other_bytes = stepper_.bytes() + patches_.bytes() + amounts_.bytes() + extremes_.bytes()};
}

}  // namespace tarn::shallow
