// The fv scheme on any device: its memory and how its steps follow each other. Shell (shell.hpp)
// does the rest. A stepper, which is the one part that each backend writes for itself
// (cpu/stepper.hpp, cuda/stepper.cuh), does the sweeps of one step.
#pragma once

#include "solver/shallow/fv/cells.hpp"
#include "solver/shallow/fv/flows.hpp"
#include "solver/shallow/fv/hull/coupler.hpp"
#include "solver/shallow/fv/look.hpp"
#include "solver/shallow/fv/setup.hpp"
#include "solver/shallow/fv/step.hpp"
#include "solver/shallow/fv/viscosity.hpp"
#include "solver/shallow/shell.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <new>

namespace tarn::shallow::fv {

template <class T, class Stepper>
class Scheme {
public:
    using Runner = typename Stepper::Runner;

    Scheme(const SolverDesc& desc, Runner&& runner)
        : setup_(desc),
          layout_(Layout::of(desc.nx, desc.ny, 64 / int(sizeof(T)))),
          host_solid_(desc.solid.begin(), desc.solid.end()),
          flat_bed_m_(T(quantum().rounded(desc.flat_bed_m - setup_.datum_m()))),
          stepper_(std::move(runner), desc, layout_) {}
    Result<void> start(const SolverDesc& desc) {
        // A discharge is spread by sums over its whole edge, of which a block sees a part.
        if (desc.whole && setup_.has_flow())
            return Error{ErrorCode::Unsupported,
                         "an edge has a discharge or a rating table; a grid in several blocks "
                         "cannot spread it along the edge"};
        if (const Result<void> got = allocate(); !got) return got;
        if (const Result<void> got = fill(desc); !got) return got;
        return start_hulls(desc);
    }

    Runner& runner() { return stepper_.runner(); }
    const Runner& runner() const { return stepper_.runner(); }
    const Units& units() const { return setup_.units(); }
    CellsView<T> cells() const {
        return {layout_,
                planes_[current_],
                bed_plane_,
                setup_.datum_m(),
                setup_.gravity_m_per_s2(),
                setup_.still_level_m(),
                kFilm * units().depth_m,
                kDeepest * units().depth_m,
                coupler_ ? coupler_->effective() : nullptr};
    }

    bool has_hulls() const { return coupler_ != nullptr; }
    void add_hulls() {
        if constexpr (Stepper::kHasHulls) coupler_->add_hulls(*hulls_);
    }

    void set_step(double step_s) { setup_.set_step(step_s); }
    std::optional<double> max_step_s() const {
        return step_for(stepper_.fastest_wave_m_per_s(cells()));
    }
    double choose_step_s() {
        const double fastest_m_per_s = stepper_.fastest_wave_m_per_s(cells());
        fit_quanta(fastest_m_per_s);
        return step_for(fastest_m_per_s);
    }
    double viscosity_m2_per_s() const { return setup_.viscosity_m2_per_s(); }
    std::vector<SchemeFact> facts() const { return {}; }
    bool set(const Settings& settings);
    Settings settings() const { return setup_.settings(); }
    void set_boundary(Edge edge, Boundary boundary) { setup_.set_edge(edge, boundary); }
    void reset_boundary(Edge edge) { setup_.reset_edge(edge); }
    Boundary boundary(Edge edge) const { return setup_.edge(edge); }
    const std::vector<std::uint8_t>& host_solid() const { return host_solid_; }

    void begin(const RunDesc& desc);
    bool take_steps(const RunDesc& desc, int first, int count);
    RunReport finish(const RunDesc& desc);
    void forced(const AppliedForces& forces) { stepper_.wake(forces); }
    void changed(const CellArea& area) { stepper_.wake(area); }
    void all_changed() { stepper_.wake_all(); }
    /// In whole quanta: still water of any depth stays level, and nothing is lost to rounding.
    double rounded_sheet_m(double depth_m) const { return quantum().rounded(depth_m); }

    void set_bed(const CellArea& area, std::span<const double> heights_m);
    /// The depth of water, summed over cells, that stood where walls came up.
    double set_solid(const CellArea& area, bool is_solid);

    template <class Body>
    void for_planes(Body&& body) const {
        const Planes<T>& water = planes_[current_];
        body(PlaneView<T>{layout_, water.h, T(units().depth_m)});
        body(PlaneView<T>{layout_, water.u, T(0)});
        body(PlaneView<T>{layout_, water.v, T(0)});
        body(PlaneView<T>{layout_, bed_plane_, flat_bed_m_});
        if (!coupler_) return;
        body(PlaneView<double>{layout_, coupler_->heads(), 0.0});
        body(PlaneView<hull::Kind>{layout_, coupler_->kinds(), hull::Kind::Free});
        body(PlaneView<int>{layout_, coupler_->holders(), -1});
    }
    /// What the bed counts from, which must be the same; in one letter, which sweep comes first in
    /// the next step ('x' or 'y') and, two letters on for each, the digits of larger quanta; and
    /// what hulls have not got yet.
    std::string note() const {
        const double datum_m = setup_.datum_m();
        const int letter = (is_x_next_ ? 'x' : 'y') + 2 * setup_.quantum_digits();
        return std::string(reinterpret_cast<const char*>(&datum_m), sizeof datum_m) +
               char(std::uint8_t(letter)) + (coupler_ ? coupler_->note() : std::string());
    }
    bool fits(std::string_view saved) const {
        const double datum_m = setup_.datum_m();
        const int letter = std::uint8_t(saved[sizeof datum_m]);
        return std::memcmp(saved.data(), &datum_m, sizeof datum_m) == 0 && letter >= 'x' &&
               letter <= 'y' + 2 * kMostQuantumDigits;
    }
    bool is_sound(std::string_view planes) const;
    void restored(std::string_view note);

    MemoryReport memory() const {
        return {
            .state_bytes = water_[0].bytes() + water_[1].bytes() + diffused_.bytes() + bed_.bytes(),
            .mask_bytes = host_solid_.size(),
            .other_bytes = stepper_.bytes() + zone_targets_.bytes() + heights_m_.bytes() +
                           (coupler_ ? coupler_->bytes() : 0)};
    }

private:
    using Device = typename Runner::Device;
    template <class E>
    using Array = typename Device::template Array<E>;

    double step_for(double fastest_m_per_s) const {
        const double step_s = setup_.max_step_s(fastest_m_per_s);
        return coupler_ ? std::min(step_s, coupler_->max_step_s(*hulls_, cells())) : step_s;
    }
    void fit_quanta(double fastest_m_per_s);
    Result<void> allocate();
    Result<void> fill(const SolverDesc& desc);
    Result<void> start_hulls(const SolverDesc& desc);
    void take_gifts();
    /// The sweeps of a step and what hulls make of them. False: it was too long.
    bool take_step(const Step<T>& step, int index);
    template <class E>
    Result<void> make(Array<E>& array, std::size_t size) const {
        auto made = device().template allocate<E>(size);
        if (!made) return made.error();
        array = std::move(made.value());
        return {};
    }
    void look_for_solids() {
        has_solids_ = std::any_of(host_solid_.begin(), host_solid_.end(), [](auto s) { return s; });
    }
    void load_zones(const RunDesc& desc);
    Result<void> allocate_flows();
    /// Spreads the discharges of a step along their edges.
    void spread_flows(const RunDesc& desc, const Step<T>& step, int index);
    bool is_viscous() const { return setup_.viscosity_m2_per_s() > 0.0; }
    /// The water as the sweeps of a step begin with it.
    Planes<T> diffused();
    /// Step number `index` of a run.
    Step<T> step(const RunDesc& desc, int index);

    const Device& device() const { return stepper_.runner().device(); }
    Quantum quantum() const { return setup_.template quantum<T>(); }
    template <class Task>
    void for_cells(const Task& task) const {
        device().for_cells(exec::Extent2{{layout_.nx, layout_.ny}}, task);
    }

    Setup setup_;
    Layout layout_;
    std::vector<std::uint8_t> host_solid_;
    T flat_bed_m_;  ///< above the datum
    bool has_solids_ = false;
    Stepper stepper_;
    Array<T> water_[2];
    Planes<T> planes_[2];  ///< of the two copies of the water
    Array<T> diffused_;    ///< velocities after viscosity has acted; empty: there is none
    Array<T> bed_;
    T* bed_plane_ = nullptr;
    Array<T> flows_[4];  ///< along edges with a discharge: m2/s outwards
    Array<FlowSums> flow_sums_;
    Array<RatingRow> ratings_[4];
    int current_ = 0;                    ///< which copy is the state
    bool is_x_next_ = true;              ///< the next step begins with the sweep along x
    int taken_ = 0;                      ///< steps of this run, so far as the host knows
    Array<ZoneTarget<T>> zone_targets_;  ///< by step of a run
    Array<double> heights_m_;            ///< room for set_bed()
    exchange::Hulls* hulls_ = nullptr;
    std::unique_ptr<hull::Coupler<T>> coupler_;  ///< where there are hulls
};

template <class T, class Stepper>
Result<void> Scheme<T, Stepper>::allocate() {
    const std::size_t size = layout_.elements();
    for (std::size_t k = 0; k < 2; ++k) {
        if (const auto got = make(water_[k], 3 * size); !got) return got;
        T* const start = water_[k].data();
        planes_[k] = {start, start + size, start + 2 * size};
    }
    if (is_viscous())
        if (const auto got = make(diffused_, 2 * size); !got) return got;
    if (const auto got = make(bed_, size); !got) return got;
    bed_plane_ = bed_.data();
    if (const auto got = allocate_flows(); !got) return got;
    return stepper_.prepare();
}

template <class T, class Stepper>
Result<void> Scheme<T, Stepper>::allocate_flows() {
    for (std::size_t e = 0; e < 4; ++e) {
        if (!setup_.has_flow(Edge(e))) continue;
        const int along = e < 2 ? layout_.ny : layout_.nx;
        const std::vector<T> none(std::size_t(along), T(0));
        if (const auto got = make(flows_[e], none.size()); !got) return got;
        device().upload(none.data(), none.size(), flows_[e].data());
        if (flow_sums_.size() == 0)
            if (const auto got = make(flow_sums_, 1); !got) return got;
        const std::vector<RatingRow>& rating = setup_.rating(Edge(e));
        if (rating.empty()) continue;
        if (const auto got = make(ratings_[e], rating.size()); !got) return got;
        device().upload(rating.data(), rating.size(), ratings_[e].data());
        device().finish_uploads();
    }
    return {};
}

template <class T, class Stepper>
void Scheme<T, Stepper>::spread_flows(const RunDesc& desc, const Step<T>& step, int index) {
    for (std::size_t e = 0; e < 4; ++e) {
        if (!setup_.has_flow(Edge(e))) continue;
        const double inward_m3_per_s =
            desc.drives.empty() ? 0.0 : desc.drives[std::size_t(index)][e].discharge_m3_per_s;
        const int rows = int(ratings_[e].size());
        const SpreadFlow<T> flow = {
            layout_,
            step.from,
            bed_plane_,
            Edge(e),
            setup_.span(Edge(e)),
            units().cell_m,
            setup_.gravity_m_per_s2(),
            {inward_m3_per_s, rows > 0 ? ratings_[e].data() : nullptr, rows},
            flow_sums_.data(),
            flows_[e].data()};
        runner().visit_items(kFlowLanes, SumLine<T>{flow}, index);
        runner().visit_items(kFlowLanes, SumShares<T>{flow}, index);
        runner().visit_items(kFlowLanes, GiveFlow<T>{flow}, index);
    }
}

template <class T, class Stepper>
Result<void> Scheme<T, Stepper>::fill(const SolverDesc& desc) {
    const auto sent = [&]<class E>(std::span<const E> from) -> Result<Array<E>> {
        if (from.empty()) return Array<E>();
        auto array = device().template allocate<E>(from.size());
        if (array) device().upload(from.data(), from.size(), array.value().data());
        return array;
    };
    auto depth = sent(desc.depth_m);
    if (!depth) return depth.error();
    auto bed = sent(desc.bed_m);
    if (!bed) return bed.error();
    auto velocity = sent(desc.velocity_m_per_s);
    if (!velocity) return velocity.error();
    auto solid = sent(desc.solid);
    if (!solid) return solid.error();
    for_cells(FillCell<T>{cells(), depth.value().data(), bed.value().data(), desc.flat_bed_m,
                          velocity.value().data(), solid.value().data(), quantum()});
    device().finish_uploads();
    look_for_solids();
    if (const auto trouble = device().trouble()) return *trouble;
    return {};
}

template <class T, class Stepper>
Result<void> Scheme<T, Stepper>::start_hulls(const SolverDesc& desc) {
    if constexpr (Stepper::kHasHulls) {
        if (!desc.hulls) return {};
        hulls_ = desc.hulls;
        coupler_ = std::make_unique<hull::Coupler<T>>();
        coupler_->start({.cell_m = units().cell_m,
                         .gravity_m_per_s2 = setup_.gravity_m_per_s2(),
                         .datum_m = setup_.datum_m(),
                         .depth_m = units().depth_m,
                         .quantum = quantum(),
                         .isa = desc.isa,
                         .pool = &device().pool()},
                        cells(), *hulls_);
        coupler_->lay_effective_bed(cells());
    }
    return {};
}

template <class T, class Stepper>
bool Scheme<T, Stepper>::set(const Settings& settings) {
    const Setup before = setup_;
    setup_.set(settings);
    if (is_viscous() && diffused_.size() == 0 && !make(diffused_, 2 * layout_.elements())) {
        setup_ = before;
        throw std::bad_alloc();
    }
    stepper_.wake_all();
    return true;
}

/// Water that has become far deeper than was to be expected crosses faces in larger quanta: sums of
/// small ones would be rounded, always to the same side where the flow is steady.
template <class T, class Stepper>
void Scheme<T, Stepper>::fit_quanta(double fastest_m_per_s) {
    // No water is deeper than that whose waves alone are as fast as the fastest.
    double deepest_m = fastest_m_per_s * fastest_m_per_s / setup_.gravity_m_per_s2();
    if (setup_.digits_beyond(deepest_m) > 0)
        deepest_m = device()
                        .template join_cells<DeepestWater>(exec::Extent2{{layout_.nx, layout_.ny}},
                                                           FindDeepestWater<T>{cells()})
                        .m;
    const int digits = setup_.digits_beyond(deepest_m);
    if (digits == setup_.quantum_digits()) return;
    setup_.set_quantum_digits(digits);
    stepper_.wake_all();  // what is too little to cross a face is another amount now
}

/// Puts what the zones are drawn towards in all steps of a run on the device.
template <class T, class Stepper>
void Scheme<T, Stepper>::load_zones(const RunDesc& desc) {
    if (setup_.zone_cells() == 0) return;
    std::vector<ZoneTarget<T>> targets;
    for (int k = 0; k < desc.steps; ++k) setup_.add_zone_targets(desc, k, targets);
    if (zone_targets_.size() < targets.size() && !make(zone_targets_, targets.size()))
        throw std::bad_alloc();
    device().upload(targets.data(), targets.size(), zone_targets_.data());
    device().finish_uploads();
}

template <class T, class Stepper>
void Scheme<T, Stepper>::set_bed(const CellArea& area, std::span<const double> heights_m) {
    if (heights_m_.size() < heights_m.size() && !make(heights_m_, heights_m.size()))
        throw std::bad_alloc();
    stepper_.wake(area);
    device().upload(heights_m.data(), heights_m.size(), heights_m_.data());
    device().for_cells(exec::Extent2{{area.nx, area.ny}},
                       SetBed<T>{cells(), area, heights_m_.data(), quantum()});
    device().finish_uploads();
    if (coupler_) coupler_->bed_changed(cells());
}

template <class T, class Stepper>
double Scheme<T, Stepper>::set_solid(const CellArea& area, bool is_solid) {
    host_solid_.resize(layout_.cell_count());
    stepper_.wake(area);
    const double lost_m = device()
                              .template join_cells<exec::Sum>(exec::Extent2{{area.nx, area.ny}},
                                                              SetSolid<T>{cells(), area, is_solid})
                              .value;
    for (int y = area.y0; y < area.y0 + area.ny; ++y)
        std::fill_n(host_solid_.begin() + std::ptrdiff_t(y) * layout_.nx + area.x0, area.nx,
                    std::uint8_t(is_solid));
    look_for_solids();
    return lost_m;
}

template <class T, class Stepper>
Planes<T> Scheme<T, Stepper>::diffused() {
    const Planes<T> now = planes_[current_];
    if (!is_viscous()) return now;
    const Units& u = units();
    const double part = setup_.viscosity_m2_per_s() * u.step_s / (u.cell_m * u.cell_m);
    T *const to_u = diffused_.data(), *const to_v = to_u + layout_.elements();
    Diffuse<T> task = {layout_, now, to_u, to_v, T(part), setup_.template constants<T>().film_m,
                       {},      {}};
    const std::array<Boundary, 4> walls = setup_.walls();
    std::copy(walls.begin(), walls.end(), task.edges);
    for (std::size_t e = 0; e < 4; ++e) task.spans[e] = setup_.span(Edge(e));
    for_cells(task);
    return {now.h, to_u, to_v};
}

template <class T, class Stepper>
Step<T> Scheme<T, Stepper>::step(const RunDesc& desc, int index) {
    Step<T> step;
    step.layout = layout_;
    step.from = diffused();
    step.to = planes_[1 - current_];
    step.bed = coupler_ ? coupler_->effective() : bed_plane_;
    step.constants = setup_.template constants<T>();
    step.forces = setup_.template forces<T>();
    step.is_x_first = is_x_next_;
    step.has_solids = has_solids_;
    for (std::size_t e = 0; e < 4; ++e) {
        const DriveValue value =
            desc.drives.empty() ? DriveValue{} : desc.drives[std::size_t(index)][e];
        step.edges[e] = setup_.template edge_state<T>(Edge(e), value);
        step.spans[e] = setup_.span(Edge(e));
        if (setup_.has_flow(Edge(e))) step.flows[e] = flows_[e].data();
        if (setup_.is_open(Edge(e))) step.inflow[e] = stepper_.inflow(Edge(e));
        step.zones[e] = setup_.template zone<T>(Edge(e));
        step.zones[e].targets = zone_targets_.data() + std::ptrdiff_t(index) * setup_.zone_cells() +
                                setup_.zone_begin(Edge(e));
    }
    return step;
}

template <class T, class Stepper>
void Scheme<T, Stepper>::begin(const RunDesc& desc) {
    load_zones(desc);
    stepper_.begin();
    taken_ = 0;
}

template <class T, class Stepper>
bool Scheme<T, Stepper>::take_steps(const RunDesc& desc, int first, int count) {
    for (int index = first; index < first + count; ++index) {
        // Something between the steps may have changed the water under hulls.
        if (coupler_) {
            coupler_->lay_effective_bed(cells());
            hulls_->look(CellsLook<T>(cells(), units().cell_m, coupler_->pool()));
        }
        const Step<T> next = step(desc, index);
        spread_flows(desc, next, index);
        if (!take_step(next, index)) return false;
        current_ = 1 - current_;
        is_x_next_ = !is_x_next_;
        ++taken_;
        if (!coupler_) continue;
        take_gifts();
        coupler_->lay_effective_bed(cells());
        for (const CellArea& area : coupler_->areas()) stepper_.wake(area);
    }
    return true;
}

/// Momentum that hulls gave to the water in the step that is over.
template <class T, class Stepper>
void Scheme<T, Stepper>::take_gifts() {
    const CellsView<T> all = cells();
    for (const exchange::MomentumGift& gift : hulls_->gifts())
        if (all.add_momentum(gift.x, gift.y, gift.depth_velocity.x, gift.depth_velocity.y))
            stepper_.wake({gift.x, gift.y, 1, 1});
}

template <class T, class Stepper>
bool Scheme<T, Stepper>::take_step(const Step<T>& step, int index) {
    if constexpr (Stepper::kHasHulls)
        if (coupler_)
            return stepper_.step(step, index, [&] {
                return coupler_->complete(step, bed_plane_, units().step_s, *hulls_);
            });
    return stepper_.step(step, index);
}

template <class T, class Stepper>
RunReport Scheme<T, Stepper>::finish(const RunDesc& desc) {
    RunReport report = runner().finish(taken_);
    // A device that ran on has left the state before the step that failed where it was.
    if ((taken_ - report.steps) % 2 != 0) {
        current_ = 1 - current_;
        is_x_next_ = !is_x_next_;
    }
    report.is_step_too_long = report.steps < desc.steps;
    if (report.is_step_too_long) stepper_.wake_all();  // tiles of the steps that were not taken
    const double area_m2 = units().cell_m * units().cell_m;
    report.came_in_m3 *= area_m2;
    report.went_out_m3 *= area_m2;
    return report;
}

/// Depths and speeds such as water can have: what is beyond would ask for steps without end.
template <class T, class Stepper>
bool Scheme<T, Stepper>::is_sound(std::string_view planes) const {
    constexpr T kDeepest_m = T(1e6), kFastest_m_per_s = T(1e5), kHighest_m = T(1e6);
    const std::size_t count = layout_.cell_count();
    const auto is_within = [](T value, T low, T high) { return value >= low && value <= high; };
    for (std::size_t k = 0; k < count; ++k) {
        T cell[4];  // as for_planes() has them
        for (std::size_t plane = 0; plane < 4; ++plane)
            std::memcpy(&cell[plane], planes.data() + (plane * count + k) * sizeof(T), sizeof(T));
        if (!(cell[0] == T(kSolid) || is_within(cell[0], T(0), kDeepest_m)) ||
            !is_within(cell[1], -kFastest_m_per_s, kFastest_m_per_s) ||
            !is_within(cell[2], -kFastest_m_per_s, kFastest_m_per_s) ||
            !is_within(cell[3], -kHighest_m, kHighest_m))
            return false;
    }
    return !coupler_ || coupler_->is_sound(planes.substr(4 * count * sizeof(T)), count);
}

template <class T, class Stepper>
void Scheme<T, Stepper>::restored(std::string_view note) {
    const int letter = std::uint8_t(note[sizeof(double)]) - 'x';
    is_x_next_ = letter % 2 == 0;
    setup_.set_quantum_digits(letter / 2);
    if (coupler_) coupler_->restored(note.substr(sizeof(double) + 1), cells());
    Array<std::uint8_t> solid;
    if (!make(solid, layout_.cell_count())) throw std::bad_alloc();
    for_cells(ReadSolid<T>{cells(), solid.data()});
    host_solid_.resize(layout_.cell_count());
    device().download(solid.data(), layout_.cell_count(), host_solid_.data());
    look_for_solids();
}

}  // namespace tarn::shallow::fv
