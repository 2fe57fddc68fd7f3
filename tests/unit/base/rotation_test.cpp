#include "base/rotation.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace tarn {
namespace {

// A handful of products of numbers of order one.
constexpr double kRounding = 1e-15;

void expect_near(Vec3 got, Vec3 expected, double tolerance) {
    EXPECT_NEAR(got.x, expected.x, tolerance);
    EXPECT_NEAR(got.y, expected.y, tolerance);
    EXPECT_NEAR(got.z, expected.z, tolerance);
}

TEST(Rotation, AQuarterTurnAboutZTakesXToY) {
    const Quaternion turn = turn_by({0.0, 0.0, 0.5 * std::numbers::pi});
    expect_near(matrix_of(turn) * Vec3{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, kRounding);
    expect_near(matrix_of(turn) * Vec3{0.0, 0.0, 1.0}, {0.0, 0.0, 1.0}, kRounding);
}

TEST(Rotation, AProductTurnsByTheRightFactorFirst) {
    const Quaternion about_x = turn_by({0.5 * std::numbers::pi, 0.0, 0.0});
    const Quaternion about_z = turn_by({0.0, 0.0, 0.5 * std::numbers::pi});
    // y goes to z by the first, and z stays by the second.
    expect_near(matrix_of(about_z * about_x) * Vec3{0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, kRounding);
    const Mat3 product = matrix_of(about_z) * matrix_of(about_x);
    for (std::size_t k = 0; k < 3; ++k)
        expect_near(matrix_of(about_z * about_x).row[k], product.row[k], kRounding);
}

TEST(Rotation, SmallTurnsAddUp) {
    // Below 1e-9 rad the formula is another one; a thousand of them make 5e-7 rad.
    Quaternion turn;
    for (int k = 0; k < 1000; ++k) turn = turn_by({0.0, 5e-10, 0.0}) * turn;
    expect_near(matrix_of(turn) * Vec3{0.0, 0.0, 1.0}, {5e-7, 0.0, 1.0}, 1e-12);
}

TEST(Rotation, TheInverseOfAMatrixUndoesIt) {
    const Mat3 m = {{Vec3{2.0, 0.3, -0.1}, Vec3{0.3, 1.5, 0.2}, Vec3{-0.1, 0.2, 3.0}}};
    expect_near(inverse(m) * (m * Vec3{1.0, -2.0, 3.0}), {1.0, -2.0, 3.0}, 4.0 * kRounding);
}

TEST(Rotation, PrincipalAxesGiveTheMatrixBack) {
    const Mat3 m = {{Vec3{2.0, 0.3, -0.1}, Vec3{0.3, 1.5, 0.2}, Vec3{-0.1, 0.2, 3.0}}};
    const PrincipalAxes found = principal_axes(m);
    const Mat3 back = transposed(found.axes) * diagonal(found.moments) * found.axes;
    for (std::size_t k = 0; k < 3; ++k) expect_near(back.row[k], m.row[k], 10.0 * kRounding);
    EXPECT_NEAR(determinant(found.axes), 1.0, 10.0 * kRounding);
    // A diagonal matrix is left as it is, to the bit.
    expect_near(principal_axes(diagonal({3.0, 1.0, 2.0})).moments, {3.0, 1.0, 2.0}, 0.0);
}

}  // namespace
}  // namespace tarn
