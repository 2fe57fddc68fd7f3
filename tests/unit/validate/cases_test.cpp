// Names of cases, tables of measured data, and how a row is judged.
#include "support/world_for_test.hpp"
#include "validate/case.hpp"
#include "validate/data_table.hpp"
#include "validate/norms.hpp"
#include "validate/row.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

namespace tarn::cli::validate {
namespace {

TEST(Cases, AreFoundByNameAndByItsBeginning) {
    EXPECT_EQ(all_cases().size(), 55u);
    EXPECT_EQ(find_cases("stoker").size(), 1u);
    EXPECT_EQ(find_cases("lake").size(), 3u);
    EXPECT_EQ(find_cases("monai").size(), 4u);
    EXPECT_TRUE(find_cases("sto").empty()) << "half a word is no name";
    EXPECT_EQ(nearest_case("stokker"), "stoker");
    EXPECT_EQ(nearest_case("lake/rogh"), "lake/rough");
}

TEST(Cases, EachHasABarForTheSchemeThatAutoTakesOrForOneThatIsNamed) {
    for (const Case& c : all_cases())
        for (const char* precision : {"float", "double"}) {
            // Stable water has floats alone.
            if (std::string(precision) == "double" && std::string(c.name).starts_with("stable/"))
                continue;
            const Bars& bars = c.bars(precision);
            const auto named = {bars.d2q9, bars.fv, bars.d3q19, bars.mac};
            EXPECT_TRUE(bars.automatic ||
                        std::ranges::any_of(named, [](const auto& bar) { return bar.has_value(); }))
                << c.name;
            EXPECT_TRUE(!bars.automatic || std::ranges::count(named, bars.automatic) > 0)
                << c.name << ": auto takes one of them";
        }
}

TEST(Tables, AreReadAsTheyArePublished) {
    const TempFolder folder;
    const std::string path = folder / "table.txt";
    std::ofstream(path) << "time(s)\tlevel 1\r\n\r\n2004 words\r\n0.5\t-1e-3\t7\r\n 1.0  NaN\r\n";
    const auto table = read_table(path, 2);
    ASSERT_TRUE(table) << table.error().message;
    ASSERT_EQ(table.value().size(), 2u);
    EXPECT_EQ(table.value()[0], (std::vector<double>{0.5, -1e-3, 7.0}));
    EXPECT_TRUE(std::isnan(table.value()[1][1]));
    EXPECT_FALSE(read_table(folder / "missing.txt", 2));
    EXPECT_FALSE(read_table(path, 4)) << "no row is that long";
}

TEST(Norms, AreTheUsualOnes) {
    const std::vector<double> got = {1.0, 2.0, 4.0}, exact = {1.0, 2.0, 3.0};
    EXPECT_DOUBLE_EQ(relative_l1(got, exact), 1.0 / 6.0);
    EXPECT_DOUBLE_EQ(relative_l2(got, exact), 1.0 / std::sqrt(14.0));
    EXPECT_DOUBLE_EQ(mean_error_of_range(got, exact), 1.0 / 6.0);
    EXPECT_DOUBLE_EQ(interpolate(exact, got, 2.5), 3.0);
    EXPECT_DOUBLE_EQ(interpolate(exact, got, 9.0), 4.0) << "the ends are held";
    const std::vector<GridError> grids = {{10, 0.4}, {20, 0.1}, {40, 0.025}};
    EXPECT_NEAR(order_of(grids), 2.0, 1e-12);
}

TEST(Rows, PassWhenErrorAndFiguresAreWithinTheirBars) {
    Row row = {.name = "x", .error = 0.5, .bar = 1.0};
    EXPECT_TRUE(row.is_pass());
    row.figures = {{"mass", 1e-3}, {"front", 0.2, 0.1}};
    EXPECT_FALSE(row.is_pass()) << "a figure is above its bar";
    row.figures = {{"mass", NAN, 1.0}};
    EXPECT_FALSE(row.is_pass()) << "NaN is within nothing";
    row.figures = {};
    row.error = NAN;
    EXPECT_FALSE(row.is_pass());
    row.error = {};
    EXPECT_FALSE(row.is_pass()) << "what was not run did not pass";
}

TEST(Rows, WithoutDataSayWhereItIsPublished) {
    std::vector<Plot> plots;
    const Row row = run_row(*find_cases("monai/ch5").front(), {}, plots);
    EXPECT_FALSE(row.error);
    EXPECT_NE(row.note.find("not run: give --data DIR, published at NTHMP"), std::string::npos)
        << row.note;
}

}  // namespace
}  // namespace tarn::cli::validate
