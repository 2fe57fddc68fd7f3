#include "io/resample.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace tarn::io {
namespace {

TEST(Footprints, CoverEveryCellOnceWhenPixelsAreCoarser) {
    std::vector<int> seen(10, 0);
    for (const Footprint& footprint : footprints(10, 4))
        for (std::size_t k = 0; k < footprint.weights.size(); ++k)
            ++seen[static_cast<std::size_t>(footprint.first) + k];
    EXPECT_EQ(seen, std::vector<int>(10, 1));
}

TEST(Footprints, WeighLinearlyBetweenCentresWhenPixelsAreFiner) {
    for (const Footprint& footprint : footprints(3, 30)) {
        EXPECT_EQ(std::accumulate(footprint.weights.begin(), footprint.weights.end(), 0.0f), 1.0f);
        EXPECT_GE(footprint.first, 0);
        EXPECT_LE(footprint.first + static_cast<int>(footprint.weights.size()), 3);
    }
    EXPECT_EQ(footprints(3, 3)[1].nearest, 1);
    EXPECT_EQ(footprints(1, 5)[4].weights.size(), 1u);
}

TEST(Sample, LeavesOutSolidCellsAndNan) {
    const std::vector<float> values{1.0f, 100.0f, 1.0f, std::nanf("")};
    const std::vector<std::uint8_t> solid{0, 1, 0, 0};
    const FieldView field{values, 2, 2, solid.data()};
    const Footprint both{.nearest = 0, .first = 0, .weights = {1.0f, 1.0f}};
    EXPECT_EQ(sample(field, both, both), 1.0f);
    const Footprint last{.nearest = 1, .first = 0, .weights = {1.0f, 1.0f}};
    EXPECT_TRUE(std::isnan(sample(field, last, last)));
}

}  // namespace
}  // namespace tarn::io
