// The tank of Monai valley, 1:400: a wave comes in at the west, climbs an island's shore and a
// valley behind it. Four rows read one run.
#include "../data_table.hpp"
#include "../monai_data.hpp"
#include "../norms.hpp"
#include "measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace tarn::cli::validate {

/// What a run through the tank left behind.
struct MonaiRecord {
    static constexpr std::size_t kGauges = 3, kSites = 3;
    std::vector<double> times_s = {};
    std::array<std::vector<double>, kGauges> level_m = {};
    std::array<double, kSites> runup_m = {};
    Outcome ran = {};  ///< scheme and backend
    double mass = 0.0;
};

namespace {

constexpr int kNx = MonaiData::kNx, kNy = MonaiData::kNy;
constexpr double kCell_m = MonaiData::kCell_m, kTime_s = 22.5, kEvery_s = 0.05, kStill_s = 1.0;
// Smooth mortar and paint in Manning's tables: 0.010 to 0.011. One value for the whole tank.
constexpr double kManning_s_per_m13 = 0.010;
// The published nodes are the middles of cells, so the tank begins half a cell before the first.
constexpr double kOffset_m = 0.5 * kCell_m;
constexpr const char* kGaugeNames[] = {"ch5", "ch7", "ch9"};
constexpr std::array<Vec2, MonaiRecord::kGauges> kGauges_m = {
    {{4.521, 1.196}, {4.521, 1.696}, {4.521, 2.196}}};

Result<TankDesc> monai_tank(const std::filesystem::path& folder) {
    auto data = read_monai(folder);
    if (!data) return data.error();
    TankDesc desc = {.nx = kNx, .ny = kNy, .cell_m = kCell_m};
    desc.bed_m = [bed_m = std::move(data.value().bed_m)](double x_m, double y_m) {
        return bed_m[std::size_t(int(y_m / kCell_m) * kNx + int(x_m / kCell_m))];
    };
    desc.level_m = [](double, double) { return 0.0; };
    desc.manning_s_per_m13 = kManning_s_per_m13;
    desc.edges[0].inflow_csv = std::move(data.value().wave_csv);
    return desc;
}

/// A place where run-up was observed, with the lowest and the highest of six runs.
struct Site {
    Vec2 at_m;
    double low_m, high_m;
};

Result<std::vector<Site>> read_sites(const std::filesystem::path& folder) {
    const auto rows = read_table(folder / "OBS_RUNUP.txt", 8);
    if (!rows) return rows.error();
    std::vector<Site> sites;
    for (const std::vector<double>& row : rows.value()) {
        const auto [low, high] = std::minmax_element(row.begin() + 2, row.end());
        sites.push_back({{row[0], row[1]}, *low, *high});
    }
    if (sites.size() != MonaiRecord::kSites)
        return Error{ErrorCode::InvalidArgument, (folder / "OBS_RUNUP.txt").string() + ": has " +
                                                     std::to_string(sites.size()) +
                                                     " sites, not 3"};
    return sites;
}

/// How high the water of a cell reaches. A cell on a steep shore is wet in its lower part only:
/// there the same water under a level surface forms a wedge on the slope of the bed.
double reach_m(const Fields& fields, int i, int j) {
    const auto bed_m = [&](int ic, int jc) {
        const std::size_t k = fields.index(std::clamp(ic, 0, kNx - 1), std::clamp(jc, 0, kNy - 1));
        return fields.level_m[k] - fields.depth_m[k];
    };
    const double rise_m = 0.5 * std::max(std::abs(bed_m(i + 1, j) - bed_m(i - 1, j)),
                                         std::abs(bed_m(i, j + 1) - bed_m(i, j - 1)));
    const double depth_m = fields.depth_m[fields.index(i, j)], middle_m = bed_m(i, j);
    if (depth_m >= 0.5 * rise_m) return middle_m + depth_m;
    return middle_m - 0.5 * rise_m + std::sqrt(2.0 * rise_m * depth_m);
}

/// Highest water of this moment near a site: the tables give places to a few centimetres only.
double wet_level_m(const Fields& fields, Vec2 at_m) {
    constexpr double kNear_m = 0.05, kWet_m = 5e-4;
    double highest_m = -1.0;
    const int i0 = int((at_m.x - kNear_m) / kCell_m), i1 = int((at_m.x + kNear_m) / kCell_m);
    const int j0 = int((at_m.y - kNear_m) / kCell_m), j1 = int((at_m.y + kNear_m) / kCell_m);
    for (int j = std::max(0, j0); j <= std::min(kNy - 1, j1); ++j)
        for (int i = std::max(0, i0); i <= std::min(kNx - 1, i1); ++i)
            if (fields.depth_m[fields.index(i, j)] > kWet_m)
                highest_m = std::max(highest_m, reach_m(fields, i, j));
    return highest_m;
}

Vec2 in_tank(Vec2 at_m) {
    return {at_m.x + kOffset_m, at_m.y + kOffset_m};
}

Result<MonaiRecord> run_monai(const How& how, const std::filesystem::path& folder) {
    const auto desc = monai_tank(folder);
    if (!desc) return desc.error();
    const auto sites = read_sites(folder);
    if (!sites) return sites.error();
    auto made = Tank::create(desc.value(), how);
    if (!made) return made.error();
    Tank& tank = made.value();
    MonaiRecord record;
    record.runup_m.fill(-1.0);
    std::vector<Vec2> points;
    for (const Vec2 at_m : kGauges_m) points.push_back(in_tank(at_m));
    for (int n = 1; n * kEvery_s < kTime_s + 0.5 * kEvery_s; ++n) {
        if (const auto done = tank.run(kEvery_s); !done) return done.error();
        const auto levels = tank.levels_m(points);
        if (!levels) return levels.error();
        const auto fields = tank.fields();
        if (!fields) return fields.error();
        record.times_s.push_back(n * kEvery_s);
        for (std::size_t g = 0; g < record.level_m.size(); ++g)
            record.level_m[g].push_back(levels.value()[g]);
        for (std::size_t s = 0; s < record.runup_m.size(); ++s)
            record.runup_m[s] = std::max(
                record.runup_m[s], wet_level_m(fields.value(), in_tank(sites.value()[s].at_m)));
    }
    const auto mass = tank.mass_error();
    if (!mass) return mass.error();
    record.mass = mass.value();
    record.ran.ran_on(tank.world());
    return record;
}

/// The run of this setting, made once.
Result<std::shared_ptr<const MonaiRecord>> record_of(const Setting& setting) {
    const std::string key = setting.how.scheme + "/" + setting.how.precision;
    if (setting.monai)
        if (const auto found = setting.monai->find(key); found != setting.monai->end())
            return found->second;
    auto record = run_monai(setting.how, setting.data / "monai");
    if (!record) return record.error();
    auto shared = std::make_shared<const MonaiRecord>(std::move(record.value()));
    if (setting.monai) (*setting.monai)[key] = shared;
    return shared;
}

Result<Outcome> measure_gauge(const Setting& setting, std::size_t gauge) {
    const auto table = read_table(setting.data / "monai" / "output_ch5-7-9.txt", 4);
    if (!table) return table.error();
    const auto shared = record_of(setting);
    if (!shared) return shared.error();
    const MonaiRecord& record = *shared.value();
    // The tank is still at first, but gauges do not show zero: what they show then is their zero.
    double zero_m = 0.0;
    int still = 0;
    for (const std::vector<double>& row : table.value())
        if (row[0] <= kStill_s) zero_m += 0.01 * row[gauge + 1], ++still;
    zero_m /= still;
    std::vector<double> measured, raw, got;
    io::Series tarn = {.name = "Tarn"},
               lab = {.name = "measured", .style = io::SeriesStyle::Dashed};
    for (const std::vector<double>& row : table.value()) {
        if (row[0] > kTime_s + 1e-6) break;
        raw.push_back(0.01 * row[gauge + 1]);
        measured.push_back(raw.back() - zero_m);
        got.push_back(interpolate(record.times_s, record.level_m[gauge], row[0]));
        for (io::Series* series : {&tarn, &lab}) series->x.push_back(row[0]);
        tarn.y.push_back(100.0 * got.back());
        lab.y.push_back(100.0 * measured.back());
    }
    const auto peak_error = [&](const std::vector<double>& levels_m) {
        return std::abs(std::ranges::max(got) / std::ranges::max(levels_m) - 1.0);
    };
    Outcome outcome = record.ran;
    outcome.error = mean_error_of_range(got, measured);
    outcome.figures = {{"peak", peak_error(measured), 0.05},
                       {"error_raw", mean_error_of_range(got, raw)},
                       {"peak_raw", peak_error(raw)},
                       {"manning_s_per_m13", kManning_s_per_m13},
                       {"mass", record.mass, setting.how.precision == "double" ? 1e-13 : 1e-6}};
    outcome.plots = {{std::string("monai_") + kGaugeNames[gauge],
                      {.title = std::string("Monai valley, gauge ") + kGaugeNames[gauge],
                       .x_label = "t, s",
                       .y_label = "level, cm",
                       .series = {std::move(tarn), std::move(lab)}}}};
    return outcome;
}

}  // namespace

Result<Outcome> measure_monai_ch5(const Setting& setting) {
    return measure_gauge(setting, 0);
}

Result<Outcome> measure_monai_ch7(const Setting& setting) {
    return measure_gauge(setting, 1);
}

Result<Outcome> measure_monai_ch9(const Setting& setting) {
    return measure_gauge(setting, 2);
}

Result<Outcome> measure_monai_runup(const Setting& setting) {
    const auto sites = read_sites(setting.data / "monai");
    if (!sites) return sites.error();
    const auto shared = record_of(setting);
    if (!shared) return shared.error();
    Outcome outcome = shared.value()->ran;
    for (std::size_t s = 0; s < sites.value().size(); ++s) {
        const Site& site = sites.value()[s];
        const double got_m = shared.value()->runup_m[s];
        outcome.error += got_m < site.low_m || got_m > site.high_m;
        outcome.figures.push_back({"site" + std::to_string(s + 1) + "_m", got_m});
    }
    outcome.figures.push_back({"manning_s_per_m13", kManning_s_per_m13});
    return outcome;
}

}  // namespace tarn::cli::validate
