// The solver around its steps, written once for any device: memory, the order of a step, fields,
// sums, archives. What happens in a cell is in the files beside it.
#pragma once

#include "base/bytes.hpp"
#include "solver/stable/advect.hpp"
#include "solver/stable/dye.hpp"
#include "solver/stable/fill.hpp"
#include "solver/stable/forces.hpp"
#include "solver/stable/hull_coupler.hpp"
#include "solver/stable/projection.hpp"
#include "solver/stable/setup.hpp"
#include "solver/stable/tasks.hpp"
#include "solver/stable/track.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <new>
#include <optional>

namespace tarn::stable {

template <class Device>
class Shell final : public volume::Solver {
    template <class E>
    using Array = typename Device::template Array<E>;

public:
    static Result<std::unique_ptr<volume::Solver>> create(const SolverDesc& desc, Device&& device,
                                                          bool is_on_gpu) {
        if (const auto ok = check(desc); !ok) return ok.error();
        std::unique_ptr<Shell> shell(new Shell(desc, std::move(device), is_on_gpu));
        if (const auto ok = shell->allocate(); !ok) return ok.error();
        shell->begin(desc);
        return std::unique_ptr<volume::Solver>(std::move(shell));
    }

    double step_s() const override { return step_s_; }
    void set_step(double step_s) override { step_s_ = step_s; }
    double viscosity_m2_per_s() const override;
    std::vector<SchemeFact> facts() const override;
    volume::Settings settings() const override { return settings_; }
    void set(const volume::Settings& settings) override { settings_ = settings; }

    volume::RunReport run(int steps, double time_s) override;

    void read_field(Field field, std::span<float> out) const override;
    void read_types(std::span<volume::CellType> out) const override;
    bool has_words() const override { return true; }
    bool has_dye() const override { return has_dye_; }
    void read_words(std::span<std::uint32_t> out) const override;
    const float* device_field(Field field) const override;

    std::optional<int> most_hulls() const override {
        return hulls_ ? std::optional(kMostHulls) : std::nullopt;
    }
    void add_hulls() override;

    volume::Totals totals() const override;
    std::uint64_t checksum() const override {
        return device_.template join_cells<HashSum>(extent(), HashCells{view()}).value +
               (has_dye_
                    ? device_.template join_cells<HashSum>(extent(), HashDye{view(), dye_.data()})
                          .value
                    : 0) +
               (hulls_ ? hulls_->checksum() : 0);
    }

    std::string save() const override;
    bool is_sound(std::string_view bytes) const override;
    bool restore(std::string_view bytes) override;

    MemoryReport memory() const override;
    std::optional<Error> lost() const override { return device_.trouble(); }

private:
    /// What a saved state begins with.
    struct Header {
        std::int32_t cells[3];
        std::int32_t scheme, has_surface, turn;
        Box box, last_box;
        double viscosity_m2_per_s, gravity_m_per_s2;
        double part_s;
    };
    /// The speed limit, in cells per part of a step, and the most parts that a step is cut into.
    static constexpr float kMostCells = 4.0f;
    static constexpr int kMostParts = 4;
    /// Explicit diffusion: largest share of a part, most parts.
    static constexpr double kMostShare = 1.0 / 8.0;
    static constexpr int kMostDiffusions = 64;
    static constexpr float kTolerance = 1e-6f;  ///< of the largest speed, for the divergence
    static constexpr float kControl = 0.25f;    ///< share of wrong volume that a step evens out

    Shell(const SolverDesc& desc, Device&& device, bool is_on_gpu)
        : device_(std::move(device)),
          grid_(grid_of(desc)),
          scheme_(desc.scheme),
          has_surface_(desc.has_surface),
          has_dye_(has_dye_in(desc)),
          is_on_gpu_(is_on_gpu),
          cell_m_(desc.cell_m),
          density_kg_per_m3_(desc.density_kg_per_m3),
          step_s_(desc.step_s),
          settings_{desc.viscosity_m2_per_s, desc.gravity_m_per_s2},
          faucets_(desc.faucets),
          drains_(desc.drains) {}

    Result<void> allocate();
    void begin(const SolverDesc& desc);
    template <class E>
    Result<void> make(Array<E>& array) {
        auto made = device_.template allocate<E>(std::size_t(grid_.count()));
        if (!made) return made.error();
        array = std::move(made.value());
        return {};
    }
    exec::Extent3 extent() const { return {{grid_.n[0], grid_.n[1], grid_.n[2]}}; }
    Box whole() const {
        Box box;
        for (int b = 0; b < 3; ++b) {
            box.begin[b] = 0;
            box.end[b] = grid_.n[b];
        }
        return box;
    }
    bool is_staggered() const { return scheme_ == Scheme::Mac; }
    View view() const;
    Faces faces(Array<float> (&planes)[3]) const {
        return {{planes[0].data(), planes[1].data(), planes[2].data()}};
    }
    static void swap_planes(Array<float> (&a)[3], Array<float> (&b)[3]) {
        for (int axis = 0; axis < 3; ++axis) std::swap(a[axis], b[axis]);
    }
    template <class Task>
    void visit(const Task& task) {
        for_region(device_, near(), task);
    }
    template <class R, class Task>
    R join(const Task& task) const {
        return join_region<R>(device_, near(), task);
    }
    Region near() const { return {box_, spans_.data(), grid_.n[1]}; }
    exec::Extent2 rows() const { return {{grid_.n[1], grid_.n[2]}}; }
    void work_everywhere();
    float cells_per_speed(double time_s) const { return float(time_s / cell_m_); }

    void step(double time_s);
    void track_step();
    void step_part(double part_s);
    void step_full();
    void open_faucets(double time_s);
    void find_box(float courant);
    void carry(const Faces& by, Array<float> (&to)[3], double part_s);
    template <int axis>
    void carry_component(const Faces& by, float* to, double part_s);
    void force(double part_s);
    void diffuse(double part_s);
    void project(const HullRows<Device>* hulls = nullptr);
    void move_hulls(double part_s);
    void spread(int layers);
    void move_fill(double part_s);
    void use_taps();
    void begin_dye();
    void move_dye(const View& v, int axis, float distance);
    void move_full_dye(double time_s);
    void mark_words();
    void track_project();
    void track_relax(int b, float* x, const float* x0, float a);
    template <class Body>
    void for_planes(Body&& body) const;

    Device device_;
    Grid grid_;
    Scheme scheme_;
    bool has_surface_, has_dye_, is_on_gpu_;
    double cell_m_, density_kg_per_m3_, step_s_;
    double part_s_ = step_s_;  ///< of a step, that the pressure acted in last
    volume::Settings settings_;
    std::vector<volume::FaucetDesc> faucets_;
    std::vector<volume::DrainDesc> drains_;
    unsigned open_ = 0;
    std::int32_t turn_ = 0;           ///< which axis moves the fill first
    Box box_, last_box_;              ///< work goes on in this box, and in
    Array<Span> spans_, last_spans_;  ///< these parts of its rows
    Array<Span> found_spans_[2];
    Array<float> u_[3], a_[3], b_[3], c_[3];  ///< velocities, and room for others
    Array<float> fill_, pressure_, flux_;
    Array<float> dye_, dyed_volume_, dye_flux_;  ///< where there is dye
    float most_dye_ = 0.0f;                      ///< concentration of what brings it
    Array<std::uint8_t> known_[2], kind_, solid_, faucet_, full_;
    Array<std::uint32_t> flags_, words_;
    Projection<Device> projection_;
    std::optional<HullCoupler<Device>> hulls_;
    mutable Array<float> field_;
    SolveReport solved_;
    float residual_ = 0.0f;  ///< of the pressure, as a part of the speed
    int layers_ = 3;
    double came_in_ = 0.0, went_out_ = 0.0;  ///< of this run, in cells
    std::int64_t cell_sum_ = 0;              ///< cells that are not solid
};

template <class Device>
Result<void> Shell<Device>::allocate() {
    for (auto* planes : {&u_, &a_, &b_})
        for (Array<float>& plane : *planes)
            if (const auto ok = make(plane); !ok) return ok;
    if (!has_surface_)
        for (Array<float>& plane : c_)
            if (const auto ok = make(plane); !ok) return ok;
    for (Array<float>* plane : {&fill_, &pressure_, &flux_})
        if (const auto ok = make(*plane); !ok) return ok;
    if (has_dye_)
        for (Array<float>* plane : {&dye_, &dyed_volume_, &dye_flux_})
            if (const auto ok = make(*plane); !ok) return ok;
    for (Array<std::uint8_t>* plane : {&known_[0], &known_[1], &kind_, &solid_, &faucet_, &full_})
        if (const auto ok = make(*plane); !ok) return ok;
    for (Array<std::uint32_t>* plane : {&flags_, &words_})
        if (const auto ok = make(*plane); !ok) return ok;
    for (Array<Span>* spans : {&spans_, &last_spans_, &found_spans_[0], &found_spans_[1]}) {
        auto made = device_.template allocate<Span>(rows().count());
        if (!made) return made.error();
        *spans = std::move(made.value());
    }
    return scheme_ == Scheme::Mac ? projection_.allocate(device_, grid_) : Result<void>();
}

template <class Device>
View Shell<Device>::view() const {
    auto& self = const_cast<Shell&>(*this);
    View v;
    v.grid = grid_;
    v.u = faces(self.u_);
    v.fill = self.fill_.data();
    v.pressure = self.pressure_.data();
    v.known = self.known_[0].data();
    v.kind = self.kind_.data();
    v.word = self.words_.data();
    v.solid = self.solid_.data();
    v.faucet = self.faucet_.data();
    for (std::size_t k = 0; k < faucets_.size(); ++k) {
        const Vec3 u = faucets_[k].velocity_m_per_s;
        const double parts[3] = {u.x, u.y, u.z};
        // No faster than anything else may be.
        const double most = double(kMostCells) * kMostParts * cell_m_ / step_s_;
        for (std::size_t axis = 0; axis < 3; ++axis)
            v.faucet_m_per_s[k + 1][axis] = float(std::clamp(parts[axis], -most, most));
    }
    v.open_faucets = open_;
    v.has_surface = has_surface_;
    if (hulls_) v.hulls = hulls_->motions();
    return v;
}

template <class Device>
void Shell<Device>::begin(const SolverDesc& desc) {
    const auto count = std::size_t(grid_.count());
    const std::vector<std::uint8_t> none(count), faucets = faucet_cells(desc);
    std::vector<std::uint8_t> solid(none);
    std::vector<float> fill(count, 1.0f);
    for (std::size_t n = 0; n < count; ++n) {
        solid[n] = !desc.solid.empty() && desc.solid[n] ? kWallSolid : kNoSolid;
        if (!desc.fill.empty()) fill[n] = std::clamp(desc.fill[n], 0.0f, 1.0f);
        if (solid[n]) fill[n] = 0.0f;
        cell_sum_ += solid[n] ? 0 : 1;
    }
    device_.upload(solid.data(), count, solid_.data());
    device_.upload(faucets.data(), count, faucet_.data());
    device_.upload(fill.data(), count, fill_.data());
    if (has_dye_) {
        const std::vector<float> dye = start_dye(desc, fill);
        device_.upload(dye.data(), count, dye_.data());
        device_.finish_uploads();
        most_dye_ = most_dye(desc);
    }
    for (int axis = 0; axis < 3; ++axis) {
        const std::vector<float> u = start_velocity(desc, grid_, axis);
        device_.upload(u.data(), count, u_[axis].data());
        device_.finish_uploads();
    }
    device_.finish_uploads();
    if (desc.hulls) {
        hulls_.emplace(*desc.hulls, grid_, cell_m_, density_kg_per_m3_, std::move(solid));
        hulls_->start(device_, view(), solid_.data());
    }
    work_everywhere();
    visit(Classify{view()});
    mark_words();
    spread(4);
}

template <class Device>
void Shell<Device>::add_hulls() {
    hulls_->add_hulls(device_, view(), solid_.data());
    work_everywhere();
    visit(Classify{view()});
    mark_words();
}

/// In all cells, and again in the next step.
template <class Device>
void Shell<Device>::work_everywhere() {
    box_ = last_box_ = whole();
    const std::vector<Span> spans(rows().count(), Span{0, grid_.n[0]});
    device_.upload(spans.data(), spans.size(), spans_.data());
    device_.upload(spans.data(), spans.size(), last_spans_.data());
    device_.finish_uploads();
}

template <class Device>
double Shell<Device>::viscosity_m2_per_s() const {
    const double most = kMostShare * kMostDiffusions * cell_m_ * cell_m_ / step_s_;
    return scheme_ == Scheme::Mac ? std::min(settings_.viscosity_m2_per_s, most)
                                  : settings_.viscosity_m2_per_s;
}

template <class Device>
std::vector<SchemeFact> Shell<Device>::facts() const {
    const volume::Totals sums = totals();
    const auto number = [](const char* name, double value) {
        char text[32];
        std::snprintf(text, sizeof text, "%.6g", value);
        return SchemeFact{name, text, value};
    };
    std::vector<SchemeFact> facts = {number("water_cells", double(sums.cells[1] + sums.cells[2])),
                                     number("surface_cells", double(sums.cells[1]))};
    if (scheme_ == Scheme::Mac) {  // the paper's twenty sweeps leave what they leave
        const float most = join<MostDivergence>(FindDivergence{view()}).value;
        const float speed = join<MostSpeed>(FindMostSpeed{view()}).value;
        facts.push_back(number("divergence", speed > 0.0f ? double(most / speed) : 0.0));
        facts.push_back(number("pressure_residual", double(residual_)));
        facts.push_back(number("pressure_cycles", solved_.cycles));
    }
    if (has_dye_) {
        const double cell_m3 = cell_m_ * cell_m_ * cell_m_;
        const auto dye = device_.template join_cells<DyeSum>(extent(), SumDye{view(), dye_.data()});
        facts.push_back(number("dye_m3", dye.sum * cell_m3));
    }
    return facts;
}

template <class Device>
volume::RunReport Shell<Device>::run(int steps, double time_s) {
    volume::RunReport report;
    came_in_ = went_out_ = 0.0;
    for (; report.steps < steps; ++report.steps) {
        step(time_s + report.steps * step_s_);
        if (device_.trouble()) break;
    }
    const double cell_kg = density_kg_per_m3_ * cell_m_ * cell_m_ * cell_m_;
    report.came_in_kg = came_in_ * cell_kg;
    report.went_out_kg = went_out_ * cell_kg;
    return report;
}

/// A step is cut into parts in which the water moves a few cells at most; beyond the last part it
/// is slowed down.
template <class Device>
void Shell<Device>::step(double time_s) {
    open_faucets(time_s);
    if (scheme_ == Scheme::Track) return track_step();
    if (!has_surface_) return step_full();
    float speed =
        join<MostSpeed>(FindMostSpeed{view()}).value + float(settings_.gravity_m_per_s2 * step_s_);
    if (hulls_) speed = std::max(speed, float(std::min(hulls_->fastest_m_per_s(), 1e9)));
    const float courant = speed * cells_per_speed(step_s_);
    int parts = 1;
    while (parts < kMostParts && courant > kMostCells * float(parts)) ++parts;
    const float of_part = std::min(courant / float(parts), kMostCells);
    layers_ = int(of_part) + 2;
    for (int part = 0; part < parts; ++part) {
        if (hulls_) hulls_->cover(device_, view(), solid_.data());
        find_box(of_part);
        part_s_ = step_s_ / parts;
        step_part(part_s_);
    }
}

template <class Device>
void Shell<Device>::step_part(double part_s) {
    if (hulls_) hulls_->begin_part(device_, view(), part_s, settings_.gravity_m_per_s2);
    visit(Classify{view()});
    // Copied instead of swapped: outside of the box the two planes are not alike.
    carry(faces(u_), b_, part_s);
    visit(CopyFaces{view(), faces(b_), faces(u_)});
    diffuse(part_s);
    force(part_s);
    project(hulls_ ? &hulls_->rows() : nullptr);
    if (hulls_) move_hulls(part_s);
    spread(layers_);
    move_fill(part_s);
    if (hulls_) hulls_->finish_part(device_, view(), part_s, settings_.gravity_m_per_s2);
    use_taps();
    mark_words();
}

/// Bodies move by the pressure, their weight and contacts. Where that is not what the pressure was
/// solved for, the water gives way once more.
template <class Device>
void Shell<Device>::move_hulls(double part_s) {
    const Level system = projection_.system();
    hulls_->move(device_, system, pressure_.data(), part_s);
    visit(SetHullFaces{view(), kMostCells * float(cell_m_ / part_s)});
    const float speed = join<MostSpeed>(FindMostSpeed{view()}).value;
    projection_.solve_again(device_, view(), near(), kTolerance * speed, b_[0].data());
    hulls_->take_more(device_, system, b_[0].data());
}

/// A box without air: advection and reflection by halves, of second order in time [zehnder2018].
/// The second half is carried by what velocities will be at the end, about.
template <class Device>
void Shell<Device>::step_full() {
    const double half_s = 0.5 * step_s_;
    part_s_ = half_s;
    box_ = whole();
    carry(faces(u_), b_, half_s);
    swap_planes(u_, b_);
    diffuse(half_s);
    force(half_s);
    visit(CopyFaces{view(), faces(u_), faces(c_)});
    project();
    visit(Reflect{view(), faces(b_), faces(u_), faces(b_)});
    visit(Reflect{view(), faces(c_), faces(u_), faces(u_)});
    diffuse(half_s);
    carry(faces(b_), c_, half_s);
    swap_planes(u_, c_);
    force(half_s);
    project();
    if (has_dye_) move_full_dye(step_s_);
}

/// Faucets that run now. None does in a box that is full.
template <class Device>
void Shell<Device>::open_faucets(double time_s) {
    open_ = 0;
    if (faucets_.empty()) return;
    // Not by spans: those that a checkpoint begins with are longer.
    const auto sums = join_region<WaterSums>(device_, Region{box_},
                                             SumCells{view(), words_.data(), is_staggered()});
    constexpr double kFull = 0.995;
    const std::int64_t room = cell_sum_ - (hulls_ ? hulls_->cell_count() : 0);
    if (sums.volume > kFull * double(room)) return;
    for (std::size_t k = 0; k < faucets_.size(); ++k)
        if (faucets_[k].runs_in(time_s, step_s_)) open_ |= 2u << k;
}

/// Cells near water, and those that were near it in the part before.
template <class Device>
void Shell<Device>::find_box(float courant) {
    Box now = device_.template join_cells<Box>(extent(), FindWater{view(), words_.data()});
    // As far as velocities are known around water, and as far again as they carry.
    const int margin = 2 * int(courant) + 4;
    for (int b = 0; b < 3; ++b) {
        if (now.begin[b] >= now.end[b]) continue;
        now.begin[b] -= margin;
        now.end[b] += margin;
        if (grid_.is_periodic[b] && (now.begin[b] < 0 || now.end[b] > grid_.n[b])) {
            now.begin[b] = 0;
            now.end[b] = grid_.n[b];
        }
        now.begin[b] = std::max(now.begin[b], 0);
        now.end[b] = std::min(now.end[b], grid_.n[b]);
    }
    box_ = now;
    box_.join(last_box_);
    last_box_ = now;
    Span *const raw = found_spans_[0].data(), *const wide = found_spans_[1].data();
    const FindWater water = {view(), words_.data()};
    device_.for_cells(rows(), FindSpans<FindWater>{grid_, water, raw});
    device_.for_cells(rows(), WidenSpans{grid_, 1, margin, raw, wide});
    device_.for_cells(rows(), WidenSpans{grid_, 2, margin, wide, raw});
    device_.for_cells(rows(), JoinSpans{grid_.n[1], raw, last_spans_.data(), spans_.data()});
}

template <class Device>
void Shell<Device>::carry(const Faces& by, Array<float> (&to)[3], double part_s) {
    carry_component<0>(by, to[0].data(), part_s);
    carry_component<1>(by, to[1].data(), part_s);
    carry_component<2>(by, to[2].data(), part_s);
}

template <class Device>
template <int axis>
void Shell<Device>::carry_component(const Faces& by, float* to, double part_s) {
    const float distance = cells_per_speed(part_s);
    const float* const from = u_[axis].data();
    float *const back = a_[0].data(), *const least = a_[1].data(), *const most = a_[2].data();
    visit(CarryBack<axis>{view(), by, from, back, least, most, distance});
    visit(CorrectCarried<axis>{view(), by, from, back, least, most, to, distance});
}

template <class Device>
void Shell<Device>::force(double part_s) {
    visit(ApplyForces{view(), float(settings_.gravity_m_per_s2 * part_s),
                      kMostCells * float(cell_m_ / part_s)});
}

template <class Device>
void Shell<Device>::diffuse(double part_s) {
    const double share = viscosity_m2_per_s() * part_s / (cell_m_ * cell_m_);
    // Below this a float does not see it.
    constexpr double kNothing = 1e-9;
    if (share < kNothing) return;
    const int count = std::clamp(int(std::ceil(share / kMostShare)), 1, kMostDiffusions);
    for (int k = 0; k < count; ++k) {
        visit(Diffuse{view(), faces(a_), float(share / count)});
        visit(CopyFaces{view(), faces(a_), faces(u_)});
    }
}

template <class Device>
void Shell<Device>::project(const HullRows<Device>* hulls) {
    const float speed = join<MostSpeed>(FindMostSpeed{view()}).value;
    solved_ = {};
    residual_ = 0.0f;
    projection_.forget();
    if (speed == 0.0f) return;
    solved_ = projection_.solve(device_, view(), near(), kTolerance * speed, hulls);
    residual_ = solved_.residual_m_per_s / speed;
}

template <class Device>
void Shell<Device>::spread(int layers) {
    visit(BeginKnown{view(), known_[0].data()});
    if (!has_surface_) return;
    for (int layer = 1; layer <= layers; ++layer) {
        visit(SpreadKnown{view(), known_[0].data(), known_[1].data(), layer == 1, layer == layers});
        std::swap(known_[0], known_[1]);
    }
}

template <class Device>
void Shell<Device>::move_fill(double part_s) {
    // What evens out wrong volumes moves water, but is no part of its momentum.
    View v = view();
    v.u = faces(a_);
    visit(CopyFaces{view(), faces(u_), v.u});
    projection_.even_out(device_, v, near(), kControl * float(cell_m_ / part_s), b_[0].data());
    const float outflow = join<Outflow>(FindOutflow{v}).value * cells_per_speed(part_s);
    // Velocities after the projection have no limit; what passes the last pass is slowed down.
    constexpr int kMostPasses = 64;
    const float most = has_dye_ ? kMostDyedOutflow : kMostOutflow;
    const int passes = std::clamp(int(std::ceil(std::min(outflow / most, 1e6f))), 1, kMostPasses);
    if (outflow / float(passes) > most)
        visit(ApplyForces{v, 0.0f, 0.5f * float(passes) * most * float(cell_m_ / part_s)});
    const float distance = cells_per_speed(part_s / passes);
    for (int pass = 0; pass < passes; ++pass) {
        visit(NoteFull{v, full_.data()});
        if (has_dye_) begin_dye();
        for (int k = 0; k < 3; ++k) {
            const int axis = (turn_ + k) % 3;
            visit(FindFlux{v, axis, distance, flux_.data()});
            if (has_dye_) move_dye(v, axis, distance);
            visit(MoveFill{v, axis, k == 2, distance, flux_.data(), full_.data()});
        }
        turn_ = (turn_ + 1) % 3;
    }
    visit(ClearFlux{grid_, flux_.data()});
    if (has_dye_) visit(ClearFlux{grid_, dye_flux_.data()});
}

template <class Device>
void Shell<Device>::begin_dye() {
    // Beyond the spans of water too: there it says that there is none.
    device_.for_cells(extent(), BeginDye{view(), dyed_volume_.data()});
}

/// Along one axis, with the flux of water that was found for it.
template <class Device>
void Shell<Device>::move_dye(const View& v, int axis, float distance) {
    const DyePlanes of = {dye_.data(), dyed_volume_.data(), most_dye_};
    visit(FindDyeFlux{v, of, axis, distance, flux_.data(), dye_flux_.data()});
    visit(MoveDye{v, axis, flux_.data(), dye_flux_.data(), dye_.data(), dyed_volume_.data()});
}

/// In a box without air, where the water itself needs no fluxes.
template <class Device>
void Shell<Device>::move_full_dye(double time_s) {
    const float speed = join<MostSpeed>(FindMostSpeed{view()}).value;
    const float courant = speed * cells_per_speed(time_s);
    constexpr int kMostPasses = 256;
    const int passes =
        std::clamp(int(std::ceil(std::min(courant / kMostDyedOutflow, 1e6f))), 1, kMostPasses);
    const float distance =
        std::min(cells_per_speed(time_s / passes), speed > 0.0f ? kMostDyedOutflow / speed : 0.0f);
    for (int pass = 0; pass < passes; ++pass) {
        begin_dye();
        for (int k = 0; k < 3; ++k) {
            const int axis = (turn_ + k) % 3;
            visit(FindFullFlux{view(), axis, distance, flux_.data()});
            move_dye(view(), axis, distance);
        }
        turn_ = (turn_ + 1) % 3;
    }
}

template <class Device>
void Shell<Device>::use_taps() {
    const auto use = [&](const volume::CellBox& cells, int faucet) {
        Box box;
        for (std::size_t b = 0; b < 3; ++b) {
            box.begin[b] = cells.begin[b];
            box.end[b] = cells.end[b];
        }
        const double net = join_region<VolumeSum>(device_, {box}, SumTap{view(), faucet}).value;
        (net > 0.0 ? came_in_ : went_out_) += std::abs(net);
        for_region(device_, Region{box}, ApplyTap{view(), faucet});
        if (!has_dye_) return;
        const double dye = faucet ? faucets_[std::size_t(faucet) - 1].dye : 0.0;
        for_region(device_, Region{box}, ApplyDyeTap{view(), faucet, float(dye), dye_.data()});
    };
    for (std::size_t k = 0; k < faucets_.size(); ++k)
        if ((open_ >> (k + 1)) & 1) use(faucets_[k].cells, int(k) + 1);
    for (const volume::DrainDesc& drain : drains_) use(drain.cells, 0);
}

template <class Device>
void Shell<Device>::mark_words() {
    visit(FlagCells{view(), flags_.data()});
    visit(MarkNeighbours{grid_, flags_.data(), words_.data()});
}

/// Sources, diffuse, project, move, project, and the density after it [track].
template <class Device>
void Shell<Device>::track_step() {
    const float distance = cells_per_speed(step_s_);
    const float share = float(settings_.viscosity_m2_per_s * step_s_ / (cell_m_ * cell_m_));
    box_ = whole();
    part_s_ = step_s_;
    use_taps();
    visit(TrackForces{view(), float(settings_.gravity_m_per_s2 * step_s_),
                      kMostCells * kMostParts * float(cell_m_ / step_s_)});
    for (int axis = 0; axis < 3; ++axis) {
        std::swap(u_[axis], a_[axis]);
        device_.for_cells(extent(), CopyPlane{grid_, a_[axis].data(), u_[axis].data()});
        track_relax(axis, u_[axis].data(), a_[axis].data(), share);
    }
    track_project();
    swap_planes(u_, a_);
    for (int axis = 0; axis < 3; ++axis)
        visit(TrackAdvect{view(), faces(a_), a_[axis].data(), u_[axis].data(), axis, distance});
    track_project();
    visit(TrackAdvect{view(), faces(u_), fill_.data(), flux_.data(), -1, distance});
    std::swap(fill_, flux_);
    mark_words();
}

template <class Device>
void Shell<Device>::track_relax(int b, float* x, const float* x0, float a) {
    for (int sweep = 0; sweep < kTrackSweeps; ++sweep)
        for (int colour = 0; colour < TrackColours{grid_}.count(); ++colour)
            visit(TrackSweep{{grid_, solid_.data(), x, b}, x, x0, a, b < 0, colour});
}

template <class Device>
void Shell<Device>::track_project() {
    float* const divergence = flux_.data();
    visit(TrackDivergence{view(), divergence, pressure_.data()});
    track_relax(-1, pressure_.data(), divergence, 0.0f);
    visit(TrackGradient{view(), pressure_.data()});
}

template <class Device>
const float* Shell<Device>::device_field(Field field) const {
    if (field_.size() == 0) {
        auto made = device_.template allocate<float>(std::size_t(grid_.count()));
        if (!made) throw std::bad_alloc();
        field_ = std::move(made.value());
    }
    if (field == Field::Dye) {
        device_.for_cells(extent(), ReadDye{view(), dye_.data(), most_dye_, field_.data()});
        return is_on_gpu_ ? field_.data() : nullptr;
    }
    const double pressure_pa = density_kg_per_m3_ * cell_m_ / part_s_;
    device_.for_cells(extent(),
                      ReadField{view(), field, is_staggered(), float(pressure_pa), field_.data()});
    return is_on_gpu_ ? field_.data() : nullptr;
}

template <class Device>
void Shell<Device>::read_field(Field field, std::span<float> out) const {
    device_field(field);
    device_.download(static_cast<const float*>(field_.data()), out.size(), out.data());
}

template <class Device>
void Shell<Device>::read_words(std::span<std::uint32_t> out) const {
    device_.download(static_cast<const std::uint32_t*>(words_.data()), out.size(), out.data());
}

template <class Device>
void Shell<Device>::read_types(std::span<volume::CellType> out) const {
    std::vector<std::uint32_t> words(out.size());
    read_words(words);
    for (std::size_t n = 0; n < out.size(); ++n)
        out[n] = words[n] & kSolidWords    ? volume::CellType::Solid
                 : words[n] & kSurfaceWord ? volume::CellType::Interface
                 : words[n] & kWaterWord   ? volume::CellType::Fluid
                                           : volume::CellType::Empty;
}

template <class Device>
volume::Totals Shell<Device>::totals() const {
    const auto sums = device_.template join_cells<WaterSums>(
        extent(), SumCells{view(), words_.data(), is_staggered()});
    const double cell_kg = density_kg_per_m3_ * cell_m_ * cell_m_ * cell_m_;
    const double with_hulls = hulls_ ? hulls_->volume() : 0.0;
    volume::Totals t;
    t.mass_kg = (sums.volume + with_hulls) * cell_kg;
    t.carried_kg = (sums.over + with_hulls) * cell_kg;
    t.max_speed_m_per_s = std::sqrt(sums.most_speed2);
    t.kinetic_j = sums.kinetic * cell_kg;
    t.potential_j = sums.height * cell_kg * cell_m_ * settings_.gravity_m_per_s2;
    for (std::size_t k = 0; k < t.cells.size(); ++k) t.cells[k] = sums.cells[k];
    return t;
}

/// Every plane that makes up the state.
template <class Device>
template <class Body>
void Shell<Device>::for_planes(Body&& body) const {
    const View v = view();
    for (int axis = 0; axis < 3; ++axis) body(v.u.of[axis]);
    body(v.fill);
    body(v.pressure);
    if (has_dye_) body(const_cast<Shell*>(this)->dye_.data());
    body(v.known);
}

template <class Device>
std::string Shell<Device>::save() const {
    Header head = {};
    for (int b = 0; b < 3; ++b) head.cells[b] = grid_.n[b];
    head.scheme = std::int32_t(scheme_);
    head.has_surface = has_surface_;
    head.turn = turn_;
    head.box = box_;
    head.last_box = last_box_;
    head.viscosity_m2_per_s = settings_.viscosity_m2_per_s;
    head.gravity_m_per_s2 = settings_.gravity_m_per_s2;
    head.part_s = part_s_;
    std::string bytes(reinterpret_cast<const char*>(&head), sizeof head);
    for_planes([&](auto* plane) {
        using E = std::remove_pointer_t<decltype(plane)>;
        std::vector<E> values(std::size_t(grid_.count()));
        device_.download(static_cast<const E*>(plane), values.size(), values.data());
        bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(E));
    });
    if (hulls_) hulls_->save(bytes);
    return bytes;
}

template <class Device>
bool Shell<Device>::is_sound(std::string_view bytes) const {
    std::size_t wanted = sizeof(Header);
    for_planes([&](auto* plane) { wanted += std::size_t(grid_.count()) * sizeof(*plane); });
    const std::size_t with_hulls = hulls_ ? hulls_->saved_bytes() : 0;
    if (bytes.size() != wanted + with_hulls) return false;
    if (hulls_ && !hulls_->is_sound(bytes.substr(wanted))) return false;
    ByteReader reader(bytes);
    const auto head = reader.get<Header>();
    constexpr double kMostViscosity_m2_per_s = 1e6, kLongest_s = 1e6;
    bool is_like = head.scheme == std::int32_t(scheme_) &&
                   head.has_surface == std::int32_t(has_surface_) && head.turn >= 0 &&
                   head.turn < 3 && head.viscosity_m2_per_s >= 0.0 &&
                   head.viscosity_m2_per_s <= kMostViscosity_m2_per_s &&
                   head.gravity_m_per_s2 == settings_.gravity_m_per_s2 && head.part_s > 0.0 &&
                   head.part_s <= kLongest_s;
    for (int b = 0; b < 3; ++b)
        is_like = is_like && head.cells[b] == grid_.n[b] && head.box.begin[b] >= 0 &&
                  head.box.end[b] <= grid_.n[b] && head.last_box.begin[b] >= 0 &&
                  head.last_box.end[b] <= grid_.n[b];
    if (!is_like) return false;
    const auto count = std::size_t(grid_.count());
    const char* from = bytes.data() + sizeof(Header);
    // Faster than light, or more than a cell ever holds.
    constexpr float kMost = 1e9f, kMostFill = 1e3f;
    constexpr std::size_t kFillPlane = 3, kDyePlane = 5;
    const std::size_t planes = has_dye_ ? kDyePlane + 1 : kDyePlane;
    for (std::size_t k = 0; k < planes * count; ++k) {
        float value;
        std::memcpy(&value, from + k * sizeof value, sizeof value);
        const std::size_t plane = k / count;
        const bool is_share = plane == kFillPlane || plane == kDyePlane;
        if (!(magnitude(value) <= (is_share ? kMostFill : kMost))) return false;
    }
    return true;
}

template <class Device>
bool Shell<Device>::restore(std::string_view bytes) {
    if (!is_sound(bytes)) return false;
    ByteReader reader(bytes);
    const auto head = reader.get<Header>();
    turn_ = head.turn;
    settings_ = {head.viscosity_m2_per_s, head.gravity_m_per_s2};
    part_s_ = head.part_s;
    const char* from = bytes.data() + sizeof(Header);
    for_planes([&](auto* plane) {
        using E = std::remove_pointer_t<decltype(plane)>;
        std::vector<E> values(std::size_t(grid_.count()));
        std::memcpy(values.data(), from, values.size() * sizeof(E));
        from += values.size() * sizeof(E);
        device_.upload(values.data(), values.size(), plane);
        device_.finish_uploads();
    });
    const auto count = std::size_t(grid_.count());
    device_.upload(reinterpret_cast<const std::uint8_t*>(from) - count, count, known_[1].data());
    device_.finish_uploads();
    if (hulls_)
        hulls_->restore(device_, solid_.data(), bytes.substr(bytes.size() - hulls_->saved_bytes()));
    // What a run before has left where the next parts do not look: in a new world it is nothing.
    const std::vector<float> nothing(count);
    for (Array<float>& plane : a_) device_.upload(nothing.data(), count, plane.data());
    device_.finish_uploads();
    open_ = 0;
    work_everywhere();
    visit(Classify{view()});
    mark_words();
    if (scheme_ == Scheme::Mac) projection_.begin_anew(device_);
    box_ = head.box;
    last_box_ = head.last_box;
    return true;
}

template <class Device>
MemoryReport Shell<Device>::memory() const {
    MemoryReport report;
    for (const auto* planes : {&u_, &a_, &b_, &c_})
        for (const Array<float>& plane : *planes) report.state_bytes += plane.bytes();
    report.state_bytes += fill_.bytes() + pressure_.bytes() + flux_.bytes();
    for (const Array<Span>* spans : {&spans_, &last_spans_, &found_spans_[0], &found_spans_[1]})
        report.mask_bytes += spans->bytes();
    report.state_bytes += dye_.bytes() + dyed_volume_.bytes() + dye_flux_.bytes();
    for (const Array<std::uint8_t>* plane :
         {&known_[0], &known_[1], &kind_, &solid_, &faucet_, &full_})
        report.mask_bytes += plane->bytes();
    report.mask_bytes += flags_.bytes() + words_.bytes();
    report.fields_bytes = field_.bytes();
    report.other_bytes = projection_.bytes() + (hulls_ ? hulls_->bytes() : 0);
    return report;
}

}  // namespace tarn::stable
