// Water that circles in a bowl, with a moving shore all round.
#include "../exact/bowl.hpp"
#include "../norms.hpp"
#include "measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace tarn::cli::validate {
namespace {

/// Kinetic and potential energy per density, above water at rest in the same bowl.
double energy(const Bowl& bowl, const Fields& fields) {
    double sum = 0.0;
    for (int j = 0; j < fields.ny; ++j)
        for (int i = 0; i < fields.nx; ++i) {
            const std::size_t k = fields.index(i, j);
            const double h = fields.depth_m[k], u = fields.u_m_per_s[k], v = fields.v_m_per_s[k];
            const double z = bowl.bed_m(fields.x_m(i), fields.y_m(j));
            const double rest = std::max(0.0, -z);
            sum += 0.5 * h * (u * u + v * v);
            sum += bowl.gravity_m_per_s2 * (h * (z + 0.5 * h) - rest * (z + 0.5 * rest));
        }
    return sum * fields.cell_m * fields.cell_m;
}

/// The bowl, and all of it, `lift_m` higher.
TankDesc bowl_tank(const Bowl& bowl, int cells, double lift_m = 0.0) {
    TankDesc desc = {.nx = cells, .ny = cells, .cell_m = bowl.side_m / cells};
    desc.bed_m = [=](double x_m, double y_m) { return lift_m + bowl.bed_m(x_m, y_m); };
    desc.level_m = [=](double x_m, double y_m) {
        return lift_m + bowl.bed_m(x_m, y_m) + bowl.depth_m(x_m, y_m, 0.0);
    };
    desc.velocity_m_per_s = [bowl](double x_m, double y_m) {
        const Bowl::Velocity start = bowl.velocity(0.0);
        return bowl.depth_m(x_m, y_m, 0.0) > 0.0 ? Vec2{start.u_m_per_s, start.v_m_per_s} : Vec2{};
    };
    return desc;
}

Plot profile_plot(const Bowl& bowl, const Fields& fields, int periods) {
    io::Series got = {.name = "Tarn"}, bed = {.name = "bed"};
    io::Series exact = {.name = "exact", .style = io::SeriesStyle::Dashed};
    const int j = fields.ny / 2;
    for (int i = fields.nx / 8; i < fields.nx - fields.nx / 8; ++i) {
        const double x_m = fields.x_m(i), y_m = fields.y_m(j);
        for (io::Series* series : {&got, &exact, &bed}) series->x.push_back(x_m);
        bed.y.push_back(bowl.bed_m(x_m, y_m));
        got.y.push_back(bed.y.back() + fields.depth_m[fields.index(i, j)]);
        exact.y.push_back(bed.y.back() + bowl.depth_m(x_m, y_m, 0.0));
    }
    return {"thacker_" + std::to_string(periods),
            {.title = "Bowl, cut through its middle, period " + std::to_string(periods),
             .x_label = "x, m",
             .y_label = "level, m",
             .series = {std::move(got), std::move(exact), std::move(bed)}}};
}

Result<Outcome> measure_on(const How& how, int periods, int cells) {
    const Bowl bowl;
    auto made = Tank::create(bowl_tank(bowl, cells), how);
    if (!made) return made.error();
    Tank& tank = made.value();
    const auto before = tank.fields();
    if (!before) return before.error();
    if (const auto done = tank.run(periods * bowl.period_s()); !done) return done.error();
    const auto fields = tank.fields();
    if (!fields) return fields.error();
    const auto mass = tank.mass_error();
    if (!mass) return mass.error();
    const Fields& f = fields.value();
    std::vector<double> exact;
    for (int j = 0; j < f.ny; ++j)
        for (int i = 0; i < f.nx; ++i) exact.push_back(bowl.depth_m(f.x_m(i), f.y_m(j), 0.0));
    Outcome outcome = {.error = relative_l1(f.depth_m, exact)};
    const std::optional<double> loss_bar =
        periods == 3 ? std::optional<double>(0.03) : std::nullopt;
    outcome.figures = {
        {"energy_loss", 1.0 - energy(bowl, f) / energy(bowl, before.value()), loss_bar},
        {"below_zero_m", std::max(0.0, -*std::ranges::min_element(f.depth_m)), 0.0},
        {"mass", mass.value(), how.precision == "double" ? 1e-13 : 1e-6}};
    outcome.plots = {profile_plot(bowl, f, periods)};
    outcome.ran_on(tank.world());
    return outcome;
}

constexpr std::array kGrids = {25, 50, 100};

struct DepthError {
    double relative_l1 = 0.0;
    std::int64_t steps = 0;
};

/// After a period of the bowl at some height.
Result<DepthError> error_at(const How& how, int cells, double lift_m, Outcome& outcome) {
    const Bowl bowl;
    auto tank = Tank::create(bowl_tank(bowl, cells, lift_m), how);
    if (!tank) return tank.error();
    if (const auto done = tank.value().run(bowl.period_s()); !done) return done.error();
    const auto fields = tank.value().fields();
    if (!fields) return fields.error();
    const Fields& f = fields.value();
    std::vector<double> exact;
    for (int j = 0; j < f.ny; ++j)
        for (int i = 0; i < f.nx; ++i) exact.push_back(bowl.depth_m(f.x_m(i), f.y_m(j), 0.0));
    outcome.ran_on(tank.value().world());
    return DepthError{relative_l1(f.depth_m, exact), tank.value().world().steps()};
}

}  // namespace

Result<Outcome> measure_thacker_1(const Setting& setting) {
    return with_order(setting, kGrids,
                      [&](int cells) { return measure_on(setting.how, 1, cells); });
}

Result<Outcome> measure_thacker_lifted(const Setting& setting) {
    constexpr double kLift_m = 500.0;
    Outcome outcome;
    const auto low = error_at(setting.how, kGrids.back(), 0.0, outcome);
    if (!low) return low.error();
    const auto high = error_at(setting.how, kGrids.back(), kLift_m, outcome);
    if (!high) return high.error();
    outcome.error = std::abs(high.value().relative_l1 / low.value().relative_l1 - 1.0);
    outcome.figures = {{"depth_l1", high.value().relative_l1},
                       {"more_steps", double(high.value().steps - low.value().steps), 0.0}};
    return outcome;
}

Result<Outcome> measure_thacker_3(const Setting& setting) {
    return with_order(setting, kGrids,
                      [&](int cells) { return measure_on(setting.how, 3, cells); });
}

}  // namespace tarn::cli::validate
