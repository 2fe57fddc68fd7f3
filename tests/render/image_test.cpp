// Ten stills look as they did when somebody last looked at them. What counts as different lies
// between the noise of drawing again on another machine and the smallest thing that may go missing.
//
// To accept what is drawn now as the new references, in tests/render/reference/:
//     TARN_ACCEPT_PICTURES=1 build/release/tests/tarn_render_tests --gtest_filter='Stills.*'
#include "io/png.hpp"
#include "support/drawing.hpp"
#include "support/image_difference.hpp"
#include "support/programs.hpp"
#include "support/volume_shapes.hpp"
#include <tarn/world.hpp>

#include <map>
#include <memory>

namespace tarn::render {
namespace {

constexpr double kThreshold = 0.001;
constexpr PictureSize kSize = {320, 180};
constexpr Quality kQuality = {.photons = 160,
                              .water_mesh = 192,
                              .ground_mesh = 128,
                              .march_steps = 16,
                              .detail_cells = 128,
                              .supersample = 1.0};

/// What can be left out of a picture.
enum class Part { Caustics, Reflections, Refraction, Glitter, Detail };
constexpr const char* kPartNames[] = {"caustics", "reflections", "refraction", "glitter", "detail"};
constexpr Part kParts[] = {Part::Caustics, Part::Reflections, Part::Refraction, Part::Glitter,
                           Part::Detail};

void look_from_below(Frame& frame) {
    frame.camera = {{0.7, 0.8, 0.3}, {4.0, 2.7, 0.72}, 75.0};
}

/// A low sun over the water ahead.
void look_into_the_sun(Frame& frame) {
    const Camera& camera = frame.camera;
    frame.light.azimuth_deg =
        std::atan2(camera.target_m.y - camera.eye_m.y, camera.target_m.x - camera.eye_m.x) /
            kDegree +
        8.0;
    frame.light.height_deg = 17.0;
}

/// No scene: a ball of water over a pool in a tank, beside a post that stands in it.
void show_a_falling_ball(Frame& frame) {
    static const VolumeForPicture water = [] {
        VolumeForPicture made{.nx = 48, .ny = 48, .nz = 48, .cell_m = 1.0 / 48};
        made.fill(falling_ball);
        return made;
    }();
    static const BodyView post{.shape = BodyView::Shape::Cylinder,
                               .at_m = {0.78, 0.3, 0.2},
                               .size_m = {0.14, 0.14, 0.4},
                               .colour = {0.8f, 0.2f, 0.1f}};
    frame = water.frame();
    frame.bodies = std::span(&post, 1);
}

/// A moment of a scene, and what shows in it.
struct Still {
    const char* name;
    const char* scene;  ///< null: the frame is all of `arrange`'s making
    double time_s;
    void (*arrange)(Frame& frame);  ///< changes to what the scene says; may be null
    std::vector<Part> shows;
};

using enum Part;
const Still kStills[] = {
    {"pool", "pool", 1.6, nullptr, {Caustics, Reflections, Refraction, Detail}},
    {"pond", "pond", 1.2, nullptr, {Caustics, Reflections, Refraction, Detail}},
    {"open_water", "sea", 4.0, look_into_the_sun, {Glitter, Detail}},
    {"under_water", "pool", 1.6, look_from_below, {Caustics, Refraction, Detail}},
    {"rain", "rain", 2.0, nullptr, {Caustics, Reflections, Refraction}},
    {"handprint", "handprint", 1.0, nullptr, {Caustics, Refraction}},
    {"dam_shore", "dam_shore", 1.5, nullptr, {Caustics, Reflections, Refraction, Detail}},
    {"river", "river", 10.0, nullptr, {Caustics, Reflections, Refraction, Detail}},
    {"volume", nullptr, 0.0, show_a_falling_ball, {Caustics, Reflections, Refraction}},
    {"beach", "beach", 15.0, nullptr, {Refraction, Glitter, Detail}},
};

/// Draws stills, each from a world of its own. Given a folder of checkpoints, worlds go on from
/// those that lie there instead of computing their water.
class Gallery {
public:
    explicit Gallery(std::filesystem::path checkpoints = {})
        : checkpoints_(std::move(checkpoints)) {}

    /// Leaves a checkpoint of each still's water for another process.
    void save_worlds(const std::filesystem::path& folder) {
        for (const Still& still : kStills)
            if (still.scene) done(world_of(still).save(checkpoint_in(folder, still)));
    }
    Picture draw(const Still& still, const Quality& quality = kQuality, bool has_detail = true) {
        Frame frame = still.scene ? got(world_of(still).frame()) : Frame{};
        if (still.arrange) still.arrange(frame);
        if (!has_detail) frame.look.detail = Detail::None;
        renderer_.set_quality(quality);
        return got(renderer_.draw_picture(frame, kSize));
    }

private:
    World& world_of(const Still& still) {
        const auto found = worlds_.find(still.scene);
        if (found != worlds_.end()) return found->second;
        auto world = got(World::from_scene(still.scene, {.backend = Backend::Cpu}));
        if (checkpoints_.empty())
            got(world.step(still.time_s));
        else
            done(world.restore(checkpoint_in(checkpoints_, still)));
        return worlds_.emplace(still.scene, std::move(world)).first->second;
    }

    static std::string checkpoint_in(const std::filesystem::path& folder, const Still& still) {
        return (folder / still.scene).string() + ".tarn";
    }

    std::filesystem::path checkpoints_;
    Offscreen context_ = got(Offscreen::create());
    Renderer renderer_ = got(Renderer::create());
    std::map<std::string, World> worlds_;
};

/// The worlds take seconds to compute: all tests of the suite draw from one gallery.
class Stills : public testing::Test {
protected:
    static void TearDownTestSuite() { gallery_.reset(); }
    static Gallery& gallery() {
        // Another run of this program asks for pictures of the water that it has computed.
        const char* const folder = std::getenv("TARN_KEEP_PICTURES");
        if (!gallery_) gallery_ = std::make_unique<Gallery>(folder ? folder : "");
        return *gallery_;
    }

private:
    static inline std::unique_ptr<Gallery> gallery_;
};

void save(const std::filesystem::path& folder, const Still& still, const Picture& picture) {
    std::filesystem::create_directories(folder);
    done(io::write_png(folder / (std::string(still.name) + ".png"),
                       {picture.rgb, kSize.width_px, kSize.height_px}));
}

Picture load(const std::filesystem::path& folder, const Still& still) {
    return got(read_png((folder / (std::string(still.name) + ".png")).string()));
}

const std::filesystem::path kReferences = TARN_SOURCE_DIR "/tests/render/reference";

void accept(const Still& still, const Picture& picture) {
    save(kReferences, still, picture);
    const std::string file = (kReferences / still.name).string() + ".png";
    first_line_of("python3 " TARN_SOURCE_DIR "/tools/shrink_png.py '" + file + "'");
}

Picture painted(int (*value)(int x, int y, int c)) {
    Picture picture{{64, 48}, {}};
    for (int y = 0; y < 48; ++y)
        for (int x = 0; x < 64; ++x)
            for (int c = 0; c < 3; ++c) picture.rgb.push_back(std::uint8_t(value(x, y, c)));
    return picture;
}

TEST(PictureDifference, IsNothingForEqualSmallForNoiseAndLargeForOtherPictures) {
    const Picture waves = painted(
        [](int x, int y, int c) { return int(120 + 40 * std::sin(0.5 * x + 0.3 * y)) + 20 * c; });
    const Picture last_bits = painted([](int x, int y, int c) {
        return int(120 + 40 * std::sin(0.5 * x + 0.3 * y)) + 20 * c + ((7 * x + 3 * y) % 11 == 0);
    });
    const Picture moved = painted(
        [](int x, int y, int c) { return int(120 + 40 * std::sin(0.5 * x - 0.3 * y)) + 20 * c; });
    const Picture other_hue = painted([](int x, int y, int c) {
        return int(120 + 40 * std::sin(0.5 * x + 0.3 * y)) + 20 * (2 - c);
    });
    EXPECT_EQ(difference(waves, waves).total(), 0.0);
    EXPECT_GT(difference(waves, last_bits).total(), 0.0);
    EXPECT_LT(difference(waves, last_bits).total(), kThreshold);
    EXPECT_GT(difference(waves, moved).structure, 0.5);
    EXPECT_GT(difference(waves, other_hue).colour, 0.05);
    EXPECT_DOUBLE_EQ(difference(waves, moved).total(), difference(moved, waves).total());
}

TEST_F(Stills, LookLikeTheirReferences) {
    for (const Still& still : kStills) {
        const Picture picture = gallery().draw(still);
        // Another run of this program asks for the pictures, whatever they look like.
        if (const char* const folder = std::getenv("TARN_KEEP_PICTURES")) {
            save(folder, still, picture);
            continue;
        }
        if (std::getenv("TARN_ACCEPT_PICTURES")) accept(still, picture);
        const PictureDifference got = difference(load(kReferences, still), picture);
        std::printf("%-12s differs from its reference by %.5f (structure %.5f, colour %.5f)\n",
                    still.name, got.total(), got.structure, got.colour);
        if (got.total() < kThreshold) continue;
        const auto folder = std::filesystem::temp_directory_path() / "tarn-pictures";
        save(folder, still, picture);
        ADD_FAILURE() << still.name << " looks different by " << got.total() << ", allowed "
                      << kThreshold << ". It is now " << (folder / still.name).string()
                      << ".png, and was " << (kReferences / still.name).string()
                      << ".png. If the new one is right: TARN_ACCEPT_PICTURES=1 "
                         "build/release/tests/tarn_render_tests --gtest_filter='Stills.*'";
    }
}

TEST_F(Stills, WaterThatStandsAsAWallHasNoHoles) {
    // A colour that is no number becomes black; nothing else in daylight is.
    const Picture picture = gallery().draw({"columns", "columns", 0.01, nullptr, {}});
    int black = 0;
    for (std::size_t k = 0; k + 2 < picture.rgb.size(); k += 3)
        black += picture.rgb[k] + picture.rgb[k + 1] + picture.rgb[k + 2] == 0;
    EXPECT_EQ(black, 0);
}

/// Draws all stills of the gallery's water in another process, as one core of a CPU of 2008 would:
/// vectors of 128 bits, no fused multiplication and addition.
std::map<std::string, Picture> drawn_elsewhere(Gallery& gallery) {
    const TempFolder folder;
    gallery.save_worlds(folder.path());
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");
    // Shaders compiled for that CPU are kept apart from those for this one.
    const std::string says = first_line_of(
        "LP_NUM_THREADS=1 LP_NATIVE_VECTOR_WIDTH=128 GALLIUM_OVERRIDE_CPU_CAPS=sse4.1 "
        "MESA_SHADER_CACHE_DIR='" +
        (program.parent_path() / "shaders_for_an_old_cpu").string() + "' TARN_KEEP_PICTURES='" +
        folder.path().string() + "' '" + program.string() +
        "' --gtest_filter=Stills.LookLikeTheirReferences 2>&1 | grep -E 'PASSED|FAILED'");
    EXPECT_EQ(says, "[  PASSED  ] 1 test.");
    std::map<std::string, Picture> pictures;
    for (const Still& still : kStills) pictures.emplace(still.name, load(folder.path(), still));
    return pictures;
}

Quality without(Part part) {
    Quality quality = kQuality;
    if (part == Part::Caustics) quality.photons = 0;
    if (part == Part::Reflections) quality.has_reflections = false;
    if (part == Part::Refraction) quality.has_refraction = false;
    if (part == Part::Glitter) quality.has_glitter = false;
    return quality;
}

TEST_F(Stills, AreJudgedBetweenNoiseAndTheSmallestLoss) {
    const auto elsewhere = drawn_elsewhere(gallery());
    double noise = 0.0, smallest = 1e9;
    std::map<Part, int> shown;
    for (const Still& still : kStills) {
        const Picture picture = gallery().draw(still);
        const double here = difference(picture, elsewhere.at(still.name)).total();
        const double again = difference(picture, gallery().draw(still)).total();
        noise = std::max({noise, here, again});
        std::printf("%-12s drawn again %.5f, elsewhere %.5f; without", still.name, again, here);
        for (const Part part : kParts) {
            const Picture less = gallery().draw(still, without(part), part != Part::Detail);
            const double loss = difference(picture, less).total();
            const bool does_show = std::ranges::find(still.shows, part) != still.shows.end();
            std::printf(" %s %.5f%s", kPartNames[int(part)], loss, does_show ? "" : " (exempt)");
            if (!does_show) continue;
            ++shown[part];
            smallest = std::min(smallest, loss);
        }
        std::printf("\n");
    }
    std::printf("noise %.5f < threshold %.5f < smallest loss %.5f\n", noise, kThreshold, smallest);
    EXPECT_LT(noise, kThreshold);
    EXPECT_GT(smallest, kThreshold);
    for (const Part part : kParts) EXPECT_GT(shown[part], 0) << kPartNames[int(part)];
}

}  // namespace
}  // namespace tarn::render
