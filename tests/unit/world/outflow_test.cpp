// Edges through which water leaves, parts of edges, and ground that is dry everywhere at the start.
#include "base/file.hpp"
#include "support/world_for_test.hpp"

#include <cmath>

namespace tarn {
namespace {

/// A channel of 40 by 10 m that falls by 1 % to the east.
std::string channel(const std::string& west, const std::string& east,
                    const std::string& water = R"("level": {"expr": "0.4 - 0.01*x + 0.3"})") {
    return R"({"duration": 60, "water": {"size": [40, 10], "cells": [80, 20], "manning": 0.03,
        "bed": {"expr": "0.4 - 0.01*x"}, "edges": {"west": )" +
           west + R"(, "east": )" + east + R"(, "south": "slip", "north": "slip"}, )" + water +
           "}}";
}

void expect_refused(const std::string& json, const std::vector<std::string>& parts,
                    const std::string& folder = ".") {
    const auto made = World::from_json(json, folder);
    ASSERT_FALSE(made) << json;
    for (const std::string& part : parts)
        EXPECT_NE(made.error().message.find(part), std::string::npos)
            << part << " is not in: " << made.error().message;
}

constexpr const char* kIn = R"({"inflow": {"discharge": 2}})";

TEST(Outflow, LeavesTheNormalDepthBehindAndTakesFv) {
    World world = world_of(channel(kIn, R"("outflow")"));
    EXPECT_EQ(world.info().scheme, "fv");
    stepped(world, 300.0);
    const double normal_m = std::pow(0.2 * 0.03 / std::sqrt(0.01), 0.6);
    EXPECT_NEAR(double(world.height(79, 10).value()) / normal_m, 1.0, 0.01);
    EXPECT_NEAR(mass_of(world).added_kg, 2.0 * 300.0 * 1000.0, 60.0);
    EXPECT_NEAR(imbalance(world), 0.0, 1e-5);
}

TEST(Outflow, IsRefusedByD2q9) {
    expect_refused(channel(R"("wall")", R"("outflow")", R"("level": 1, "scheme": "d2q9")"),
                   {"/water/edges has an outflow", "d2q9", "scheme fv"});
    expect_refused(channel(R"("wall")", R"({"outflow": {"kind": "critical"}})",
                           R"("level": 1, "scheme": "d2q9")"),
                   {"/water/edges has an outflow"});
    World pond = world_of(R"({"water": {"scheme": "d2q9"}})");
    const auto set = pond.set_boundary(Edge::East, Boundary::Outflow);
    ASSERT_FALSE(set);
    EXPECT_EQ(set.error().code, ErrorCode::Unsupported);
}

TEST(Outflow, ThatSaysTooLittleOrTooMuchIsRefused) {
    const auto east = [](const std::string& members) {
        return channel(kIn, "{\"outflow\": {" + members + "}}");
    };
    expect_refused(east(R"("kind": "weir")"), {"/water/edges/east/outflow/kind", "critical"});
    expect_refused(east(R"("kind": "normal")"), {"/outflow is of kind \"normal\" without a slope"});
    expect_refused(east(R"("kind": "normal", "slope": -0.1)"), {"/outflow/slope is -0.1"});
    expect_refused(east(R"("slope": 0.1)"), {"/outflow/slope is for an outflow of kind"});
    expect_refused(R"({"water": {"edges": {"east": {"outflow": {"kind": "normal", "slope": 1}}}}})",
                   {"/east/outflow is of kind \"normal\"", "/water/manning", "kind critical"});
    expect_refused(east(R"("kind": "rating")"), {"without a table"});
    expect_refused(east(R"("table": [[0, 0], [1, 1]])"), {"/outflow/table is for"});
    const auto rating = [&](const std::string& rows) {
        return east(R"("kind": "rating", "table": )" + rows);
    };
    expect_refused(rating("[[0, 0]]"), {"/outflow/table has 1 rows", "at least 2"});
    expect_refused(rating("[[0, 0], [1, -1]]"), {"row 2 has discharge -1", "no water comes in"});
    expect_refused(rating("[[0, 0], [0, 1]]"), {"row 2 has level 0 after 0", "levels must rise"});
    expect_refused(rating("[[0, 0], [1, 5], [2, 4]]"),
                   {"row 3 has discharge 4 after 5", "must not fall"});
    expect_refused(rating("[[0, 1], [1, 5]]"), {"row 1 has discharge 1", "nothing leaves"});
    expect_refused(rating("[[0, 0], [1e6, 5]]"), {"row 2 has level 1000000"});
    const TempFolder folder;
    ASSERT_TRUE(write_file(folder.path() / "r.csv", "h,q\n0,0\n1,1\n"));
    expect_refused(east(R"("kind": "rating", "csv": "r.csv")"),
                   {"/outflow/csv: ", "r.csv has another header", "level,discharge"},
                   folder.path().string());
    expect_refused(east(R"("kind": "rating", "csv": "none.csv")"), {"none.csv: no such file"},
                   folder.path().string());
}

TEST(Outflow, ByATableOfAFileHoldsItsLevel) {
    const TempFolder folder;
    ASSERT_TRUE(write_file(folder.path() / "r.csv", "level,discharge\n0.2,0\n1.2,4\n"));
    auto made = World::from_json(channel(kIn, R"({"outflow": {"kind": "rating", "csv": "r.csv"}})"),
                                 folder.path().string());
    ASSERT_TRUE(made) << made.error().message;
    stepped(made.value(), 600.0);
    // 2 m3/s leave at a level of 0.7 m, over a bed of 0.0025 m.
    EXPECT_NEAR(double(made.value().height(79, 10).value()), 0.6975, 0.007);
}

TEST(Outflow, ByATableIsTheSameOnAHighPlain) {
    const auto plain = [](const std::string& lift) {
        return R"({"water": {"size": [40, 10], "cells": [80, 20], "manning": 0.03,
            "bed": {"expr": ")" +
               lift + R"( + 0.4 - 0.01*x"}, "level": {"expr": ")" + lift +
               R"( + 0.7 - 0.01*x"}, "edges": {"west": {"inflow": {"discharge": 2}},
            "east": {"outflow": {"kind": "rating", "table": [[)" +
               lift + ", 0], [" + lift + R"(.8, 4]]}}, "south": "slip", "north": "slip"}}})";
    };
    World low = world_of(plain("0")), high = world_of(plain("500"));
    stepped(low, 200.0);
    stepped(high, 200.0);
    // The table says 0.4 m for 2 m3/s, and the bed there is 0 m.
    EXPECT_NEAR(double(low.height(79, 10).value()), 0.4, 0.02);
    EXPECT_NEAR(double(high.height(79, 10).value()), double(low.height(79, 10).value()), 1e-3);
}

TEST(Outflow, CanBeSetWhileTheWaterRunsAndIsSaved) {
    const TempFolder folder;
    const std::string scene = channel(kIn, R"("wall")");
    World world = world_of(scene);
    ASSERT_TRUE(world.set_boundary(Edge::East, Boundary::Outflow));
    stepped(world, 20.0);
    EXPECT_GT(mass_of(world).removed_kg, 1000.0);
    ASSERT_TRUE(world.save((folder.path() / "a.tarn").string()));
    World other = world_of(scene);
    ASSERT_TRUE(other.restore((folder.path() / "a.tarn").string()));
    stepped(world, 10.0);
    stepped(other, 10.0);
    EXPECT_EQ(checksum_of(world), checksum_of(other));
}

TEST(PartsOfEdges, AreRefusedWhereTheyAreEmptyReversedOrOutside) {
    const auto west = [](const std::string& part) {
        return channel(R"({"inflow": {"discharge": 2, )" + part + "}}", R"("outflow")");
    };
    expect_refused(west(R"("from": 6, "to": 4)"),
                   {"/water/edges/west/inflow/from is 6 and the part ends at 4", "begin before"});
    expect_refused(west(R"("from": 4, "to": 4)"), {"/inflow/from is 4", "begin before"});
    expect_refused(west(R"("from": 4.3, "to": 4.6)"), {"no centre of a cell of 0.5 m", "wider"});
    expect_refused(west(R"("from": 2, "to": 11)"), {"/inflow/to is 11", "10 m long"});
    expect_refused(west(R"("from": -1)"), {"/inflow/from is -1"});
    expect_refused(channel(R"({"inflow": {"level": 1, "zone": 3, "from": 2}})", R"("outflow")"),
                   {"/inflow/zone is for a whole edge"});
}

TEST(PartsOfEdges, BringAllOfTheirDischarge) {
    World world = world_of(channel(R"({"inflow": {"discharge": 2, "from": 4, "to": 6}})",
                                   R"({"outflow": {"from": 0, "to": 5}})"));
    stepped(world, 60.0);
    EXPECT_NEAR(mass_of(world).added_kg, 2.0 * 60.0 * 1000.0, 12.0);
    EXPECT_NEAR(imbalance(world), 0.0, 1e-5);
    // The level of a part is held there alone.
    World held = world_of(channel(R"({"inflow": {"level": 1, "from": 4, "to": 6}})", R"("wall")",
                                  R"("level": {"expr": "-1"})"));
    stepped(held, 0.5);
    EXPECT_GT(held.height(0, 10).value(), 0.1f);
    EXPECT_EQ(held.height(0, 0).value(), 0.0f);
}

TEST(DryStart, FillsFromAnInflow) {
    World world = world_of(channel(kIn, R"("outflow")", R"("level": {"expr": "-1"})"));
    EXPECT_EQ(world.info().scheme, "fv");
    EXPECT_EQ(mass_of(world).now_kg, 0.0);
    stepped(world, 10.0);
    const MassReport early = mass_of(world);
    EXPECT_NEAR(early.added_kg, 20000.0, 2.0);
    EXPECT_NEAR(early.now_kg, early.added_kg - early.removed_kg, 0.1);
    stepped(world, 290.0);
    const double normal_m = std::pow(0.2 * 0.03 / std::sqrt(0.01), 0.6);
    EXPECT_NEAR(double(world.height(40, 10).value()) / normal_m, 1.0, 0.01);
}

TEST(DryStart, FillsFromATableALevelOrRain) {
    const TempFolder folder;
    ASSERT_TRUE(write_file(folder.path() / "q.csv", "t,discharge\n0,0\n10,4\n20,0\n"));
    auto made = World::from_json(
        channel(R"({"inflow": {"csv": "q.csv"}})", R"("wall")", R"("level": {"expr": "-1"})"),
        folder.path().string());
    ASSERT_TRUE(made) << made.error().message;
    stepped(made.value(), 25.0);
    // The area under the table, though the corners of its lines fall into steps: rounding of the
    // flux to whole quanta is left.
    EXPECT_NEAR(mass_of(made.value()).added_kg, 40000.0, 0.1);

    World level = world_of(
        channel(R"({"inflow": {"level": 0.6}})", R"("wall")", R"("level": {"expr": "-1"})"));
    stepped(level, 5.0);
    EXPECT_GT(mass_of(level).now_kg, 1000.0);

    World rain = world_of(R"({"duration": 600, "rain": {"rate": 60, "drop": 0}, "water": {
        "size": [20, 20], "cells": [20, 20], "bed": {"expr": "0.1*x"}, "level": {"expr": "-1"},
        "manning": 0.03}})");
    EXPECT_EQ(rain.info().scheme, "fv");
    stepped(rain, 600.0);
    // 60 mm/h for 10 min on 400 m2, but for the sheet that falls with the next step.
    EXPECT_NEAR(mass_of(rain).now_kg, 4000.0, 10.0);
}

TEST(DryStart, OnAFlatBedNeedsASource) {
    expect_refused(R"({"water": {"level": 0}})", {"/water/level is 0", "an inflow or rain"});
    expect_refused(R"({"water": {"bed": {"expr": "x"}, "level": {"expr": "-1"}}})",
                   {"nowhere above the bed", "an inflow or rain"});
    EXPECT_TRUE(World::from_json(
        R"({"water": {"level": 0, "edges": {"west": {"inflow": {"discharge": 1}}}}})", "."));
    EXPECT_TRUE(World::from_json(R"({"water": {"level": 0}, "rain": {"rate": 10}})", "."));
}

TEST(DryStart, IsRefusedByD2q9) {
    expect_refused(R"({"water": {"level": 0, "scheme": "d2q9"}, "rain": {"rate": 10}})",
                   {"/water/level", "d2q9", "scheme fv"});
    expect_refused(R"({"water": {"level": 0, "tau": 0.6}, "rain": {"rate": 10}})",
                   {"/water/level", "d2q9"});
}

}  // namespace
}  // namespace tarn
