// Every place and bed with every liquid, every kind of small waves, every view, foam and spray
// draws: no error of OpenGL in any pass, and light that is a number in every pixel. Of liquids,
// waves and views each pair is drawn; of places, bodies and the eye under water too. That the
// shaders of all of them compile is tested in shaders_test.cpp.
#include "support/drawing.hpp"

namespace tarn::render {
namespace {

constexpr Quality kQuick = {
    .photons = 32, .water_mesh = 32, .ground_mesh = 32, .march_steps = 8, .detail_cells = 32};
/// A place, its floor level or a bed with land in it.
struct Where {
    Place place;
    bool has_bed;
};
constexpr Where kPlaces[] = {{Place::Pool, false}, {Place::Pond, false},  {Place::Ocean, false},
                             {Place::Tank, false}, {Place::Shore, false}, {Place::Pool, true},
                             {Place::Pond, true},  {Place::Ocean, true},  {Place::Tank, true},
                             {Place::Shore, true}};

/// Waves, currents, an obstacle and a body of each shape.
class FullScene {
public:
    FullScene() {
        water_.fill([](double x, double y) { return 0.05 * std::sin(5.0 * x + 2.0 * y); });
        for (int j = 0; j < water_.ny; ++j)
            for (int i = 0; i < water_.nx; ++i) {
                u_.push_back(float(std::sin(0.3 * j)));
                v_.push_back(float(std::cos(0.2 * i)));
                solid_.push_back(std::hypot(i - 40, j - 30) < 4.0 ? 1 : 0);
                bed_.push_back(float(0.4 + 0.9 * std::sin(0.2 * i) * std::cos(0.15 * j)));
            }
        using enum BodyView::Shape;
        bodies_ = {{.shape = Sphere, .at_m = {1.0, 1.0, 1.0}, .size_m = {0.4, 0.4, 0.4}},
                   {.shape = Box,
                    .at_m = {2.2, 1.0, 0.4},
                    .turn = {0.8, 0.6, 0.0, 0.0},
                    .size_m = {0.3, 0.2, 0.4}},
                   {.shape = Cylinder, .at_m = {2.0, 1.5, 0.8}, .size_m = {0.4, 0.4, 1.6}}};
    }
    Frame frame(Where where, bool has_bodies, bool is_under) {
        Frame frame = water_.frame(where.place);
        if (where.has_bed) {
            frame.ground.bed = {bed_.data(), water_.nx, water_.ny, water_.nx};
            frame.ground.bed_m = double(std::ranges::min(bed_));
        }
        frame.time_s = 1.7;
        frame.water.u = {u_.data(), water_.nx, water_.ny, water_.nx};
        frame.water.v = {v_.data(), water_.nx, water_.ny, water_.nx};
        frame.ground.solid = solid_;
        frame.ground.revision = where.has_bed ? 2 : 1;
        if (has_bodies) frame.bodies = bodies_;
        frame.light.clouds = 0.4;
        if (is_under) frame.camera = {{1.5, 0.6, 0.6}, {1.7, 2.5, 0.8}, 70.0};
        return frame;
    }
    /// Foam and bubbles of all shares, and drops of all sizes and speeds.
    void add_foam_and_spray(Frame& frame) {
        for (std::size_t k = cover_.size(); k < u_.size(); ++k)
            cover_.push_back(float(k) / float(u_.size()));
        for (int k = int(drops_.size()); k < 200; ++k)
            drops_.push_back({{0.016 * k, 1.5, 1.1 + 0.003 * k},
                              1e-4 * std::pow(1.04, k),
                              {0.1 * (k % 50), 0.0, 0.02 * k}});
        frame.foam.cover = {cover_.data(), water_.nx, water_.ny, water_.nx};
        frame.foam.aerated = frame.foam.cover;
        frame.drops = drops_;
        frame.foam.bubbles = std::span(drops_).first(20);
    }

private:
    WaterForPicture water_;
    std::vector<float> u_, v_, bed_, cover_;
    std::vector<DropView> drops_;
    std::vector<std::uint8_t> solid_;
    std::vector<BodyView> bodies_;
};

class PainterDraws : public SharedEasel, public testing::WithParamInterface<Where> {
protected:
    PainterDraws() { easel().painter().set_quality(kQuick); }
    void expect_light(const Frame& frame, const std::string& what) {
        const Pixels light = easel().light(frame, {20, 12});
        EXPECT_TRUE(light.is_finite()) << what;
        for (const auto& pixel : light.rgba)
            ASSERT_GE(std::min({pixel[0], pixel[1], pixel[2]}), 0.0f) << what;
    }
    /// Whether bodies are seen from under the water of this place, which compiles other shaders
    /// than seeing none: in every other place.
    static bool has_bodies_under() { return (int(GetParam().place) + GetParam().has_bed) % 2 == 0; }
    FullScene scene;
};

TEST_P(PainterDraws, EveryLiquidDetailAndView) {
    for (int detail = 0; detail < 3; ++detail)
        for (int liquid = 0; liquid < 6; ++liquid)
            for (int view = 0; view < 5; ++view) {
                if ((liquid + view) % 3 != detail) continue;
                Frame frame = scene.frame(GetParam(), true, false);
                frame.look.liquid = Liquid(liquid);
                frame.look.detail = Detail(detail);
                frame.look.view = ViewMode(view);
                expect_light(frame, "liquid " + std::to_string(liquid) + ", detail " +
                                        std::to_string(detail) + ", view " + std::to_string(view));
            }
}

TEST_P(PainterDraws, FromAboveAndBelowAtAnyHourWithAndWithoutBodies) {
    for (const double height_deg : {-10.0, 0.5, 90.0})
        for (const bool is_under : {false, true}) {
            const bool has_bodies = is_under == has_bodies_under();
            Frame frame = scene.frame(GetParam(), has_bodies, is_under);
            frame.look.detail = Detail::Ocean;
            frame.light.height_deg = height_deg;
            expect_light(frame, "under " + std::to_string(is_under) + ", bodies " +
                                    std::to_string(has_bodies) + ", sun at " +
                                    std::to_string(height_deg));
        }
}

TEST_P(PainterDraws, WithoutAnyOfItsPassesAndWithoutLight) {
    for (int without = 0; without < 7; ++without) {
        Quality quality = kQuick;
        if (without == 0) quality.photons = 0;
        if (without == 1) quality.has_reflections = false;
        if (without == 2) quality.has_refraction = false;
        if (without == 3) quality.has_glitter = false;
        if (without == 4) quality.has_shafts = false;
        if (without == 5) quality.has_smooth_slopes = false;
        easel().painter().set_quality(quality);
        const bool is_under = without >= 5;
        Frame frame = scene.frame(GetParam(), !is_under || has_bodies_under(), is_under);
        if (without == 6) frame.light.strength = 0.0;
        expect_light(frame, "without " + std::to_string(without));
    }
}

TEST_P(PainterDraws, FoamAndSpray) {
    for (const bool is_under : {false, true}) {
        if (is_under && GetParam().has_bed)
            continue;  // foam is the same there, and shaders are slow
        Frame frame = scene.frame(GetParam(), !is_under || has_bodies_under(), is_under);
        scene.add_foam_and_spray(frame);
        expect_light(frame, "under " + std::to_string(is_under));
        frame.look.liquid = Liquid::Mercury;
        expect_light(frame, "mercury, under " + std::to_string(is_under));
    }
}

std::string name_of(const testing::TestParamInfo<Where>& where) {
    constexpr const char* kNames[] = {"Pool", "Pond", "Ocean", "Tank", "Shore"};
    return std::string(kNames[int(where.param.place)]) + (where.param.has_bed ? "OnABed" : "");
}
INSTANTIATE_TEST_SUITE_P(Places, PainterDraws, testing::ValuesIn(kPlaces), name_of);

}  // namespace
}  // namespace tarn::render
