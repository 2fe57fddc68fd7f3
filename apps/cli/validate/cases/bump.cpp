// Steady flow over a bump in 25 m: slow, slow to fast, and back to slow through a jump.
#include "../exact/bump_flow.hpp"
#include "../norms.hpp"
#include "measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace tarn::cli::validate {
namespace {

constexpr double kLength_m = 25.0;
constexpr int kRows = 4;
constexpr std::array kGrids = {62, 125, 250};
// Waves run to and fro between the edges before the flow is steady.
constexpr double kPiece_s = 20.0, kLongest_s = 600.0, kSteady = 1e-6;
constexpr int kCellsOfJump = 3;  // on each side of it that the discharge is not judged in

struct BumpCase {
    const char* name;
    BumpFlow flow;
    double start_level_m;
    TankEdge outlet;
};

TankDesc bump_tank(const BumpCase& c, int cells) {
    TankDesc desc = {.nx = cells, .ny = kRows, .cell_m = kLength_m / cells};
    desc.bed_m = [](double x_m, double) { return bump_bed_m(x_m); };
    desc.level_m = [level_m = c.start_level_m](double, double) { return level_m; };
    desc.edges[0] = {.inflow_m3_per_s = c.flow.discharge_m2_per_s * kRows * desc.cell_m};
    desc.edges[1] = c.outlet;
    desc.edges[2].word = desc.edges[3].word = "periodic";
    return desc;
}

/// Runs until the depth hardly changes any more.
Result<Fields> run_to_steady(Tank& tank) {
    auto before = tank.fields();
    for (double time_s = 0.0; before && time_s < kLongest_s; time_s += kPiece_s) {
        if (const auto done = tank.run(kPiece_s); !done) return done.error();
        auto now = tank.fields();
        if (!now) return now;
        const double change = relative_l1(now.value().depth_m, before.value().depth_m);
        before = std::move(now);
        if (change < kSteady) break;
    }
    return before;
}

/// Where the depth rises through the mean of both sides of the exact jump.
double jump_m(const BumpFlow& flow, const Fields& fields) {
    const double exact_m = flow.shock_m();
    const double mark_m = 0.5 * (flow.at(exact_m - 1e-6).depth_m + flow.at(exact_m + 1e-6).depth_m);
    for (int i = 1; i < fields.nx; ++i) {
        const double before = fields.depth_m[fields.index(i - 1, 0)];
        const double after = fields.depth_m[fields.index(i, 0)];
        if (fields.x_m(i) > 10.0 && before < mark_m && after >= mark_m)
            return fields.x_m(i - 1) + fields.cell_m * (mark_m - before) / (after - before);
    }
    return 0.0;
}

Plot profile_plot(const BumpCase& c, const Fields& fields) {
    io::Series got = {.name = "Tarn"}, bed = {.name = "bed"};
    io::Series exact = {.name = "exact", .style = io::SeriesStyle::Dashed};
    for (int i = 0; i < fields.nx; ++i) {
        const double x_m = fields.x_m(i), z_m = bump_bed_m(x_m);
        for (io::Series* series : {&got, &exact, &bed}) series->x.push_back(x_m);
        bed.y.push_back(z_m);
        got.y.push_back(z_m + fields.depth_m[fields.index(i, 0)]);
        exact.y.push_back(z_m + c.flow.at(x_m).depth_m);
    }
    return {c.name,
            {.title = "Steady flow over a bump",
             .x_label = "x, m",
             .y_label = "level, m",
             .series = {std::move(got), std::move(exact), std::move(bed)}}};
}

Result<Outcome> measure_on(const BumpCase& c, const How& how, int cells) {
    auto made = Tank::create(bump_tank(c, cells), how);
    if (!made) return made.error();
    Tank& tank = made.value();
    const auto fields = run_to_steady(tank);
    if (!fields) return fields.error();
    const Fields& f = fields.value();
    const bool has_jump = c.flow.regime == BumpRegime::Shock;
    const double exact_jump_m = has_jump ? c.flow.shock_m() : 0.0;
    std::vector<double> depth, exact;
    double discharge_error = 0.0;
    for (int i = 0; i < f.nx; ++i) {
        const std::size_t k = f.index(i, 0);
        depth.push_back(f.depth_m[k]);
        exact.push_back(c.flow.at(f.x_m(i)).depth_m);
        if (has_jump && std::abs(f.x_m(i) - exact_jump_m) < kCellsOfJump * f.cell_m) continue;
        discharge_error =
            std::max(discharge_error,
                     std::abs(f.depth_m[k] * f.u_m_per_s[k] / c.flow.discharge_m2_per_s - 1.0));
    }
    Outcome outcome = {.error = relative_l1(depth, exact)};
    outcome.figures = {{"discharge", discharge_error, 0.005},
                       {"time_s", tank.world().time_s() / how.variant.time()}};
    if (has_jump)
        outcome.figures.push_back({"jump_off_m", std::abs(jump_m(c.flow, f) - exact_jump_m), 0.1});
    outcome.plots = {profile_plot(c, f)};
    outcome.ran_on(tank.world());
    return outcome;
}

Result<Outcome> measure_bump(const Setting& setting, const BumpCase& c) {
    return with_order(setting, kGrids,
                      [&](int cells) { return measure_on(c, setting.how, cells); });
}

}  // namespace

Result<Outcome> measure_bump_sub(const Setting& setting) {
    return measure_bump(
        setting,
        {.name = "bump_sub", .flow = {}, .start_level_m = 2.0, .outlet = {.inflow_level_m = 2.0}});
}

Result<Outcome> measure_bump_trans(const Setting& setting) {
    return measure_bump(setting,
                        {.name = "bump_trans",
                         .flow = {.regime = BumpRegime::Transcritical, .discharge_m2_per_s = 1.53},
                         .start_level_m = 0.66,
                         // Held while the flow is slow; fast water does not see it.
                         .outlet = {.inflow_level_m = 0.66}});
}

Result<Outcome> measure_bump_shock(const Setting& setting) {
    return measure_bump(
        setting,
        {.name = "bump_shock",
         .flow = {.regime = BumpRegime::Shock, .discharge_m2_per_s = 0.18, .downstream_m = 0.33},
         .start_level_m = 0.33,
         .outlet = {.inflow_level_m = 0.33}});
}

}  // namespace tarn::cli::validate
