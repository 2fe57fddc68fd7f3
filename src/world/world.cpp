// The facade: checks what is asked, notes it if a recording runs, and hands it on.
#include "base/background.hpp"
#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "scene/settings.hpp"
#include "solver/shallow/views.hpp"
#include "world/impl.hpp"

#include <cmath>
#include <system_error>
#include <thread>

namespace tarn {
namespace {

using world::out_of_range;

constexpr const char* kNoMemoryToRead = "not enough memory to read the water";
constexpr const char* kNoMemoryForWater = "not enough memory for this much water at once";
constexpr const char* kNoMemoryForFields = "not enough memory for the fields; use fewer cells";

Result<void> check_points(const char* call, std::span<const Vec2> points_m) {
    for (std::size_t k = 0; k < points_m.size(); ++k)
        if (!std::isfinite(points_m[k].x) || !std::isfinite(points_m[k].y))
            return Error{ErrorCode::InvalidArgument,
                         std::string(call) + ": point " + std::to_string(k) + " is not finite"};
    return {};
}

}  // namespace

Error World::Impl::busy() {
    return {ErrorCode::Busy,
            "another thread is in a call of this world; use a world from one thread at a time"};
}

Result<void> World::Impl::check_idle() const {
    if (pending.valid())
        return Error{ErrorCode::Busy, "an asynchronous step is running; call wait() first"};
    return {};
}

/// Memory that a lost GPU does not give is not what is wrong.
Error World::Impl::no_memory(const char* message) const noexcept try {
    if (const auto lost = water->lost()) return *lost;
    return no_memory_error(message);
} catch (const std::bad_alloc&) {
    return no_memory_error(message);
}

Result<void> World::Impl::check_cell(int i, int j) const {
    const water::PlanGrid grid = water->grid();
    if (i < 0 || i >= grid.nx)
        return out_of_range("i", i, "it must be from 0 to " + std::to_string(grid.nx - 1));
    if (j < 0 || j >= grid.ny)
        return out_of_range("j", j, "it must be from 0 to " + std::to_string(grid.ny - 1));
    return {};
}

Result<void> World::Impl::check_rect(CellRect& cells) const {
    if (cells.i1 < cells.i0) std::swap(cells.i0, cells.i1);
    if (cells.j1 < cells.j0) std::swap(cells.j0, cells.j1);
    if (const auto ok = check_cell(cells.i0, cells.j0); !ok) return ok;
    return check_cell(cells.i1, cells.j1);
}

Result<void> World::Impl::check_disc(Vec2 at_m, double radius_m, double depth_m) const {
    const water::PlanGrid grid = water->grid();
    const auto inside = [](double value, double size) { return value >= 0.0 && value <= size; };
    if (!inside(at_m.x, grid.width_m()))
        return out_of_range("at_m.x", at_m.x,
                            "it must be from 0 to " + std::to_string(grid.width_m()));
    if (!inside(at_m.y, grid.height_m()))
        return out_of_range("at_m.y", at_m.y,
                            "it must be from 0 to " + std::to_string(grid.height_m()));
    if (!(radius_m > 0.0) || !std::isfinite(radius_m))
        return out_of_range("radius_m", radius_m, "it must be positive");
    if (!std::isfinite(depth_m)) return out_of_range("depth", depth_m, "it must be finite");
    return {};
}

Result<StepReport> World::step(double seconds) {
    return impl_->enter("step: not enough memory", [&]() -> Result<StepReport> {
        if (const auto ok = impl_->check_step(seconds, 1); !ok) return ok.error();
        if (impl_->recording) impl_->recording->push_back(world::StepCall{seconds});
        return impl_->step(seconds);
    });
}

Result<StepReport> World::run_to(const RunDesc& desc, RunRows* rows) {
    return impl_->answer(
        "run_to: not enough memory; ask for fewer points or rows", [&]() -> Result<StepReport> {
            if (const auto ok = check_points("run_to", desc.points_m); !ok) return ok.error();
            if (const auto ok = impl_->check_run(desc); !ok) return ok.error();
            if (rows) *rows = {};
            if (impl_->recording)
                impl_->recording->push_back(world::RunCall{
                    desc.end_s, desc.stop_s.value_or(desc.end_s), desc.stops_before});
            return impl_->run_to(desc, rows);
        });
}

Result<StepReport> World::step_and_sample(double every_s, int count, std::span<const Vec2> points_m,
                                          std::vector<Sample>& out) {
    return impl_->answer("step_and_sample: not enough memory; ask for fewer points or moments",
                         [&]() -> Result<StepReport> {
                             if (const auto ok = check_points("step_and_sample", points_m); !ok)
                                 return ok.error();
                             if (count < 0)
                                 return Error{ErrorCode::InvalidArgument,
                                              "step_and_sample: count is " + std::to_string(count) +
                                                  "; it must not be negative"};
                             if (const auto ok = impl_->check_step(every_s, count); !ok)
                                 return ok.error();
                             out.clear();
                             if (impl_->recording)
                                 for (int k = 0; k < count; ++k)
                                     impl_->recording->push_back(world::StepCall{every_s});
                             if (every_s > 0.0) return impl_->step(every_s, count, points_m, &out);
                             // No time passes: the same moment, `count` times.
                             std::vector<Sample> now(points_m.size());
                             impl_->water->sample(points_m, now);
                             for (int k = 0; k < count; ++k)
                                 out.insert(out.end(), now.begin(), now.end());
                             return impl_->step(0.0);
                         });
}

Result<void> World::step_async(double seconds) try {
    return impl_->enter("step_async: not enough memory", [&]() -> Result<void> {
        Impl& w = *impl_;
        w.info_before_pending = w.info();
        const bool is_noted = w.recording && w.check_step(seconds, 1);
        if (is_noted) w.recording->push_back(world::StepCall{seconds});
        // Without threads the step waits for wait(), and nobody has to wait for it.
        w.is_stepping_behind = kHasThreads;
        try {
            w.pending = in_background([&w, seconds] {
                auto report = w.step(seconds);
                w.is_stepping_behind = false;
                return report;
            });
        } catch (...) {
            w.is_stepping_behind = false;
            if (is_noted) w.recording->pop_back();
            throw;
        }
        return {};
    });
} catch (const std::system_error& error) {
    return Error{ErrorCode::Unsupported,
                 std::string("step_async: no thread could be started: ") + error.what()};
}

Result<StepReport> World::wait() {
    const world::Turnstile::Visit visit(impl_->turnstile);
    if (!visit) return Impl::busy();
    if (!impl_->pending.valid())
        return Error{ErrorCode::InvalidArgument, "no asynchronous step to wait for"};
    auto report = impl_->pending.get();
    impl_->show_clock();
    return report;
}

bool World::is_stepping() const {
    return impl_->is_stepping_behind;
}

double World::time_s() const {
    return impl_->shown_time_s.load(std::memory_order_relaxed);
}

std::int64_t World::steps() const {
    return impl_->shown_steps.load(std::memory_order_relaxed);
}

Result<void> World::set_boundary(Edge edge, Boundary boundary) {
    return impl_->change(
        kNoMemoryToRead, world::BoundaryCall{edge, boundary},
        [&]() -> Result<void> {
            if (int(edge) < 0 || int(edge) > 3)
                return out_of_range("edge", int(edge), "use 0 to 3");
            if (int(boundary) < 0 || int(boundary) > 4)
                return out_of_range("boundary", int(boundary), "use 0 to 4");
            return {};
        },
        [&] { return impl_->water->set_boundary(edge, boundary); });
}

Result<void> World::add_event(CellRect cells, float depth_m) {
    return impl_->change(
        kNoMemoryForWater, world::EventCall{cells, depth_m},
        [&]() -> Result<void> {
            if (const auto ok = impl_->water->check_inputs("add_event"); !ok) return ok;
            if (const auto ok = impl_->check_rect(cells); !ok) return ok;
            if (std::isfinite(depth_m)) return {};
            return out_of_range("depth_m", double(depth_m), "it must be finite");
        },
        [&]() -> Result<void> {
            world::DepthPatch patch(
                {cells.i0, cells.j0, cells.i1 - cells.i0 + 1, cells.j1 - cells.j0 + 1});
            std::ranges::fill(patch.depth_m, double(depth_m));
            world::add_now(patch, *impl_->water, impl_->account);
            return {};
        });
}

Result<void> World::add_drop(const DropDesc& drop) {
    return impl_->change(
        kNoMemoryForWater, drop,
        [&]() -> Result<void> {
            if (const auto ok = impl_->water->check_inputs("add_drop"); !ok) return ok;
            return impl_->check_disc(drop.at_m, drop.radius_m, drop.height_m);
        },
        [&]() -> Result<void> {
            world::add_now(world::footprint_of(drop, impl_->water->grid()), *impl_->water,
                           impl_->account);
            return {};
        });
}

Result<void> World::press(int id, const PressDesc& desc) {
    return impl_->change(
        kNoMemoryForWater, world::PressCall{id, desc},
        [&]() -> Result<void> {
            if (const auto ok = impl_->water->check_inputs("press"); !ok) return ok;
            if (const auto ok = impl_->check_disc(desc.at_m, desc.radius_m, desc.depth_m); !ok)
                return ok;
            if (desc.depth_m >= 0.0) return {};
            return out_of_range("depth_m", desc.depth_m, "it must not be negative");
        },
        [&]() -> Result<void> {
            impl_->inputs->press(id, desc);
            return {};
        });
}

Result<void> World::release(int id) {
    return impl_->answer(kNoMemoryForWater, [&]() -> Result<void> {
        if (!impl_->inputs->release(id))
            return out_of_range("id", id, "nothing is pressed under it");
        if (impl_->recording) impl_->recording->push_back(world::ReleaseCall{id});
        return {};
    });
}

Result<float> World::height(int i, int j) const {
    return impl_->answer(kNoMemoryToRead, [&]() -> Result<float> {
        if (const auto ok = impl_->check_cell(i, j); !ok) return ok.error();
        return impl_->water->cell(i, j).depth_m;
    });
}

Result<std::array<float, 2>> World::velocity(int i, int j) const {
    return impl_->answer(kNoMemoryToRead, [&]() -> Result<std::array<float, 2>> {
        if (const auto ok = impl_->check_cell(i, j); !ok) return ok.error();
        const Sample cell = impl_->water->cell(i, j);
        return std::array<float, 2>{cell.velocity_m_per_s[0], cell.velocity_m_per_s[1]};
    });
}

Result<FieldView> World::field(std::string_view name) const {
    return impl_->answer(kNoMemoryForFields, [&]() -> Result<FieldView> {
        if (impl_->airborne)
            if (const auto flying = impl_->airborne->field(name)) return *flying;
        return impl_->water->field(name);
    });
}

Result<std::span<const Drop>> World::drops() const {
    return impl_->answer(kNoMemoryForFields, [&]() -> Result<std::span<const Drop>> {
        if (!impl_->airborne) return std::span<const Drop>();
        return impl_->airborne->spray().drops();
    });
}

Result<SprayReport> World::spray() const {
    return impl_->answer(kNoMemoryToRead, [&]() -> Result<SprayReport> {
        return impl_->airborne ? impl_->airborne->spray().report() : SprayReport{};
    });
}

Result<DeviceFieldView> World::device_field(std::string_view name) const {
    return impl_->answer(kNoMemoryForFields, [&] { return impl_->water->device_field(name); });
}

static_assert(World::kDeviceSnapshots == shallow::kDeviceSlots);

Result<DeviceFieldView> World::device_snapshot(std::string_view name, int slot) {
    return impl_->answer(kNoMemoryForFields,
                         [&] { return impl_->water->device_snapshot(name, slot); });
}

Result<void> World::begin_snapshot(std::span<const std::string_view> names) {
    return impl_->answer(kNoMemoryForFields, [&] { return impl_->water->begin_snapshot(names); });
}

Result<FieldView> World::snapshot(std::string_view name) const {
    return impl_->answer(kNoMemoryForFields, [&] { return impl_->water->snapshot(name); });
}

Result<void> World::sample(std::span<const Vec2> points_m, std::span<Sample> out) const {
    return impl_->answer("sample: not enough memory; ask for fewer points", [&]() -> Result<void> {
        if (points_m.size() != out.size())
            return Error{ErrorCode::InvalidArgument, "sample: " + std::to_string(points_m.size()) +
                                                         " points but room for " +
                                                         std::to_string(out.size()) + " samples"};
        if (const auto ok = check_points("sample", points_m); !ok) return ok;
        impl_->water->sample(points_m, out);
        return {};
    });
}

Result<const Sample*> World::sample_on_device(std::span<const Vec2> points_m) const {
    return impl_->answer("sample_on_device: not enough memory; ask for fewer points",
                         [&]() -> Result<const Sample*> {
                             if (const auto ok = check_points("sample_on_device", points_m); !ok)
                                 return ok.error();
                             const Sample* const samples = impl_->water->sample_on_device(points_m);
                             if (samples || points_m.empty()) return samples;
                             return water::unsupported("sample_on_device", impl_->water->label(),
                                                       "use sample");
                         });
}

Result<bool> World::is_under_water(Vec3 point_m) const {
    return impl_->answer("is_under_water: not enough memory",
                         [&]() -> Result<bool> { return impl_->water->is_under_water(point_m); });
}

Result<RayHit> World::ray_cast(Vec3 origin_m, Vec3 direction, double max_distance_m) const {
    return impl_->answer("ray_cast: not enough memory", [&]() -> Result<RayHit> {
        const double length = std::sqrt(direction.x * direction.x + direction.y * direction.y +
                                        direction.z * direction.z);
        if (!(length > 0.0) || !std::isfinite(length) || !(max_distance_m >= 0.0) ||
            !std::isfinite(origin_m.x + origin_m.y + origin_m.z))
            return Error{ErrorCode::InvalidArgument,
                         "ray_cast: origin and direction must be finite, direction not zero, and "
                         "the distance not negative"};
        return impl_->water->ray_cast(
            origin_m, {direction.x / length, direction.y / length, direction.z / length},
            max_distance_m);
    });
}

LiveSettings World::Impl::settings() const {
    LiveSettings now = water->settings();
    now.rain_mm_per_h = inputs->rain_mm_per_h();
    return now;
}

Result<LiveSettings> World::settings() const {
    return impl_->answer(kNoMemoryToRead,
                         [&]() -> Result<LiveSettings> { return impl_->settings(); });
}

Result<void> World::set(const LiveSettings& settings) {
    return impl_->change(
        "set: not enough memory", settings,
        [&]() -> Result<void> {
            if (const auto ok = scene::check_ranges(settings); !ok) return ok;
            return impl_->water->check_settings(settings);
        },
        [&]() -> Result<void> {
            if (const auto done = impl_->water->set(settings); !done) return done;
            impl_->inputs->set_rain(settings.rain_mm_per_h, impl_->time_s);
            if (impl_->bodies) impl_->bodies->set_wind(settings.wind_m_per_s);
            if (impl_->airborne) impl_->airborne->set_wind(settings.wind_m_per_s);
            return {};
        });
}

MassReport World::Impl::mass(const water::Totals& totals) const {
    constexpr double rho = world::kWaterDensity_kg_per_m3;
    const double spray_m3 = airborne ? airborne->volume_m3() : 0.0;
    return {.initial_kg = account.initial_m3 * rho,
            .now_kg = (totals.volume_m3 + account.carried_m3 + spray_m3) * rho,
            .added_kg = account.added_m3 * rho,
            .removed_kg = account.removed_m3 * rho,
            .carried_kg = (account.carried_m3 + totals.carried_m3) * rho,
            .spray_kg = spray_m3 * rho,
            .refused_kg = account.refused_m3 * rho};
}

Result<Statistics> World::statistics() const {
    return impl_->answer(kNoMemoryToRead, [&]() -> Result<Statistics> {
        const water::Totals totals = impl_->water->totals();
        return Statistics{
            .mass = impl_->mass(totals),
            .max_speed_m_per_s = totals.max_speed_m_per_s,
            .min_depth_m = totals.min_depth_m,
            .max_depth_m = totals.max_depth_m,
            .energy_j = totals.energy_per_density_m5_per_s2 * world::kWaterDensity_kg_per_m3};
    });
}

Result<std::uint64_t> World::checksum() const {
    return impl_->answer(kNoMemoryToRead, [&]() -> Result<std::uint64_t> {
        ByteWriter out;
        impl_->inputs->save(out);
        const std::string bytes = out.take();
        std::uint64_t sum = impl_->water->checksum() + hashed_word(0, std::uint64_t(impl_->steps));
        for (std::size_t k = 0; k < bytes.size(); ++k)
            sum += hashed_word(k + 1, std::uint64_t(static_cast<unsigned char>(bytes[k])));
        if (const world::Window w = impl_->inputs->window(); w != world::Window{})
            sum += hashed_word(bytes.size() + 1, std::uint64_t(std::uint32_t(w.i)) << 32 |
                                                     std::uint64_t(std::uint32_t(w.j)));
        if (impl_->bodies) sum += hashed_word(bytes.size() + 2, impl_->bodies->checksum());
        if (impl_->airborne) sum += hashed_word(bytes.size() + 3, impl_->airborne->checksum());
        return sum;
    });
}

int World::body_count() const {
    return int(impl_->scene.bodies.size());
}

Result<BodyReport> World::body(int number) const {
    return impl_->answer(kNoMemoryToRead, [&]() -> Result<BodyReport> {
        if (const auto ok = impl_->check_body(number); !ok) return ok.error();
        return impl_->bodies->report(number);
    });
}

Result<int> World::find_body(std::string_view name) const {
    return impl_->answer(kNoMemoryToRead, [&]() -> Result<int> {
        const int found = impl_->bodies ? impl_->bodies->find(name) : -1;
        if (found >= 0) return found;
        std::string names;
        for (const std::string& other : impl_->info().bodies)
            names += (names.empty() ? "" : ", ") + other;
        return Error{ErrorCode::NotFound,
                     "there is no body \"" + std::string(name) + "\"; " +
                         (names.empty() ? "the scene has none" : "there are " + names)};
    });
}

WorldInfo World::info() const {
    for (;;) {
        if (const world::Turnstile::Visit visit(impl_->turnstile); visit)
            return impl_->pending.valid() ? impl_->info_before_pending : impl_->info();
        std::this_thread::yield();
    }
}

WorldInfo World::Impl::info() const {
    WorldInfo info;
    info.scene = scene.name;
    info.about = scene.about;
    info.threads = pool.thread_count();
    water->describe(info);
    info.has_spray = airborne != nullptr;
    info.gravity_m_per_s2 = scene.water.gravity_m_per_s2;
    if (airborne) info.memory.other_bytes += airborne->spray().bytes();
    info.origin_m = inputs->window().origin_m(info.cell_m);
    info.record_every_s = scene.record_every_s;
    info.duration_s = scene.duration_s;
    for (int k = 0; bodies && k < bodies->count(); ++k) info.bodies.push_back(bodies->body(k).name);
    for (const scene::Probe& probe : scene.probes)
        info.probes.push_back(
            {probe.name, {probe.at_m[0] - info.origin_m.x, probe.at_m[1] - info.origin_m.y}});
    return info;
}

}  // namespace tarn
