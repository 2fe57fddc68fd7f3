// Uniform flow down a slope, where friction holds what gravity pulls, from water that is too
// shallow, from water that is too deep and from rest; and a discharge onto a bed that is dry
// everywhere.
#include "../exact/dam_break.hpp"
#include "../norms.hpp"
#include "measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace tarn::cli::validate {
namespace {

constexpr double kLength_m = 200.0, kFlow_m2_per_s = 1.0;
constexpr int kRows = 4;
constexpr std::array kGrids = {50, 100, 200};
constexpr std::array kStarts = {0.3, 2.0};  // of the normal depth
// The slowest waves cross the channel some ten times before the last piece.
constexpr double kSettle_s = 800.0, kPiece_s = 100.0;

struct UniformCase {
    double slope, manning;
    TankEdge outlet;

    /// Manning: q = h^(5/3) sqrt(S)/n.
    double depth_m() const { return std::pow(kFlow_m2_per_s * manning / std::sqrt(slope), 0.6); }
};

TankDesc uniform_tank(const UniformCase& c, int cells, double start_m) {
    TankDesc desc = {.nx = cells, .ny = kRows, .cell_m = kLength_m / cells};
    desc.bed_m = [s = c.slope](double x_m, double) { return s * (kLength_m - x_m); };
    desc.level_m = [=, s = c.slope](double x_m, double) { return s * (kLength_m - x_m) + start_m; };
    desc.manning_s_per_m13 = c.manning;
    desc.edges[0] = {.inflow_m3_per_s = kFlow_m2_per_s * kRows * desc.cell_m};
    desc.edges[1] = c.outlet;
    return desc;
}

struct UniformErrors {
    double depth = 0.0, outlet = 0.0, came_in = 0.0, went_out = 0.0;
};

Result<UniformErrors> errors_from(const UniformCase& c, Tank& tank) {
    const double depth_m = c.depth_m();
    if (const auto done = tank.run(kSettle_s); !done) return done.error();
    const auto settled = tank.through();
    if (!settled) return settled.error();
    if (const auto done = tank.run(kPiece_s); !done) return done.error();
    const auto through = tank.through();
    if (!through) return through.error();
    const auto fields = tank.fields();
    if (!fields) return fields.error();
    const Fields& f = fields.value();
    UniformErrors errors;
    std::vector<double> depth, exact;
    // Fast water comes in at its critical depth, and has the upper half to find the normal one.
    for (int i = f.nx / 2; i < f.nx; ++i) {
        depth.push_back(f.depth_m[f.index(i, 1)]);
        exact.push_back(depth_m);
    }
    const double flow_m3_per_s = kFlow_m2_per_s * kRows * f.cell_m;
    errors.depth = relative_l1(depth, exact);
    errors.outlet = std::abs(depth.back() / depth_m - 1.0);
    errors.came_in =
        std::abs(through.value().in_m3 / (flow_m3_per_s * (kSettle_s + kPiece_s)) - 1.0);
    errors.went_out = std::abs(
        (through.value().out_m3 - settled.value().out_m3) / (flow_m3_per_s * kPiece_s) - 1.0);
    return errors;
}

Result<Outcome> uniform_on(const UniformCase& c, const How& how, int cells) {
    Outcome outcome;
    UniformErrors worst;
    for (const double start : kStarts) {
        auto tank = Tank::create(uniform_tank(c, cells, start * c.depth_m()), how);
        if (!tank) return tank.error();
        const auto errors = errors_from(c, tank.value());
        if (!errors) return errors.error();
        worst.depth = std::max(worst.depth, errors.value().depth);
        worst.outlet = std::max(worst.outlet, errors.value().outlet);
        worst.came_in = std::max(worst.came_in, errors.value().came_in);
        worst.went_out = std::max(worst.went_out, errors.value().went_out);
        outcome.ran_on(tank.value().world());
    }
    outcome.error = worst.depth;
    outcome.figures = {{"outlet", worst.outlet, 0.02},
                       {"came_in", worst.came_in, 0.002},
                       {"went_out", worst.went_out, 0.002}};
    return outcome;
}

Result<Outcome> measure_uniform(const Setting& setting, const UniformCase& c) {
    return with_order(setting, kGrids,
                      [&](int cells) { return uniform_on(c, setting.how, cells); });
}

// A dam of this depth sends what comes in through where it stood.
constexpr DamBreak kDam = {.left_m = 1.0, .right_m = 0.0, .dam_m = 0.0};
constexpr double kFlood_m = 40.0, kFlood_s = 5.0;
constexpr std::array kFloodGrids = {100, 200, 400};

Result<Outcome> flood_on(const How& how, int cells) {
    TankDesc desc = {.nx = cells, .ny = kRows, .cell_m = kFlood_m / cells};
    desc.bed_m = [](double, double) { return 0.0; };
    desc.level_m = [](double, double) { return 0.0; };
    const double flow_m2_per_s =
        8.0 / 27.0 * std::sqrt(kGravity_m_per_s2 * std::pow(kDam.left_m, 3));
    desc.edges[0] = {.inflow_m3_per_s = flow_m2_per_s * kRows * desc.cell_m};
    auto tank = Tank::create(desc, how);
    if (!tank) return tank.error();
    if (const auto done = tank.value().run(kFlood_s); !done) return done.error();
    const auto fields = tank.value().fields();
    if (!fields) return fields.error();
    const auto through = tank.value().through();
    if (!through) return through.error();
    const Fields& f = fields.value();
    std::vector<double> depth, exact;
    for (int i = 0; i < f.nx; ++i) {
        depth.push_back(f.depth_m[f.index(i, 1)]);
        exact.push_back(kDam.at(f.x_m(i), kFlood_s).depth_m);
    }
    Outcome outcome = {.error = relative_l1(depth, exact)};
    const double asked_m3 = flow_m2_per_s * kRows * desc.cell_m * kFlood_s;
    outcome.figures = {{"came_in", std::abs(through.value().in_m3 / asked_m3 - 1.0), 0.002}};
    outcome.ran_on(tank.value().world());
    return outcome;
}

// Water at rest on a slope is let go: u = U tanh(g S t/U), with the speed U at which friction holds
// it, until the waves from the ends of the channel arrive.
constexpr double kStartSlope = 0.02, kStartManning = 0.06, kStartDepth_m = 1.0, kStart_s = 12.0;

Result<Outcome> start_on(const How& how, int cells) {
    const UniformCase slope = {.slope = kStartSlope, .manning = kStartManning, .outlet = {}};
    auto tank = Tank::create(uniform_tank(slope, cells, kStartDepth_m), how);
    if (!tank) return tank.error();
    if (const auto done = tank.value().run(kStart_s); !done) return done.error();
    const auto fields = tank.value().fields();
    if (!fields) return fields.error();
    const Fields& f = fields.value();
    const double pull_m_per_s2 = kGravity_m_per_s2 * kStartSlope;
    const double final_m_per_s =
        std::pow(kStartDepth_m, 2.0 / 3.0) * std::sqrt(kStartSlope) / kStartManning;
    const double exact_m_per_s =
        final_m_per_s * std::tanh(pull_m_per_s2 * kStart_s / final_m_per_s);
    const double u_m_per_s = f.u_m_per_s[f.index(f.nx / 2, 1)];
    Outcome outcome = {.error = std::abs(u_m_per_s / exact_m_per_s - 1.0)};
    outcome.ran_on(tank.value().world());
    return outcome;
}

}  // namespace

Result<Outcome> measure_uniform_start(const Setting& setting) {
    return with_order(setting, kGrids, [&](int cells) { return start_on(setting.how, cells); });
}

Result<Outcome> measure_uniform_slow(const Setting& setting) {
    return measure_uniform(setting, {.slope = 0.01,
                                     .manning = 0.05,
                                     .outlet = {.outflow_kind = "normal", .outflow_slope = 0.01}});
}

Result<Outcome> measure_uniform_fast(const Setting& setting) {
    return measure_uniform(setting,
                           {.slope = 0.05, .manning = 0.03, .outlet = {.outflow_kind = "free"}});
}

Result<Outcome> measure_uniform_free(const Setting& setting) {
    return measure_uniform(setting,
                           {.slope = 0.01, .manning = 0.05, .outlet = {.outflow_kind = "free"}});
}

Result<Outcome> measure_flood(const Setting& setting) {
    return with_order(setting, kFloodGrids,
                      [&](int cells) { return flood_on(setting.how, cells); });
}

}  // namespace tarn::cli::validate
