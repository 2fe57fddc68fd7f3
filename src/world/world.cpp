// The facade: checks what is asked, notes it if a recording runs, and hands it on.
#include "base/file.hpp"
#include "base/hash.hpp"
#include "world/impl.hpp"
#include <tarn/machine.hpp>
#include <tarn/world.hpp>

#include <cmath>
#include <system_error>

namespace tarn {
namespace {

constexpr const char* kNoMemoryToRead = "not enough memory to read the water";

template <class Number>
Error out_of_range(const char* what, Number value, const std::string& rule) {
    return {ErrorCode::InvalidArgument,
            std::string(what) + " is " + std::to_string(value) + "; " + rule};
}

}  // namespace

Result<void> World::Impl::check_idle() const {
    if (pending.valid())
        return Error{ErrorCode::Busy, "an asynchronous step is running; call wait() first"};
    return {};
}

/// Memory that a lost GPU does not give is not what is wrong.
Error World::Impl::no_memory(const char* message) const {
    if (const auto lost = water->lost()) return *lost;
    return {ErrorCode::OutOfMemory, message};
}

Result<void> World::Impl::check_usable() const {
    if (const auto idle = check_idle(); !idle) return idle.error();
    if (const auto lost = water->lost()) return *lost;
    return {};
}

Result<void> World::Impl::check_cell(int i, int j) const {
    if (i < 0 || i >= ground.nx)
        return out_of_range("i", i, "it must be from 0 to " + std::to_string(ground.nx - 1));
    if (j < 0 || j >= ground.ny)
        return out_of_range("j", j, "it must be from 0 to " + std::to_string(ground.ny - 1));
    return {};
}

Result<void> World::Impl::check_rect(CellRect& cells) const {
    if (cells.i1 < cells.i0) std::swap(cells.i0, cells.i1);
    if (cells.j1 < cells.j0) std::swap(cells.j0, cells.j1);
    if (const auto ok = check_cell(cells.i0, cells.j0); !ok) return ok.error();
    return check_cell(cells.i1, cells.j1);
}

Result<void> World::Impl::check_disc(Vec2 at_m, double radius_m, double depth_m) const {
    const auto inside = [](double value, double size) { return value >= 0.0 && value <= size; };
    if (!inside(at_m.x, ground.width_m()))
        return out_of_range("at_m.x", at_m.x,
                            "it must be from 0 to " + std::to_string(ground.width_m()));
    if (!inside(at_m.y, ground.height_m()))
        return out_of_range("at_m.y", at_m.y,
                            "it must be from 0 to " + std::to_string(ground.height_m()));
    if (!(radius_m > 0.0) || !std::isfinite(radius_m))
        return out_of_range("radius_m", radius_m, "it must be positive");
    if (!std::isfinite(depth_m)) return out_of_range("depth", depth_m, "it must be finite");
    return {};
}

Result<StepReport> World::step(double seconds) {
    if (const auto idle = impl_->check_idle(); !idle) return idle.error();
    if (impl_->recording) impl_->recording->push_back(world::StepCall{seconds});
    return impl_->step(seconds);
}

Result<void> World::step_async(double seconds) try {
    if (const auto idle = impl_->check_idle(); !idle) return idle.error();
    impl_->before_pending = {impl_->info(), impl_->time_s, impl_->steps};
    impl_->pending = std::async(std::launch::async,
                                [impl = impl_.get(), seconds] { return impl->step(seconds); });
    if (impl_->recording) impl_->recording->push_back(world::StepCall{seconds});
    return {};
} catch (const std::system_error& error) {
    return Error{ErrorCode::Unsupported,
                 std::string("step_async: no thread could be started: ") + error.what()};
}

Result<StepReport> World::wait() {
    if (!impl_->pending.valid())
        return Error{ErrorCode::InvalidArgument, "no asynchronous step to wait for"};
    return impl_->pending.get();
}

bool World::is_stepping() const {
    return impl_->pending.valid() &&
           impl_->pending.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
}

double World::time_s() const {
    return impl_->pending.valid() ? impl_->before_pending.time_s : impl_->time_s;
}

std::int64_t World::steps() const {
    return impl_->pending.valid() ? impl_->before_pending.steps : impl_->steps;
}

Result<void> World::set_boundary(Edge edge, Boundary boundary) {
    if (const auto idle = impl_->check_idle(); !idle) return idle.error();
    if (int(edge) < 0 || int(edge) > 3) return out_of_range("edge", int(edge), "use 0 to 3");
    if (int(boundary) < 0 || int(boundary) > 3)
        return out_of_range("boundary", int(boundary), "use 0 to 3");
    if (impl_->recording) impl_->recording->push_back(world::BoundaryCall{edge, boundary});
    const Edge across = Edge(int(edge) ^ 1);
    // Periodic edges come in pairs: the other side follows.
    if (boundary == Boundary::Periodic)
        impl_->water->set_boundary(across, boundary);
    else if (impl_->water->boundary(across) == Boundary::Periodic)
        impl_->water->set_boundary(across, Boundary::Wall);
    impl_->water->set_boundary(edge, boundary);
    return {};
}

Result<void> World::add_event(CellRect cells, float depth_m) try {
    if (const auto idle = impl_->check_usable(); !idle) return idle.error();
    if (const auto ok = impl_->check_rect(cells); !ok) return ok.error();
    if (!std::isfinite(depth_m))
        return out_of_range("depth_m", double(depth_m), "it must be finite");
    if (impl_->recording) impl_->recording->push_back(world::EventCall{cells, depth_m});
    impl_->inputs.add_rect(cells, double(depth_m), *impl_->water, impl_->account);
    impl_->changed();
    return {};
} catch (const std::bad_alloc&) {
    return Error{ErrorCode::OutOfMemory, "not enough memory for this much water at once"};
}

Result<void> World::add_drop(const DropDesc& drop) try {
    if (const auto idle = impl_->check_usable(); !idle) return idle.error();
    if (const auto ok = impl_->check_disc(drop.at_m, drop.radius_m, drop.height_m); !ok)
        return ok.error();
    if (impl_->recording) impl_->recording->push_back(drop);
    impl_->inputs.add_drop(drop, *impl_->water, impl_->account);
    impl_->changed();
    return {};
} catch (const std::bad_alloc&) {
    return Error{ErrorCode::OutOfMemory, "not enough memory for this much water at once"};
}

Result<void> World::press(int id, const PressDesc& desc) {
    if (const auto idle = impl_->check_idle(); !idle) return idle.error();
    if (const auto ok = impl_->check_disc(desc.at_m, desc.radius_m, desc.depth_m); !ok)
        return ok.error();
    if (!(desc.depth_m >= 0.0))
        return out_of_range("depth_m", desc.depth_m, "it must not be negative");
    if (impl_->recording) impl_->recording->push_back(world::PressCall{id, desc});
    impl_->inputs.press(id, desc);
    return {};
}

Result<void> World::release(int id) {
    if (const auto idle = impl_->check_idle(); !idle) return idle.error();
    if (!impl_->inputs.release(id)) return out_of_range("id", id, "nothing is pressed under it");
    if (impl_->recording) impl_->recording->push_back(world::ReleaseCall{id});
    return {};
}

Result<float> World::height(int i, int j) const try {
    if (const auto idle = impl_->check_usable(); !idle) return idle.error();
    if (const auto ok = impl_->check_cell(i, j); !ok) return ok.error();
    const shallow::CellState state = impl_->water->cell(i, j);
    if (const auto lost = impl_->water->lost()) return *lost;
    return float(state.depth_m);
} catch (const std::bad_alloc&) {
    return impl_->no_memory(kNoMemoryToRead);
}

Result<std::array<float, 2>> World::velocity(int i, int j) const try {
    if (const auto idle = impl_->check_usable(); !idle) return idle.error();
    if (const auto ok = impl_->check_cell(i, j); !ok) return ok.error();
    const shallow::CellState state = impl_->water->cell(i, j);
    if (const auto lost = impl_->water->lost()) return *lost;
    return std::array<float, 2>{float(state.u_m_per_s), float(state.v_m_per_s)};
} catch (const std::bad_alloc&) {
    return impl_->no_memory(kNoMemoryToRead);
}

void World::Impl::changed() {
    current_fields = 0;
    totals.reset();
}

const shallow::Totals& World::Impl::read_totals() const {
    if (!totals) totals = water->totals();
    return *totals;
}

const float* World::Impl::read_field(shallow::Field field) const {
    if (!(current_fields & bit_of(field))) water->start_fields(0, bit_of(field));
    current_fields |= bit_of(field);
    return water->field(0, field);
}

FieldView World::Impl::bed_field() const {
    if (!bed.is_flat()) return bed.view();
    flat_bed_m.assign(std::size_t(ground.nx) * std::size_t(ground.ny), float(bed.lowest_m()));
    return {flat_bed_m.data(), ground.nx, ground.ny, ground.nx};
}

Result<FieldView> World::Impl::extreme_field(std::string_view name) const {
    const shallow::Extreme which = name == "max_depth"   ? shallow::Extreme::MaxDepth
                                   : name == "max_speed" ? shallow::Extreme::MaxSpeed
                                                         : shallow::Extreme::Arrival;
    const float* const data = water->extreme(which);
    if (const auto lost = water->lost()) return *lost;
    if (data) return FieldView{data, ground.nx, ground.ny, ground.nx};
    return Error{ErrorCode::NotFound, scene.name + " does not keep \"" + std::string(name) +
                                          "\"; give the scene \"maps\": {}"};
}

namespace {

bool is_extreme(std::string_view name) {
    return name == "max_depth" || name == "max_speed" || name == "arrival";
}

Result<shallow::Field> field_of(std::string_view name) {
    const std::pair<std::string_view, shallow::Field> known[] = {{"depth", shallow::Field::Depth},
                                                                 {"level", shallow::Field::Level},
                                                                 {"u", shallow::Field::U},
                                                                 {"v", shallow::Field::V}};
    for (const auto& [known_name, field] : known)
        if (name == known_name) return field;
    return Error{ErrorCode::NotFound, "there is no field \"" + std::string(name.substr(0, 40)) +
                                          "\"; use depth, level, u or v; field() also has bed, "
                                          "max_depth, max_speed and arrival"};
}

constexpr const char* kNoMemoryForFields = "not enough memory for the fields; use fewer cells";

}  // namespace

Result<FieldView> World::field(std::string_view name) const try {
    if (const auto idle = impl_->check_idle(); !idle) return idle.error();
    if (name == "bed") return impl_->bed_field();
    if (is_extreme(name)) return impl_->extreme_field(name);
    const auto which = field_of(name);
    if (!which) return which.error();
    const float* const data = impl_->read_field(which.value());
    if (const auto lost = impl_->water->lost()) return *lost;
    return FieldView{data, impl_->ground.nx, impl_->ground.ny, impl_->ground.nx};
} catch (const std::bad_alloc&) {
    return impl_->no_memory(kNoMemoryForFields);
}

Result<DeviceFieldView> World::device_field(std::string_view name) const try {
    if (const auto idle = impl_->check_idle(); !idle) return idle.error();
    const auto which = field_of(name);
    if (!which) return which.error();
    if (impl_->backend != Backend::Cuda)
        return Error{ErrorCode::Unsupported,
                     "device_field: this water is on the CPU; use field, or backend cuda"};
    const float* const data = impl_->water->device_field(which.value());
    if (const auto lost = impl_->water->lost()) return *lost;
    return DeviceFieldView{data, impl_->ground.nx, impl_->ground.ny, impl_->ground.nx};
} catch (const std::bad_alloc&) {
    return impl_->no_memory(kNoMemoryForFields);
}

static_assert(World::kDeviceSnapshots == shallow::kDeviceSlots);

Result<DeviceFieldView> World::device_snapshot(std::string_view name, int slot) try {
    if (const auto idle = impl_->check_usable(); !idle) return idle.error();
    const auto which = field_of(name);
    if (!which) return Error{ErrorCode::InvalidArgument, which.error().message};
    if (slot < 0 || slot >= kDeviceSnapshots)
        return out_of_range("slot", slot,
                            "it must be from 0 to " + std::to_string(kDeviceSnapshots - 1));
    if (impl_->backend != Backend::Cuda)
        return Error{ErrorCode::Unsupported,
                     "device_snapshot: this water is on the CPU; use begin_snapshot, or backend "
                     "cuda"};
    const float* const data = impl_->water->device_snapshot(slot, which.value());
    if (const auto lost = impl_->water->lost()) return *lost;
    return DeviceFieldView{data, impl_->ground.nx, impl_->ground.ny, impl_->ground.nx};
} catch (const std::bad_alloc&) {
    return impl_->no_memory(kNoMemoryForFields);
}

Result<void> World::begin_snapshot(std::span<const std::string_view> names) try {
    if (const auto idle = impl_->check_idle(); !idle) return idle.error();
    unsigned wanted = 0;
    for (const std::string_view name : names) {
        const auto which = field_of(name);
        if (!which) return which.error();
        wanted |= bit_of(which.value());
    }
    impl_->snapshot_slot = 3 - impl_->snapshot_slot;
    impl_->snapshot_fields = 0;
    impl_->water->start_fields(impl_->snapshot_slot, wanted);
    if (const auto lost = impl_->water->lost()) return *lost;
    impl_->snapshot_fields = wanted;
    return {};
} catch (const std::bad_alloc&) {
    return impl_->no_memory(kNoMemoryForFields);
}

Result<FieldView> World::snapshot(std::string_view name) const {
    if (const auto idle = impl_->check_idle(); !idle) return idle.error();
    const auto which = field_of(name);
    if (!which) return which.error();
    if (!(impl_->snapshot_fields & bit_of(which.value())))
        return Error{ErrorCode::NotFound, "snapshot: \"" + std::string(name) +
                                              "\" is not in it; name it in begin_snapshot"};
    const float* const data = impl_->water->field(impl_->snapshot_slot, which.value());
    if (const auto lost = impl_->water->lost()) return *lost;
    return FieldView{data, impl_->ground.nx, impl_->ground.ny, impl_->ground.nx};
}

MassReport World::Impl::mass(double volume_m3) const {
    constexpr double rho = world::kWaterDensity_kg_per_m3;
    return {.initial_kg = account.initial_m3 * rho,
            .now_kg = (volume_m3 + account.carried_m3) * rho,
            .added_kg = account.added_m3 * rho,
            .removed_kg = account.removed_m3 * rho,
            .carried_kg = account.carried_m3 * rho,
            .refused_kg = account.refused_m3 * rho};
}

Result<Statistics> World::statistics() const try {
    if (const auto idle = impl_->check_idle(); !idle) return idle.error();
    const shallow::Totals& totals = impl_->read_totals();
    if (const auto lost = impl_->water->lost()) return *lost;
    return Statistics{
        .mass = impl_->mass(totals.volume_m3),
        .max_speed_m_per_s = totals.max_speed_m_per_s,
        .min_depth_m = totals.min_depth_m,
        .max_depth_m = totals.max_depth_m,
        .energy_j = totals.energy_per_density_m5_per_s2 * world::kWaterDensity_kg_per_m3};
} catch (const std::bad_alloc&) {
    return impl_->no_memory(kNoMemoryToRead);
}

Result<std::uint64_t> World::checksum() const try {
    if (const auto idle = impl_->check_idle(); !idle) return idle.error();
    ByteWriter inputs;
    impl_->inputs.save(inputs);
    const std::string bytes = inputs.take();
    const std::uint64_t water = impl_->water->checksum();
    if (const auto lost = impl_->water->lost()) return *lost;
    std::uint64_t sum = water + hashed_word(0, std::uint64_t(impl_->steps));
    for (std::size_t k = 0; k < bytes.size(); ++k)
        sum += hashed_word(k + 1, std::uint64_t(static_cast<unsigned char>(bytes[k])));
    if (impl_->scene.maps) sum += mix64(hash_bytes(impl_->water->save_extremes()));
    if (!impl_->bed.is_flat()) sum += mix64(impl_->bed.hash());
    if (const world::Window w = impl_->inputs.window(); w != world::Window{})
        sum += hashed_word(bytes.size() + 1, std::uint64_t(std::uint32_t(w.i)) << 32 |
                                                 std::uint64_t(std::uint32_t(w.j)));
    return sum;
} catch (const std::bad_alloc&) {
    return impl_->no_memory(kNoMemoryToRead);
}

WorldInfo World::info() const {
    return impl_->pending.valid() ? impl_->before_pending.info : impl_->info();
}

WorldInfo World::Impl::info() const {
    const Impl& w = *this;
    const shallow::Units& units = w.water->units();
    WorldInfo info;
    info.scene = w.scene.name;
    info.about = w.scene.about;
    info.scheme = world::name_of(w.scheme.scheme);
    info.scheme_reason = w.scheme.reason;
    const bool is_fv = w.scheme.scheme == world::Scheme::Fv;
    const int collision = shallow::find_collision(w.scene.water.collision);
    info.collision = is_fv ? "none" : shallow::collision_names()[std::size_t(collision)];
    info.precision = w.scene.water.precision;
    info.streaming = w.is_in_place ? "in_place" : "two_copies";
    info.backend = w.backend == Backend::Cuda ? "cuda" : "cpu";
    info.device = w.device;
    info.isa = w.backend == Backend::Cuda ? "cuda" : isa_name(w.isa);
    info.threads = w.pool.thread_count();
    info.nx = w.ground.nx;
    info.ny = w.ground.ny;
    info.cell_m = w.ground.cell_m;
    info.size_m = {w.ground.width_m(), w.ground.height_m()};
    info.origin_m = w.inputs.window().origin_m(w.ground.cell_m);
    info.bed_m = w.bed.lowest_m();
    info.highest_bed_m = w.bed.highest_m();
    info.is_bed_flat = w.bed.is_flat();
    info.still_level_m = w.still_level_m;
    info.reference_depth_m = units.depth_m;
    info.wave_speed_m_per_s = std::sqrt(w.scene.water.gravity_m_per_s2 * units.depth_m);
    info.max_time_step_s = w.water->max_step_s().value_or(w.max_step_s);
    info.time_step_s = units.step_s;
    info.has_fixed_time_step = w.scene.water.time_step_s.has_value();
    info.tau = w.water->tau();
    info.viscosity_used_m2_per_s = w.water->viscosity_m2_per_s();
    info.is_viscosity_raised =
        !w.scene.water.tau &&
        info.viscosity_used_m2_per_s > w.scene.water.viscosity_m2_per_s * (1.0 + 1e-9);
    info.record_every_s = w.scene.record_every_s;
    info.duration_s = w.scene.duration_s;
    info.has_maps = w.scene.maps.has_value();
    info.arrival_depth_m = w.arrival_depth_m;
    for (const scene::Probe& probe : w.scene.probes)
        info.probes.push_back(
            {probe.name, {probe.at_m[0] - info.origin_m.x, probe.at_m[1] - info.origin_m.y}});
    info.memory = w.water->memory();
    info.memory.mask_bytes += w.scenery.solid.size();
    info.memory.fields_bytes += w.bed.bytes() + w.flat_bed_m.size() * sizeof(float);
    return info;
}

}  // namespace tarn
