// Water with a free surface against experiments.
#include "support/volume_box.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace tarn::volume {
namespace {

using Row = std::pair<double, double>;

/// Front of a collapsing column of a by 2 a cells over time: T = t sqrt(2 g/a), Z = x/a. The front
/// is where half a cell of water stands on the ground.
std::vector<Row> front_of_column(int a, double last) {
    BoxDesc desc = {.nx = a * 9 / 2, .ny = 1, .nz = a * 5 / 2};
    // At this step the front stays below 0.2 cells per step: longest_step_s() for 2 sqrt(g depth).
    desc.gravity_lu = 0.1 * 0.1 / (2.0 * a);
    desc.tau = 0.501;
    desc.collision = "smagorinsky";
    desc.has_surface = true;
    desc.south_north = kPeriodic;
    desc.bottom_top = kSlip;
    desc.top = kWall;
    desc.fill = [=](int x, int, int z) { return x < a && z < 2 * a ? 1.0f : 0.0f; };
    Box box(desc);
    const double per_step = std::sqrt(2.0 * desc.gravity_lu / a);
    std::vector<Row> rows = {{0.0, 1.0}};
    constexpr int kSteps = 20;
    for (int step = kSteps; step * per_step < last; step += kSteps) {
        const RunReport report = box->run(kSteps, 0.0);
        if (report.trouble) return {};
        const std::vector<float> fill = box.field(Field::Fill);
        int front = 0;
        for (int x = 0; x < desc.nx; ++x)
            if (fill[box.at(x, 0, 0)] + fill[box.at(x, 0, 1)] + fill[box.at(x, 0, 2)] > 0.5f)
                front = x + 1;
        rows.emplace_back(step * per_step, double(front) / a);
    }
    return rows;
}

double at_time(const std::vector<Row>& rows, double t) {
    const auto after = std::find_if(rows.begin() + 1, rows.end() - 1,
                                    [&](const Row& row) { return row.first >= t; });
    const Row &b = *after, &a = *(after - 1);
    return a.second + (b.second - a.second) * (t - a.first) / (b.first - a.first);
}

// [martin1952], n^2 = 2. The gate takes time to open: simulations are compared 0.2 later at most.
TEST(DamBreak, FrontFollowsMartinAndMoyce) {
    constexpr Row kMeasured[] = {{0.41, 1.11}, {0.84, 1.23}, {1.19, 1.44}, {1.43, 1.67},
                                 {1.63, 1.89}, {1.82, 2.11}, {1.97, 2.33}, {2.20, 2.56},
                                 {2.32, 2.78}, {2.50, 3.00}, {2.64, 3.22}, {2.82, 3.44},
                                 {2.96, 3.67}};
    constexpr double kGate = 0.2;
    const std::vector<Row> rows = front_of_column(40, 3.0);
    ASSERT_GT(rows.size(), 2u);
    double mean = 0.0, most = 0.0;
    for (const auto& [t, z] : kMeasured) {
        const double error = std::abs(at_time(rows, t - kGate) / z - 1.0);
        mean += error / double(std::size(kMeasured));
        most = std::max(most, error);
    }
    RecordProperty("mean", std::to_string(mean));
    RecordProperty("most", std::to_string(most));
    EXPECT_LT(mean, 0.03);
    EXPECT_LT(most, 0.07);
}

}  // namespace
}  // namespace tarn::volume
