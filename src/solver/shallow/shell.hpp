// One shell for all shallow-water schemes: how a run goes, forcing, samples, extremes, fields and
// archives, written once for any scheme and any device. A scheme (d2q9/scheme.hpp, fv/scheme.hpp;
// the smallest one: tests/support/linear_waves.hpp) writes what is its own:
//
//   Scheme(desc, runner), start(desc)       memory and the first state
//   runner(), cells(), units()              its device, its cells as tasks.hpp sees them, its units
//   begin(run),                             a run begins;
//   take_steps(run, first, count)           steps `first` to `first + count` of it; false: failed
//   finish(run)                             how the run ended; the last good state is the state
//   forced(forces), changed(area),          cells were changed by something that is not a step
//   all_changed()
//   for_planes(body)                        every plane of numbers that makes up the state
//   note(), fits(note), restored(note)      what a checkpoint holds besides the planes
//   is_sound(planes)                        whether the planes of a checkpoint could be water
//   set_step(), max_step_s(), ...           as in Solver
//   choose_step_s()                         likewise, where the step follows the flow
//
// A step may consist of as many passes as a scheme likes, with sums over cells in between
// (device().join_cells), so a scheme that solves a linear system in each step fits as well.
#pragma once

#include "solver/shallow/extremes.hpp"
#include "solver/shallow/solver.hpp"
#include "solver/shallow/tasks.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

namespace tarn::shallow {

template <class Scheme>
class Shell final : public Solver {
    using Runner = typename Scheme::Runner;
    using Device = typename Runner::Device;
    template <class E>
    using Array = typename Device::template Array<E>;
    using Cells = decltype(std::declval<const Scheme&>().cells());

public:
    static Result<std::unique_ptr<Solver>> create(const SolverDesc& desc, Runner&& runner) {
        std::unique_ptr<Shell> shell(new Shell(desc, std::move(runner)));
        if (const Result<void> got = shell->scheme_.runner().prepare(); !got) return got.error();
        if (const Result<void> got = shell->scheme_.start(desc); !got) return got.error();
        return std::unique_ptr<Solver>(std::move(shell));
    }

    void set_step(double step_s) override { scheme_.set_step(step_s); }
    std::optional<double> max_step_s() const override { return scheme_.max_step_s(); }
    std::optional<double> choose_step_s() override {
        if constexpr (requires(Scheme s) { s.choose_step_s(); })
            return scheme_.choose_step_s();
        else
            return scheme_.max_step_s();
    }
    bool follows_flow() const override {
        return requires(Scheme s) {
            s.choose_step_s();
        };
    }
    const Units& units() const override { return scheme_.units(); }
    double viscosity_m2_per_s() const override { return scheme_.viscosity_m2_per_s(); }
    std::vector<SchemeFact> facts() const override { return scheme_.facts(); }
    bool set(const Settings& settings) override { return scheme_.set(settings); }
    Settings settings() const override { return scheme_.settings(); }

    RunReport run(const RunDesc& desc) override;
    void apply(exchange::Forcing& forcing) override;
    SheetReport add_sheet(double depth_m) override;

    bool can_change_ground() const override { return kHasLivingGround; }
    void set_bed(const CellArea& area, std::span<const double> heights_m) override {
        if constexpr (kHasLivingGround) scheme_.set_bed(area, heights_m);
    }
    double set_solid(const CellArea& area, bool is_solid) override {
        if constexpr (kHasLivingGround)
            return scheme_.set_solid(area, is_solid) * units().cell_m * units().cell_m;
        return 0.0;
    }

    Result<void> track_extremes(double arrival_depth_m, double time_s) override {
        const auto got = extremes_.start(device(), nx_, ny_, arrival_depth_m);
        if (got) for_cells(track_cells(time_s));
        return got;
    }
    const float* extreme(Extreme extreme) override { return extremes_.host(device(), extreme); }
    std::string save_extremes() const override { return extremes_.save(device()); }
    bool restore_extremes(std::string_view bytes) override {
        return extremes_.restore(device(), bytes);
    }

    void set_boundary(Edge edge, Boundary boundary) override {
        scheme_.set_boundary(edge, boundary);
        scheme_.all_changed();
    }
    void reset_boundary(Edge edge) override {
        scheme_.reset_boundary(edge);
        scheme_.all_changed();
    }
    Boundary boundary(Edge edge) const override { return scheme_.boundary(edge); }
    bool has_hulls() const override {
        if constexpr (requires { scheme_.has_hulls(); }) return scheme_.has_hulls();
        return false;
    }
    void add_hulls() override {
        if constexpr (requires { scheme_.add_hulls(); }) scheme_.add_hulls();
    }
    bool is_solid(int i, int j) const override {
        const std::vector<std::uint8_t>& solid = scheme_.host_solid();
        return !solid.empty() && solid[std::size_t(j) * std::size_t(nx_) + std::size_t(i)] != 0;
    }

    void read_cells(std::span<const CellIndex> list, std::span<CellState> out) const override {
        if (!grow(list_, list.size()) || !grow(states_, list.size())) throw std::bad_alloc();
        device().upload(list.data(), list.size(), list_.data());
        device().for_items(int(list.size()),
                           ReadCells<Cells>{cells(), list_.data(), states_.data()});
        device().download(states_.data(), out.size(), out.data());
    }
    void sample(std::span<const Vec2> points_m, std::span<Sample> out) const override {
        const Sample* const samples = sample_on_device(points_m);
        device().download(samples, out.size(), out.data());
    }
    const Sample* sample_on_device(std::span<const Vec2> points_m) const override {
        load_points(points_m, 1);
        read_blocks(points_m.size(), 0);
        make_samples(points_m.size(), 1);
        return samples_.data();
    }
    RayHit cast_ray(const Ray& ray) const override {
        auto hit = device().template allocate<RayHit>(1);
        if (!hit) throw std::bad_alloc();
        device().for_items(1, CastRay<Cells>{surface(), ray, hit.value().data()});
        RayHit out;
        device().download(hit.value().data(), 1, &out);
        return out;
    }
    void read_surface(const exchange::SurfacePlanes& to) const override {
        for_cells(ReadSurface<Cells>{cells(), to});
    }
    void take_ledger(const exchange::Ledger& ledger) override {
        const exec::Extent2 area = {{ledger.area.nx, ledger.area.ny}};
        if (area.count() == 0) return;
        device().for_cells(area, TakeLedger<Cells>{cells(), ledger});
        scheme_.changed(ledger.area);
    }
    const exec::CudaDevice* gpu() const override {
        if constexpr (std::is_same_v<Device, exec::CudaDevice>)
            return &device();
        else
            return nullptr;
    }
    void start_fields(int slot, unsigned wanted) override {
        runner().start_fields(slot, wanted, read_fields());
    }
    const float* field(int slot, Field field) const override {
        return scheme_.runner().field(slot, field);
    }
    const float* device_field(Field field) override {
        return runner().device_field(field, read_fields());
    }
    const float* device_snapshot(int slot, Field field) override {
        return runner().device_snapshot(slot, field, read_fields());
    }

    Totals totals() const override;
    std::uint64_t checksum() const override { return checksum_of(exec::Block2::all(extent())); }

    std::size_t packed_bytes(const CellArea& area) const override {
        std::size_t bytes = 0;
        scheme_.for_planes([&](auto plane) { bytes += packed_bytes_of(plane, area); });
        return bytes;
    }
    void pack(const CellArea& area, std::span<std::byte> out) const override {
        move_packed(area, false);
        device().download(packed_.data(), out.size(), out.data());
    }
    void unpack(const CellArea& area, std::span<const std::byte> bytes) override {
        if (!grow(packed_, bytes.size())) throw std::bad_alloc();
        device().upload(bytes.data(), bytes.size(), packed_.data());
        device().finish_uploads();
        move_packed(area, true);
        scheme_.changed(area);
    }
    std::uint64_t checksum_of(const exec::Block2& block) const override {
        return device()
            .template join_cells<HashSum>(block.cells, HashCells<Cells>{cells(), block})
            .value;
    }
    std::vector<WaterTotals> tile_totals(const exec::Block2& block) const override {
        return device().template join_tiles<WaterTotals>(
            block.cells, exec::OwnCells<2, SumCells<Cells>>{block, {cells()}});
    }

    std::size_t saved_bytes() const override;
    std::string save() const override;
    bool fits(std::string_view bytes) const override;
    bool is_sound(std::string_view bytes) const override {
        return scheme_.is_sound(bytes.substr(0, bytes.size() - scheme_.note().size()));
    }
    bool restore(std::string_view bytes) override;
    void shift(int di, int dj) override;
    MemoryReport memory() const override;
    std::optional<Error> lost() const override { return device().trouble(); }

private:
    Shell(const SolverDesc& desc, Runner&& runner)
        : nx_(desc.nx), ny_(desc.ny), scheme_(desc, std::move(runner)) {}

    static constexpr bool kHasLivingGround =
        requires(Scheme s, CellArea area, std::span<const double> heights_m) {
        s.set_bed(area, heights_m);
        s.set_solid(area, true);
    };

    Runner& runner() { return scheme_.runner(); }
    const Device& device() const { return scheme_.runner().device(); }
    Cells cells() const { return scheme_.cells(); }
    ReadFields<Cells> read_fields() const { return {cells(), {}}; }
    TrackExtremes<Cells> track_cells(double time_s) const {
        return {cells(), extremes_.view(), time_s};
    }
    template <class Task>
    void for_cells(const Task& task) const {
        device().for_cells(exec::Extent2{{nx_, ny_}}, task);
    }
    exec::Extent2 extent() const { return {{nx_, ny_}}; }
    std::size_t cell_count() const { return extent().count(); }

    /// Planes follow each other in `packed_`, each from a multiple of the widest number on.
    template <class Plane>
    static std::size_t packed_bytes_of(const Plane&, const CellArea& area) {
        const std::size_t bytes = area.count() * sizeof(typename Plane::Element);
        return (bytes + sizeof(double) - 1) / sizeof(double) * sizeof(double);
    }
    void move_packed(const CellArea& area, bool is_unpacking) const {
        if (!grow(packed_, packed_bytes(area))) throw std::bad_alloc();
        const exec::Box<2> box = {{area.x0, area.y0}, {{area.nx, area.ny}}};
        std::byte* to = packed_.data();
        scheme_.for_planes([&](auto plane) {
            using Plane = decltype(plane);
            auto* const numbers = reinterpret_cast<typename Plane::Element*>(to);
            device().for_cells(box.size,
                               exec::PackBox<Plane, 2>{plane, box, numbers, is_unpacking});
            to += packed_bytes_of(plane, area);
        });
    }
    /// One plane of all cells to or from memory without padding.
    template <class Plane>
    void move_plane(const Plane& plane, typename Plane::Element* packed, bool is_unpacking) const {
        for_cells(exec::PackBox<Plane, 2>{plane, {.size = extent()}, packed, is_unpacking});
    }

    /// Room for what a run samples, before its first step: what fails then has changed nothing.
    std::size_t prepare_samples(const RunDesc& desc);
    void fetch_samples(const RunDesc& desc, int steps);
    Surface<Cells> surface() const { return {cells(), nx_, ny_, units().cell_m}; }
    /// Points to be sampled, and room for so many moments of them.
    void load_points(std::span<const Vec2> points_m, std::size_t moments) const {
        const std::size_t samples = moments * points_m.size();
        if (!grow(points_, points_m.size()) || !grow(samples_, samples) ||
            !grow(readings_, samples * BlockOfCells::kCount))
            throw std::bad_alloc();
        device().upload(points_m.data(), points_m.size(), points_.data());
    }
    /// The cells around all points, as moment number `moment`.
    void read_blocks(std::size_t points, std::size_t moment) const {
        const std::size_t count = points * BlockOfCells::kCount;
        device().for_items(int(count), ReadBlocks<Cells>{surface(), points_.data(),
                                                         readings_.data() + moment * count});
    }
    /// Samples of all moments that were read.
    void make_samples(std::size_t points, std::size_t moments) const {
        device().for_items(int(points * moments),
                           SampleBlocks{nx_, ny_, units().cell_m, points_.data(), int(points),
                                        readings_.data(), samples_.data()});
    }
    void upload(const exchange::Forcing& forcing);
    void download(exchange::Forcing& forcing) const;
    void apply_forces(const exchange::Forcing& forcing, int first, int last);

    /// A plane of all cells without padding. Where there is no memory, callers throw bad_alloc,
    /// which the world turns into an error.
    template <class E>
    Array<E> plane_room() const {
        auto room = device().template allocate<E>(cell_count());
        if (!room) throw std::bad_alloc();
        return std::move(room.value());
    }
    /// A short list on the device that grows when it must; false: there is no memory.
    template <class E>
    bool grow(Array<E>& array, std::size_t size) const {
        if (array.size() >= size) return true;
        auto larger = device().template allocate<E>(size + size / 2);
        if (larger) array = std::move(larger.value());
        return bool(larger);
    }

    int nx_, ny_;
    Scheme scheme_;
    Extremes<Device> extremes_;
    Array<exchange::Force> forces_;
    Array<double> force_values_;
    mutable Array<CellIndex> list_;
    mutable Array<CellState> states_;
    mutable Array<Vec2> points_;
    mutable Array<CellReading> readings_;
    mutable Array<Sample> samples_;
    mutable Array<std::byte> packed_;
};

template <class Scheme>
void Shell<Scheme>::upload(const exchange::Forcing& forcing) {
    const auto forces = forcing.forces();
    if (forces.empty()) return;
    if (!grow(forces_, forces.size()) || !grow(force_values_, forcing.values().size()))
        throw std::bad_alloc();
    device().upload(forces.data(), forces.size(), forces_.data());
    device().upload(forcing.values().data(), forcing.values().size(), force_values_.data());
}

/// Brings back what the cells gave and took.
template <class Scheme>
void Shell<Scheme>::download(exchange::Forcing& forcing) const {
    if (forcing.forces().empty()) return;
    device().download(force_values_.data(), forcing.values().size(), forcing.values().data());
}

template <class Scheme>
void Shell<Scheme>::apply_forces(const exchange::Forcing& forcing, int first, int last) {
    if (first == last) return;
    runner().apply(ApplyForces<Cells>{cells(), forces_.data(), force_values_.data(), units().step_s,
                                      units().cell_m},
                   forcing.forces(), first, last);
    scheme_.forced(exchange::AppliedForces{forcing.forces(), forces_.data(), first, last});
}

template <class Scheme>
void Shell<Scheme>::apply(exchange::Forcing& forcing) {
    upload(forcing);
    // A run of its own: what became of the last one must not keep the forces from acting.
    runner().begin();
    apply_forces(forcing, 0, int(forcing.forces().size()));
    download(forcing);
}

template <class Scheme>
SheetReport Shell<Scheme>::add_sheet(double depth_m) {
    const double whole_m = scheme_.rounded_sheet_m(depth_m);
    if (whole_m == 0.0) return {};
    scheme_.all_changed();
    const double sum_m = device()
                             .template join_cells<exec::Sum>(exec::Extent2{{nx_, ny_}},
                                                             AddSheet<Cells>{cells(), whole_m})
                             .value;
    return {whole_m, sum_m * units().cell_m * units().cell_m};
}

template <class Scheme>
std::size_t Shell<Scheme>::prepare_samples(const RunDesc& desc) {
    const std::size_t moments =
        desc.sample_every > 0 ? std::size_t(desc.steps / desc.sample_every) : 0;
    const std::size_t count = moments * desc.points_m.size();
    if (count == 0) return moments;
    if (desc.samples) desc.samples->reserve(desc.samples->size() + count);
    load_points(desc.points_m, moments);
    return moments;
}

/// After trouble, the moments before it.
template <class Scheme>
void Shell<Scheme>::fetch_samples(const RunDesc& desc, int steps) {
    if (!desc.samples || desc.sample_every <= 0) return;
    const std::size_t good = std::size_t(steps / desc.sample_every) * desc.points_m.size();
    const std::size_t before = desc.samples->size();
    desc.samples->resize(before + good);
    if (good > 0) make_samples(desc.points_m.size(), std::size_t(steps / desc.sample_every));
    device().download(samples_.data(), good, desc.samples->data() + before);
}

template <class Scheme>
RunReport Shell<Scheme>::run(const RunDesc& desc) {
    static const exchange::Forcing kNone;
    const exchange::Forcing& forcing = desc.forcing ? *desc.forcing : kNone;
    const auto forces = forcing.forces();
    const std::size_t moments = prepare_samples(desc);
    upload(forcing);
    runner().begin();
    scheme_.begin(desc);

    std::size_t next = 0;
    for (int done = 0; done < desc.steps;) {
        std::size_t due = next;
        while (due < forces.size() && forces[due].step <= done) ++due;
        apply_forces(forcing, int(next), int(due));
        next = due;
        int until = desc.steps;
        if (next < forces.size()) until = std::min(until, forces[next].step);
        if (moments > 0)
            until = std::min(until, (done / desc.sample_every + 1) * desc.sample_every);
        if (extremes_.is_on()) until = done + 1;
        if (!scheme_.take_steps(desc, done, until - done)) break;
        if (extremes_.is_on())
            runner().visit_cells(track_cells(desc.times_s[std::size_t(done)]), done);
        done = until;
        if (moments > 0 && done % desc.sample_every == 0)
            read_blocks(desc.points_m.size(), std::size_t(done / desc.sample_every - 1));
    }
    const RunReport report = scheme_.finish(desc);
    if (desc.forcing) download(*desc.forcing);
    fetch_samples(desc, report.steps);
    return report;
}

template <class Scheme>
Totals Shell<Scheme>::totals() const {
    return device()
        .template join_cells<WaterTotals>(extent(), SumCells<Cells>{cells()})
        .of_cells(units().cell_m);
}

template <class Scheme>
std::size_t Shell<Scheme>::saved_bytes() const {
    std::size_t bytes = scheme_.note().size();
    scheme_.for_planes(
        [&](auto plane) { bytes += cell_count() * sizeof(typename decltype(plane)::Element); });
    return bytes;
}

template <class Scheme>
std::string Shell<Scheme>::save() const {
    std::string bytes;
    bytes.reserve(saved_bytes());
    scheme_.for_planes([&](auto plane) {
        using Plane = decltype(plane);
        using Element = typename Plane::Element;
        Array<Element> room = plane_room<Element>();
        move_plane(plane, room.data(), false);
        const std::size_t before = bytes.size();
        bytes.resize(before + cell_count() * sizeof(Element));
        std::vector<Element> host(cell_count());
        device().download(room.data(), cell_count(), host.data());
        std::memcpy(bytes.data() + before, host.data(), cell_count() * sizeof(Element));
    });
    return bytes + scheme_.note();
}

template <class Scheme>
bool Shell<Scheme>::fits(std::string_view bytes) const {
    const std::size_t note = scheme_.note().size();
    return bytes.size() == saved_bytes() && scheme_.fits(bytes.substr(bytes.size() - note));
}

template <class Scheme>
bool Shell<Scheme>::restore(std::string_view bytes) {
    if (!fits(bytes)) return false;
    // All memory first: what fails then has changed nothing.
    std::size_t widest = 0;
    scheme_.for_planes(
        [&](auto plane) { widest = std::max(widest, sizeof(typename decltype(plane)::Element)); });
    Array<std::byte> room;
    if (!grow(room, cell_count() * widest)) throw std::bad_alloc();
    std::vector<std::byte> host(cell_count() * widest);
    scheme_.for_planes([&](auto plane) {
        using Plane = decltype(plane);
        using Element = typename Plane::Element;
        const std::size_t size = cell_count() * sizeof(Element);
        std::memcpy(host.data(), bytes.data(), size);
        bytes.remove_prefix(size);
        device().upload(host.data(), size, room.data());
        device().finish_uploads();
        move_plane(plane, reinterpret_cast<Element*>(room.data()), true);
    });
    scheme_.restored(bytes);
    scheme_.all_changed();
    return true;
}

template <class Scheme>
void Shell<Scheme>::shift(int di, int dj) {
    const bool wraps_x = boundary(Edge::West) == Boundary::Periodic;
    const bool wraps_y = boundary(Edge::South) == Boundary::Periodic;
    const auto within = [](int way, int size, bool wraps) {
        return wraps ? way % size : std::clamp(way, -size, size);
    };
    const GridShift shift = {within(di, nx_, wraps_x), within(dj, ny_, wraps_y), wraps_x, wraps_y};
    Array<double> room = plane_room<double>();  // wide enough for every number
    scheme_.for_planes([&](auto plane) {
        using Plane = decltype(plane);
        auto* const packed = reinterpret_cast<typename Plane::Element*>(room.data());
        move_plane(plane, packed, false);
        for_cells(ShiftPlane<Plane>{plane, packed, nx_, ny_, shift});
    });
    scheme_.all_changed();
}

template <class Scheme>
MemoryReport Shell<Scheme>::memory() const {
    MemoryReport report = scheme_.memory();
    report.fields_bytes += scheme_.runner().field_bytes() + extremes_.host_bytes();
    report.other_bytes += scheme_.runner().bytes() + forces_.bytes() + force_values_.bytes() +
                          extremes_.bytes() + readings_.bytes() + samples_.bytes() +
                          packed_.bytes();
    return report;
}

}  // namespace tarn::shallow
