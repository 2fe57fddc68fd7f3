// The d2q9 scheme on any device: lattice Boltzmann with nine populations per cell. Its memory and
// how its steps follow each other; Shell (shell.hpp) does the rest. A stepper, which is the one
// part that each backend writes for itself (cpu/stepper.hpp, cuda/stepper.cuh), does the steps.
#pragma once

#include "solver/shallow/d2q9/bed_tasks.hpp"
#include "solver/shallow/d2q9/copies.hpp"
#include "solver/shallow/d2q9/setup.hpp"
#include "solver/shallow/shell.hpp"

#include <cstring>
#include <new>

namespace tarn::shallow::d2q9 {

template <class S, class Stepper>
class Scheme {
    using T = typename S::Number;

public:
    using Runner = typename Stepper::Runner;

    Scheme(const SolverDesc& desc, Runner&& runner)
        : setup_(desc),
          grid_(Grid::of({{desc.nx, desc.ny}}, kLine)),
          host_solid_(desc.solid.begin(), desc.solid.end()),
          flat_bed_m_(desc.flat_bed_m),
          stepper_(std::move(runner), desc, grid_) {}
    Result<void> start(const SolverDesc& desc) {
        if (const Result<void> got = allocate(desc); !got) return got;
        return fill(desc);
    }

    Runner& runner() { return stepper_.runner(); }
    const Runner& runner() const { return stepper_.runner(); }
    const Units& units() const { return setup_.units(); }
    CellsView<S> cells() const {
        return {.planes = copies_.state(),
                .solid = solid_.data(),
                .gravity = T(setup_.gravity_lu()),
                .depth_m = units().depth_m,
                .speed_m_per_s = units().speed_m_per_s(),
                .still_level_m = setup_.still_level_m(),
                .gravity_m_per_s2 = setup_.gravity_m_per_s2(),
                .mean_level_m = setup_.mean_level_m(),
                .flat_bed_m = flat_bed_m_,
                .bed_m = read_bed_m_.data(),
                .bed = copies_.bed_view(),
                .deviation = copies_.deviations[copies_.current_deviation]};
    }

    void set_step(double step_s) {
        if (step_s == units().step_s) return;
        const T before = T(setup_.gravity_lu());
        carry_over(before, setup_.set_step(step_s));
    }
    std::optional<double> max_step_s() const { return std::nullopt; }
    double viscosity_m2_per_s() const { return units().viscosity_m2_per_s(setup_.tau()); }
    std::vector<SchemeFact> facts() const {
        return {{"tau", std::to_string(setup_.tau()), setup_.tau()},
                {"collision", collision_names()[std::size_t(setup_.collision())]},
                {"streaming", copies_.is_single ? "in_place" : "two_copies"}};
    }
    bool set(const Settings& settings);
    Settings settings() const { return setup_.settings(); }
    void set_boundary(Edge edge, Boundary boundary) { setup_.set_edge(edge, boundary); }
    void reset_boundary(Edge edge) { setup_.reset_edge(edge); }
    Boundary boundary(Edge edge) const { return setup_.edge(edge); }
    const std::vector<std::uint8_t>& host_solid() const { return host_solid_; }

    void begin(const RunDesc&) {
        stepper_.begin(context());
        lay_bed_halo();
    }
    bool take_steps(const RunDesc&, int first, int count) {
        return stepper_.take_steps(copies_, first, count);
    }
    RunReport finish(const RunDesc& desc);
    /// Edges may have changed, and water may have come from elsewhere than a step.
    void forced(const AppliedForces&) const { lay_bed_halo(); }
    /// Over a bed, depths are kept beside the populations.
    void changed(const CellArea& area) const {
        if (copies_.bed)
            device().for_cells(exec::Extent2{{area.nx, area.ny}}, TakeStock<S>{cells(), area});
    }
    void all_changed() const {}
    /// Well above the rounding of populations, which are differences from still water.
    double rounded_sheet_m(double depth_m) const {
        const double unit_m = 0x1p-17 * units().depth_m;
        return std::round(depth_m / unit_m) * unit_m;
    }

    template <class Body>
    void for_planes(Body&& body) const {
        unrolled<9>([&](auto index) { body(Plane<S, decltype(index)::value>{copies_.state()}); });
    }
    /// Over a bed: what is saved is the distance from still water, which must be the same there.
    std::string note() const {
        const double still_m = setup_.still_level_m();
        if (!copies_.bed) return {};
        return {reinterpret_cast<const char*>(&still_m), sizeof still_m};
    }
    bool fits(std::string_view saved) const { return saved == note(); }
    bool is_sound(std::string_view planes) const;
    void restored(std::string_view) { changed({0, 0, grid_.nx, grid_.ny}); }

    MemoryReport memory() const {
        return {.state_bytes = populations_[0].bytes() + populations_[1].bytes() + bed_.bytes() +
                               read_bed_m_.bytes(),
                .mask_bytes = solid_.bytes() + host_solid_.size(),
                .other_bytes = stepper_.bytes()};
    }

private:
    using Device = typename Runner::Device;
    template <class E>
    using Array = typename Device::template Array<E>;

    /// Elements of a cache line of the smallest number stored.
    static constexpr int kLine = 64 / int(std::min(sizeof(typename S::Moving), sizeof(float)));
    /// Equal places in the two copies must not be a multiple of 4 KiB apart: a processor compares
    /// the low address bits only when it asks whether a load depends on an earlier store.
    static constexpr std::size_t kCopyShiftBytes = 2048;
    /// The largest population grows as c*^2 h^2/6, of water up to kDeepest deep.
    static constexpr double kLargestPopulation = kDeepest * kDeepest;

    Result<void> allocate(const SolverDesc& desc);
    Result<void> allocate_bed(const SolverDesc& desc);
    Result<void> allocate_mask();
    Result<void> fill(const SolverDesc& desc);
    void carry_over(T gravity_before, const Setup::StepChange& change) {
        for_cells(ChangeStep<S>{cells(),
                                {gravity_before, T(setup_.gravity_lu()), T(change.step_ratio),
                                 T(change.stress_ratio)}});
    }
    void lay_bed_halo() const;
    Trouble find_trouble() const;

    const Device& device() const { return stepper_.runner().device(); }
    /// Steps depend on what acts now: forces that have ceased leave the mask, and no bits.
    bool has_solids_or_forces() const { return !host_solid_.empty() || setup_.has_forces(); }
    StepContext context() const {
        return {setup_, host_solid_, has_solids_or_forces() ? solid_.data() : nullptr};
    }
    template <class Task>
    void for_cells(const Task& task) const {
        device().for_cells(exec::Extent2{{grid_.nx, grid_.ny}}, task);
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
    Array<std::uint8_t> solid_;  ///< present when there are solids, or were forces
};

template <class S, class Stepper>
Result<void> Scheme<S, Stepper>::allocate(const SolverDesc& desc) {
    const std::size_t bytes = Planes<S>::bytes(grid_) + kCopyShiftBytes;
    copies_.is_single = desc.is_in_place;
    for (std::size_t k = 0; k < (desc.is_in_place ? 1 : 2); ++k) {
        auto array = device().template allocate<std::byte>(bytes);
        if (!array) return array.error();
        populations_[k] = std::move(array.value());
        copies_.planes[k] = Planes<S>::over(populations_[k].data() + k * kCopyShiftBytes, grid_);
    }
    if (const Result<void> got = allocate_bed(desc); !got) return got;
    return has_solids_or_forces() ? allocate_mask() : Result<void>();
}

template <class S, class Stepper>
Result<void> Scheme<S, Stepper>::allocate_mask() {
    auto mask = device().template allocate<std::uint8_t>(grid_.cell_count());
    if (!mask) return mask.error();
    solid_ = std::move(mask.value());
    if (!host_solid_.empty())
        device().upload(host_solid_.data(), host_solid_.size(), solid_.data());
    return {};
}

template <class S, class Stepper>
Result<void> Scheme<S, Stepper>::allocate_bed(const SolverDesc& desc) {
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
void Scheme<S, Stepper>::lay_bed_halo() const {
    if (!copies_.bed) return;
    EdgeView<S> view = setup_.template edge_view<S>();
    view.planes = copies_.state();
    device().for_items(
        LayBedHalo<S>::count(grid_),
        LayBedHalo<S>{view, copies_.bed, copies_.deviations[copies_.current_deviation]});
}

template <class S, class Stepper>
Result<void> Scheme<S, Stepper>::fill(const SolverDesc& desc) {
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

/// Forces that were not there before need the mask that their loops look at.
template <class S, class Stepper>
bool Scheme<S, Stepper>::set(const Settings& settings) {
    const T gravity = T(setup_.gravity_lu());
    const Setup before = setup_;
    const Setup::StepChange change = setup_.set(settings);
    if (setup_.has_forces() && solid_.size() == 0 && !allocate_mask()) {
        setup_ = before;
        throw std::bad_alloc();
    }
    if (change.stress_ratio != 1.0) carry_over(gravity, change);
    return true;
}

/// Populations that are numbers, of water that has not run dry: over a bed a cell may be.
template <class S, class Stepper>
bool Scheme<S, Stepper>::is_sound(std::string_view planes) const {
    const std::size_t count = grid_.cell_count();
    std::vector<double> depth(count, 1.0);  // in reference depths
    bool are_finite = true;
    unrolled<9>([&](auto index) {
        using Element = typename Plane<S, decltype(index)::value>::Element;
        for (std::size_t k = 0; k < count; ++k) {
            Element value;
            std::memcpy(&value, planes.data() + k * sizeof(Element), sizeof(Element));
            const double population = double(tarn::load<T>(&value));
            are_finite &= std::abs(population) <= kLargestPopulation;
            depth[k] += population;
        }
        planes.remove_prefix(count * sizeof(Element));
    });
    if (!are_finite || copies_.bed) return are_finite;
    for (std::size_t k = 0; k < count; ++k)
        if (!(depth[k] > 0.0) && (host_solid_.empty() || !host_solid_[k])) return false;
    return true;
}

template <class S, class Stepper>
RunReport Scheme<S, Stepper>::finish(const RunDesc& desc) {
    RunReport report = stepper_.finish(copies_, desc.steps);
    if (report.steps < desc.steps) {
        report.is_state_lost = copies_.is_single;
        report.trouble = find_trouble();
    }
    const double volume_m3 = units().depth_m * units().cell_m * units().cell_m;
    report.came_in_m3 *= volume_m3;
    report.went_out_m3 *= volume_m3;
    return report;
}

template <class S, class Stepper>
Trouble Scheme<S, Stepper>::find_trouble() const {
    stepper_.fill_halo(copies_);
    const std::int64_t found = device()
                                   .template join_cells<FirstCell>(
                                       exec::Extent2{{grid_.nx, grid_.ny}}, FindTrouble<S>{cells()})
                                   .index;
    auto depth = device().template allocate<double>(1);
    if (found == FirstCell::kNone || !depth) return {0, 0, "a cell is not physical"};
    const int x = int(found % grid_.nx), y = int(found / grid_.nx);
    device().for_items(1, ReadArrivingDepth<S>{cells(), x, y, depth.value().data()});
    double depth_lu = 0.0;
    device().download(depth.value().data(), 1, &depth_lu);
    return {x, y, cause_of_trouble(depth_lu, setup_.gravity_lu())};
}

}  // namespace tarn::shallow::d2q9
