#include "world/airborne.hpp"

#include "base/hash.hpp"
#include "base/memory.hpp"
#include "world/splashes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace tarn::world {
namespace {

/// Of drops that the surface throws, where the scene does not say it.
double usual_radius_m(double depth_m, double cell_m) {
    return std::min(std::clamp(0.01 * depth_m, 0.003, 0.03), 0.5 * cell_m);
}

spray::Border border_of(Boundary boundary) {
    switch (boundary) {
        case Boundary::Wall:
        case Boundary::Slip:
            return spray::Border::Wall;
        case Boundary::Periodic:
            return spray::Border::Periodic;
        case Boundary::Open:
        case Boundary::Outflow:
            break;
    }
    return spray::Border::Open;
}

std::array<spray::Border, 4> borders_of(const water::Water& water) {
    std::array<spray::Border, 4> borders = {};
    for (const Edge edge : {Edge::West, Edge::East, Edge::South, Edge::North})
        borders[std::size_t(edge)] = border_of(water.boundary(edge));
    return borders;
}

spray::SprayDesc desc_of(const scene::Scene& scene, const exchange::PlanGrid& grid, double radius_m,
                         double datum_m) {
    const scene::Spray rules = scene.spray.value_or(scene::Spray{});
    const scene::Foam foam = scene.foam.value_or(scene::Foam{});
    const bool throws = scene.spray.has_value();
    spray::SprayDesc desc = {.nx = grid.nx,
                             .ny = grid.ny,
                             .cell_m = grid.cell_m,
                             .datum_m = datum_m,
                             .max_drops = int(rules.max_drops),
                             .radius_m = radius_m,
                             .largest_m = radius_m,
                             .smallest_m = radius_m,
                             .seed = rules.seed,
                             .has_hulls = scene::has_bodies(scene)};
    for (const scene::Emitter& emitter : scene.emitters) {
        desc.largest_m = std::max(desc.largest_m, emitter.drop_m.value_or(radius_m));
        desc.smallest_m = std::min(desc.smallest_m, emitter.drop_m.value_or(radius_m));
    }
    desc.flight.gravity_m_per_s2 = float(scene.water.gravity_m_per_s2);
    desc.flight.drag = float(rules.drag);
    desc.flight.lifetime_s = float(rules.lifetime_s);
    desc.flight.wind_m_per_s[0] = float(scene.water.wind_m_per_s[0]);
    desc.flight.wind_m_per_s[1] = float(scene.water.wind_m_per_s[1]);
    desc.breaking = {.jump = float(rules.jump),
                     .rise = float(rules.rise),
                     .share = throws ? float(rules.share) : 0.0f,
                     .ledge_share = throws ? float(rules.ledge_share) : 0.0f};
    desc.foam = {.half_life_s = float(foam.half_life_s),
                 .bubbles_half_life_s = float(foam.bubbles_half_life_s)};
    return desc;
}

/// Volume is counted in parts of a drop of the usual size: of much larger ones there would be more
/// than a number holds, and much smaller ones would be few parts, rounded.
std::optional<Error> check_drop_sizes(const std::vector<scene::Emitter>& emitters,
                                      double radius_m) {
    constexpr double kMostRatio = 64.0;
    for (std::size_t k = 0; k < emitters.size(); ++k) {
        const double drop_m = emitters[k].drop_m.value_or(radius_m);
        if (drop_m <= kMostRatio * radius_m && drop_m * kMostRatio >= radius_m) continue;
        return Error{ErrorCode::InvalidScene,
                     "/emitters/" + std::to_string(k) + "/drop is " + std::to_string(drop_m) +
                         " m; it must be from a 64th of /spray/radius, which is " +
                         std::to_string(radius_m) + " m, to 64 times that"};
    }
    return std::nullopt;
}

/// A full pool of the largest drops has to be counted too, which leaves the smallest fewer units.
std::optional<Error> check_pool(const spray::SprayDesc& desc) {
    constexpr double kLeastUnits = 64.0;
    const double units = spray::units_in(desc, desc.smallest_m);
    if (units >= kLeastUnits) return std::nullopt;
    return Error{ErrorCode::InvalidScene,
                 "/spray/max_drops is " + std::to_string(desc.max_drops) +
                     "; with drops of radii from " + std::to_string(desc.smallest_m) + " to " +
                     std::to_string(desc.largest_m) + " m it must be at most " +
                     std::to_string(int(0.5 * double(desc.max_drops) * units / kLeastUnits))};
}

}  // namespace

Airborne::Airborne(const scene::Scene& scene, const exchange::PlanGrid& grid, double radius_m)
    : grid_(grid),
      emitters_(scene.emitters, radius_m, scene.spray ? scene.spray->seed : 1),
      throws_(scene.spray && scene.spray->share > 0.0),
      radius_m_(radius_m),
      gravity_m_per_s2_(scene.water.gravity_m_per_s2),
      seed_(scene.spray ? scene.spray->seed : 1) {}

Result<std::unique_ptr<Airborne>> Airborne::create(const scene::Scene& scene, water::Water& water,
                                                   const exec::ThreadPool& pool) {
    if (!scene::has_spray(scene)) return std::unique_ptr<Airborne>();
    exchange::SurfaceExchange* const surface = water.surface_exchange();
    if (!surface)
        return water::unsupported("/spray", water.label(), "remove emitters, spray and foam");
    WorldInfo info;
    water.describe(info);
    const exchange::PlanGrid grid = water.grid();
    const double radius_m =
        scene.spray && scene.spray->radius_m
            ? *scene.spray->radius_m
            : usual_radius_m(std::max(info.reference_depth_m, 0.0), grid.cell_m);
    if (const auto wrong = check_drop_sizes(scene.emitters, radius_m)) return *wrong;
    const spray::SprayDesc desc = desc_of(scene, grid, radius_m, info.still_level_m);
    if (const auto wrong = check_pool(desc)) return *wrong;
    const std::size_t bytes = spray::expected_bytes(desc), room = available_memory_bytes();
    if (room > 0 && bytes > room)
        return Error{ErrorCode::OutOfMemory,
                     "/spray/max_drops is " + std::to_string(desc.max_drops) +
                         ": drops and foam need " + std::to_string(bytes >> 20) + " MiB and " +
                         std::to_string(room >> 20) +
                         " MiB are free; use fewer drops or fewer cells"};
    std::unique_ptr<Airborne> made(new Airborne(scene, grid, radius_m));
    made->max_drops_ = desc.max_drops;
    const exec::CudaDevice* const gpu = surface->gpu();
    auto spray = gpu ? spray::make_spray_on_gpu(desc, *gpu) : spray::make_spray(desc, pool);
    if (!spray) return spray.error();
    made->spray_ = std::move(spray.value());
    return made;
}

void Airborne::collect_births(double time_s, Vec2 origin_m, const water::Water& water,
                              Bodies* bodies) {
    const int room = max_drops_ - spray_->drop_count();
    births_.clear();
    emitters_.emit(time_s_, time_s, origin_m, room, *spray_, births_);
    if (!bodies || !throws_) return;
    add_splashes(*bodies, water, *spray_,
                 {.step_s = time_s - time_s_,
                  .radius_m = radius_m_,
                  .gravity_m_per_s2 = gravity_m_per_s2_,
                  .seed = seed_,
                  .step = spray_->steps(),
                  .room = room},
                 births_);
}

/// As drops meet them in this step; none where nothing flies.
void Airborne::collect_hulls(const Bodies* bodies) {
    hulls_.clear();
    if (!bodies || (spray_->drop_count() == 0 && births_.empty())) return;
    for (int number = 0; number < bodies->count(); ++number) {
        const exchange::HullState state = bodies->state(number);
        hulls_.push_back({&bodies->silhouette(number), state.centre_m, state.motion});
    }
}

void Airborne::act(double time_s, Vec2 origin_m, water::Water& water, Bodies* bodies,
                   Account& account) {
    exchange::SurfaceExchange& surface = *water.surface_exchange();
    spray_->set_borders(borders_of(water));
    if (!(time_s > time_s_)) return;
    for (; row_every_s_ > 0.0 && next_row_s_ < time_s; next_row_s_ += row_every_s_)
        rows_.push_back(spray_->report());
    collect_births(time_s, origin_m, water, bodies);
    collect_hulls(bodies);
    spray_->step(time_s - time_s_, births_, hulls_, surface);
    for (int number = 0; number < int(hulls_.size()); ++number)
        bodies->add_impulse(number, hulls_[std::size_t(number)].impulse);
    time_s_ = time_s;
    book(account);
}

void Airborne::start_rows(double now_s, double start_s, double every_s) {
    const double passed = std::floor((now_s - start_s) / every_s);
    next_row_s_ = start_s + (std::max(passed, -1.0) + 1.0) * every_s;
    row_every_s_ = every_s;
    rows_.clear();
}

std::vector<SprayReport> Airborne::end_rows(std::size_t count) {
    row_every_s_ = 0.0;
    rows_.resize(count, rows_.size() < count ? spray_->report() : SprayReport{});
    return std::move(rows_);
}

/// What emitters sent came from outside, and what left is gone.
void Airborne::book(Account& account) {
    const spray::SprayCounts now = spray_->counts(), more = now.since(booked_);
    const double unit_m3 = spray_->unit_m3();
    account.came_in(unit_m3 * double(more.emitted));
    account.came_in(-unit_m3 * double(more.left));
    booked_ = now;
}

void Airborne::shift(int di, int dj, Account& account) {
    spray_->shift(di, dj);
    book(account);
}

double Airborne::volume_m3() const {
    const SprayReport report = spray_->report();
    return report.flying_m3 + report.owed_m3;
}

std::optional<FieldView> Airborne::field(std::string_view name) const {
    if (name != "foam" && name != "bubbles") return std::nullopt;
    return FieldView{.data = name == "foam" ? spray_->foam() : spray_->bubbles(),
                     .nx = grid_.nx,
                     .ny = grid_.ny,
                     .row_stride = grid_.nx};
}

void Airborne::fill_frame(Frame& frame, Vec2 origin_m) {
    const std::span<const Drop> drops = spray_->drops();
    views_.resize(drops.size());
    for (std::size_t k = 0; k < drops.size(); ++k) {
        const Drop& drop = drops[k];
        const float *const at = drop.at_m, *const v = drop.velocity_m_per_s;
        views_[k] = {{double(at[0]) + origin_m.x, double(at[1]) + origin_m.y, double(at[2])},
                     double(drop.radius_m),
                     {double(v[0]), double(v[1]), double(v[2])}};
    }
    frame.drops = views_;
    frame.foam.cover = *field("foam");
    frame.foam.aerated = *field("bubbles");
}

std::uint64_t Airborne::checksum() const {
    ByteWriter out;
    emitters_.save(out);
    out.put(time_s_);
    return hash_bytes(out.take()) + spray_->checksum();
}

void Airborne::save(ByteWriter& out) const {
    out.put(time_s_);
    emitters_.save(out);
    spray_->save(out);
}

bool Airborne::check_saved(ByteReader& in, double time_s) const {
    const double saved_s = in.get<double>();
    spray::Emitters emitters = emitters_;
    return in.ok() && saved_s >= 0.0 && saved_s <= time_s && emitters.restore(in) &&
           spray_->check_saved(in);
}

void Airborne::restore(ByteReader& in) {
    time_s_ = in.get<double>();
    emitters_.restore(in);
    spray_->restore(in);
    booked_ = spray_->counts();
}

}  // namespace tarn::world
