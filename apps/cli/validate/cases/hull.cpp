// Boxes that are held or towed, against linear theory with the hull as a lid.
#include "../exact/hull.hpp"

#include "../capsize.hpp"
#include "../norms.hpp"
#include "measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace tarn::cli::validate {
namespace {

constexpr double kDensity_kg_per_m3 = 1000.0;
// Four rows of cells are as good as any number: nothing changes across the channel.
constexpr int kRows = 4;

/// A channel whose waves leave, and a box of 4 m across all of it, half a metre of it under water.
constexpr LidChannel kChannel = {.depth_m = 1.5, .draft_m = 0.5, .half_length_m = 2.0};
constexpr double kBoxHeight_m = 1.0;

TankDesc channel_tank(double length_m, int cells, double box_at_m) {
    TankDesc desc = {.nx = cells, .ny = kRows, .cell_m = length_m / cells};
    desc.level_m = [](double, double) { return kChannel.depth_m; };
    desc.edges[0].word = desc.edges[1].word = "open";
    const double width_m = kRows * desc.cell_m;
    desc.boxes = {{.size_m = {2.0 * kChannel.half_length_m, width_m, kBoxHeight_m},
                   .at_m = {box_at_m, 0.5 * width_m,
                            kChannel.depth_m + 0.5 * kBoxHeight_m - kChannel.draft_m}}};
    return desc;
}

/// One step of the water after the other, `step_s` or a little less each.
template <class Look>
Result<void> run_steps(Tank& tank, double seconds, double step_s, Look look) {
    const int count = int(std::ceil(seconds / step_s));
    const double each_s = seconds / count;
    for (int k = 1; k <= count; ++k) {
        if (const auto done = tank.run(each_s); !done) return done.error();
        const auto body = tank.world().body(0);
        if (!body) return body.error();
        look(k * each_s, each_s, body.value());
    }
    return {};
}

/// A pulse from the west passes a box that is held: lift and thrust, over their largest exact
/// values.
Result<Outcome> wave_force_on(const How& how, int cells) {
    constexpr double kLength_m = 40.0, kBox_m = 24.03, kPulseAt_m = 10.0, kPulse_m = 2.0;
    // Terms beyond the linear ones are a hundredth of it.
    constexpr double kRise_m = 0.003, kLast_s = 6.0;
    TankDesc desc = channel_tank(kLength_m, cells, kBox_m);
    desc.boxes[0].is_fixed = true;
    const auto rise_m = [=](double x_m) {
        const double off = (x_m - kPulseAt_m) / kPulse_m;
        return kRise_m * std::exp(-off * off);
    };
    desc.level_m = [=](double x_m, double) { return kChannel.depth_m + rise_m(x_m); };
    desc.velocity_m_per_s = [=](double x_m, double) {
        const double deep_m = kChannel.depth_m + rise_m(x_m);
        return Vec2{2.0 * (std::sqrt(kGravity_m_per_s2 * deep_m) - kChannel.wave_m_per_s()), 0.0};
    };
    const double width_m = kRows * desc.cell_m;
    auto tank = Tank::create(desc, how);
    if (!tank) return tank.error();
    LidWaveForce exact(kChannel, [=](double time_s) {
        return rise_m(kBox_m - kChannel.half_length_m - kChannel.wave_m_per_s() * time_s);
    });
    const double still_n = kDensity_kg_per_m3 * kGravity_m_per_s2 * kChannel.draft_m * 2.0 *
                           kChannel.half_length_m * width_m;
    double lift_error_n = 0.0, thrust_error_n = 0.0, most_lift_n = 0.0, most_thrust_n = 0.0;
    const double step_s = 0.8 * kLength_m / cells / kChannel.wave_m_per_s();
    const auto done = run_steps(
        tank.value(), kLast_s, step_s, [&](double time_s, double each_s, const BodyReport& box) {
            // A force is the mean over its step.
            const auto [lift, thrust] = exact.at(time_s - 0.5 * each_s);
            const double unit_n = kDensity_kg_per_m3 * width_m;
            lift_error_n =
                std::max(lift_error_n, std::abs(box.force_n.z - still_n - unit_n * lift));
            thrust_error_n = std::max(thrust_error_n, std::abs(box.force_n.x - unit_n * thrust));
            most_lift_n = std::max(most_lift_n, std::abs(unit_n * lift));
            most_thrust_n = std::max(most_thrust_n, std::abs(unit_n * thrust));
        });
    if (!done) return done.error();
    Outcome outcome;
    outcome.figures = {{.name = "lift", .value = lift_error_n / most_lift_n},
                       {.name = "thrust", .value = thrust_error_n / most_thrust_n}};
    outcome.error = std::max(outcome.figures[0].value, outcome.figures[1].value);
    outcome.ran_on(tank.value().world());
    return outcome;
}

struct Tow {
    double froude = 0.0, drag_n = 0.0, half_angle_deg = 0.0;
};

constexpr double kTowDepth_m = 1.0, kTowCell_m = 0.125;

/// The angle of the bow wave to the way of the hull, from its crest in rows beside it.
double half_angle_deg(const Fields& f, double hull_x_m, double hull_y_m) {
    constexpr double kNearest_m = 2.0, kFarthest_m = 5.5;
    std::vector<double> xs, ys;
    for (int j = 0; j < f.ny; ++j) {
        const double off_m = f.y_m(j) - hull_y_m;
        if (off_m < kNearest_m || off_m > kFarthest_m) continue;
        int top = 1;
        for (int i = 1; i + 1 < f.nx && f.x_m(i) < hull_x_m; ++i)
            if (f.level_m[f.index(i, j)] > f.level_m[f.index(top, j)]) top = i;
        const double a = f.level_m[f.index(top - 1, j)], b = f.level_m[f.index(top, j)],
                     c = f.level_m[f.index(top + 1, j)];
        const double bend = a - 2.0 * b + c;
        xs.push_back(f.x_m(top) + (bend < 0.0 ? 0.5 * f.cell_m * (a - c) / bend : 0.0));
        ys.push_back(off_m);
    }
    double x_mean = 0.0, y_mean = 0.0, xy = 0.0, yy = 0.0;
    for (std::size_t k = 0; k < xs.size(); ++k) {
        x_mean += xs[k] / double(xs.size());
        y_mean += ys[k] / double(ys.size());
    }
    for (std::size_t k = 0; k < xs.size(); ++k) {
        xy += (xs[k] - x_mean) * (ys[k] - y_mean);
        yy += (ys[k] - y_mean) * (ys[k] - y_mean);
    }
    return std::atan2(yy, -xy) * 180.0 / std::numbers::pi;
}

/// A flat box towed over 20 m of open water.
Result<Tow> towed(const How& how, double froude, Outcome& outcome) {
    constexpr double kFrom_m = 4.0, kWay_m = 20.0, kDraft_m = 0.015;
    TankDesc desc = {.nx = 240, .ny = 112, .cell_m = kTowCell_m};
    desc.level_m = [](double, double) { return kTowDepth_m; };
    for (TankEdge& edge : desc.edges) edge.word = "open";
    const double speed = froude * std::sqrt(kGravity_m_per_s2 * kTowDepth_m);
    const double middle_m = 0.5 * desc.ny * desc.cell_m;
    desc.boxes = {{.size_m = {1.0, 0.75, 0.4},
                   .at_m = {kFrom_m, middle_m, kTowDepth_m + 0.2 - kDraft_m},
                   .velocity_m_per_s = {speed, 0.0, 0.0},
                   .is_fixed = true}};
    auto tank = Tank::create(desc, how);
    if (!tank) return tank.error();
    const double last_s = kWay_m / speed;
    Tow tow = {.froude = froude};
    double counted_s = 0.0;
    const auto done = run_steps(tank.value(), last_s, 0.1 * kTowCell_m,
                                [&](double time_s, double each_s, const BodyReport& box) {
                                    // What the start has stirred up is gone by then.
                                    if (time_s < 0.5 * last_s) return;
                                    tow.drag_n -= each_s * box.force_n.x;
                                    counted_s += each_s;
                                });
    if (!done) return done.error();
    tow.drag_n /= counted_s;
    const auto fields = tank.value().fields();
    if (!fields) return fields.error();
    tow.half_angle_deg = half_angle_deg(fields.value(), kFrom_m + kWay_m, middle_m);
    outcome.ran_on(tank.value().world());
    return tow;
}

/// A box held at a heel, with the volume under water that it floats with: its moment about its
/// middle over that of the exact righting arm.
Result<double> righting_error(const How& how, double heel_deg, Outcome& outcome) {
    constexpr double kBeam_m = 2.5, kHeight_m = 1.0, kDraft_m = 0.5, kLong_m = 2.0, kDepth_m = 2.0;
    TankDesc desc = {.nx = 60, .ny = 60, .cell_m = 0.1};
    desc.level_m = [](double, double) { return kDepth_m; };
    const double heel_rad = heel_deg * std::numbers::pi / 180.0;
    const Righting exact = box_righting(kBeam_m, kHeight_m, kDraft_m, heel_rad);
    desc.boxes = {{.size_m = {kLong_m, kBeam_m, kHeight_m},
                   .at_m = {3.013, 3.027, kDepth_m + exact.middle_above_level_m},
                   .rotate_deg = {heel_deg, 0.0, 0.0},
                   .is_fixed = true}};
    auto tank = Tank::create(desc, how);
    if (!tank) return tank.error();
    if (const auto done = tank.value().run(0.05); !done) return done.error();
    const auto box = tank.value().world().body(0);
    if (!box) return box.error();
    outcome.ran_on(tank.value().world());
    const double weight_n = kDensity_kg_per_m3 * kGravity_m_per_s2 * kLong_m * kBeam_m * kDraft_m;
    return std::abs(-box.value().torque_nm.x / (weight_n * exact.arm_m) - 1.0);
}

/// A box that drifts with a uniform current.
struct Drift {
    std::string name;
    Vec2 current_m_per_s;
    double yaw_deg = 0.0;
    bool is_channel = false;  ///< the box reaches from wall to wall
};

/// The mean force along the current on a box that floats in it, half under water, over the pressure
/// that the current would have on its bow if it were held. Seen from the box nothing moves.
Result<double> drift_force(const How& how, const Drift& drift, Outcome& outcome) {
    constexpr double kDepth_m = 1.5, kDraft_m = 0.5, kLong_m = 4.0, kLast_s = 4.0;
    TankDesc desc = {.nx = 140, .ny = 100, .cell_m = 0.1};
    if (drift.is_channel) desc.nx = 200, desc.ny = kRows;
    desc.level_m = [](double, double) { return kDepth_m; };
    desc.velocity_m_per_s = [&](double, double) { return drift.current_m_per_s; };
    for (TankEdge& edge : desc.edges) edge.word = "periodic";
    if (drift.is_channel) desc.edges[2].word = desc.edges[3].word = "slip";
    const double beam_m = drift.is_channel ? kRows * desc.cell_m : 2.0;
    const Vec2 current = drift.current_m_per_s;
    desc.boxes = {{.size_m = {kLong_m, beam_m, 2.0 * kDraft_m},
                   .at_m = {5.03, drift.is_channel ? 0.5 * beam_m : 5.02, kDepth_m},
                   .rotate_deg = {0.0, 0.0, drift.yaw_deg},
                   .velocity_m_per_s = {current.x, current.y, 0.0}}};
    auto tank = Tank::create(desc, how);
    if (!tank) return tank.error();
    if (const auto done = tank.value().run(kLast_s); !done) return done.error();
    const auto box = tank.value().world().body(0);
    if (!box) return box.error();
    outcome.ran_on(tank.value().world());
    const Vec3 after = box.value().velocity_m_per_s;
    const double speed = std::hypot(current.x, current.y);
    const double lost =
        speed - (after.x * current.x + after.y * current.y) / speed;  // along the current
    const double mass_kg = kDensity_kg_per_m3 * kLong_m * beam_m * kDraft_m;
    const double bow_n = 0.5 * kDensity_kg_per_m3 * speed * speed * beam_m * kDraft_m;
    return mass_kg * std::abs(lost) / kLast_s / bow_n;
}

}  // namespace

Result<Outcome> measure_hull_drift(const Setting& setting) {
    const std::array<Drift, 4> drifts = {{{"channel", {0.5, 0.0}, 0.0, true},
                                          {"wide", {0.5, 0.0}},
                                          {"oblique", {0.4, 0.3}},
                                          {"turned", {0.5, 0.0}, 30.0}}};
    Outcome outcome;
    for (const Drift& drift : drifts) {
        const auto force = drift_force(setting.how, drift, outcome);
        if (!force) return force.error();
        outcome.figures.push_back({.name = drift.name, .value = force.value()});
        outcome.error = std::max(outcome.error, force.value());
    }
    return outcome;
}

Result<Outcome> measure_hull_righting(const Setting& setting) {
    Outcome outcome;
    for (const int heel_deg : {5, 10, 15, 20, 25, 30}) {
        const auto error = righting_error(setting.how, heel_deg, outcome);
        if (!error) return error.error();
        outcome.figures.push_back(
            {.name = "at_" + std::to_string(heel_deg) + "_deg", .value = error.value()});
        outcome.error = std::max(outcome.error, error.value());
    }
    return outcome;
}

/// Let go at three heels in still water and met by a wave, with two centres of mass, at two
/// resolutions and with two steps: in still water it comes upright where its exact righting arm
/// says, under the wave as FLOAT reports, with its centre of mass low and not with it high.
Result<Outcome> measure_hull_capsize(const Setting& setting) {
    constexpr std::array<double, 4> kHeels_deg = {60.0, 75.0, 100.0, 0.0};  // 0: the wave
    Outcome outcome;
    outcome.scheme = "fv", outcome.backend = "cpu";
    for (const double centre_m : {0.5, 1.65}) {
        const double vanishing_deg = vanishing_stability_deg(centre_m);
        for (const double heel_deg : kHeels_deg) {
            const bool is_met = heel_deg == 0.0;
            const bool should = is_met ? centre_m < 1.0 : heel_deg < vanishing_deg;
            double wrong = 0.0;
            for (const int refinement : {1, 2})
                for (const double step_part : {1.0, 0.5}) {
                    const auto roll =
                        let_go(setting.how, {centre_m, heel_deg, is_met, refinement, step_part});
                    if (!roll) return roll.error();
                    wrong += roll.value().is_upright == should ? 0.0 : 1.0;
                }
            outcome.figures.push_back(
                {.name = (is_met ? std::string("wave") : std::to_string(int(heel_deg)) + "_deg") +
                         (centre_m < 1.0 ? "_low" : "_high"),
                 .value = wrong});
            outcome.error += wrong;
        }
        outcome.figures.push_back(
            {.name = std::string("vanishing_deg") + (centre_m < 1.0 ? "_low" : "_high"),
             .value = vanishing_deg});
    }
    return outcome;
}

Result<Outcome> measure_hull_wave_force(const Setting& setting) {
    constexpr std::array kGrids = {200, 400, 800};
    return with_order(setting, kGrids,
                      [&](int cells) { return wave_force_on(setting.how, cells); });
}

Result<Outcome> measure_hull_wake(const Setting& setting) {
    Outcome outcome;
    for (const double froude : {1.2, 1.5, 2.0}) {
        const auto tow = towed(setting.how, froude, outcome);
        if (!tow) return tow.error();
        const double mach_deg = std::asin(1.0 / froude) * 180.0 / std::numbers::pi;
        outcome.figures.push_back(
            {.name = "half_angle_deg_at_" + std::to_string(froude).substr(0, 3),
             .value = tow.value().half_angle_deg});
        outcome.error = std::max(outcome.error, std::abs(tow.value().half_angle_deg - mach_deg));
    }
    return outcome;
}

Result<Outcome> measure_hull_wave_drag(const Setting& setting) {
    Outcome outcome;
    const auto slow = towed(setting.how, 0.5, outcome), fast = towed(setting.how, 1.5, outcome);
    if (!slow) return slow.error();
    if (!fast) return fast.error();
    outcome.figures = {{.name = "drag_n_at_0.5", .value = slow.value().drag_n},
                       {.name = "drag_n_at_1.5", .value = fast.value().drag_n}};
    // A hull that is pushed along by its own waves has no drag to compare with.
    outcome.error = fast.value().drag_n > 0.0 ? std::abs(slow.value().drag_n) / fast.value().drag_n
                                              : std::numeric_limits<double>::infinity();
    return outcome;
}

}  // namespace tarn::cli::validate
