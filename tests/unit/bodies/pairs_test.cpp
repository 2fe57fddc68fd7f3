#include "bodies/pairs.hpp"

#include <gtest/gtest.h>

#include <random>

namespace tarn::bodies {
namespace {

TEST(Pairs, AreThoseOfComparingAllWithAll) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> place(0.0, 10.0), size(0.0, 2.0);
    std::vector<AxisBox> boxes;
    for (int k = 0; k < 100; ++k) {
        const Vec3 low_m = {place(random), place(random), place(random)};
        boxes.push_back(
            {low_m, {low_m.x + size(random), low_m.y + size(random), low_m.z + size(random)}});
    }
    boxes[5].low_m.x = boxes[6].low_m.x;
    std::vector<std::pair<int, int>> expected;
    for (int i = 0; i < 100; ++i)
        for (int j = i + 1; j < 100; ++j) {
            const AxisBox &a = boxes[std::size_t(i)], &b = boxes[std::size_t(j)];
            const bool meet = a.low_m.x <= b.high_m.x && b.low_m.x <= a.high_m.x &&
                              a.low_m.y <= b.high_m.y && b.low_m.y <= a.high_m.y &&
                              a.low_m.z <= b.high_m.z && b.low_m.z <= a.high_m.z;
            if (meet) expected.emplace_back(i, j);
        }
    Pairs pairs;
    const auto found = pairs.find(boxes);
    ASSERT_GT(expected.size(), 10u);
    EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end()));
}

}  // namespace
}  // namespace tarn::bodies
