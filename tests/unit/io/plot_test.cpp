#include "io/plot.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tarn::io {
namespace {

int count(const std::string& text, const std::string& part) {
    int found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

/// Every element that opens also closes, in order, and nothing is left unescaped.
void expect_well_formed(const std::string& svg) {
    std::vector<std::string> open;
    for (std::size_t at = svg.find('<'); at != std::string::npos; at = svg.find('<', at + 1)) {
        const std::size_t end = svg.find('>', at);
        ASSERT_NE(end, std::string::npos);
        const std::string tag = svg.substr(at + 1, end - at - 1);
        EXPECT_EQ(tag.find('<'), std::string::npos) << tag;
        EXPECT_EQ(count(tag, "\"") % 2, 0) << tag;
        const std::string name = tag.substr(0, tag.find_first_of(" />", 1));
        if (tag.starts_with('/')) {
            ASSERT_FALSE(open.empty());
            EXPECT_EQ("/" + open.back(), tag);
            open.pop_back();
        } else if (!tag.ends_with('/')) {
            open.push_back(name);
        }
    }
    EXPECT_TRUE(open.empty());
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf"), std::string::npos);
}

PlotDesc two_lines() {
    return {.title = "level",
            .x_label = "t [s]",
            .y_label = "level [m]",
            .series = {{.name = "tarn", .x = {0, 1, 2, 3}, .y = {0, 1, 0, -1}},
                       {.name = "exact",
                        .x = {0, 1, 2, 3},
                        .y = {0, 0.9, 0, -1},
                        .style = SeriesStyle::Points}}};
}

TEST(SvgPlot, IsWellFormedAndNamesItsPartsOnce) {
    const std::string svg = svg_plot(two_lines());
    expect_well_formed(svg);
    for (const char* part : {">tarn<", ">exact<", ">t [s]<", ">level [m]<"})
        EXPECT_EQ(count(svg, part), 1) << part;
    EXPECT_EQ(svg.find(" id="), std::string::npos) << "ids clash when a page holds two figures";
}

TEST(SvgPlot, EscapesTextAndRaisesPowers) {
    PlotDesc desc = two_lines();
    desc.title = "a < b & \"c\" \xff\x01";
    desc.y_label = "flow [m^2/s]";
    const std::string svg = svg_plot(desc);
    expect_well_formed(svg);
    EXPECT_NE(svg.find("a &lt; b &amp; &quot;c&quot;"), std::string::npos);
    EXPECT_NE(svg.find(">2</tspan>"), std::string::npos);
}

TEST(SvgPlot, ANumberThatIsNotFiniteBreaksTheLine) {
    PlotDesc desc = two_lines();
    desc.series.resize(1);
    desc.series[0].y[1] = std::nan("");
    desc.series[0].y.push_back(std::numeric_limits<double>::infinity());
    desc.series[0].x.push_back(4);
    const std::string svg = svg_plot(desc);
    expect_well_formed(svg);
    const std::size_t start = svg.find("<path d=\"");
    const std::string path = svg.substr(start, svg.find("/>", start) - start);
    EXPECT_EQ(count(path, "M"), 2);
}

TEST(SvgPlot, LogarithmicAxesShowDecadesAndDropWhatIsNotPositive) {
    const PlotDesc desc{.series = {{.x = {0, 1, 10, 1e4}, .y = {1, -1, 1e-6, 1}}},
                        .is_log_x = true,
                        .is_log_y = true};
    const std::string svg = svg_plot(desc);
    expect_well_formed(svg);
    EXPECT_NE(svg.find(">-6</tspan>"), std::string::npos);
}

TEST(SvgPlot, NothingOneAndConstantDataAreDrawn) {
    expect_well_formed(svg_plot({}));
    expect_well_formed(svg_plot({.series = {{.x = {1}, .y = {5}}}, .is_log_y = true}));
    expect_well_formed(svg_plot({.series = {{.x = {1, 2}, .y = {5, 5}}}}));
    expect_well_formed(svg_plot({.series = {{.x = {1, 2, 3}, .y = {5}}}}));
    expect_well_formed(svg_plot({.series = {{.x = {-1e308, 1e308}, .y = {0, 1}}}}));
}

TEST(SvgPlot, AGivenRangeSetsTheAxis) {
    PlotDesc desc = two_lines();
    desc.y_range = Range{0.0, 100.0};
    EXPECT_NE(svg_plot(desc).find(">100<"), std::string::npos);
    desc.y_range = Range{5.0, 5.0};
    expect_well_formed(svg_plot(desc));
}

TEST(SvgTiles, DrawsOneTilePerCellAndALegend) {
    const TilesDesc desc{.title = "stable?",
                         .column_labels = {"0.1", "0.2"},
                         .row_labels = {"0.51", "0.6", "1"},
                         .category = {0, 1, 0, 1, -1},
                         .text = {"ok", "diverged <"},
                         .legend = {{.name = "stable"}, {"diverged", Rgb{200, 0, 0}}}};
    const std::string svg = svg_tiles(desc);
    expect_well_formed(svg);
    EXPECT_EQ(count(svg, "fill=\"#0072b2\""), 3) << "two tiles and the legend";
    EXPECT_EQ(count(svg, "fill=\"#c80000\""), 3);
    EXPECT_EQ(count(svg, "fill=\"#eeeeee\""), 2) << "not run, and not given";
    EXPECT_NE(svg.find(">diverged &lt;<"), std::string::npos);
}

TEST(SvgTiles, AnEmptyTableIsDrawn) {
    expect_well_formed(svg_tiles({}));
}

}  // namespace
}  // namespace tarn::io
