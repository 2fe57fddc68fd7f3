// Each rule of a scene, broken once: the message names place, value and remedy.
#include "read_for_test.hpp"

namespace tarn::scene {
namespace {

std::string water(const std::string& members) {
    return "{\"water\": {" + members + "}}";
}
std::string event(const std::string& members) {
    return "{\"events\": [{" + members + "}]}";
}

TEST(RefuseScene, ANumberOutOfRangeIsNamedWithItsRange) {
    EXPECT_EQ(refusal(water(R"("cells": [-5, 10])")),
              "pond.json: /water/cells/0 is -5; it must be a whole number from 3 to 65536");
    EXPECT_EQ(refusal(water(R"("tau": 0.5)")),
              "pond.json: /water/tau is 0.5; it must be a number above 0.5 and at most 10");
    for (const char* members :
         {R"("cells": [2, 2])", R"("cells": [65537, 3])", R"("cells": [10.5, 10])",
          R"("tau": 10.1)", R"("viscosity": -1e-9)", R"("gravity": 0)", R"("size": [0, 1])",
          R"("time_step": 0)", R"("manning": -1)", R"("level": 1e6)", R"("wind": [1e5, 0])",
          R"("velocity": [0, 1e9])", R"("cells": [1e300, 3])", R"("drag": -1)",
          R"("coriolis": 0.1)"})
        expect_refused(water(members), {"; it must be a "});
    for (const char* json :
         {R"({"duration": 0})", R"({"record": {"every": 0}})", R"({"rain": {"rate": -1}})",
          R"({"rain": {"drop": 2}})", R"({"rain": {"seed": -1}})", R"({"rain": {"seed": 1.5}})"})
        expect_refused(json, {"; it must be a "});
}

TEST(RefuseScene, AnUnknownKeyGetsTheNearestKnownOne) {
    EXPECT_EQ(refusal(water(R"("visosity": 1)")),
              "pond.json: /water/visosity is not a known key; did you mean \"viscosity\"?");
    expect_refused(R"({"watr": {}})", {"/watr is not", "\"water\""});
    expect_refused(event(R"("dorp": {"at": [1, 1]})"), {"/events/0/dorp", "\"drop\""});
    expect_refused(event(R"("drop": {"at": [1, 1], "heigth": 1})"), {"\"height\""});
    expect_refused(water(R"("level": {"np": "a.npy"})"), {"/water/level/np is", "\"npy\""});
    expect_refused(water(R"("edges": {"wets": "wall"})"), {"\"west\""});
}

TEST(RefuseScene, AnUnknownKeyLikeNoOtherGetsTheListOfKeys) {
    EXPECT_EQ(refusal(R"({"rain": {"colour": 1}})"),
              "pond.json: /rain/colour is not a known key; known here: rate, drop and seed");
    expect_refused(R"({"a/b~c": 1})", {"/a~1b~0c is not a known key", "water", "probes"});
}

TEST(RefuseScene, AWrongTypeIsNamedWithWhatWasGiven) {
    expect_refused(water(R"("tau": "big")"), {"/water/tau is the text \"big\"", "a number above"});
    expect_refused(water(R"("cells": 5)"), {"/water/cells is 5", "a list of 2 whole numbers"});
    expect_refused(water(R"("size": [1, 2, 3])"), {"the list [1, 2, 3]", "a list of 2 numbers"});
    expect_refused(water(R"("size": [1, null])"), {"/water/size/1 is null"});
    expect_refused(water(R"("edges": [])"), {"/water/edges is the list []", "an object"});
    expect_refused(water(R"("model": true)"), {"/water/model is true", "shallow"});
    expect_refused(R"({"water": 3})", {"/water is 3", "an object"});
    expect_refused(R"({"events": {}})", {"/events is the object {}", "a list of objects"});
    expect_refused(R"({"events": [1]})", {"/events/0 is 1", "an object"});
    expect_refused(R"({"about": 7})", {"/about is 7", "a text"});
    expect_refused(R"({"rain": null})", {"/rain is null", "an object"});
    expect_refused("[1, 2]", {"the scene is [1, 2]", "an object"});
}

TEST(RefuseScene, AnyKeyWithAnyWrongTypeIsRefusedWithoutHarm) {
    const std::vector<std::string> keys = {"about",  "duration", "water",  "rain",     "events",
                                           "probes", "record",   "bodies", "emitters", "spray",
                                           "foam",   "camera",   "light",  "look",     "tarn"};
    const std::vector<std::string> water_keys = {
        "model",     "scheme",    "size",      "cells", "gravity", "viscosity", "tau",
        "time_step", "collision", "precision", "bed",   "level",   "velocity",  "edges",
        "manning",   "wind",      "solids",    "drag",  "coriolis"};
    for (const char* value : {"null", "true", "[[[]]]", "{\"\": {}}", "-1e308"}) {
        for (const std::string& key : keys) refusal("{\"" + key + "\": " + value + "}");
        for (const std::string& key : water_keys) refusal(water("\"" + key + "\": " + value));
    }
}

TEST(RefuseScene, ALongValueIsShortened) {
    const std::string message = refusal(water("\"tau\": \"" + std::string(100000, 'x') + "\""));
    EXPECT_LT(message.size(), 250u);
    EXPECT_NE(message.find("..."), std::string::npos);
    refusal("{\"" + std::string(100000, 'k') + "\": 1}");
}

TEST(RefuseScene, TheVersionIsOne) {
    EXPECT_EQ(refusal(R"({"tarn": 2})"), "pond.json: /tarn is 2; it must be 1");
}

TEST(RefuseScene, ViscosityAndTauExcludeEachOther) {
    expect_refused(water(R"("tau": 0.6, "viscosity": 0)"),
                   {"/water/tau is given as well as \"viscosity\"; keep one"});
}

TEST(RefuseScene, PeriodicEdgesComeInPairs) {
    expect_refused(water(R"("edges": {"west": "periodic"})"),
                   {"/water/edges/west", "east is not", "pairs"});
    expect_refused(water(R"("edges": {"south": "open", "north": "periodic"})"),
                   {"/water/edges/north", "south is not"});
    expect_refused(water(R"("edges": {"west": "periodic", "east": {"inflow": {"level": 1}}})"),
                   {"/water/edges/west", "east is not"});
    expect_refused(water(R"("edges": {"west": "wal"})"), {"wall, slip, periodic, open or outflow"});
}

TEST(RefuseScene, AnEdgeIsDrivenByOneThingThatIsComplete) {
    const auto edge = [](const std::string& members) {
        return water("\"edges\": {\"south\": {" + members + "}}");
    };
    const auto waves = [&](const std::string& members) {
        return edge("\"waves\": {" + members + "}");
    };
    expect_refused(edge(""),
                   {"/water/edges/south has none of the keys inflow, waves, open and outflow"});
    expect_refused(edge(R"("inflow": {"level": 1}, "waves": {})"), {"has both"});
    expect_refused(edge(R"("inlow": {"level": 1})"), {"did you mean \"inflow\"?"});
    expect_refused(edge(R"("inflow": 3)"), {"/water/edges/south/inflow is 3", "an object"});
    expect_refused(edge(R"("inflow": {})"), {"none of the keys level, discharge and csv"});
    expect_refused(edge(R"("inflow": {"level": 1, "discharge": 2})"), {"has both"});
    expect_refused(edge(R"("inflow": {"level": 1, "velocity": 2})"), {"velocity is not a known"});
    expect_refused(edge(R"("inflow": {"level": 1e7})"), {"/inflow/level is 1e7", "100000"});
    expect_refused(edge(R"("inflow": {"discharge": "much"})"), {"/inflow/discharge is the text"});
    expect_refused(edge(R"("inflow": {"csv": ""})"), {"/inflow/csv", "name of a file"});
    expect_refused(waves(R"("period": 2)"), {"/waves has no \"height\""});
    expect_refused(waves(R"("height": 0.1)"), {"/waves has no \"period\""});
    expect_refused(waves(R"("height": 0, "period": 2)"), {"/waves/height is 0", "above 0"});
    expect_refused(waves(R"("height": 1, "period": 2, "kind": "flap")"),
                   {"/waves/kind is the text \"flap\"", "piston, sine or train"});
    expect_refused(waves(R"("height": 1, "period": 2, "length": 9)"),
                   {"/water/edges/south/waves/length is for waves of kind \"train\""});
    expect_refused(waves(R"("kind": "piston", "height": 1, "period": 2, "power": 3)"),
                   {"/waves/power is for"});
    expect_refused(waves(R"("kind": "train", "height": 1, "period": 2, "power": 0)"),
                   {"/waves/power is 0", "from 1 to 100"});
    expect_refused(waves(R"("height": 1, "period": 2, "zone": 10)"),
                   {"/waves/zone is 10 and the water is 10 m wide", "narrower"});
    expect_refused(waves(R"("kind": "piston", "height": 1, "period": 2, "zone": 1)"),
                   {"/waves/zone is for waves that come in"});
    expect_refused(water(R"("edges": {"west": {"open": {"zone": 11}}})"),
                   {"/west/open/zone is 11 and the water is 10 m wide"});
    expect_refused(water(R"("edges": {"west": {"open": {}}})"), {"/west/open has no \"zone\""});
    expect_refused(water(R"("edges": {"west": {"inflow": {"discharge": 1, "zone": 2}}})"),
                   {"/west/inflow/zone is for a level"});
    expect_refused(waves(R"("height": 1, "period": 2, "ramp": -1)"), {"/waves/ramp is -1"});
    expect_refused(water(R"("edges": {"west": 7})"),
                   {"outflow, {\"inflow\": {...}}, {\"waves\": {...}}, {\"open\": {...}} or "
                    "{\"outflow\": {...}}"});
}

TEST(RefuseScene, CellsMustBeSquareAndTheMessageSaysHow) {
    expect_refused(water(R"("size": [10, 5], "cells": [200, 200])"),
                   {"/water/cells is [200, 200]", "[10, 5] m", "give cells [200, 100]"});
    expect_refused(water(R"("size": [10, 7.77], "cells": [20, 20])"), {"give size [10, 10]"});
    expect_refused(water(R"("size": [1, 1e6], "cells": [100, 100])"), {"give size [1, 1]"});
}

TEST(RefuseScene, PointsLieInTheWater) {
    const char* where = "it must lie in the water, which goes from [0, 0] to [10, 10] m";
    expect_refused(event(R"("drop": {"at": [11, 5]})"), {"/events/0/drop/at is [11, 5]", where});
    expect_refused(event(R"("press": {"at": [5, -1]})"), {"/events/0/press/at is [5, -1]", where});
    expect_refused(event(R"("stir": {"path": [[1, 1], [1, 10.5]]})"),
                   {"/events/0/stir/path/1 is [1, 10.5]", where});
    expect_refused(R"({"probes": [{"at": [1, 1]}, {"at": [0, 99]}]})",
                   {"/probes/1/at is [0, 99]", where});
}

TEST(RefuseScene, ProbeNamesAreUniqueAndPlain) {
    expect_refused(R"({"probes": [{"name": "a", "at": [1, 1]}, {"name": "a", "at": [2, 2]}]})",
                   {"/probes/1/name is \"a\"", "its own name"});
    expect_refused(R"({"probes": [{"name": "p2", "at": [1, 1]}, {"at": [2, 2]}]})",
                   {"/probes/1/name is \"p2\""});
    for (const char* name : {"", "a b", "a,b", "caf\xc3\xa9", "a.b"})
        expect_refused(std::string("{\"probes\": [{\"at\": [1, 1], \"name\": \"") + name + "\"}]}",
                       {"/probes/0/name", "A-Za-z0-9_-"});
}

TEST(RefuseScene, AnEventIsExactlyOneThing) {
    expect_refused(event(R"("time": 1)"),
                   {"/events/0 has none of the keys drop, stir, press, open, close, dig, set and "
                    "helm; give "
                    "exactly one"});
    expect_refused(event(R"("drop": {"at": [1, 1]}, "press": {"at": [1, 1]})"),
                   {"/events/0 has both \"drop\" and \"press\""});
    expect_refused(event(R"("drop": {})"), {"/events/0/drop has no \"at\"", "required"});
    expect_refused(event(R"("drop": {"at": [1, 1]}, "time": -1)"), {"/events/0/time is -1"});
    expect_refused(event(R"("drop": {"at": [1, 1], "radius": 0})"), {"/events/0/drop/radius is 0"});
    expect_refused(event(R"("drop": {"at": [1, 1], "shape": "round"})"), {"tophat or smooth"});
    expect_refused(event(R"("press": {"at": [1, 1], "shape": "foot"})"), {"hand, disc or box"});
}

TEST(RefuseScene, AStirPathHasTwoPoints) {
    expect_refused(event(R"("stir": {"path": [[1, 1]]})"), {"/events/0/stir/path has 1 points"});
    expect_refused(event(R"("stir": {"path": [[1, 1], 2]})"), {"/events/0/stir/path/1 is 2"});
    expect_refused(event(R"("stir": {"path": 5})"), {"a list of [x, y] points"});
    expect_refused(event(R"("stir": {"speed": 1})"), {"has no \"path\""});
}

TEST(RefuseScene, SolidsHaveAnArea) {
    expect_refused(water(R"("solids": [{"box": [3, 1, 2, 2]}])"),
                   {"/water/solids/0/box", "x0 < x1"});
    expect_refused(water(R"("solids": [{"disc": [3, 1, 0]}])"), {"/water/solids/0/disc/2 is 0"});
    expect_refused(water(R"("solids": [{"ball": [3, 1, 0]}])"), {"/water/solids/0/ball"});
    expect_refused(water(R"("solids": [{}])"), {"/water/solids/0 has none of the keys"});
    expect_refused(water(R"("solids": [{"npy": ""}])"), {"the name of a file"});
    expect_refused(water(R"("solids": [{"npy": "a\u0000b"}])"), {"the name of a file"});
}

TEST(RefuseScene, AScenesLevelIsAboveItsBed) {
    expect_refused(water(R"("level": 0.5, "bed": 0.5)"),
                   {"/water/level is 0.5 and the bed is 0.5", "no water"});
}

TEST(RefuseScene, ACameraStandsOrMovesAndLooksSomewhere) {
    const auto camera = [](const char* members) {
        return std::string("{\"camera\": {") + members + "}}";
    };
    EXPECT_EQ(refusal(camera(R"("at": [1, 2, 3])")),
              "pond.json: /camera has \"at\" but no \"look_at\"; give both or none");
    expect_refused(camera(R"("look_at": [1, 2, 3])"), {"\"look_at\" but no \"at\""});
    expect_refused(camera(R"("at": [1, 2], "look_at": [0, 0, 0])"), {"a list of 3 numbers"});
    expect_refused(camera(R"("at": [1, 2, 3], "look_at": [1, 2, 3])"),
                   {"/camera/look_at is where the camera stands"});
    for (const char* members : {R"("fov": 4.9)", R"("fov": 121)", R"("at": [1e8, 0, 0])"})
        expect_refused(camera(members), {"it must be a number"});
    const std::string a = R"({"time": 1, "at": [0, 0, 1], "look_at": [1, 1, 0]})";
    const std::string b = R"({"time": 2, "at": [1, 0, 1], "look_at": [1, 1, 0]})";
    const auto path = [&](const std::string& points) {
        return camera(("\"path\": [" + points + "]").c_str());
    };
    expect_refused(path(""), {"/camera/path is the list []", "2 or more objects"});
    expect_refused(path(a), {"/camera/path is", "2 or more objects"});
    expect_refused(path(a + "," + a), {"/camera/path/1/time is 1 after 1", "must rise"});
    expect_refused(path(a + R"(, {"time": 2, "at": [0, 0, 1]})"), {"has no \"look_at\""});
    expect_refused(path(a + R"(, {"time": 2, "at": [0, 0, 1], "look_at": [0, 0, 1]})"),
                   {"/camera/path/1/look_at is where"});
    expect_refused(
        camera((R"("at": [0, 0, 1], "look_at": [1, 1, 0], "path": [)" + a + "," + b + "]").c_str()),
        {"/camera/path is given as well as \"at\""});
}

TEST(RefuseScene, LightAndLookHaveTheirLimits) {
    for (const char* members : {R"("height": -11)", R"("height": 91)", R"("azimuth": 361)",
                                R"("strength": -1)", R"("haze": 51)", R"("clouds": 1.1)"})
        expect_refused(std::string("{\"light\": {") + members + "}}", {"it must be a number from"});
    for (const char* members : {R"("exposure": 0)", R"("seed": -1)", R"("wind": [101, 0])"})
        expect_refused(std::string("{\"look\": {") + members + "}}", {"it must be a "});
    expect_refused(R"({"look": {"place": "lake"}})",
                   {"/look/place", "it must be auto, pool, pond, ocean, tank or shore"});
    expect_refused(R"({"look": {"liquid": "wine"}})", {"mercury or glass"});
    expect_refused(R"({"look": {"detail": 1}})", {"auto, none, noise or ocean"});
    expect_refused(R"({"look": {"plce": "pool"}})", {"did you mean \"place\"?"});
}

TEST(RefuseScene, OtherWordsAreRefusedWithTheListOfWords) {
    expect_refused(water(R"("model": "deep")"), {"the text \"deep\"", "it must be shallow"});
    expect_refused(water(R"("scheme": "d3q19")"), {"it must be auto, d2q9 or fv"});
    expect_refused(water(R"("precision": "quad")"), {"it must be float, half or double"});
    for (const char* name : {"", "BGK", "a b", "0123456789012345678901234567890123456789x"})
        expect_refused(water(std::string(R"("collision": ")") + name + "\""), {"a-z0-9_"});
}

TEST(RefuseScene, AFieldHasOneSource) {
    expect_refused(water(R"("level": {})"), {"has none of the keys npy, png, asc and expr"});
    expect_refused(water(R"("level": {"npy": "a", "expr": "b"})"), {"has both"});
    expect_refused(water(R"("bed": "low")"), {"the text \"low\"", "a number"});
    expect_refused(water(R"("level": [1])"), {"the list [1]", "{\"npy\": file}"});
    expect_refused(water(R"("level": {"expr": 5})"), {"/water/level/expr is 5", "a text"});
    expect_refused(water("\"level\": {\"expr\": \"" + std::string(5000, '1') + "\"}"),
                   {"5000 bytes"});
    expect_refused(water(R"("velocity": {"npy": 1})"), {"/water/velocity/npy is 1"});
    expect_refused(water(R"("velocity": {"expr": "x"})"), {"/water/velocity/expr", "2 texts"});
    expect_refused(water(R"("velocity": {"expr": ["x", 1]})"), {"/water/velocity/expr/1 is 1"});
    expect_refused(water(R"("velocity": 3)"), {"a list of 2 numbers", "{\"npy\": file}"});
    expect_refused(water(R"("bed": {"npy": ""})"), {"/water/bed/npy", "name of a file"});
}

TEST(RefuseScene, AFileOfAFieldSaysWhatItsKindNeeds) {
    expect_refused(water(R"("bed": {"png": "a.png"})"), {"/water/bed has no \"range\""});
    expect_refused(water(R"("bed": {"png": "a.png", "range": [0]})"), {"/water/bed/range"});
    expect_refused(water(R"("bed": {"png": "a.png", "range": [0, 1], "nodata": 0})"),
                   {"/water/bed/nodata is not a known key"});
    expect_refused(water(R"("bed": {"asc": "a.asc", "range": [0, 1]})"), {"/water/bed/range is"});
    expect_refused(water(R"("bed": {"asc": "a.asc", "extend": [0, 0, 1, 1]})"), {"\"extent\""});
    expect_refused(water(R"("bed": {"asc": "a.asc", "extent": [0, 0, 1]})"), {"4 numbers"});
    expect_refused(water(R"("level": {"npy": "a.npy", "extent": [0, 5, 1, 5]})"),
                   {"/water/level/extent has no area"});
    expect_refused(water(R"("bed": {"expr": "x", "extent": [0, 0, 1, 1]})"), {"/water/bed/extent"});
}

}  // namespace
}  // namespace tarn::scene
