// Runs of many steps: water that falls and samples taken on the way are what they would be with a
// call for each step.
#include "support/due_drop.hpp"
#include "support/pond_for_test.hpp"

#include <algorithm>

namespace tarn::shallow {
namespace {

constexpr int kNx = 45, kNy = 50;

double wavy(int i, int j) {
    return 1.0 + bump(i, j, 10, 12, 4, 0.3) - bump(i, j, 30, 40, 5, 0.2);
}

/// Several in one step, over each other, over the edges, over solids; some take water.
std::vector<DueWater> shower() {
    std::vector<DueWater> water;
    for (int k = 0; k < 20; ++k) water.push_back(drop(3, k % 9 * 5 - 3, k % 7 * 6 - 2, 0.0005 * k));
    for (int k = 4; k < 40; k += 3) water.push_back(drop(k, k, kNy - k, k % 2 ? 0.03 : -0.03));
    water.push_back(drop(49, 5, 5, 0.1));
    return water;
}

PondDesc pond_for(std::size_t cache_bytes, bool is_in_place) {
    PondDesc desc = {.nx = kNx, .ny = kNy, .depth_m = wavy};
    desc.is_solid = [](int i, int j) { return i > 20 && i < 23 && j > 20; };
    desc.cache_bytes = cache_bytes;
    desc.is_in_place = is_in_place;
    return desc;
}

template <class T>
void expect_falling_water_as_by_hand(const PondDesc& desc) {
    Pond<T> by_hand(pond_for(0, false)), run(desc);
    std::vector<DueWater> a = shower();
    exchange::Forcing b = forcing_of(shower());
    for (int step = 0; step < 50; ++step) {
        for (DueWater& due : a)
            if (due.step == step) by_hand.add_depth(due.patch);
        by_hand.step(1);
    }
    const RunReport report = run->run({.steps = 50, .forcing = &b});
    EXPECT_EQ(report.steps, 50);
    EXPECT_EQ(run->checksum(), by_hand->checksum());
    for (std::size_t k = 0; k < a.size(); ++k)
        ASSERT_TRUE(std::ranges::equal(a[k].patch.depth_m, b.plane(int(k)))) << "patch " << k;
}

TEST(Run, FallingWaterIsThatOfAddDepthBetweenSingleSteps) {
    for (const PondDesc& desc : {pond_for(0, false), pond_for(1, false), pond_for(0, true)}) {
        expect_falling_water_as_by_hand<float>(desc);
        expect_falling_water_as_by_hand<Half>(desc);
        expect_falling_water_as_by_hand<double>(desc);
    }
}

TEST(Run, WaterThatIsDueAfterTheRunDoesNotFallInIt) {
    Pond<float> pond(pond_for(0, false)), other(pond_for(0, false));
    exchange::Forcing late = forcing_of({drop(10, 5, 5, 0.1)});
    pond->run({.steps = 10, .forcing = &late});
    other.step(10);
    EXPECT_EQ(pond->checksum(), other->checksum());
}

TEST(Run, SamplesAreWhatTheCellsSayBetweenSingleSteps) {
    const std::vector<Vec2> points = {centre_of(3, 4), {4.47, 4.93}, {2.17, 3.04}, {0.0, 0.01}};
    for (const PondDesc& desc : {pond_for(0, false), pond_for(1, false), pond_for(0, true)}) {
        Pond<float> run(desc), by_hand(pond_for(0, false));
        std::vector<Sample> samples;
        run->run({.steps = 43, .points_m = points, .sample_every = 10, .samples = &samples});
        ASSERT_EQ(samples.size(), 4 * points.size());  // after 10, 20, 30 and 40 steps
        for (std::size_t k = 0; k < samples.size(); ++k) {
            if (k % points.size() == 0) by_hand.step(10);
            Sample expected;
            by_hand->sample({&points[k % points.size()], 1}, {&expected, 1});
            EXPECT_EQ(samples[k].depth_m, expected.depth_m) << k;
            EXPECT_EQ(samples[k].velocity_m_per_s[0], expected.velocity_m_per_s[0]) << k;
            EXPECT_EQ(samples[k].velocity_m_per_s[1], expected.velocity_m_per_s[1]) << k;
        }
        Sample at_cell;
        run->sample({points.data(), 1}, {&at_cell, 1});
        EXPECT_EQ(at_cell.depth_m, float(run->cell(3, 4).depth_m));
        by_hand.step(3);
        EXPECT_EQ(run->checksum(), by_hand->checksum());
    }
}

TEST(Run, SamplesAndFallingWaterOfOneStepComeInThatOrder) {
    // A sample after step 5 is taken before the water of step 5 (counted from 0) falls.
    Pond<double> pond({.nx = kNx, .ny = kNy});
    const std::vector<Vec2> points = {centre_of(8, 7)};
    exchange::Forcing water = forcing_of({drop(5, 5, 5, 0.1)});
    std::vector<Sample> samples;
    pond->run({.steps = 10,
               .forcing = &water,
               .points_m = points,
               .sample_every = 5,
               .samples = &samples});
    ASSERT_EQ(samples.size(), 2u);
    EXPECT_EQ(samples[0].depth_m, 1.0f);
    EXPECT_GT(samples[1].depth_m, 1.05f);
}

TEST(Run, ARunOfNoStepsChangesNothing) {
    Pond<float> pond(pond_for(0, false));
    const std::uint64_t before = pond->checksum();
    const RunReport report = pond.run(0);
    EXPECT_EQ(report.steps, 0);
    EXPECT_FALSE(report.trouble);
    EXPECT_EQ(pond->checksum(), before);
}

}  // namespace
}  // namespace tarn::shallow
