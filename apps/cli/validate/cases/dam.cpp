// A dam breaks, onto water or onto a dry bed: 10 m, the dam in the middle, 6 s.
#include "../exact/dam_break.hpp"
#include "../norms.hpp"
#include "measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace tarn::cli::validate {
namespace {

constexpr double kLength_m = 10.0, kTime_s = 6.0;
constexpr std::array kGrids = {100, 200, 400};

/// Bars beside the one of the depth.
struct DamBars {
    std::optional<double> discharge = {}, overshoot = {}, front = {};
};

TankDesc dam_tank(const DamBreak& dam, const How& how, int cells) {
    TankDesc desc = {.nx = cells, .ny = 4, .cell_m = kLength_m / cells};
    desc.level_m = [dam](double x_m, double) { return dam.at(x_m, 0.0).depth_m; };
    desc.edges[2].word = desc.edges[3].word = "periodic";
    if (how.scheme == "d2q9") {
        // A bore needs the viscosity of a few cells, and a collision without a limiter made for
        // ponds: what a textbook would take.
        desc.collision = "bgk";
        desc.tau = 0.55;
    }
    return desc;
}

/// The exact depth falls along x, so nothing may stand above what comes before it: above the left
/// water, above the middle from the half of its length on, below the right water. Of the left
/// depth.
double overshoot(const DamBreak& dam, const Fields& fields) {
    const double from_m = 0.5 * (dam.tail_m(kTime_s) + dam.front_m(kTime_s));
    const double middle_m = dam.middle().depth_m;
    double most_m = 0.0;
    for (int i = 0; i < fields.nx; ++i) {
        const double h = fields.depth_m[fields.index(i, 0)];
        most_m = std::max({most_m, h - dam.left_m, dam.right_m - h});
        if (fields.x_m(i) > from_m && middle_m > 0.0) most_m = std::max(most_m, h - middle_m);
    }
    return most_m / dam.left_m;
}

/// Where the depth falls through `mark_m` for the last time, linear between cells.
double front_m(const Fields& fields, double mark_m) {
    for (int i = fields.nx - 1; i > 0; --i) {
        const double before = fields.depth_m[fields.index(i - 1, 0)];
        const double after = fields.depth_m[fields.index(i, 0)];
        if (before > mark_m && after <= mark_m)
            return fields.x_m(i - 1) + fields.cell_m * (before - mark_m) / (before - after);
    }
    return 0.0;
}

Plot profile_plot(const DamBreak& dam, const Fields& fields, const std::string& name) {
    io::Series got = {.name = "Tarn"}, exact = {.name = "exact", .style = io::SeriesStyle::Dashed};
    for (int i = 0; i < fields.nx; ++i) {
        got.x.push_back(fields.x_m(i));
        got.y.push_back(1e3 * fields.depth_m[fields.index(i, 0)]);
        exact.x.push_back(fields.x_m(i));
        exact.y.push_back(1e3 * dam.at(fields.x_m(i), kTime_s).depth_m);
    }
    return {name,
            {.title = "Dam break after 6 s",
             .x_label = "x, m",
             .y_label = "depth, mm",
             .series = {std::move(got), std::move(exact)}}};
}

Result<Outcome> measure_on(const DamBreak& dam, const DamBars& bars, const std::string& name,
                           const How& how, int cells) {
    auto tank = Tank::create(dam_tank(dam, how, cells), how);
    if (!tank) return tank.error();
    if (const auto done = tank.value().run(kTime_s); !done) return done.error();
    const auto fields = tank.value().fields();
    if (!fields) return fields.error();
    const auto mass = tank.value().mass_error();
    if (!mass) return mass.error();
    const Fields& f = fields.value();
    std::vector<double> depth, discharge, exact_depth, exact_discharge;
    for (int i = 0; i < f.nx; ++i) {
        const DepthAndSpeed exact = dam.at(f.x_m(i), kTime_s);
        const std::size_t k = f.index(i, 0);
        depth.push_back(f.depth_m[k]);
        discharge.push_back(f.depth_m[k] * f.u_m_per_s[k]);
        exact_depth.push_back(exact.depth_m);
        exact_discharge.push_back(exact.depth_m * exact.u_m_per_s);
    }
    const double mark_m = dam.right_m + 0.02 * dam.left_m;
    const double exact_front_m = dam.crossing_m(mark_m, kTime_s);
    Outcome outcome = {.error = relative_l1(depth, exact_depth)};
    outcome.figures = {
        {"discharge_l1", relative_l1(discharge, exact_discharge), bars.discharge},
        {"overshoot", overshoot(dam, f), bars.overshoot},
        {"front", std::abs(front_m(f, mark_m) - exact_front_m) / (exact_front_m - dam.dam_m),
         bars.front},
        {"below_zero_m", std::max(0.0, -*std::ranges::min_element(f.depth_m)), 0.0},
        {"mass", mass.value(), how.precision == "double" ? 1e-13 : 1e-6}};
    outcome.plots = {profile_plot(dam, f, name)};
    outcome.ran_on(tank.value().world());
    return outcome;
}

Result<Outcome> measure_dam(const Setting& setting, const DamBreak& dam, const DamBars& bars,
                            const std::string& name) {
    // D2Q9 has its own, wider bar for the depth, so the others are shown for it without one.
    const DamBars used = setting.how.scheme == "d2q9" ? DamBars{} : bars;
    return with_order(setting, kGrids,
                      [&](int cells) { return measure_on(dam, used, name, setting.how, cells); });
}

}  // namespace

Result<Outcome> measure_stoker(const Setting& setting) {
    return measure_dam(setting, {.left_m = 0.005, .right_m = 0.001},
                       {.discharge = 0.016, .overshoot = 0.005}, "stoker");
}

Result<Outcome> measure_ritter(const Setting& setting) {
    return measure_dam(setting, {.left_m = 0.005, .right_m = 0.0}, {.front = 0.015}, "ritter");
}

Result<Outcome> measure_dam_5_percent(const Setting& setting) {
    return measure_dam(setting, {.left_m = 0.005, .right_m = 0.00025}, {.front = 0.015},
                       "dam_0.05");
}

Result<Outcome> measure_dam_1_percent(const Setting& setting) {
    return measure_dam(setting, {.left_m = 0.005, .right_m = 0.00005}, {.front = 0.015},
                       "dam_0.01");
}

}  // namespace tarn::cli::validate
