// Water that leaves physics behind: noticed at once, named, and nothing is lost.
#include "support/pond_for_test.hpp"

namespace tarn::shallow {
namespace {

/// A column three times as deep as the rest, which BGK near tau = 1/2 cannot carry.
PondDesc steep_drop() {
    PondDesc desc = {.nx = 40, .ny = 40, .courant = 0.3, .tau = 0.505, .collision = "bgk"};
    desc.depth_m = [](int i, int j) { return std::hypot(i - 19.5, j - 19.5) < 4.0 ? 3.0 : 1.0; };
    return desc;
}

template <class T>
class Divergence : public testing::Test {};
using Numbers = testing::Types<float, Half, double>;
TYPED_TEST_SUITE(Divergence, Numbers);

TYPED_TEST(Divergence, NamesCellAndCauseAndKeepsTheStateBefore) {
    for (const bool has_solids : {false, true}) {
        PondDesc desc = steep_drop();
        if (has_solids) desc.is_solid = [](int i, int j) { return i == 30 && j > 25; };
        Pond<TypeParam> pond(desc);
        std::optional<Trouble> trouble;
        std::uint64_t checksum = 0;
        for (int k = 0; k < 5000 && !trouble; ++k) {
            checksum = pond->checksum();
            trouble = pond.try_step();
        }
        ASSERT_TRUE(trouble) << "BGK carried a drop that it should not";
        EXPECT_TRUE(trouble->i >= 0 && trouble->i < 40 && trouble->j >= 0 && trouble->j < 40);
        EXPECT_FALSE(trouble->cause.empty());
        EXPECT_EQ(pond->checksum(), checksum) << "solids: " << has_solids;
        for (int j = 0; j < 40; ++j)
            for (int i = 0; i < 40; ++i) {
                const CellState cell = pond->cell(i, j);
                ASSERT_TRUE(std::isfinite(cell.depth_m + cell.u_m_per_s + cell.v_m_per_s));
            }
        // The same step is refused for the same reason.
        const std::optional<Trouble> again = pond.try_step();
        ASSERT_TRUE(again);
        EXPECT_EQ(again->i, trouble->i);
        EXPECT_EQ(again->j, trouble->j);
        EXPECT_EQ(again->cause, trouble->cause);
        EXPECT_EQ(pond->checksum(), checksum);
    }
}

TYPED_TEST(Divergence, IsTheSameForAnyInstructionSetAndThreadCount) {
    PondDesc desc = steep_drop();
    desc.nx = desc.ny = 80;  // large enough to be split
    std::vector<std::pair<int, int>> cells;
    for (const auto& [isa, threads] : {std::pair{Isa::Auto, 1}, {Isa::Base, 1}, {Isa::Auto, 3}}) {
        desc.isa = isa;
        desc.threads = threads;
        Pond<TypeParam> pond(desc);
        std::optional<Trouble> trouble;
        for (int k = 0; k < 5000 && !trouble; ++k) trouble = pond.try_step();
        ASSERT_TRUE(trouble);
        cells.push_back({trouble->i, trouble->j});
    }
    EXPECT_EQ(cells[0], cells[1]);
    EXPECT_EQ(cells[0], cells[2]);
}

TYPED_TEST(Divergence, TheDefaultCollisionCarriesTheSameDrop) {
    PondDesc desc = steep_drop();
    desc.collision = "auto";
    Pond<TypeParam> pond(desc);
    pond.step(2000);
}

/// A run of many steps, and what single ones say about the same pond.
TYPED_TEST(Divergence, InsideAPassIsFoundInItsStepAndTheStateBeforeItIsKept) {
    PondDesc desc = steep_drop();
    Pond<TypeParam> single(desc);
    const RunReport expected = single.run(5000);
    ASSERT_TRUE(expected.trouble);
    EXPECT_FALSE(expected.is_state_lost);
    desc.cache_bytes = 1;
    for (const int steps_per_pass : {2, 3, 4, 8}) {
        desc.max_steps_per_pass = steps_per_pass;
        Pond<TypeParam> passes(desc);
        const RunReport got = passes.run(5000);
        ASSERT_TRUE(got.trouble) << steps_per_pass;
        EXPECT_EQ(got.steps, expected.steps) << steps_per_pass;
        EXPECT_EQ(got.trouble->i, expected.trouble->i);
        EXPECT_EQ(got.trouble->j, expected.trouble->j);
        EXPECT_EQ(got.trouble->cause, expected.trouble->cause);
        EXPECT_FALSE(got.is_state_lost);
        EXPECT_EQ(passes->checksum(), single->checksum()) << steps_per_pass;
        EXPECT_EQ(passes.run(10).steps, 0);
        EXPECT_EQ(passes->checksum(), single->checksum()) << steps_per_pass;
    }
}

TYPED_TEST(Divergence, InPlaceIsFoundInTheSameStepAndSaysThatTheStateIsLost) {
    PondDesc desc = steep_drop();
    Pond<TypeParam> two(desc);
    const RunReport expected = two.run(5000);
    desc.is_in_place = true;
    Pond<TypeParam> one(desc);
    const RunReport got = one.run(5000);
    ASSERT_TRUE(got.trouble);
    EXPECT_EQ(got.steps, expected.steps);
    EXPECT_TRUE(got.is_state_lost);
    EXPECT_FALSE(got.trouble->cause.empty());
}

TYPED_TEST(Divergence, LeavesTheSamplesFromBeforeItAndNoOthers) {
    PondDesc desc = steep_drop();
    const int good = Pond<TypeParam>(desc).run(5000).steps;
    const std::vector<Vec2> points = {centre_of(20, 20), centre_of(3, 30)};
    const int every = std::max(1, good / 3);
    for (const bool is_in_place : {false, true}) {
        desc.is_in_place = is_in_place;
        Pond<TypeParam> pond(desc);
        std::vector<Sample> samples;
        pond->run({.steps = 5000, .points_m = points, .sample_every = every, .samples = &samples});
        EXPECT_EQ(samples.size(), std::size_t(good / every) * points.size());
        for (const Sample& sample : samples) EXPECT_TRUE(std::isfinite(sample.depth_m));
    }
}

TEST(Divergence, AStateThatIsNotANumberIsRefusedBeforeItSpreads) {
    Pond<float> pond({});
    std::string state = pond->save();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    // Population 1 of cell (5, 6): plane 1, row 6.
    state.replace(sizeof nan * (32u * 32u + 6u * 32u + 5u), sizeof nan,
                  reinterpret_cast<const char*>(&nan), sizeof nan);
    ASSERT_TRUE(pond->restore(state));
    const std::optional<Trouble> trouble = pond.try_step();
    ASSERT_TRUE(trouble);
    EXPECT_EQ(trouble->i, 6);  // it was on its way east
    EXPECT_EQ(trouble->j, 6);
    EXPECT_EQ(trouble->cause, "the depth is not finite");
}

}  // namespace
}  // namespace tarn::shallow
