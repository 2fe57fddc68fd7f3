// Whatever a frame holds is drawn or refused by name: any number of bodies, meshes; water as a
// height field, a mesh or a volume. Drops and foam: drops_test.cpp, foam_test.cpp.
#include "support/drawing.hpp"

namespace tarn::render {
namespace {

constexpr PictureSize kSize = {200, 200};
constexpr double kLevel_m = 1.0, kSide_m = 3.2, kEye_m = 20.0;

/// A still pool from straight above, its sides as long as the picture.
class FrameParts : public testing::Test {
protected:
    Frame frame() {
        Frame frame = water_.frame(Place::Pool);
        frame.camera = {{0.5 * kSide_m, 0.5 * kSide_m, kLevel_m + kEye_m},
                        {0.5 * kSide_m, 0.5 * kSide_m, kLevel_m},
                        2.0 * std::atan(0.5 * kSide_m / kEye_m) / kDegree};
        return frame;
    }
    /// Light at a place of the water's surface.
    std::array<float, 4> at(const Pixels& light, Vec2 m) const {
        return light.at(std::clamp(int(m.x / kSide_m * kSize.width_px), 0, kSize.width_px - 1),
                        std::clamp(int(m.y / kSide_m * kSize.height_px), 0, kSize.height_px - 1));
    }
    void expect_refused(const Frame& frame, ErrorCode code, const std::string& name) {
        const auto drawn = easel_.painter().draw(frame, 0, kSize, [](const char*) {});
        ASSERT_FALSE(drawn) << name;
        EXPECT_EQ(drawn.error().code, code) << drawn.error().message;
        EXPECT_NE(drawn.error().message.find(name), std::string::npos) << drawn.error().message;
    }

    WaterForPicture water_;
    Easel easel_;
};

bool is_red(const std::array<float, 4>& light) {
    return light[0] > 3.0f * light[2];
}

/// Red balls in rows of `per_row`, all over the pool.
std::vector<BodyView> red_balls(int count, int per_row, double z_m, double size_m) {
    std::vector<BodyView> balls;
    const double apart_m = kSide_m / (per_row + 1);
    for (int k = 0; k < count; ++k)
        balls.push_back({.at_m = {apart_m * (k % per_row + 1), apart_m * (k / per_row + 1), z_m},
                         .size_m = {size_m, size_m, size_m},
                         .colour = {0.8f, 0.05f, 0.05f}});
    return balls;
}

TEST_F(FrameParts, FortyBodiesAreAllSeen) {
    for (const BodyView::Shape shape :
         {BodyView::Shape::Sphere, BodyView::Shape::Box, BodyView::Shape::Cylinder}) {
        std::vector<BodyView> bodies = red_balls(40, 7, kLevel_m + 0.3, 0.2);
        for (BodyView& body : bodies) body.shape = shape;
        Frame picture = frame();
        picture.bodies = bodies;
        const Pixels light = easel_.light(picture, kSize);
        for (std::size_t k = 0; k < bodies.size(); ++k)
            EXPECT_TRUE(is_red(at(light, {bodies[k].at_m.x, bodies[k].at_m.y}))) << "body " << k;
    }
}

TEST_F(FrameParts, FortyBodiesUnderWaterAreAllSeenThroughIt) {
    const std::vector<BodyView> bodies = red_balls(40, 7, 0.4, 0.25);
    Frame picture = frame();
    picture.bodies = bodies;
    const Pixels light = easel_.light(picture, kSize);
    for (std::size_t k = 0; k < bodies.size(); ++k)
        EXPECT_TRUE(is_red(at(light, {bodies[k].at_m.x, bodies[k].at_m.y}))) << "body " << k;
}

TEST_F(FrameParts, MoreBodiesThanRaysMeetAreStillDrawn) {
    // More than a row of the texture, and more than half floats could number.
    const std::vector<BodyView> bodies = red_balls(400, 20, kLevel_m + 0.3, 0.12);
    Frame picture = frame();
    picture.bodies = bodies;
    const Pixels light = easel_.light(picture, kSize);
    for (std::size_t k = 0; k < bodies.size(); ++k)
        EXPECT_TRUE(is_red(at(light, {bodies[k].at_m.x, bodies[k].at_m.y}))) << "body " << k;
}

TEST_F(FrameParts, TheNumberOfBodiesMayChange) {
    const std::vector<BodyView> bodies = red_balls(400, 20, kLevel_m + 0.3, 0.12);
    Frame picture = frame();
    const Pixels without = easel_.light(picture, kSize);
    for (const std::size_t count : {std::size_t(400), std::size_t(3), std::size_t(40)}) {
        picture.bodies = std::span(bodies).first(count);
        const Pixels light = easel_.light(picture, kSize);
        int seen = 0;
        for (const BodyView& body : bodies) seen += is_red(at(light, {body.at_m.x, body.at_m.y}));
        EXPECT_EQ(seen, int(count));
    }
    picture.bodies = {};
    EXPECT_EQ(easel_.light(picture, kSize).rgba, without.rgba);
}

/// A pyramid with its tip upwards on a triangle of 1 m by 1 m: half of its box is empty, seen from
/// above.
struct Pyramid {
    std::vector<Vec3> positions = {
        {-0.5, -0.5, 0.0}, {0.5, -0.5, 0.0}, {-0.5, 0.5, 0.0}, {-0.4, -0.4, 0.3}};
    std::vector<std::uint32_t> indices = {0, 1, 3, 1, 2, 3, 2, 0, 3, 0, 2, 1};

    BodyView body() const {
        return {.shape = BodyView::Shape::Mesh,
                .at_m = {1.6, 1.6, kLevel_m + 0.2},
                .colour = {0.8f, 0.05f, 0.05f},
                .mesh = {.positions_m = positions, .indices = indices}};
    }
};

TEST_F(FrameParts, AMeshIsDrawnInItsOwnShape) {
    const Pyramid pyramid;
    std::vector<BodyView> bodies = {pyramid.body()};
    Frame picture = frame();
    picture.bodies = bodies;
    const Pixels light = easel_.light(picture, kSize);
    EXPECT_TRUE(is_red(at(light, {1.3, 1.3})));
    EXPECT_FALSE(is_red(at(light, {1.95, 1.95})));  // in its box, beside the mesh
    // Turned by half a turn about z.
    bodies[0].turn = {0.0, 0.0, 0.0, 1.0};
    const Pixels half_turn = easel_.light(picture, kSize);
    EXPECT_FALSE(is_red(at(half_turn, {1.25, 1.25})));
    EXPECT_TRUE(is_red(at(half_turn, {1.9, 1.9})));
}

TEST_F(FrameParts, AMeshIsNotShadedByTheBoxAroundIt) {
    // The same triangle as a mesh alone and as a body of two triangles in a box that is far higher.
    const std::vector<Vec3> low = {{-0.5, -0.5, 0.0}, {0.5, -0.5, 0.0}, {-0.5, 0.5, 0.0}};
    std::vector<Vec3> tall = low;
    tall.insert(tall.end(), {{-0.5, -0.5, 0.8}, {-0.499, -0.5, 0.8}, {-0.5, -0.499, 0.8}});
    const std::vector<std::uint32_t> one = {0, 1, 2}, two = {0, 1, 2, 3, 4, 5};
    BodyView body = Pyramid().body();
    Frame picture = frame();
    picture.bodies = {&body, 1};
    body.mesh = {.positions_m = low, .indices = one};
    const auto expected = at(easel_.light(picture, kSize), {1.4, 1.4});
    body.mesh = {.positions_m = tall, .indices = two};
    const auto got = at(easel_.light(picture, kSize), {1.4, 1.4});
    // A box of 1 m by 1 m by 0.8 m around the point would leave it the sky alone.
    EXPECT_NEAR(got[0], expected[0], 0.02f * expected[0]);
}

TEST_F(FrameParts, AMeshThatChangedInPlaceIsDrawnAnewWithItsRevision) {
    Pyramid pyramid;
    BodyView body = pyramid.body();
    Frame picture = frame();
    picture.bodies = {&body, 1};
    EXPECT_TRUE(is_red(at(easel_.light(picture, kSize), {1.3, 1.3})));
    for (Vec3& p : pyramid.positions) p.x += 0.8;
    body.mesh.revision = 1;
    const Pixels moved = easel_.light(picture, kSize);
    EXPECT_FALSE(is_red(at(moved, {1.3, 1.3})));
    EXPECT_TRUE(is_red(at(moved, {2.1, 1.3})));
}

TEST_F(FrameParts, RefusesInvalidMeshes) {
    const Pyramid pyramid;
    const std::vector<Vec3> two_normals(2, Vec3{0.0, 0.0, 1.0});
    const std::vector<Vec3> endless(4, Vec3{0.0, 0.0, HUGE_VAL});
    const std::vector<std::uint32_t> too_large = {0, 1, 4}, no_triangle = {0, 1};
    const MeshView good = pyramid.body().mesh;
    MeshView meshes[5];
    std::ranges::fill(meshes, good);
    meshes[0].indices = too_large;
    meshes[1].indices = no_triangle;
    meshes[2].normals = two_normals;
    meshes[3].positions_m = endless;
    meshes[4] = {};
    for (const MeshView& mesh : meshes) {
        BodyView bodies[2] = {pyramid.body(), pyramid.body()};
        bodies[1].mesh = mesh;
        Frame picture = frame();
        picture.bodies = bodies;
        expect_refused(picture, ErrorCode::InvalidArgument, "Frame::bodies[1].mesh");
    }
}

TEST_F(FrameParts, PlacesThatAreNotFiniteAreRefused) {
    BodyView body = {.at_m = {0.0, NAN, 0.0}};
    Frame picture = frame();
    picture.bodies = {&body, 1};
    expect_refused(picture, ErrorCode::InvalidArgument, "Frame::bodies[0]");
    for (const DropView drop :
         {DropView{.at_m = {0.0, 0.0, HUGE_VAL}}, DropView{.radius_m = NAN},
          DropView{.radius_m = -1.0}, DropView{.velocity_m_per_s = {0.0, NAN, 0.0}}}) {
        Frame with_drop = frame();
        with_drop.drops = {&drop, 1};
        expect_refused(with_drop, ErrorCode::InvalidArgument, "Frame::drops[0]");
        Frame with_bubble = frame();
        with_bubble.foam.bubbles = {&drop, 1};
        expect_refused(with_bubble, ErrorCode::InvalidArgument, "Frame::foam.bubbles[0]");
    }
}

TEST_F(FrameParts, WaterThatIsAMeshIsRefusedByName) {
    const Pyramid pyramid;
    Frame mesh = frame();
    mesh.water.mesh = pyramid.body().mesh;
    expect_refused(mesh, ErrorCode::Unsupported, "Frame::water.mesh");
    easel_.light(frame(), kSize);  // what can be drawn is drawn after it
}

TEST_F(FrameParts, AVolumeIsDrawnInPlaceOfTheLevelAndALevelAfterIt) {
    const Pixels before = easel_.light(frame(), kSize);
    std::vector<float> fill(16 * 16 * 16, 0.0f);
    std::fill(fill.begin(), fill.begin() + 16 * 16 * 8, 1.0f);
    const std::vector<BodyView> bodies = red_balls(1, 1, 0.5, 0.6);
    Frame volume = frame();
    volume.water.volume = {.fill = fill, .nx = 16, .ny = 16, .nz = 16, .cell_m = kSide_m / 16};
    volume.bodies = bodies;
    EXPECT_TRUE(is_red(at(easel_.light(volume, kSize), {0.5 * kSide_m, 0.5 * kSide_m})));
    // Also where there is no level beside it.
    volume.water.level = {};
    EXPECT_TRUE(is_red(at(easel_.light(volume, kSize), {0.5 * kSide_m, 0.5 * kSide_m})));
    EXPECT_EQ(easel_.light(frame(), kSize).rgba, before.rgba);
}

}  // namespace
}  // namespace tarn::render
