// Dye in stable water: none is lost, even dye stays even, and concentrations stay where they were.
#include "support/stable_box.hpp"

#include <algorithm>

namespace tarn::stable {
namespace {

double dye_m3(const StableBox& box) {
    return box.fact("dye_m3");
}

TEST(StableDye, IsKeptAndStaysInItsBoundsWhileADamBreaks) {
    BoxDesc desc = dam(16);
    desc.dye = [](int x, int, int z) { return x < 4 && z > 3 ? 0.8 : 0.0; };
    StableBox box(desc);
    const double before_m3 = dye_m3(box);
    ASSERT_GT(before_m3, 0.0);
    box->run(80, 0.0);
    // Sums of floats in cells round by 6e-8 a step and cell, one way or the other.
    EXPECT_NEAR(dye_m3(box), before_m3, 2e-6);
    const std::vector<float> dye = box.field(volume::Field::Dye);
    EXPECT_LE(*std::ranges::max_element(dye), 0.8f);
    EXPECT_GE(*std::ranges::min_element(dye), 0.0f);
}

TEST(StableDye, StaysEvenWhereItIsEven) {
    BoxDesc desc = dam(16);
    desc.dye = [](int, int, int) { return 0.5; };
    StableBox box(desc);
    box->run(60, 0.0);
    const std::vector<float> dye = box.field(volume::Field::Dye),
                             fill = box.field(volume::Field::Fill);
    for (std::size_t n = 0; n < dye.size(); ++n)
        // Dye and water of a cell are rounded apart, by 6e-8 of a full cell for each of some
        // hundred fluxes: a cell a tenth full shows ten times that.
        if (fill[n] > 0.1f) {
            ASSERT_NEAR(dye[n], 0.5f, 2e-4f) << "cell " << n;
        }
}

TEST(StableDye, GoesAsFarAsTheWaterInABoxWithoutAir) {
    BoxDesc desc = {.nx = 32, .ny = 4, .nz = 4, .cell_m = 1.0 / 32, .step_s = 0.05};
    desc.gravity_m_per_s2 = 0.0;
    desc.has_surface = false;
    desc.is_periodic = true;
    desc.velocity = [](int, int, int) { return std::array<double, 3>{0.5, 0.0, 0.0}; };
    desc.dye = [](int x, int, int) { return x >= 4 && x < 12 ? 1.0 : 0.0; };
    StableBox box(desc);
    box->run(10, 0.0);  // 0.25 m, 8 cells
    const std::vector<float> dye = box.field(volume::Field::Dye);
    double sum = 0.0, moment = 0.0;
    for (std::size_t x = 0; x < 32; ++x) {
        sum += double(dye[x]);
        moment += double(dye[x]) * (double(x) + 0.5);
    }
    // A flux form moves the middle exactly; the limiter keeps the block symmetric to a tenth of a
    // cell.
    EXPECT_NEAR(sum, 8.0, 1e-5);
    EXPECT_NEAR(moment / sum, 16.0, 0.1);
    EXPECT_GT(*std::ranges::max_element(dye), 0.99f) << "the block of 8 cells has a core";
}

TEST(StableDye, ComesFromFaucetsAndIsSavedWithTheWater) {
    BoxDesc desc = dam(16);
    desc.faucets = {{.cells = {{2, 2, 12}, {4, 4, 14}}, .velocity_m_per_s = {0.5, 0.0, 0.0}}};
    desc.faucets.front().dye = 0.25;
    StableBox box(desc), other(desc);
    EXPECT_EQ(dye_m3(box), 0.0);
    box->run(20, 0.0);
    EXPECT_GT(dye_m3(box), 0.0);
    ASSERT_TRUE(other->restore(box->save()));
    EXPECT_EQ(other->checksum(), box->checksum());
    box->run(10, 0.2);
    other->run(10, 0.2);
    EXPECT_EQ(other->checksum(), box->checksum());
    EXPECT_EQ(other.field(volume::Field::Dye), box.field(volume::Field::Dye));
    desc.faucets.front().dye = 0.0;
    StableBox clear(desc);
    EXPECT_FALSE(clear->has_dye());
    EXPECT_FALSE(clear->restore(box->save())) << "a state with dye is not one without";
}

TEST(StableDyeThreads, HasTheSameBitsWithAnyNumber) {
    BoxDesc desc = dam(16);
    desc.dye = [](int x, int y, int z) { return (x + 3 * y + z) % 5 * 0.2; };
    desc.threads = 1;
    StableBox one(desc);
    desc.threads = 3;
    StableBox three(desc);
    one->run(25, 0.0);
    three->run(25, 0.0);
    EXPECT_EQ(one->checksum(), three->checksum());
    EXPECT_EQ(one.field(volume::Field::Dye), three.field(volume::Field::Dye));
}

TEST(StableDye, IsRefusedByTheSchemeOfThePaperAndBeyondItsRange) {
    exec::ThreadPool pool(1);
    SolverDesc desc;
    desc.cells = {{4, 4, 4}};
    desc.cell_m = 0.25;
    desc.step_s = 0.01;
    const std::vector<float> dye(64, 0.5f), wrong(64, 1.5f);
    desc.dye = wrong;
    auto made = make_stable(desc, pool);
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().message.find("from 0 to 1"), std::string::npos);
    desc.dye = dye;
    EXPECT_TRUE(make_stable(desc, pool));
    desc.scheme = Scheme::Track;
    made = make_stable(desc, pool);
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().message.find("/water/scheme"), std::string::npos);
}

}  // namespace
}  // namespace tarn::stable
