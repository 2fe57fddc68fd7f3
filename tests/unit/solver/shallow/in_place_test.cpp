// One copy of the populations, stepped in place, holds what two copies hold, to the bit: after odd
// and even numbers of steps, and whatever is done to the water in between.
#include "support/pond_for_test.hpp"

namespace tarn::shallow {
namespace {

double wavy(int i, int j) {
    return 1.0 + bump(i, j, 4, 5, 2, 0.3) - bump(i, j, 9, 8, 3, 0.2);
}
Vec2 drifting(int i, int j) {
    return {0.1 * std::sin(0.1 * i), 0.05 * std::cos(0.2 * j)};
}

PondDesc pond_of(int nx, int ny, std::array<Boundary, 4> edges = kWalls) {
    PondDesc desc = {.nx = nx, .ny = ny, .tau = 0.53, .edges = edges, .depth_m = wavy};
    desc.velocity_m_per_s = drifting;
    return desc;
}

PondDesc with_solids_and_forces(PondDesc desc) {
    desc.is_solid = [](int i, int j) { return (i > 4 && i < 7 && j > 3) || (i == 0 && j == 5); };
    desc.manning = 0.03;
    desc.wind_m_per_s = {6.0, -3.0};
    return desc;
}

template <class T>
void expect_same_bits(PondDesc desc, const std::string& what) {
    desc.is_in_place = false;
    Pond<T> two(desc);
    desc.is_in_place = true;
    Pond<T> one(desc);
    EXPECT_LT(one->memory().state_bytes, 0.6 * double(two->memory().state_bytes));
    for (const int steps : {0, 1, 1, 2, 5, 16}) {
        const RunReport a = two.run(steps), b = one.run(steps);
        ASSERT_FALSE(a.trouble || b.trouble) << what;
        ASSERT_EQ(one->checksum(), two->checksum()) << what << ", piece of " << steps;
        EXPECT_EQ(a.came_in_m3, b.came_in_m3) << what;
        EXPECT_EQ(a.went_out_m3, b.went_out_m3) << what;
        EXPECT_EQ(one->totals().volume_m3, two->totals().volume_m3) << what;
    }
}

TEST(InPlace, EveryMixtureOfEdgesGivesTheBitsOfTwoCopies) {
    constexpr Boundary kinds[] = {Boundary::Wall, Boundary::Slip, Boundary::Periodic,
                                  Boundary::Open};
    for (int k = 0; k < 256; ++k) {
        std::array<Boundary, 4> edges;
        for (std::size_t e = 0; e < 4; ++e) edges[e] = kinds[(k >> (2 * e)) & 3];
        const auto is_periodic = [&](std::size_t e) { return edges[e] == Boundary::Periodic; };
        if (is_periodic(0) != is_periodic(1) || is_periodic(2) != is_periodic(3)) continue;
        const std::string what = "edges " + std::to_string(k);
        expect_same_bits<float>(pond_of(13, 11, edges), what);
        expect_same_bits<Half>(with_solids_and_forces(pond_of(19, 11, edges)), what);
        if (HasFatalFailure()) return;
    }
}

TEST(InPlace, EveryNumberAndRowLengthGivesTheBitsOfTwoCopies) {
    for (const int nx : {3, 4, 16, 17, 33, 35}) {
        const std::string what = std::to_string(nx) + " cells in a row";
        for (const PondDesc& desc : {pond_of(nx, 12), with_solids_and_forces(pond_of(nx, 12))}) {
            expect_same_bits<float>(desc, what + ", float");
            expect_same_bits<Half>(desc, what + ", half");
            expect_same_bits<double>(desc, what + ", double");
        }
    }
}

TEST(InPlaceThreads, AnyNumberOfThemGivesTheBitsOfTwoCopies) {
    for (const int threads : {1, 2, 3}) {
        PondDesc desc = with_solids_and_forces(pond_of(75, 61));
        desc.edges = {Boundary::Open, Boundary::Slip, Boundary::Periodic, Boundary::Periodic};
        desc.threads = threads;
        expect_same_bits<float>(desc, std::to_string(threads) + " threads");
    }
}

/// A saved state goes from one arrangement of memory to the other and back.
template <class T>
void expect_states_to_travel(int steps_before) {
    PondDesc desc = with_solids_and_forces(pond_of(13, 11));
    Pond<T> two(desc);
    desc.is_in_place = true;
    Pond<T> one(desc);
    one.step(steps_before);
    two.step(3);
    ASSERT_TRUE(two->restore(one->save()));
    EXPECT_EQ(two->checksum(), one->checksum()) << steps_before;
    two.step(4);
    one.step(1);  // restored into the other arrangement
    ASSERT_TRUE(one->restore(two->save()));
    EXPECT_EQ(one->checksum(), two->checksum()) << steps_before;
    one.step(6);
    two.step(6);
    EXPECT_EQ(one->checksum(), two->checksum()) << steps_before;
}

TEST(InPlace, AStateSavedAfterAnyNumberOfStepsContinuesElsewhere) {
    for (const int steps : {0, 1, 2, 3}) {
        expect_states_to_travel<float>(steps);
        expect_states_to_travel<Half>(steps);
        expect_states_to_travel<double>(steps);
    }
}

TEST(InPlace, SourcesReadersAndAnotherLatticeStepSeeTheSameWater) {
    PondDesc desc = with_solids_and_forces(pond_of(13, 11));
    Pond<float> two(desc);
    desc.is_in_place = true;
    Pond<float> one(desc);
    for (int k = 0; k < 4; ++k)
        for (Pond<float>* const each : {&two, &one}) {
            Solver* const pond = &**each;
            pond->run({.steps = 3});  // odd: both arrangements come along
            DepthPatch patch = patch_of(2, 3, 4, 2, 0.01 * (k + 1));
            each->add_depth(patch);
            pond->set_step(pond->units().step_s * (k % 2 ? 0.8 : 1.25));
            pond->start_fields(0, 15);
        }
    EXPECT_EQ(one->checksum(), two->checksum());
    for (int n = 0; n < 13 * 11; ++n)
        for (const Field f : {Field::Depth, Field::Level, Field::U, Field::V})
            ASSERT_EQ(one->field(0, f)[n], two->field(0, f)[n]) << n;
}

}  // namespace
}  // namespace tarn::shallow
