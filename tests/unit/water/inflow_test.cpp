// Inflow as numbers over time.
#include "water/shallow/inflow.hpp"

#include "scene/read.hpp"
#include "support/world_for_test.hpp"

#include <fstream>

namespace tarn::water {
namespace {

TEST(Series, IsLinearBetweenRowsAndHeldOutside) {
    const Series series({{1.0, 10.0}, {2.0, 20.0}, {4.0, 0.0}});
    EXPECT_EQ(series.at(-5.0), 10.0);
    EXPECT_EQ(series.at(1.0), 10.0);
    EXPECT_EQ(series.at(1.5), 15.0);
    EXPECT_EQ(series.at(2.0), 20.0);
    EXPECT_EQ(series.at(3.0), 10.0);
    EXPECT_EQ(series.at(4.0), 0.0);
    EXPECT_EQ(series.at(1e9), 0.0);
    EXPECT_EQ(series.last_time_s(), 4.0);
    EXPECT_FALSE(series.is_constant());
}

TEST(Series, OfOneNumberIsConstant) {
    const Series series(0.1);
    EXPECT_TRUE(series.is_constant());
    for (const double time_s : {-1.0, 0.0, 7.0, 1e300}) EXPECT_EQ(series.at(time_s), 0.1);
}

class InflowFile : public testing::Test {
protected:
    std::string scene(const std::string& csv) const {
        std::ofstream(folder_ / "tide.csv", std::ios::binary) << csv;
        return R"({"duration": 10, "water": {"edges": {"east": {"inflow": {"csv": "tide.csv"}},
                   "north": {"inflow": {"level": 2}}, "south": {"inflow": {"discharge": -3}}}}})";
    }
    Result<Inflows> inflows(const std::string& csv) const {
        const auto read = scene::read_scene(scene(csv), "s.json", folder_.path());
        return read ? read_inflows(read.value()) : read.error();
    }
    void expect_refused(const std::string& csv, const std::vector<std::string>& parts) const {
        const auto got = inflows(csv);
        ASSERT_FALSE(got) << csv;
        EXPECT_EQ(got.error().code, ErrorCode::InvalidScene);
        EXPECT_TRUE(got.error().message.starts_with("s.json: /water/edges/east/inflow: "))
            << got.error().message;
        for (const std::string& part : parts)
            EXPECT_NE(got.error().message.find(part), std::string::npos) << got.error().message;
    }

    TempFolder folder_;
};

TEST(Series, HasTheMeanOfItsLines) {
    const Series series({{1.0, 10.0}, {2.0, 20.0}, {4.0, 0.0}});
    // Areas of trapezoids, written out; sums of a few numbers of order 10 round in the last digits.
    constexpr double kRounding = 1e-14;
    EXPECT_NEAR(series.mean(1.0, 1.0), 15.0, kRounding);
    EXPECT_NEAR(series.mean(1.5, 1.0), 0.5 * 17.5 + 0.5 * 17.5, kRounding);
    EXPECT_NEAR(series.mean(0.0, 5.0), (10.0 + 15.0 + 20.0 + 0.0) / 5.0, kRounding);
    EXPECT_EQ(series.mean(7.0, 0.1), 0.0);
    EXPECT_EQ(series.mean(-3.1, 0.7), 10.0);
    EXPECT_EQ(series.mean(1.5, 0.0), 15.0);
    EXPECT_EQ(Series(0.3).mean(0.1, 0.7), 0.3);
}

TEST_F(InflowFile, IsReadByEdge) {
    const auto got = inflows("t,discharge\n0,0\n10,0.5\n");
    ASSERT_TRUE(got) << got.error().message;
    EXPECT_FALSE(got.value()[0]);
    EXPECT_EQ(got.value()[1]->by, Inflow::By::Discharge);
    EXPECT_EQ(got.value()[1]->values.at(4.0), 0.2);
    EXPECT_EQ(got.value()[2]->by, Inflow::By::Discharge);
    EXPECT_EQ(got.value()[2]->values.at(4.0), -3.0);
    EXPECT_EQ(got.value()[3]->by, Inflow::By::Level);
    EXPECT_EQ(got.value()[3]->values.at(4.0), 2.0);
    EXPECT_EQ(inflows("t,level\n0,1").value()[1]->by, Inflow::By::Level);
}

TEST_F(InflowFile, ThatIsNoSeriesIsRefusedWithFileAndRemedy) {
    expect_refused("", {"tide.csv: is empty"});
    expect_refused("time,level\n0,1\n", {"tide.csv", "t,level or t,discharge"});
    expect_refused("t,level,u\n0,1,2\n", {"t,level or t,discharge"});
    expect_refused("t,level\n", {"has no rows"});
    expect_refused("t,level\n0,1\n2,1\n2,3\n", {"row 3 has t = 2 after 2", "times must rise"});
    expect_refused("t,level\n0,1\n-1,1\n", {"row 2 has t = -1 after 0"});
    expect_refused("t,level\n0,1e6\n", {"row 1 has level 1000000", "from -100000 to 100000"});
    expect_refused("t,level\n0,x\n", {"line 2 has \"x\""});
    std::filesystem::remove(folder_ / "tide.csv");
    const auto read =
        scene::read_scene(R"({"water": {"edges": {"east": {"inflow": {"csv": "none.csv"}}}}})",
                          "s.json", folder_.path());
    ASSERT_TRUE(read);
    EXPECT_NE(read_inflows(read.value()).error().message.find("none.csv: no such file"),
              std::string::npos);
}

TEST_F(InflowFile, ThatEndsEarlyIsSaidOnce) {
    std::vector<std::string> warnings;
    WorldOptions options;
    options.log = [&](LogLevel level, const std::string& message) {
        if (level == LogLevel::Warning) warnings.push_back(message);
    };
    const auto make = [&](const char* csv) {
        warnings.clear();
        static_cast<void>(World::from_json(scene(csv), folder_.path().string(), options));
        return warnings.size();
    };
    EXPECT_EQ(make("t,level\n0,1\n9.5,2\n"), 1u);
    EXPECT_NE(warnings[0].find("east at 9.5 s"), std::string::npos) << warnings[0];
    EXPECT_EQ(make("t,level\n0,1\n10,2\n"), 0u);
    EXPECT_EQ(make("t,level\n0,1\n"), 0u);  // one row is a constant
}

TEST(Waves, ATrainOfCrestsKeepsTheMeanOfTheBasin) {
    // Troughs lie below the still level: 90 s of waves bring in as much as they take, but for the
    // wave that is inside at the end, 0.1 m of 1 m over a part of the basin.
    for (const char* kind : {"train", "sine"}) {
        World world = world_of(R"({"water": {"size": [40, 4], "cells": [80, 8], "level": 1,
            "edges": {"west": {"waves": {"kind": ")" +
                               std::string(kind) + R"(", "height": 0.1,
            "period": 3, "ramp": 3}}}}})");
        stepped(world, 90.0);
        const MassReport mass = mass_of(world);
        EXPECT_NEAR(mass.now_kg / mass.initial_kg, 1.0, 0.005) << kind;
        EXPECT_NEAR(imbalance(world), 0.0, 1e-6) << kind;
    }
}

}  // namespace
}  // namespace tarn::water
