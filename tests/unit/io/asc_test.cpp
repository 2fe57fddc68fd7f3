#include "io/asc.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tarn::io {
namespace {

constexpr const char* kSmall =
    "ncols 3\nnrows 2\nxllcorner 400000\nyllcorner 5e6\ncellsize 0.5\nNODATA_value -99\n"
    "1 2 3\n4 -99 6\n";

void expect_refused(const std::string& text, const std::string& reason) {
    const auto grid = parse_asc(text, "bed.asc");
    ASSERT_FALSE(grid) << "expected: " << reason;
    EXPECT_EQ(grid.error().code, ErrorCode::InvalidScene);
    EXPECT_TRUE(grid.error().message.starts_with("bed.asc: ")) << grid.error().message;
    EXPECT_NE(grid.error().message.find(reason), std::string::npos) << grid.error().message;
    EXPECT_NE(grid.error().message.find("; "), std::string::npos) << "no remedy";
    EXPECT_LT(grid.error().message.size(), 300u);
}

TEST(Asc, TheFirstRowIsNorthAndNoDataIsNan) {
    const auto grid = parse_asc(kSmall, "x");
    ASSERT_TRUE(grid) << grid.error().message;
    const Raster& raster = grid.value().raster;
    EXPECT_EQ(grid.value().cell_m, 0.5);
    EXPECT_EQ(raster.columns, 3u);
    EXPECT_EQ(raster.rows, 2u);
    EXPECT_EQ(raster.at(0, 1), 1.0);
    EXPECT_EQ(raster.at(2, 1), 3.0);
    EXPECT_EQ(raster.at(0, 0), 4.0);
    EXPECT_TRUE(std::isnan(raster.at(1, 0)));
}

TEST(Asc, HeadersComeInAnyCaseOrderAndLineEnding) {
    const auto grid = parse_asc(
        "NROWS 1\r\nNCols\t2\r\nCELLSIZE 1e2\r\nXLLCENTER -3.5 yllcenter 7\r\n  +1.25\t-2e-1\r\n",
        "x");
    ASSERT_TRUE(grid) << grid.error().message;
    EXPECT_EQ(grid.value().raster.values, (std::vector<double>{1.25, -0.2}));
    const auto without_nodata = parse_asc("ncols 2 nrows 1 cellsize 1 -9999 nan", "x");
    ASSERT_TRUE(without_nodata);
    EXPECT_TRUE(std::isnan(without_nodata.value().raster.values[0]));
    EXPECT_TRUE(std::isnan(without_nodata.value().raster.values[1]));
}

TEST(Asc, ValuesAreDoublesToTheBit) {
    const auto grid = parse_asc("ncols 1 nrows 1 cellsize 1\n0.1000000000000000055511", "x");
    ASSERT_TRUE(grid);
    EXPECT_EQ(grid.value().raster.values[0], 0.1);
}

TEST(Asc, CellsThatAreNotSquareAreRefused) {
    expect_refused("ncols 1\nnrows 1\ndx 2\ndy 3\n5", "dx and dy; write a grid of square cells");
}

TEST(Asc, AHeaderThatIsNoneIsRefused) {
    expect_refused("", "has no ncols");
    expect_refused("hello world", "begins with \"hello\"");
    expect_refused("\x89PNG\r\n", "begins with \"?PNG\"");
    expect_refused("ncols 2\nncells 3", "begins with \"ncells\"");
    expect_refused("ncols 2\nnrows 2\n1 2 3 4", "has no cellsize");
    expect_refused("ncols 2\ncellsize 1\n1 2", "has no nrows");
    for (const char* count : {"0", "-3", "2.5", "1e3", "", "99999999999999999999", "268435457"})
        expect_refused(std::string("ncols ") + count, "has ncols");
    for (const char* size : {"0", "-1", "nan", "inf", "x", ""})
        expect_refused(std::string("ncols 2 nrows 2 cellsize ") + size, "has cellsize");
}

TEST(Asc, TooFewTooManyAndWrongValuesAreRefused) {
    const std::string header = "ncols 2 nrows 2 cellsize 1\n";
    expect_refused(header + "1 2 3", "has too few values where 2 by 2 cells need 4");
    expect_refused(header + "100 200 300", "has 3 values where 2 by 2 cells need 4");
    expect_refused(header + "1 2 3 4 5", "has more values");
    expect_refused(header + "1 2 3,5 4", "has \"3,5\" in row 2, column 1");
    expect_refused(header + "1 2 3 " + std::string(1000, 'z'), "zzz...\"");
}

TEST(Asc, ASmallFileCannotAskForMuchMemory) {
    expect_refused("ncols 16384 nrows 16384 cellsize 1\n1 2", "too few");
    expect_refused("ncols 268435456 nrows 268435456 cellsize 1\n1 2", "more than 2^28");
}

TEST(Asc, AMissingFileIsNamed) {
    EXPECT_EQ(read_asc("/nonexistent/bed.asc").error().code, ErrorCode::NotFound);
}

}  // namespace
}  // namespace tarn::io
