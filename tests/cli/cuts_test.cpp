// A run with pictures stops at every recorded time and at every picture, and nowhere else.
#include "cuts.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace tarn::cli {
namespace {

struct Stops {
    std::vector<double> rows_s, pictures_s;
    std::set<double> lengths_s;
    double end_s = 0.0;
};

Stops stops_of(const Cuts::Desc& desc) {
    Stops stops;
    double time_s = desc.start_s;
    for (Cuts cuts(desc); !cuts.is_done();) {
        const Cut cut = cuts.next();
        time_s += cut.step_s;
        if (!cuts.is_done()) stops.lengths_s.insert(cut.step_s);
        if (cut.is_row) stops.rows_s.push_back(time_s);
        if (cut.is_picture) stops.pictures_s.push_back(time_s);
    }
    stops.end_s = time_s;
    return stops;
}

void expect_series(const std::vector<double>& times_s, double start_s, double every_s) {
    // A thousandth of a microsecond: what lengths of whole picoseconds lose in these tests.
    for (std::size_t k = 0; k < times_s.size(); ++k)
        EXPECT_NEAR(times_s[k], start_s + double(k + 1) * every_s, 1e-9) << k;
}

TEST(Cuts, AreTheUnionOfRowsAndPictures) {
    const Stops stops = stops_of({.start_s = 2.0, .end_s = 12.0, .row_every_s = 0.05, .fps = 30.0});
    EXPECT_EQ(stops.rows_s.size(), 200u);
    EXPECT_EQ(stops.pictures_s.size(), 300u);
    expect_series(stops.rows_s, 2.0, 0.05);
    expect_series(stops.pictures_s, 2.0, 1.0 / 30.0);
    EXPECT_EQ(stops.end_s, 12.0);
}

TEST(Cuts, OfCommonTimesAreOne) {
    const Stops stops = stops_of({.end_s = 1.0, .row_every_s = 0.1, .fps = 10.0});
    EXPECT_EQ(stops.rows_s, stops.pictures_s);
    EXPECT_EQ(stops.rows_s.size(), 10u);
}

TEST(Cuts, OfOneLengthHaveTheSameBits) {
    EXPECT_EQ(stops_of({.end_s = 500.0, .row_every_s = 0.1, .fps = 10.0}).lengths_s.size(), 1u);
    // 1/30, 1/60, 1/60, 1/30 of a second, and so on; some are rounded up and some down.
    EXPECT_LE(stops_of({.end_s = 500.0, .row_every_s = 0.05, .fps = 30.0}).lengths_s.size(), 4u);
}

TEST(Cuts, EndWithARowAtTheEndAndAPictureOnlyWhenOneIsDue) {
    const Stops stops = stops_of({.end_s = 0.52, .row_every_s = 0.05, .fps = 30.0});
    EXPECT_EQ(stops.rows_s.size(), 11u);
    EXPECT_EQ(stops.rows_s.back(), 0.52);
    EXPECT_EQ(stops.pictures_s.size(), 15u);
    EXPECT_LT(stops.pictures_s.back(), 0.51);
}

TEST(Cuts, OfARunThatIsOverAreNone) {
    EXPECT_TRUE(Cuts({.start_s = 2.0, .end_s = 1.0}).is_done());
    EXPECT_TRUE(Cuts({.start_s = 2.0, .end_s = 2.0}).is_done());
}

}  // namespace
}  // namespace tarn::cli
