#include "world/bodies.hpp"

#include "base/hash.hpp"
#include "base/log.hpp"
#include "bodies/mass_properties.hpp"
#include "coupling/trim.hpp"
#include "io/mesh_file.hpp"
#include "scene/built_in.hpp"
#include "scene/field.hpp"
#include "world/account.hpp"
#include "world/body_solids.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <new>
#include <numbers>
#include <utility>

namespace tarn::world {
namespace {

/// Of a body without a lid: below this radius in cells what it gives to the water goes to the cells
/// around its centre, and above it to those that it covers.
constexpr double kSmallCells = 1.5;

using Clock = std::chrono::steady_clock;
using bodies::BodyState;
using exchange::HullReport;
using exchange::HullState;
using exchange::Six;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

Six six_of(const bodies::Motion& motion) {
    const Vec3 &v = motion.velocity_m_per_s, &w = motion.spin_rad_per_s;
    return {v.x, v.y, v.z, w.x, w.y, w.z};
}

/// Where a body will be if nothing changes its motion.
bodies::Pose ahead_of(const BodyState& state, double ahead_s) {
    return {state.pose.centre_m + ahead_s * state.motion.velocity_m_per_s,
            normalized(turn_by(ahead_s * state.motion.spin_rad_per_s) * state.pose.turn)};
}

/// The same place, without motion, before and after a step.
bool is_at_rest(const BodyState& before, const BodyState& after) {
    const auto is_same = [](const auto& a, const auto& b) {
        return std::memcmp(&a, &b, sizeof a) == 0;
    };
    const bodies::Motion none = {};
    return is_same(before.pose, after.pose) && is_same(after.motion, none) &&
           is_same(before.motion, none);
}

bool is_sound(Vec3 v, double most) {
    return std::abs(v.x) <= most && std::abs(v.y) <= most && std::abs(v.z) <= most;
}

bool is_sound(const BodyState& state) {
    constexpr double kFarthest_m = 1e7, kFastest = 1e5, kStrongest = 1e20;
    const Quaternion& q = state.pose.turn;
    const double size = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    return is_sound(state.pose.centre_m, kFarthest_m) && std::abs(size - 1.0) < 1e-6 &&
           is_sound(state.motion.velocity_m_per_s, kFastest) &&
           is_sound(state.motion.spin_rad_per_s, kFastest) && state.calm_s >= 0.0 &&
           state.calm_s <= 1e12 && is_sound(state.held.force_n, kStrongest) &&
           is_sound(state.held.torque_nm, kStrongest);
}

bool is_sound(const DriveState& told) {
    constexpr double kStrongest = 1e20, kFarthest_m = 1e7, kMostTurn = 10.0;
    return std::abs(told.helm.throttle) <= 1.0 && std::abs(told.helm.rudder_rad) <= kMostTurn &&
           std::abs(told.helm.sheet_rad) <= kMostTurn && is_sound(told.push_n, kStrongest) &&
           is_sound(told.push_at_m, kFarthest_m);
}

bool is_sound(const HullReport& report) {
    constexpr double kStrongest = 1e20, kMost_m3 = 1e20;
    return std::ranges::all_of(report.force,
                               [](double part) { return std::abs(part) <= kStrongest; }) &&
           std::abs(report.submerged_m3) <= kMost_m3;
}

Error in_scene(const scene::Scene& scene, const Error& error) {
    return {ErrorCode::InvalidScene, scene.name + ": " + error.message};
}

Result<TriangleMesh> mesh_in(const std::string& file) {
    if (!file.starts_with(scene::kBuiltInFile)) return io::read_mesh(file);
    const auto text = scene::built_in_mesh(file);
    if (!text) return text.error();
    return io::parse_mesh(text.value(), io::MeshFormat::Obj, file);
}

std::string digest_of(const TriangleMesh& mesh) {
    const auto bytes = [](const auto& list) {
        return std::string(reinterpret_cast<const char*>(list.data()),
                           list.size() * sizeof list[0]);
    };
    return scene::digest_text(bytes(mesh.positions_m) + bytes(mesh.triangles));
}

/// What a scene asks of its bodies that they cannot do yet; empty: nothing.
std::string beyond_bodies(const scene::Scene& scene) {
    for (std::size_t k = 0; k < scene.events.size(); ++k)
        if (std::holds_alternative<scene::OpenEvent>(scene.events[k]) ||
            std::holds_alternative<scene::CloseEvent>(scene.events[k]))
            return "/events/" + std::to_string(k) +
                   " opens or closes a wall; bodies know the solids of the start alone: use a "
                   "dig, or no bodies";
    return "";
}

/// Boxes have sides for bodies; other solids of water in space are met as heights of the bed, and
/// above open cells as boxes of cells. A wall above keeps bodies in the box.
Result<void> add_solids_in_space(const scene::Scene& scene, const water::Water& water,
                                 bodies::Ground& ground) {
    const std::vector<BodyView> overhangs = water.overhangs();
    if (overhangs.size() > kMostSolidBoxes)
        return in_scene(
            scene, {ErrorCode::Unsupported,
                    "/water/solids hang above open cells in " + std::to_string(overhangs.size()) +
                        " pieces; bodies can meet " + std::to_string(kMostSolidBoxes) +
                        " at most: use simpler solids, or no bodies"});
    for (const BodyView& box : overhangs)
        ground.solids.push_back({box.at_m - 0.5 * box.size_m, box.at_m + 0.5 * box.size_m});
    const scene::Volume& volume = scene.water.volume;
    bool are_boxes = true;
    for (const scene::SolidShape& solid : volume.solids)
        if (const auto* box = std::get_if<scene::BoxShape>(&solid)) {
            const auto& [x0, y0, z0, x1, y1, z1] = box->corners_m;
            ground.solids.push_back({{x0, y0, z0}, {x1, y1, z1}});
        } else {
            are_boxes = false;
        }
    if (are_boxes) std::ranges::fill(ground.bed_m, 0.0);
    const auto& [x, y, z] = volume.size_m;
    ground.solids.push_back({{-x, -y, z}, {2.0 * x, 2.0 * y, z + std::max(x, y)}});
    return {};
}

BodyPose between(const BodyPose& a, const BodyPose& b, double share) {
    BodyPose out;
    out.at_m = a.at_m + share * (b.at_m - a.at_m);
    double dot = 0.0, square = 0.0;
    for (std::size_t k = 0; k < 4; ++k) dot += a.turn[k] * b.turn[k];
    for (std::size_t k = 0; k < 4; ++k) {
        out.turn[k] = a.turn[k] + share * ((dot < 0.0 ? -b.turn[k] : b.turn[k]) - a.turn[k]);
        square += out.turn[k] * out.turn[k];
    }
    for (double& part : out.turn) part /= std::sqrt(square);
    return out;
}

}  // namespace

Result<std::unique_ptr<Bodies>> Bodies::create(const scene::Scene& scene,
                                               const exchange::PlanGrid& grid) {
    if (const std::string beyond = beyond_bodies(scene); !beyond.empty())
        return in_scene(scene, {ErrorCode::Unsupported, beyond});
    std::unique_ptr<Bodies> made(new Bodies);
    made->grid_ = grid;
    made->is_in_space_ = scene.water.is_volume();
    made->gravity_m_per_s2_ = scene.water.gravity_m_per_s2;
    made->wind_m_per_s_ = {scene.water.wind_m_per_s[0], scene.water.wind_m_per_s[1]};
    for (const scene::Body& described : scene.bodies)
        if (const auto added = made->append(scene, described); !added) return added.error();
    made->joints_ = joints_of(scene, made->placed_);
    for (const scene::Event& event : scene.events)
        if (const auto* helm = std::get_if<scene::HelmEvent>(&event))
            made->helms_.push_back({made->find(helm->body), *helm});
    std::ranges::stable_sort(made->helms_, {}, [](const HelmChange& h) { return h.event.time_s; });
    return made;
}

/// A body and how it is driven, where the scene puts it.
Result<void> Bodies::append(const scene::Scene& scene, const scene::Body& described) {
    std::optional<bodies::FileMesh> file;
    if (described.shape == scene::BodyShape::Mesh) {
        auto mesh = mesh_in(described.file);
        if (!mesh) return in_scene(scene, mesh.error());
        const std::string digest = digest_of(mesh.value());
        file = {std::move(mesh.value()), digest};
    }
    auto body = maker_.make(described, file ? &*file : nullptr);
    if (!body) return in_scene(scene, body.error());
    if (file)
        bound_keys_.push_back({"bodies." + std::to_string(placed_.size()) + ".mesh", file->digest});
    start_.push_back({.pose = body.value().pose, .motion = body.value().motion});
    drives_.push_back(drive_of(described, body.value().body, grid_.cell_m));
    // Water in space finds all forces by itself, as that under a lid does.
    if (is_in_space_) {
        drives_.back().forces = scene::BodyForces::Lid;
        drives_.back().has_flow = false;
    }
    told_.push_back(drive_state_of(described));
    sphere_covers_.push_back(sphere_table_of(body.value().body));
    placed_.push_back(std::move(body.value()));
    make_room(placed_.size());
    return {};
}

/// Of everything that is found by body in a step.
void Bodies::make_room(std::size_t count) {
    covers_.resize(count);
    reports_.resize(count);
    actions_.resize(count);
    levels_m_.resize(count, std::numeric_limits<double>::quiet_NaN());
    on_surface_.resize(count);
}

void Bodies::drop_last() {
    const std::size_t left = placed_.size() - 1;
    const std::string mesh_key = "bodies." + std::to_string(left) + ".mesh";
    std::erase_if(bound_keys_, [&](const scene::BoundKey& key) { return key.path == mesh_key; });
    start_.resize(left);
    drives_.resize(left);
    told_.resize(left);
    sphere_covers_.resize(left);
    placed_.resize(left);
    make_room(left);
}

Result<void> Bodies::add(const scene::Scene& grown, const water::Water& water) {
    if (const auto added = append(grown, grown.bodies.back()); !added) return added.error();
    const int last = count() - 1;
    if (const auto level_m = level_around(last, water)) {
        const std::string name = body(last).name;
        drop_last();
        return Error{ErrorCode::InvalidArgument,
                     "add_body: " + name + " lies in the water, whose level there is " +
                         std::to_string(*level_m) +
                         " m; put it above, or give it \"forces\": \"triangles\""};
    }
    std::vector<BodyState> states;
    for (int k = 0; k < last; ++k) states.push_back(state_of(k));
    // Contacts begin anew in each step, so that the others do not notice.
    if (const auto put = put_on_ground(grown, water); !put) {
        drop_last();
        return put.error();
    }
    for (int k = 0; k < last; ++k) rigid_->set_state(k, states[std::size_t(k)]);
    return {};
}

std::optional<double> Bodies::level_around(int number, const water::Water& water) const {
    if (is_in_space_ || !has_lid(number)) return {};
    const exchange::HullCover& cover = covers_now(number).now;
    const exchange::CellArea& area = cover.area;
    for (int y = area.y0; y < area.y0 + area.ny; ++y)
        for (int x = area.x0; x < area.x0 + area.nx; ++x) {
            const std::size_t n = std::size_t(area.index(x, y));
            const double depth_m = double(water.cell(x, y).depth_m);
            const double level_m = water.bed_m(x, y) + depth_m;
            if (cover.part[n] > 0.0 && depth_m > 0.0 && level_m > cover.under_m[n]) return level_m;
        }
    return {};
}

Result<void> Bodies::put_on_ground(const scene::Scene& scene, const water::Water& water) {
    bodies::RigidWorldDesc desc;
    desc.gravity_m_per_s2 = gravity_m_per_s2_;
    desc.bodies = placed_;
    desc.joints = joints_;
    desc.ground = {.nx = grid_.nx, .ny = grid_.ny, .cell_m = grid_.cell_m};
    for (int j = 0; j < grid_.ny; ++j)
        for (int i = 0; i < grid_.nx; ++i) desc.ground.bed_m.push_back(water.bed_m(i, j));
    // Bodies stay in the grid, whatever its edges are to the water.
    desc.ground.is_wall = {true, true, true, true};
    if (is_in_space_)
        if (const auto added = add_solids_in_space(scene, water, desc.ground); !added)
            return added.error();
    // Files of solids are read once: those that stand in the water are those of its beginning.
    if (!solids_) {
        auto read = solids_of(scene, grid_);
        if (!read) return read.error();
        solids_ = std::move(read.value());
    }
    desc.ground.solids.insert(desc.ground.solids.end(), solids_->boxes.begin(),
                              solids_->boxes.end());
    desc.ground.discs = solids_->discs;
    auto made = bodies::RigidWorld::create(std::move(desc));
    if (!made) return made.error();
    rigid_.emplace(std::move(made.value()));
    return {};
}

const BodyState& Bodies::state_of(int number) const {
    // One that is being added stands where it starts.
    const bool is_placed = rigid_ && number < rigid_->body_count();
    return is_placed ? rigid_->state(number) : start_[std::size_t(number)];
}

BodyPose Bodies::pose_of(int number) const {
    const bodies::Pose& pose = state_of(number).pose;
    const bodies::Body& body = placed_[std::size_t(number)].body;
    const Quaternion& q = pose.turn;
    return {to_world(pose, -1.0 * body.mass.centre_m), {q.w, q.x, q.y, q.z}};
}

BodyReport Bodies::report(int number) const {
    const std::size_t k = std::size_t(number);
    const BodyState& state = state_of(number);
    const Six& force = reports_[k].force;
    BodyReport out;
    out.name = placed_[k].body.name;
    out.pose = pose_of(number);
    out.centre_m = state.pose.centre_m;
    out.velocity_m_per_s = state.motion.velocity_m_per_s;
    out.spin_rad_per_s = state.motion.spin_rad_per_s;
    out.mass_kg = placed_[k].body.mass.mass_kg;
    out.force_n = {force[0], force[1], force[2]};
    out.torque_nm = {force[3], force[4], force[5]};
    out.submerged_m3 = reports_[k].submerged_m3;
    out.is_asleep = rigid_ && rigid_->is_asleep(number);
    out.is_fixed = placed_[k].body.is_fixed;
    const BodyDrive& drive = drives_[k];
    out.least_inertia_kg_m2 = drive.least_inertia_kg_m2;
    out.is_steered = !drive.thrusters.empty() || !drive.rudders.empty() || !drive.sails.empty();
    return out;
}

int Bodies::find(std::string_view name) const {
    for (int k = 0; k < count(); ++k)
        if (body(k).name == name) return k;
    return -1;
}

void Bodies::warn_if_coarse(int number, const LogHook& log_hook) const {
    constexpr double kFewestCells = 3.0;
    if (!is_in_space_) return;
    Vec3 low = body(number).mesh->positions_m.front(), high = low;
    for (const Vec3& p : body(number).mesh->positions_m) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    const Vec3 size = high - low;
    const double cells = std::min({size.x, size.y, size.z}) / grid_.cell_m;
    if (cells >= kFewestCells) return;
    char text[160];
    std::snprintf(text, sizeof text,
                  "/bodies/%d is %.2g cells thick: below three its buoyancy is coarse and it has "
                  "hardly any drag; use smaller cells",
                  number, cells);
    log(log_hook, LogLevel::Warning, text);
}

void Bodies::set_bed(const exchange::CellArea& area, std::span<const double> bed_m) {
    rigid_->set_bed(area.x0, area.y0, area.nx, area.ny, bed_m);
}

void Bodies::set_bed(const water::Water& water) {
    if (is_in_space_) return;  // solids stand in it, and none of it changes
    std::vector<double> bed_m;
    for (int j = 0; j < grid_.ny; ++j)
        for (int i = 0; i < grid_.nx; ++i) bed_m.push_back(water.bed_m(i, j));
    set_bed({0, 0, grid_.nx, grid_.ny}, bed_m);
}

HullState Bodies::state(int hull) const {
    const BodyState& state = state_of(hull);
    const bodies::Body& body = placed_[std::size_t(hull)].body;
    const Mat3 inertia = bodies::turned(body.mass.inertia_kg_m2, state.pose.turn);
    HullState out;
    out.centre_m = state.pose.centre_m;
    out.motion = six_of(state.motion);
    out.mass_kg = body.mass.mass_kg;
    const Mat3 turn = matrix_of(state.pose.turn);
    for (std::size_t r = 0; r < 3; ++r) {
        out.inertia_kg_m2[3 * r] = inertia.row[r].x;
        out.inertia_kg_m2[3 * r + 1] = inertia.row[r].y;
        out.inertia_kg_m2[3 * r + 2] = inertia.row[r].z;
        out.turn[3 * r] = turn.row[r].x;
        out.turn[3 * r + 1] = turn.row[r].y;
        out.turn[3 * r + 2] = turn.row[r].z;
    }
    // In space, where it may turn at once, the most that it can be.
    const BodyDrive& drive = drives_[std::size_t(hull)];
    out.height_m = is_in_space_    ? 2.0 * drive.radius_m
                   : has_lid(hull) ? covers_now(hull).height_m
                                   : drive.least_side_m;
    out.is_free = !body.is_fixed;
    return out;
}

exchange::HullShape Bodies::shape(int hull) const {
    using Kind = exchange::HullShape::Kind;
    const bodies::Body& body = placed_[std::size_t(hull)].body;
    constexpr Kind kKinds[] = {Kind::Sphere, Kind::Box, Kind::Cylinder, Kind::Capsule, Kind::Mesh};
    return {.kind = kKinds[std::size_t(body.shape.kind)],
            .radius_m = body.shape.radius_m,
            .size_m = body.shape.size_m,
            .middle_m = -1.0 * body.mass.centre_m,
            .mesh = body.mesh};
}

Six Bodies::outside(int hull) const {
    const std::size_t k = std::size_t(hull);
    const double weight_n = placed_[k].body.mass.mass_kg * gravity_m_per_s2_;
    Six all = six_of({actions_[k].outside.force_n, actions_[k].outside.torque_nm});
    all[2] -= weight_n;
    return all;
}

Bodies::Covers& Bodies::covers_now(int number) const {
    Covers& covers = covers_[std::size_t(number)];
    if (covers.has_now) return covers;
    lay_cover(number, state_of(number).pose, covers.now);
    covers.has_now = true;
    if (const auto& table = sphere_covers_[std::size_t(number)]) {
        covers.height_m = table->height_m();
        return covers;
    }
    double low_m = 1e30, high_m = -1e30;
    for (const Vec3& corner : covers.now.corners_m) {
        low_m = std::min(low_m, corner.z);
        high_m = std::max(high_m, corner.z);
    }
    covers.height_m = high_m - low_m;
    return covers;
}

void Bodies::lay_cover(int number, const bodies::Pose& pose, coupling::Cover& out) const {
    const std::size_t k = std::size_t(number);
    if (const auto& table = sphere_covers_[k])
        table->cover(pose.centre_m, grid_, out);
    else
        coupling::cover_cells(*placed_[k].body.mesh, pose, grid_, out);
}

/// For spheres about their centre of mass.
Bodies::SphereTable Bodies::sphere_table_of(const bodies::Body& body) {
    constexpr std::size_t kMostTables = 64;
    if (body.shape.kind != bodies::ShapeKind::Sphere || length(body.mass.centre_m) > 0.0 ||
        !coupling::SphereCoverTable::is_for(body.shape.radius_m, grid_.cell_m))
        return nullptr;
    const auto known = sphere_tables_.find(body.mesh.get());
    if (known != sphere_tables_.end()) return known->second;
    if (sphere_tables_.size() >= kMostTables) return nullptr;
    auto made = std::make_shared<const coupling::SphereCoverTable>(*body.mesh, grid_.cell_m);
    sphere_tables_[body.mesh.get()] = made;
    return made;
}

const exchange::HullCover& Bodies::cover(int hull, double ahead_s) {
    static const exchange::HullCover kNone;
    if (!has_lid(hull)) return kNone;
    Covers& covers = covers_now(hull);
    if (ahead_s == 0.0) return covers.now;
    if (!covers.has_ahead || covers.ahead_s != ahead_s) {
        lay_cover(hull, ahead_of(state_of(hull), ahead_s), covers.ahead);
        covers.has_ahead = true;
        covers.ahead_s = ahead_s;
    }
    return covers.ahead;
}

const exchange::HullCover& Bodies::shifted(int hull, Vec2 by_m) {
    coupling::Cover& out = covers_[std::size_t(hull)].shifted;
    bodies::Pose pose = state_of(hull).pose;
    pose.centre_m.x += by_m.x;
    pose.centre_m.y += by_m.y;
    lay_cover(hull, pose, out);
    return out;
}

/// Covers are those of before, but for bodies that stay where they are.
void Bodies::moved(std::span<const BodyState> before) {
    for (std::size_t k = 0; k < covers_.size(); ++k) {
        const bool stays = !before.empty() && is_at_rest(before[k], state_of(int(k)));
        if (!stays) covers_[k].has_now = covers_[k].has_ahead = false;
    }
}

Six Bodies::trim(int hull) {
    const std::size_t k = std::size_t(hull);
    // Columns of small spheres are steep nowhere but at their rim.
    if (!has_lid(hull) || sphere_covers_[k] || std::isnan(levels_m_[k])) return {};
    const coupling::Cover& cover = covers_now(hull).now;
    const Vec3 about = state_of(hull).pose.centre_m;
    const coupling::Displaced exact =
        coupling::displaced_below(*placed_[k].body.mesh, cover.corners_m, levels_m_[k], about);
    const coupling::Displaced columns =
        coupling::displaced_by_columns(cover, grid_, levels_m_[k], about);
    const double weight = kWaterDensity_kg_per_m3 * gravity_m_per_s2_;
    const double lift_n = weight * (exact.volume_m3 - columns.volume_m3);
    const double about_x_nm = weight * (exact.y_m4 - columns.y_m4);
    const double about_y_nm = -weight * (exact.x_m4 - columns.x_m4);
    // Nothing else of a step knows how it changes as the hull moves: light hulls get no more of it
    // than they can bear.
    constexpr double kMost = 0.2;
    const double own_n = kMost * placed_[k].body.mass.mass_kg * gravity_m_per_s2_;
    const double arm_m = 0.5 * covers_now(hull).height_m;
    const double size_n =
        std::max({std::abs(lift_n), std::abs(about_x_nm) / arm_m, std::abs(about_y_nm) / arm_m});
    const double share = size_n > own_n ? own_n / size_n : 1.0;
    return {0.0, 0.0, share * lift_n, share * about_x_nm, share * about_y_nm, 0.0};
}

/// Finds what acts besides lids, in the water as it is before a step.
void Bodies::look(const exchange::WaterLook& water) {
    const ActionScene scene = {
        water, grid_, {kWaterDensity_kg_per_m3, gravity_m_per_s2_}, wind_m_per_s_};
    workspaces_.resize(std::size_t(water.workers()));
    const auto begin = Clock::now();
    bool has_memory = water.share(count(), [&](int worker, int k) {
        const std::size_t n = std::size_t(k);
        const Vec3 middle = state_of(k).pose.centre_m;
        const exchange::WaterAt at =
            has_lid(k) ? water.at({middle.x, middle.y}) : exchange::WaterAt{};
        levels_m_[n] = at.is_wet ? at.level_m : std::numeric_limits<double>::quiet_NaN();
        find_action(drives_[n], told_[n], placed_[n].body, state_of(k), scene,
                    workspaces_[std::size_t(worker)], actions_[n]);
    });
    times_.forces_s += seconds_since(begin);
    const auto middle = Clock::now();
    has_memory &= water.share(count(), [&](int, int k) {
        const std::size_t n = std::size_t(k);
        const BodyDrive& drive = drives_[n];
        const bool is_large = has_lid(k) || drive.radius_m > kSmallCells * grid_.cell_m;
        const bool needs_cover = is_large && drive.has_flow;
        find_spreads(state_of(k), needs_cover ? &covers_now(k).now : nullptr, scene, actions_[n]);
    });
    times_.borders_s += seconds_since(middle);
    if (!has_memory) throw std::bad_alloc();
}

void Bodies::move(double step_s, std::span<const Six> forces, std::span<Six> motions) {
    const auto begin = Clock::now();
    before_.clear();
    wrenches_.clear();
    for (int k = 0; k < count(); ++k) {
        const std::size_t n = std::size_t(k);
        before_.push_back(rigid_->state(k));
        const Six& force = forces[n];
        bodies::Wrench& all = wrenches_.emplace_back(
            bodies::Wrench{{force[0], force[1], force[2]}, {force[3], force[4], force[5]}});
        on_surface_[n] =
            of_water(actions_[n], body(k), rigid_->state(k), gravity_m_per_s2_, step_s);
        all += on_surface_[n];
        limit_devices(state(k), step_s, actions_[n]);
        all += of_devices(actions_[n], true);
        bodies::Wrench outside = actions_[n].outside;
        outside += of_devices(actions_[n], false);
        all += outside;
    }
    rigid_->solve_velocities(step_s, wrenches_);
    step_s_ = step_s;
    for (int k = 0; k < count(); ++k) motions[std::size_t(k)] = six_of(rigid_->state(k).motion);
    times_.positions_s += seconds_since(begin);
}

void Bodies::keep(std::span<const HullReport> reports) {
    const auto begin = Clock::now();
    reports_.assign(reports.begin(), reports.end());
    gifts_.clear();
    for (std::size_t n = 0; n < placed_.size(); ++n) {
        const Action& action = actions_[n];
        add_gifts(action, on_surface_[n], step_s_, grid_.cell_m, gifts_);
        bodies::Wrench more = on_surface_[n];
        more += of_devices(action, true);
        const Six add = six_of({more.force_n, more.torque_nm});
        for (std::size_t c = 0; c < 6; ++c) reports_[n].force[c] += add[c];
        if (!action.has_lid) reports_[n].submerged_m3 = action.submerged_m3;
    }
    times_.borders_s += seconds_since(begin);
    const auto given = Clock::now();
    std::vector<BodyPose> before;
    if (clock_)
        for (int k = 0; k < count(); ++k) before.push_back(pose_of(k));
    rigid_->move(step_s_);
    moved(before_);
    if (clock_) note_rows(step_s_, before);
    times_.positions_s += seconds_since(given);
}

Bodies::Times Bodies::take_times() {
    return std::exchange(times_, {});
}

bool Bodies::has_helm_due(double time_s) const {
    return helms_done_ < helms_.size() && helms_[helms_done_].event.time_s <= time_s;
}

void Bodies::apply_helms(double time_s) {
    constexpr double kRadians = std::numbers::pi / 180.0;
    for (; has_helm_due(time_s); ++helms_done_) {
        const HelmChange& change = helms_[helms_done_];
        BodyHelm told = helm(change.body);
        if (change.event.throttle) told.throttle = *change.event.throttle;
        if (change.event.rudder_deg) told.rudder_rad = kRadians * *change.event.rudder_deg;
        if (change.event.sheet_deg) told.sheet_rad = kRadians * *change.event.sheet_deg;
        set_helm(change.body, told);
    }
}

void Bodies::set_helm(int number, const BodyHelm& helm) {
    told_[std::size_t(number)].helm = helm;
    rigid_->wake(number);
}

void Bodies::set_force(int number, Vec3 force_n, Vec3 at_m) {
    const bodies::Pose& pose = state_of(number).pose;
    DriveState& told = told_[std::size_t(number)];
    told.push_n = force_n;
    told.push_at_m = transposed(matrix_of(pose.turn)) * (at_m - pose.centre_m);
    rigid_->wake(number);
}

bodies::Motion Bodies::motion_after_hit(int number, Vec3 impulse_ns, Vec3 at_m) const {
    const BodyState& state = state_of(number);
    const bodies::Body& hit = body(number);
    if (hit.is_fixed) return state.motion;
    const Mat3 back = inverse(bodies::turned(hit.mass.inertia_kg_m2, state.pose.turn));
    return {state.motion.velocity_m_per_s + (1.0 / hit.mass.mass_kg) * impulse_ns,
            state.motion.spin_rad_per_s + back * cross(at_m - state.pose.centre_m, impulse_ns)};
}

void Bodies::hit(int number, Vec3 impulse_ns, Vec3 at_m) {
    BodyState state = state_of(number);
    state.motion = motion_after_hit(number, impulse_ns, at_m);
    state.calm_s = 0.0;
    rigid_->set_state(number, state);
    moved({});
}

void Bodies::add_impulse(int number, const Six& impulse) {
    const bodies::Body& hit = body(number);
    if (hit.is_fixed ||
        std::all_of(impulse.begin(), impulse.end(), [](double i) { return i == 0.0; }))
        return;
    BodyState state = state_of(number);
    bodies::Motion& motion = state.motion;
    motion.velocity_m_per_s = motion.velocity_m_per_s +
                              (1.0 / hit.mass.mass_kg) * Vec3{impulse[0], impulse[1], impulse[2]};
    motion.spin_rad_per_s =
        motion.spin_rad_per_s + inverse(bodies::turned(hit.mass.inertia_kg_m2, state.pose.turn)) *
                                    Vec3{impulse[3], impulse[4], impulse[5]};
    state.calm_s = 0.0;
    rigid_->set_state(number, state);
    covers_[std::size_t(number)].has_ahead = false;
}

void Bodies::place(int number, const BodyPose& pose, Vec3 velocity_m_per_s, Vec3 spin_rad_per_s) {
    BodyState state = state_of(number);
    state.pose.turn =
        normalized(Quaternion{pose.turn[0], pose.turn[1], pose.turn[2], pose.turn[3]});
    state.pose.centre_m = pose.at_m + matrix_of(state.pose.turn) * body(number).mass.centre_m;
    state.motion = {velocity_m_per_s, spin_rad_per_s};
    state.calm_s = 0.0;
    rigid_->set_state(number, state);
    moved({});
}

std::optional<double> Bodies::longest_jump_m(int number) const {
    if (!has_lid(number) || is_in_space_) return {};
    return 2.0 * grid_.cell_m;
}

void Bodies::undo() {
    for (int k = 0; k < count(); ++k) rigid_->set_state(k, before_[std::size_t(k)]);
}

void Bodies::start_rows(double now_s, double start_s, double every_s) {
    rows_.clear();
    clock_ = {now_s, start_s, every_s, 0};
    clock_->next = std::int64_t(std::max(0.0, std::floor((now_s - start_s) / every_s)));
    // A row within a millionth of an interval of now has been written.
    while (clock_->next_s() <= now_s + 1e-6 * every_s) ++clock_->next;
}

void Bodies::note_rows(double step_s, const std::vector<BodyPose>& before) {
    const double before_s = clock_->now_s;
    clock_->now_s += step_s;
    for (; clock_->next_s() <= clock_->now_s; ++clock_->next)
        for (int k = 0; k < count(); ++k)
            rows_.push_back(between(before[std::size_t(k)], pose_of(k),
                                    (clock_->next_s() - before_s) / step_s));
}

std::vector<BodyPose> Bodies::end_rows(std::size_t rows) {
    clock_.reset();
    const std::size_t wanted = rows * std::size_t(count());
    while (rows_.size() < wanted)
        for (int k = 0; k < count(); ++k) rows_.push_back(pose_of(k));
    rows_.resize(wanted);
    return std::move(rows_);
}

BodyView Bodies::view_of(int number) const {
    const bodies::Body& body = placed_[std::size_t(number)].body;
    const BodyPose pose = pose_of(number);
    const double across_m = 2.0 * body.shape.radius_m;
    BodyView view;
    view.number = number;
    view.at_m = pose.at_m;
    view.turn = pose.turn;
    for (std::size_t c = 0; c < 3; ++c) view.colour[c] = float(body.colour[c]);
    if (body.shape.kind == bodies::ShapeKind::Sphere) {
        view.shape = BodyView::Shape::Sphere;
        view.size_m = {across_m, across_m, across_m};
    } else if (body.shape.kind == bodies::ShapeKind::Box) {
        view.shape = BodyView::Shape::Box;
        view.size_m = body.shape.size_m;
    } else if (body.shape.kind == bodies::ShapeKind::Cylinder) {
        view.shape = BodyView::Shape::Cylinder;
        view.size_m = {across_m, across_m, body.shape.size_m.z};
    } else {
        // The mesh counts from the centre of mass.
        const TriangleMesh& mesh = body.look ? *body.look : *body.mesh;
        static_assert(sizeof(TriangleMesh::Triangle) == 3 * sizeof(std::uint32_t));
        view.shape = BodyView::Shape::Mesh;
        view.at_m = state_of(number).pose.centre_m;
        view.mesh = {.positions_m = mesh.positions_m,
                     .indices = {mesh.triangles.front().data(), 3 * mesh.triangles.size()}};
    }
    return view;
}

/// A body whose parts have colours of their own is as many views.
void Bodies::add_views(int number) {
    const BodyView whole = view_of(number);
    const bodies::Body& body = placed_[std::size_t(number)].body;
    if (body.part_colours.empty() || !body.look) return views_.push_back(whole);
    const std::vector<TriangleMesh::Part>& parts = body.look->parts;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        const std::size_t end =
            k + 1 < parts.size() ? parts[k + 1].first : body.look->triangles.size();
        if (end == parts[k].first) continue;
        BodyView& view = views_.emplace_back(whole);
        view.mesh.indices =
            whole.mesh.indices.subspan(3 * parts[k].first, 3 * (end - parts[k].first));
        for (const bodies::Body::PartColour& paint : body.part_colours)
            if (paint.part == parts[k].name)
                for (std::size_t c = 0; c < 3; ++c) view.colour[c] = float(paint.colour[c]);
    }
}

std::span<const BodyView> Bodies::views(std::span<const BodyView> solids) {
    views_.assign(solids.begin(), solids.end());
    for (int k = 0; k < count(); ++k) add_views(k);
    return views_;
}

void Bodies::save(ByteWriter& out) const {
    out.put(std::uint64_t(count()));
    for (int k = 0; k < count(); ++k) out.put(state_of(k));
    for (const HullReport& report : reports_) out.put(report);
    for (const DriveState& told : told_) out.put(told);
    out.put(helms_done_);
}

std::optional<Bodies::Saved> Bodies::read_saved(ByteReader& in) const {
    if (in.get<std::uint64_t>() != std::uint64_t(count()) || !in.ok()) return std::nullopt;
    Saved saved;
    for (int k = 0; k < count(); ++k) saved.states.push_back(in.get<BodyState>());
    for (int k = 0; k < count(); ++k) saved.reports.push_back(in.get<HullReport>());
    for (int k = 0; k < count(); ++k) saved.told.push_back(in.get<DriveState>());
    saved.helms_done = in.get<std::uint64_t>();
    const bool are_sound =
        std::ranges::all_of(saved.states, [](const BodyState& state) { return is_sound(state); }) &&
        std::ranges::all_of(saved.reports, [](const HullReport& r) { return is_sound(r); }) &&
        std::ranges::all_of(saved.told, [](const DriveState& told) { return is_sound(told); });
    if (!in.ok() || !are_sound) return std::nullopt;
    return saved;
}

void Bodies::restore(const Saved& saved, std::optional<double> new_events_from_s) {
    for (int k = 0; k < count(); ++k) rigid_->set_state(k, saved.states[std::size_t(k)]);
    reports_ = saved.reports;
    told_ = saved.told;
    helms_done_ = saved.helms_done;
    if (new_events_from_s)
        helms_done_ = std::uint64_t(std::ranges::count_if(
            helms_, [&](const HelmChange& h) { return h.event.time_s < *new_events_from_s; }));
    moved({});
}

std::uint64_t Bodies::checksum() const {
    std::string bytes;
    for (int k = 0; k < count(); ++k) {
        const BodyState& state = state_of(k);
        bytes.append(reinterpret_cast<const char*>(&state.pose), sizeof state.pose);
        bytes.append(reinterpret_cast<const char*>(&state.motion), sizeof state.motion);
    }
    return hash_bytes(bytes);
}

}  // namespace tarn::world
