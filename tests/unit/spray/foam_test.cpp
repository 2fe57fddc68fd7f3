// Foam that the water carries: a slotted disc on rotating water [zalesak1979].
#include "spray/foam.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tarn::spray {
namespace {

constexpr int kCells = 100;
constexpr double kPi = 3.14159265358979323846;

struct Rotating {
    std::vector<float> level, depth, u, v;
    Rotating()
        : level(kCells * kCells), depth(level.size(), 1.0f), u(level.size()), v(level.size()) {
        for (int y = 0; y < kCells; ++y)
            for (int x = 0; x < kCells; ++x) {
                const std::size_t n = std::size_t(y * kCells + x);
                u[n] = float(-(y - 49.5));
                v[n] = float(x - 49.5);
            }
    }
    SurfaceBelow view() const {
        return {level.data(), depth.data(), u.data(), v.data(), kCells, kCells, 1.0f, 0.0};
    }
};

std::vector<float> slotted_disc() {
    std::vector<float> cover(kCells * kCells);
    for (int y = 0; y < kCells; ++y)
        for (int x = 0; x < kCells; ++x) {
            const bool is_in_disc = std::hypot(x - 49.5, y - 74.5) < 15.0;
            const bool is_in_slot = std::abs(x - 49.5) < 3.0 && y < 82;
            cover[std::size_t(y * kCells + x)] = is_in_disc && !is_in_slot ? 1.0f : 0.0f;
        }
    return cover;
}

std::vector<float> turned_once(std::vector<float> cover, int steps) {
    const Rotating water;
    const SurfaceBelow surface = water.view();
    std::vector<float> next(cover.size());
    for (int k = 0; k < steps; ++k) {
        const FoamPlane plane = {cover.data(), kCells, kCells, {}};
        for (int y = 0; y < kCells; ++y)
            for (int x = 0; x < kCells; ++x) {
                const CameFrom from = came_from(plane, surface, float(2.0 * kPi / steps), x, y);
                next[std::size_t(y * kCells + x)] = plane.between(from.x, from.y);
            }
        std::swap(cover, next);
    }
    return cover;
}

double white_cells(const std::vector<float>& cover) {
    return double(std::count_if(cover.begin(), cover.end(), [](float c) { return c > 0.5f; }));
}

TEST(Foam, ASlottedDiscKeepsItsAreaAndItsWhiteOverOneTurn) {
    const std::vector<float> before = slotted_disc();
    // At the rim of the grid the water crosses two cells in a step, as it may where foam is carried
    // in every fourth step of a fast flow.
    const std::vector<float> after = turned_once(before, 160);
    EXPECT_NEAR(white_cells(after) / white_cells(before), 1.0, 0.03);
    EXPECT_GT(*std::max_element(after.begin(), after.end()), 0.9f);
}

TEST(Foam, NothingIsWhiterThanWhatWasThere) {
    const std::vector<float> after = turned_once(slotted_disc(), 40);
    for (const float cover : after) {
        EXPECT_GE(cover, 0.0f);
        EXPECT_LE(cover, 1.0f);
    }
}

TEST(Foam, AnEvenCoverStaysEven) {
    const std::vector<float> after = turned_once(std::vector<float>(kCells * kCells, 0.25f), 10);
    // The weights of the cubic add up to one, to rounding, and the limiter does the rest.
    for (const float cover : after) EXPECT_EQ(cover, 0.25f);
}

}  // namespace
}  // namespace tarn::spray
