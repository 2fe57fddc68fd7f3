#include "capsize.hpp"

#include "exact/hull.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tarn::cli::validate {
namespace {

constexpr double kDensity_kg_per_m3 = 1000.0, kCell_m = 0.5;
constexpr double kRadians = std::numbers::pi / 180.0;

double draft_m() {
    return kYachtMass_kg / (kDensity_kg_per_m3 * kYachtLength_m * kYachtBeam_m);
}

/// Still water around a boat along x, or a crest that comes from the west at a boat along y.
struct Basin {
    double length_m, width_m, depth_m;
    Vec2 boat_m;  ///< between cells, as a boat stands anywhere
    double last_s;
};
constexpr Basin kStill = {30.0, 24.0, 8.0, {15.013, 12.017}, 12.0};
constexpr Basin kWave = {80.0, 26.0, 6.0, {45.013, 13.017}, 12.0};

/// One peak of FLOAT's wave, A |sin|^8 with A = 4 m; it gives no length, ours is 30 m from peak to
/// peak. It travels alone as a simple wave.
double crest_m(double x_m) {
    constexpr double kAt_m = 20.0, kPeakToPeak_m = 30.0;
    const double off_m = x_m - kAt_m;
    if (std::abs(off_m) > 0.5 * kPeakToPeak_m) return 0.0;
    return kYachtWave_m * std::pow(std::cos(std::numbers::pi * off_m / kPeakToPeak_m), 8.0);
}

TankDesc tank_of(const Release& release) {
    const Basin& basin = release.is_met_by_wave ? kWave : kStill;
    TankDesc desc;
    desc.cell_m = kCell_m / release.refinement;
    desc.nx = int(std::lround(basin.length_m / desc.cell_m));
    desc.ny = int(std::lround(basin.width_m / desc.cell_m));
    const double depth_m = basin.depth_m;
    desc.level_m = [=](double, double) { return depth_m; };
    if (release.is_met_by_wave) {
        desc.edges[0].word = desc.edges[1].word = "open";
        desc.level_m = [=](double x_m, double) { return depth_m + crest_m(x_m); };
        desc.velocity_m_per_s = [=](double x_m, double) {
            const double still = std::sqrt(kGravity_m_per_s2 * depth_m);
            return Vec2{2.0 * (std::sqrt(kGravity_m_per_s2 * (depth_m + crest_m(x_m))) - still),
                        0.0};
        };
    }
    const Righting afloat =
        box_righting(kYachtBeam_m, kYachtHeight_m, draft_m(), release.heel_deg * kRadians);
    desc.boxes = {
        {.size_m = {kYachtLength_m, kYachtBeam_m, kYachtHeight_m},
         .at_m = {basin.boat_m.x, basin.boat_m.y, depth_m + afloat.middle_above_level_m},
         .density_kg_per_m3 = kYachtMass_kg / (kYachtLength_m * kYachtBeam_m * kYachtHeight_m),
         .centre_m = {0.0, 0.0, release.centre_above_base_m - 0.5 * kYachtHeight_m},
         .rotate_deg = {release.heel_deg, 0.0, release.is_met_by_wave ? 90.0 : 0.0}}};
    return desc;
}

/// How far its mast lies over: by the boat's own y and z axes.
double heel_deg(const BodyPose& pose) {
    const auto [w, x, y, z] = pose.turn;
    return std::atan2(2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)) / kRadians;
}

}  // namespace

double Roll::largest_deg() const {
    double most = 0.0;
    for (const double heel : heels_deg) most = std::max(most, std::abs(heel));
    return most;
}

Result<Roll> let_go(const How& how, const Release& release) {
    const TankDesc desc = tank_of(release);
    auto tank = Tank::create(desc, how);
    if (!tank) return tank.error();
    const Basin& basin = release.is_met_by_wave ? kWave : kStill;
    // The water's own step, so that half of it is half of what was taken.
    constexpr double kCourant = 0.4;
    const double step_s =
        release.step_part * kCourant * desc.cell_m / std::sqrt(kGravity_m_per_s2 * basin.depth_m);
    const int count = int(std::ceil(basin.last_s / step_s));
    Roll roll;
    double up = 0.0;
    for (int k = 1; k <= count; ++k) {
        if (const auto done = tank.value().run(basin.last_s / count); !done) return done.error();
        const auto boat = tank.value().world().body(0);
        if (!boat) return boat.error();
        roll.times_s.push_back(basin.last_s * k / count);
        roll.heels_deg.push_back(heel_deg(boat.value().pose));
        if (k > 0.8 * count) up += std::cos(roll.heels_deg.back() * kRadians);
    }
    roll.is_upright = up > 0.0;
    return roll;
}

double vanishing_stability_deg(double centre_above_base_m) {
    const double below_m = 0.5 * kYachtHeight_m - centre_above_base_m;
    const auto arm_m = [&](double heel_deg) {
        const double heel_rad = heel_deg * kRadians;
        return box_righting(kYachtBeam_m, kYachtHeight_m, draft_m(), heel_rad).arm_m +
               below_m * std::sin(heel_rad);
    };
    double low_deg = 10.0, high_deg = 170.0;  // it rights, it does not
    for (int k = 0; k < 40; ++k) {
        const double middle_deg = 0.5 * (low_deg + high_deg);
        (arm_m(middle_deg) > 0.0 ? low_deg : high_deg) = middle_deg;
    }
    return low_deg;
}

}  // namespace tarn::cli::validate
