// Fields from files: brought to the cells, or refused with file, place and remedy.
#include "water/shallow/read_field.hpp"

#include "support/grey_png.hpp"
#include "support/npy_file.hpp"
#include "support/world_for_test.hpp"

#include <cmath>
#include <fstream>
#include <limits>

namespace tarn::water {
namespace {

constexpr PlanGrid kGround = {4, 3, 0.5};

class ReadField : public testing::Test {
protected:
    std::string write(const char* name, const std::string& bytes) const {
        std::ofstream(folder_ / name, std::ios::binary) << bytes;
        return folder_ / name;
    }
    static std::vector<double> good(const scene::VaryingField& field) {
        const auto values = read_field({.varying = field}, kGround, "s.json: /water/bed");
        EXPECT_TRUE(values) << (values ? "" : values.error().message);
        return values ? values.value() : std::vector<double>(12);
    }
    static void expect_refused(const scene::VaryingField& field,
                               const std::vector<std::string>& parts) {
        const auto values = read_field({.varying = field}, kGround, "s.json: /water/bed");
        ASSERT_FALSE(values);
        EXPECT_EQ(values.error().code, ErrorCode::InvalidScene);
        EXPECT_LT(values.error().message.size(), 1000u);
        EXPECT_TRUE(values.error().message.starts_with("s.json: /water/bed"))
            << values.error().message;
        for (const std::string& part : parts)
            EXPECT_NE(values.error().message.find(part), std::string::npos)
                << values.error().message << "\nlacks " << part;
    }

    TempFolder folder_;
    const double nan_ = std::numeric_limits<double>::quiet_NaN();
};

TEST_F(ReadField, AnExpressionWithAZeroByteIsRefused) {
    expect_refused(scene::ExprField{std::string("x\0+7", 4)}, {"x\\x00+7", "zero byte"});
}

TEST_F(ReadField, AVelocityIsAsSlowAsOneThatIsGivenAsNumbers) {
    const auto scene = [](const std::string& velocity) {
        return R"({"water": {"size": [2, 1.5], "cells": [4, 3], "velocity": )" + velocity + "}}";
    };
    std::vector<double> velocity_m_per_s(24, 0.0);
    write("u.npy", npy_file<double>({3, 4, 2}, velocity_m_per_s));
    EXPECT_TRUE(World::from_json(scene(R"({"npy": "u.npy"})"), folder_.path().string()));
    velocity_m_per_s[2 * (4 + 2) + 1] = 2e4;
    write("u.npy", npy_file<double>({3, 4, 2}, velocity_m_per_s));
    for (const char* velocity :
         {R"({"npy": "u.npy"})", R"({"expr": ["0", "x > 1 && y > 0.5 && y < 1 ? 2e4 : 0"]})"}) {
        const auto world = World::from_json(scene(velocity), folder_.path().string());
        ASSERT_FALSE(world) << velocity;
        EXPECT_NE(world.error().message.find("/water/velocity is 20000 m/s in cell [2, 1]"),
                  std::string::npos)
            << world.error().message;
    }
}

TEST_F(ReadField, AnAsciiGridLiesAtTheCornerInItsOwnCells) {
    std::string text = "ncols 5\nnrows 4\nxllcorner 123\nyllcorner 456\ncellsize 0.5\n";
    for (int row = 3; row >= 0; --row)
        for (int column = 0; column < 5; ++column) text += std::to_string(10 * row + column) + " ";
    const auto values = good(scene::AscField{.path = write("bed.asc", text)});
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 4; ++i) EXPECT_EQ(values[std::size_t(j * 4 + i)], 10.0 * j + i);
    // Said to cover more, the same grid is coarser.
    const auto wider = good(scene::AscField{.path = folder_ / "bed.asc",
                                            .extent_m = scene::Extent{-1.0, -1.0, 4.0, 3.0}});
    EXPECT_NEAR(wider[0], 10.0 * (1.25 - 0.5) + (1.25 - 0.5), 1e-14);
}

TEST_F(ReadField, APictureSpansItsRangeOverTheWholeWater) {
    std::vector<int> greys(12, 0);
    greys[0] = 65535;   // north-west
    greys[11] = 13107;  // south-east: a fifth
    const auto values = good(scene::PngField{
        .path = write("bed.png", grey_png_16(4, greys).bytes()), .black_white = {-0.7, 1.3}});
    EXPECT_EQ(values[8], 1.3);
    EXPECT_EQ(values[0], -0.7);
    EXPECT_NEAR(values[3], -0.3, 1e-15);
}

TEST_F(ReadField, AnArrayOfOtherShapeCoversTheWholeWater) {
    const PlanGrid wide = {4, 2, 0.5};
    const auto coarse = read_field(
        {.varying = scene::NpyField{.path = write("a.npy", npy_file<double>({1, 2}, {0.0, 1.0}))}},
        wide, "");
    ASSERT_TRUE(coarse) << coarse.error().message;
    const double expected[] = {0.0, 0.25, 0.75, 1.0};
    for (std::size_t k = 0; k < 8; ++k) EXPECT_NEAR(coarse.value()[k], expected[k % 4], 1e-15);
    const std::string path = write("b.npy", npy_file<float>({6, 8}, std::vector<float>(48, 2.5f)));
    EXPECT_EQ(good(scene::NpyField{.path = path}), std::vector<double>(12, 2.5));
}

TEST_F(ReadField, AnArrayThatWouldBeStretchedIsRefusedUnlessItsExtentIsGiven) {
    const std::string path = write("a.npy", npy_file<float>({4, 3}, std::vector<float>(12, 2.5f)));
    expect_refused(scene::NpyField{.path = path},
                   {"a.npy: has shape [4, 3]", "cells [3, 4]", "\"extent\""});
    EXPECT_EQ(good(scene::NpyField{.path = path, .extent_m = scene::Extent{0.0, 0.0, 2.0, 1.5}}),
              std::vector<double>(12, 2.5));
    expect_refused(scene::PngField{.path = write("a.png", grey_png_8(1, {1, 2, 3}).bytes())},
                   {"a.png: has shape [3, 1]"});
}

TEST_F(ReadField, AFileThatDoesNotCoverTheWaterIsRefusedWithBothExtents) {
    const std::string asc = write("bed.asc", "ncols 3 nrows 3 cellsize 0.5\n1 2 3 4 5 6 7 8 9");
    expect_refused(scene::AscField{.path = asc},
                   {"bed.asc covers [0, 0] to [1.5, 1.5] m", "[0, 0] to [2, 1.5] m", "\"extent\""});
    expect_refused(scene::AscField{.path = asc, .extent_m = scene::Extent{0.1, 0.0, 2.0, 1.5}},
                   {"covers [0.1, 0] to [2, 1.5] m"});
    // Rounding is no reason.
    good(scene::AscField{.path = asc, .extent_m = scene::Extent{1e-9, 0.0, 2.0 - 1e-9, 1.5}});
}

TEST_F(ReadField, MissingValuesInTheWaterAreCountedAndPlacedOrFilled) {
    std::vector<double> heights(12, 1.0);
    heights[5] = nan_;
    heights[7] = -HUGE_VAL;
    heights[11] = 1e38;
    const std::string npy = write("bed.npy", npy_file<double>({3, 4}, heights));
    expect_refused(scene::NpyField{.path = npy},
                   {"bed.npy has no value", "in 3 of its cells", "first at [0.75, 0.75] m",
                    "\"nodata\": a value"});
    const auto filled = good(scene::NpyField{.path = npy, .nodata = -2.0});
    EXPECT_EQ(filled[5], -2.0);
    EXPECT_EQ(filled[7], -2.0);
    EXPECT_EQ(filled[11], -2.0);
    EXPECT_EQ(filled[6], 1.0);
}

TEST_F(ReadField, MissingValuesOutsideTheWaterDoNotMatter) {
    // Six columns; the water begins at the second and ends before the last.
    std::string text = "ncols 6 nrows 3 cellsize 0.5 nodata_value -1\n";
    for (int row = 0; row < 3; ++row) text += "-1 2 3 4 5 -1\n";
    const auto values = good(scene::AscField{.path = write("bed.asc", text),
                                             .extent_m = scene::Extent{-0.5, 0.0, 2.5, 1.5}});
    EXPECT_EQ(values[0], 2.0);
    EXPECT_EQ(values[3], 5.0);
    expect_refused(scene::AscField{.path = folder_ / "bed.asc"},
                   {"in 3 of its cells", "first at [0.25, 0.25] m"});
}

TEST_F(ReadField, NamesFilesThatAreMissingOrOfAnotherKind) {
    expect_refused(scene::NpyField{.path = folder_ / "none.npy"}, {"none.npy: no such file"});
    expect_refused(scene::PngField{.path = folder_.path().string()}, {"is a folder"});
    expect_refused(scene::AscField{.path = write("bed.asc", "P5 3 4")}, {"bed.asc: begins with"});
    expect_refused(scene::PngField{.path = folder_ / "bed.asc"}, {"is not a PNG file"});
    expect_refused(
        scene::NpyField{.path = write("a.npy", npy_file<float>({12}, std::vector<float>(12)))},
        {"a.npy: has shape [12]", "[rows, columns]"});
    expect_refused(scene::NpyField{.path = write("b.npy", npy_file<float>({0, 4}, {}))},
                   {"has shape [0, 4]"});
}

TEST_F(ReadField, ExpressionsKeepTheirDigits) {
    const auto values = good(scene::ExprField{"1 + 1e-12*x"});
    EXPECT_EQ(values[0], 1.0 + 1e-12 * 0.25);
    expect_refused(scene::ExprField{"1/(x - 0.75)"}, {"is inf at [0.75, 0.25] m"});
    expect_refused(scene::ExprField{"1e9*x"}, {"from -100000 to 100000"});
}

}  // namespace
}  // namespace tarn::water
