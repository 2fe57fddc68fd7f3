// Bodies of a scene: what is read, what is counted and named, and each rule broken once.
#include "read_for_test.hpp"
#include "scene/bound_keys.hpp"

namespace tarn::scene {
namespace {

std::string body(const std::string& members) {
    return R"({"water": {"size": [10, 10]}, "bodies": [{)" + members + "}]}";
}

TEST(BodiesOfAScene, AreReadWithAllTheirKeys) {
    const Scene scene = good(body(
        R"("name": "log", "shape": "cylinder", "radius": 0.2, "length": 2, "mass": 12,
           "at": [1, 2, 0.5], "rotate": [90, 0, 45], "velocity": [1, 0, 0], "spin": [0, 0, 2],
           "fixed": true, "friction": 0.3, "restitution": 0.1, "centre": [0, 0, -0.1],
           "colour": [0.1, 0.2, 0.3], "forces": "triangles")"));
    ASSERT_EQ(scene.bodies.size(), 1u);
    const Body& log = scene.bodies[0];
    EXPECT_EQ(log.name, "log");
    EXPECT_EQ(log.shape, BodyShape::Cylinder);
    EXPECT_EQ(log.radius_m, 0.2);
    EXPECT_EQ(log.length_m, 2.0);
    EXPECT_EQ(log.mass_kg, 12.0);
    EXPECT_EQ(log.at_m, (Point3{1.0, 2.0, 0.5}));
    EXPECT_EQ(log.rotate_deg, (Point3{90.0, 0.0, 45.0}));
    EXPECT_EQ(log.velocity_m_per_s, (Point3{1.0, 0.0, 0.0}));
    EXPECT_EQ(log.spin_rad_per_s, (Point3{0.0, 0.0, 2.0}));
    EXPECT_TRUE(log.is_fixed);
    EXPECT_EQ(log.friction, 0.3);
    EXPECT_EQ(log.restitution, 0.1);
    EXPECT_EQ(log.centre_m, (Point3{0.0, 0.0, -0.1}));
    EXPECT_EQ(log.colour, (Point3{0.1, 0.2, 0.3}));
    EXPECT_EQ(log.forces, BodyForces::Triangles);
}

TEST(BodiesOfAScene, WithoutANameAreCounted) {
    const Scene scene = good(R"({"water": {"size": [10, 10]}, "bodies": [
        {"radius": 1, "at": [1, 1, 1]}, {"shape": "box", "size": [1, 1, 1], "at": [2, 2, 2]}]})");
    EXPECT_EQ(scene.bodies[0].name, "b1");
    EXPECT_EQ(scene.bodies[0].shape, BodyShape::Sphere);
    EXPECT_EQ(scene.bodies[1].name, "b2");
    EXPECT_FALSE(scene.bodies[0].is_fixed);
}

TEST(BodiesOfAScene, ACylinderMayGiveItsExtents) {
    good(body(R"("shape": "cylinder", "size": [0.4, 0.4, 1], "at": [1, 1, 1])"));
    good(body(R"("shape": "cylinder", "radius": 0.2, "size": [0.4, 0.4, 1], "at": [1, 1, 1])"));
    expect_refused(body(R"("shape": "cylinder", "size": [0.4, 0.5, 1], "at": [1, 1, 1])"),
                   {"/bodies/0/size is [0.4, 0.5, 1]", "diameter, diameter, length"});
    expect_refused(
        body(R"("shape": "cylinder", "radius": 0.3, "size": [0.4, 0.4, 1], "at": [1, 1, 1])"),
        {"/bodies/0/size"});
    expect_refused(body(R"("shape": "capsule", "radius": 1, "length": 1, "at": [1, 1, 1])"),
                   {"is a capsule of 1 m", "make it longer"});
}

TEST(BodiesOfAScene, EachShapeNeedsItsOwnKeysAndNoOthers) {
    EXPECT_EQ(refusal(body(R"("at": [1, 1, 1])")),
              "pond.json: /bodies/0 is a sphere without a radius; give it");
    expect_refused(body(R"("shape": "box", "at": [1, 1, 1])"), {"a box without a size"});
    expect_refused(body(R"("shape": "mesh", "at": [1, 1, 1])"), {"a mesh without a file"});
    expect_refused(body(R"("shape": "cylinder", "radius": 1, "at": [1, 1, 1])"),
                   {"a cylinder without a length"});
    expect_refused(body(R"("shape": "capsule", "length": 1, "at": [1, 1, 1])"),
                   {"a capsule without a radius"});
    expect_refused(body(R"("radius": 1, "size": [1, 1, 1], "at": [1, 1, 1])"),
                   {"/bodies/0/size is not for a sphere", "remove it"});
    expect_refused(body(R"("radius": 1, "file": "a.obj", "at": [1, 1, 1])"),
                   {"/bodies/0/file is not for a sphere"});
    expect_refused(body(R"("shape": "box", "size": [1, 1, 1], "radius": 1, "at": [1, 1, 1])"),
                   {"/bodies/0/radius is not for a box"});
}

TEST(BodiesOfAScene, RefuseWhatHasNoMeaning) {
    expect_refused(body(R"("radius": 1)"), {"/bodies/0 has no \"at\""});
    expect_refused(body(R"("radius": 1, "at": [1, 1, 1], "densty": 3)"), {"\"density\""});
    expect_refused(body(R"("radius": 1, "at": [1, 1, 1], "density": 3, "mass": 1)"),
                   {"/bodies/0/mass is given as well as \"density\"", "keep one"});
    expect_refused(body(R"("radius": 1, "at": [11, 1, 1])"),
                   {"/bodies/0/at is [11, 1, 1]", "above the water", "[10, 10]"});
    expect_refused(body(R"("radius": 1, "at": [1, 1, 1], "fixed": 1)"),
                   {"/bodies/0/fixed is 1", "true or false"});
    expect_refused(body(R"("radius": 1, "at": [1, 1, 1], "forces": "magic")"),
                   {"/bodies/0/forces", "auto, lid, triangles or spheres"});
    for (const char* members :
         {R"("radius": 0)", R"("radius": 1e9)", R"("radius": 1, "mass": 0)",
          R"("radius": 1, "density": 0)", R"("radius": 1, "velocity": [1e6, 0, 0])",
          R"("radius": 1, "restitution": 1.1)", R"("radius": 1, "colour": [2, 0, 0])"})
        expect_refused(body(std::string(members) + R"(, "at": [1, 1, 1])"), {"; it must be a "});
    expect_refused(R"({"water": {"size": [10, 10]}, "bodies": [
        {"name": "a", "radius": 1, "at": [1, 1, 1]}, {"name": "a", "radius": 1, "at": [1, 1, 1]}]})",
                   {"/bodies/1/name is \"a\"", "its own name"});
}

TEST(BodiesOfAScene, AreBoundToACheckpointExceptForTheirColour) {
    const auto keys = [](const char* more) {
        return bound_keys(good(body(std::string(R"("radius": 1, "at": [1, 1, 1])") + more)));
    };
    EXPECT_FALSE(SceneDifferences(keys(""), keys(R"(, "colour": [0, 0, 1])")).is_any());
    const SceneDifferences heavier(keys(""), keys(R"(, "mass": 3)"));
    EXPECT_TRUE(heavier.is_any_fixed());
    EXPECT_NE(heavier.text().find("bodies.0.mass is absent"), std::string::npos) << heavier.text();
}

}  // namespace
}  // namespace tarn::scene
