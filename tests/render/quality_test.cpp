// Which quality comes next, from the times of pictures: no OpenGL here.
#include "render/quality.hpp"

#include <gtest/gtest.h>

namespace tarn::render {
namespace {

void add(QualityControl& control, int pictures, double ms) {
    for (int k = 0; k < pictures; ++k) control.add(ms);
}

TEST(QualityControl, IsOffUntilATargetIsSet) {
    QualityControl control;
    EXPECT_FALSE(control.is_on());
    control.set_target_ms(10.0);
    EXPECT_TRUE(control.is_on());
    EXPECT_EQ(control.steps(), 0);
}

TEST(QualityControl, GoesDownOneStepAtATimeToTheCoarsestAndNoFarther) {
    QualityControl control;
    control.set_target_ms(10.0);
    int before = 0;
    for (int k = 0; k < 100; ++k) {
        control.add(50.0);
        EXPECT_LE(control.steps(), before + 1);
        EXPECT_GE(control.steps(), before);
        before = control.steps();
    }
    EXPECT_EQ(before, kCoarsest);
}

TEST(QualityControl, StaysWhereTheTargetHolds) {
    QualityControl control;
    control.set_target_ms(10.0);
    add(control, 5, 50.0);
    EXPECT_EQ(control.steps(), 1);
    add(control, 500, 9.0);  // neither too slow nor with much to spare
    EXPECT_EQ(control.steps(), 1);
}

TEST(QualityControl, ComesBackWhenThereIsTimeButNotInHaste) {
    QualityControl control;
    control.set_target_ms(10.0);
    add(control, 10, 50.0);
    EXPECT_EQ(control.steps(), 2);
    add(control, 20, 1.0);
    EXPECT_EQ(control.steps(), 2);
    add(control, 200, 1.0);
    EXPECT_EQ(control.steps(), 0);
    add(control, 200, 1.0);
    EXPECT_EQ(control.steps(), 0);
}

TEST(QualityControl, ForgivesOneSlowPicture) {
    QualityControl control;
    control.set_target_ms(10.0);
    add(control, 1, 500.0);  // the first makes the maps
    add(control, 20, 8.0);
    control.add(15.0);
    EXPECT_EQ(control.steps(), 0);
}

TEST(Coarser, CostsNoMoreInAnyFieldWithEachStep) {
    for (const Quality& wanted : {Quality::low(), Quality{}, Quality::high()}) {
        Quality before = coarser(wanted, 0);
        EXPECT_EQ(before.photons, wanted.photons);
        EXPECT_EQ(before.supersample, wanted.supersample);
        for (int steps = 1; steps <= kCoarsest; ++steps) {
            const Quality now = coarser(wanted, steps);
            EXPECT_LE(now.photons, before.photons);
            EXPECT_LE(now.water_mesh, before.water_mesh);
            EXPECT_LE(now.ground_mesh, before.ground_mesh);
            EXPECT_LE(now.march_steps, before.march_steps);
            EXPECT_LE(now.detail_cells, before.detail_cells);
            EXPECT_LE(now.supersample, before.supersample);
            EXPECT_LE(most_mist(now), most_mist(before));
            EXPECT_LE(most_shading_drops(now), most_shading_drops(before));
            EXPECT_LE(has_drop_images(now), has_drop_images(before));
            EXPECT_GT(most_mist(now), 0);
            EXPECT_GT(now.photons, 0);
            EXPECT_GT(now.march_steps, 0);
            before = now;
        }
        EXPECT_EQ(before.supersample, 0.5);
    }
}

TEST(Coarser, LeavesSwitchedOffWhatIsOff) {
    const Quality bare = {.photons = 0, .has_reflections = false, .has_glitter = false};
    for (int steps = 0; steps <= kCoarsest; ++steps) {
        const Quality q = coarser(bare, steps);
        EXPECT_EQ(q.photons, 0);
        EXPECT_FALSE(q.has_reflections);
        EXPECT_FALSE(q.has_glitter);
    }
}

}  // namespace
}  // namespace tarn::render
