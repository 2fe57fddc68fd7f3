#include "bodies/ground_contacts.hpp"

#include "base/vector.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace tarn::bodies {
namespace {

void add(Vec3 on_body_m, Vec3 normal, double gap_m, std::vector<GroundContact>& out) {
    out.push_back({on_body_m, on_body_m - gap_m * normal, normal, gap_m});
}

/// Of a corner: the bed below it.
void add_bed_below(Vec3 point_m, const Ground& ground, double reach_m,
                   std::vector<GroundContact>& out) {
    const BedPoint bed = bed_at(ground, point_m.x, point_m.y);
    const double gap_m = (point_m.z - bed.height_m) * bed.normal.z;
    if (gap_m < reach_m) add(point_m, bed.normal, gap_m, out);
}

/// Of a sphere: the nearest point of the bed, found by going back from the tangent plane under the
/// last one. Halved steps settle in hollows of up to half the sphere's radius of curvature.
void add_nearest_bed(Vec3 centre_m, double radius_m, const Ground& ground, double reach_m,
                     std::vector<GroundContact>& out) {
    Vec2 foot_m = {centre_m.x, centre_m.y};
    BedPoint bed = bed_at(ground, foot_m.x, foot_m.y);
    double distance_m = (centre_m.z - bed.height_m) * bed.normal.z;
    if (distance_m - radius_m >= reach_m + radius_m) return;
    for (int round = 0; round < 8; ++round) {
        const Vec3 nearer_m = centre_m - distance_m * bed.normal;
        foot_m = {0.5 * (foot_m.x + nearer_m.x), 0.5 * (foot_m.y + nearer_m.y)};
        bed = bed_at(ground, foot_m.x, foot_m.y);
        distance_m = dot(centre_m - Vec3{foot_m.x, foot_m.y, bed.height_m}, bed.normal);
    }
    const double gap_m = distance_m - radius_m;
    if (gap_m < reach_m) add(centre_m - radius_m * bed.normal, bed.normal, gap_m, out);
}

struct Bounds {
    Vec2 low_m = {1e300, 1e300}, high_m = {-1e300, -1e300};
    double bottom_m = 1e300;

    void add(Vec3 p, double radius_m) {
        low_m = {std::min(low_m.x, p.x - radius_m), std::min(low_m.y, p.y - radius_m)};
        high_m = {std::max(high_m.x, p.x + radius_m), std::max(high_m.y, p.y + radius_m)};
        bottom_m = std::min(bottom_m, p.z - radius_m);
    }
};

/// The bed in the middle of a cell.
struct Node {
    int x, y;
    Vec3 at_m;
};

Vec3 place_of(const Ground& ground, int x, int y) {
    const double x_m = ground.node_x_m(x), y_m = ground.node_y_m(y);
    return {x_m, y_m, bed_at(ground, x_m, y_m).height_m};
}

/// True if no neighbour of the node reaches beyond it along a direction: only then can something
/// that comes from there touch the node, and not what lies beside it.
bool is_peak(const Ground& ground, const Node& node, Vec3 direction) {
    const double tolerance_m = 1e-6 * ground.cell_m;
    for (const auto& [dx, dy] :
         {std::pair(-1, 0), std::pair(1, 0), std::pair(0, -1), std::pair(0, 1)}) {
        const Vec3 beside_m = place_of(ground, node.x + dx, node.y + dy);
        if (dot(beside_m - node.at_m, direction) > tolerance_m) return false;
    }
    return true;
}

/// Where the line up from a node enters the hull.
struct Entry {
    double way_m =
        std::numeric_limits<double>::infinity();  ///< infinite: it passes beside the hull
    Vec3 normal;                                  ///< of the side there, into the hull
};

Entry entry_above(const CollisionHull& hull, const Pose& pose, Vec3 node_m) {
    const Mat3 turn = matrix_of(pose.turn), to_body = transposed(turn);
    const Vec3 from = to_body * (node_m - pose.centre_m), up = to_body * Vec3{0.0, 0.0, 1.0};
    double enter_m = -std::numeric_limits<double>::infinity(), leave_m = -enter_m;
    Vec3 outward;
    for (const Plane& plane : hull.planes) {
        const double rise = dot(plane.normal, up);
        const double left_m = plane.offset_m - dot(plane.normal, from);
        if (rise < 0.0 && left_m / rise > enter_m) {
            enter_m = left_m / rise;
            outward = plane.normal;
        }
        if (rise > 0.0) leave_m = std::min(leave_m, left_m / rise);
        if (rise == 0.0 && left_m < 0.0) return {};
    }
    if (!(enter_m < leave_m)) return {};
    return {enter_m, (-1.0) * (turn * outward)};
}

template <class Visit>
void for_high_nodes(const Ground& ground, const Bounds& bounds, double reach_m, Visit&& visit) {
    const NodeRange range = nodes_under(ground, bounds.low_m, bounds.high_m);
    for (int y = range.y0; y <= range.y1; ++y)
        for (int x = range.x0; x <= range.x1; ++x)
            if (ground.node_m(x, y) > bounds.bottom_m - reach_m)
                visit(Node{x, y, place_of(ground, x, y)});
}

void add_sphere_contacts(Vec3 centre_m, double radius_m, const Ground& ground, double reach_m,
                         std::vector<GroundContact>& out) {
    Bounds bounds;
    bounds.add(centre_m, radius_m);
    add_nearest_bed(centre_m, radius_m, ground, reach_m, out);
    for_high_nodes(ground, bounds, reach_m, [&](const Node& node) {
        const Vec3 arm = centre_m - node.at_m;
        const double gap_m = length(arm) - radius_m;
        const Vec3 normal = normalized(arm);
        if (gap_m < reach_m && normal.z > 0.0 && is_peak(ground, node, normal))
            add(centre_m - radius_m * normal, normal, gap_m, out);
    });
}

}  // namespace

void add_bed_contacts(const CollisionHull& hull, const Pose& pose, const Ground& ground,
                      double reach_m, std::vector<GroundContact>& out) {
    if (!ground.has_bed()) return;
    if (hull.is_sphere)
        return add_sphere_contacts(to_world(pose, hull.centre_m), hull.radius_m, ground, reach_m,
                                   out);
    const Mat3 turn = matrix_of(pose.turn);
    Bounds bounds;
    for (const Vec3& p : hull.points_m) bounds.add(pose.centre_m + turn * p, 0.0);
    bool is_near = false;
    for_high_nodes(ground, bounds, reach_m, [&](const Node& node) {
        is_near = true;
        // A peak of the bed meets a side of the hull: the side says where it pushes.
        const Entry entry = entry_above(hull, pose, node.at_m);
        const double gap_m = entry.way_m * entry.normal.z;
        if (gap_m < reach_m && is_peak(ground, node, entry.normal))
            add(node.at_m + gap_m * entry.normal, entry.normal, gap_m, out);
    });
    // The bed is nowhere higher than the cells around: far below the hull, no corner of it can
    // touch.
    if (!is_near) return;
    for (const Vec3& p : hull.points_m)
        add_bed_below(pose.centre_m + turn * p, ground, reach_m, out);
}

void add_wall_contacts(const CollisionHull& hull, const Pose& pose, const Ground& ground, Edge edge,
                       double reach_m, std::vector<GroundContact>& out) {
    const double width_m = ground.nx * ground.cell_m, height_m = ground.ny * ground.cell_m;
    const Vec3 normal = edge == Edge::West    ? Vec3{1.0, 0.0, 0.0}
                        : edge == Edge::East  ? Vec3{-1.0, 0.0, 0.0}
                        : edge == Edge::South ? Vec3{0.0, 1.0, 0.0}
                                              : Vec3{0.0, -1.0, 0.0};
    const double offset_m = edge == Edge::East ? -width_m : edge == Edge::North ? -height_m : 0.0;
    const auto add_point = [&](Vec3 p, double radius_m) {
        const double gap_m = dot(normal, p) - offset_m - radius_m;
        if (gap_m < reach_m) add(p - radius_m * normal, normal, gap_m, out);
    };
    if (hull.is_sphere) return add_point(to_world(pose, hull.centre_m), hull.radius_m);
    const double nearest_m = dot(normal, pose.centre_m) - offset_m - hull.radius_m;
    if (nearest_m >= reach_m) return;
    const Mat3 turn = matrix_of(pose.turn);
    for (const Vec3& p : hull.points_m) add_point(pose.centre_m + turn * p, 0.0);
}

void keep_outermost(double near_m, std::vector<GroundContact>& contacts) {
    constexpr std::size_t kDirections = 8;
    if (contacts.size() <= kDirections) return;
    std::size_t deepest = 0;
    for (std::size_t k = 1; k < contacts.size(); ++k)
        if (contacts[k].gap_m < contacts[deepest].gap_m) deepest = k;
    const Vec3 normal = contacts[deepest].normal;
    const Vec3 aside = normalized(
        cross(normal, magnitude(normal.x) < 0.7 ? Vec3{1.0, 0.0, 0.0} : Vec3{0.0, 1.0, 0.0}));
    const Vec3 along = cross(aside, normal);
    const double limit_m = std::max(contacts[deepest].gap_m, 0.0) + near_m;
    std::array<std::size_t, kDirections + 1> kept = {};
    for (std::size_t d = 0; d < kDirections; ++d) {
        constexpr double kAcross[kDirections] = {1, 1, 0, -1, -1, -1, 0, 1};
        const Vec3 way = kAcross[d] * aside + kAcross[(d + 6) % kDirections] * along;
        std::size_t best = deepest;
        for (std::size_t k = 0; k < contacts.size(); ++k)
            if (contacts[k].gap_m <= limit_m &&
                dot(contacts[k].on_body_m, way) > dot(contacts[best].on_body_m, way))
                best = k;
        kept[d] = best;
    }
    kept[kDirections] = deepest;
    std::sort(kept.begin(), kept.end());
    const auto end = std::unique(kept.begin(), kept.end());
    std::size_t count = 0;
    for (auto k = kept.begin(); k != end; ++k) contacts[count++] = contacts[*k];
    contacts.resize(count);
}

}  // namespace tarn::bodies
