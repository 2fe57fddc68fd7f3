// One picture without a window: a world, an OpenGL context of its own, a renderer, a PPM file.
// Run: build/release/examples/picture
// You should see: picture.ppm in the current folder, a pond with a ring running outwards.
#include <tarn/render.hpp>
#include <tarn/world.hpp>

#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

namespace {

constexpr double kStep_s = 1.0 / 60.0;

/// The value, or the end of the program with a message.
template <class T>
T must(tarn::Result<T> result) {
    if (result) return std::move(result.value());
    std::fprintf(stderr, "picture: %s\n", result.error().message.c_str());
    std::exit(1);
}

/// A copy of the level that outlives the next step, and a view of it.
struct Level {
    std::vector<float> cells;
    int nx = 0, ny = 0;

    explicit Level(const tarn::FieldView& from) : nx(from.nx), ny(from.ny) {
        for (int j = 0; j < ny; ++j) {
            const float* row = from.data + j * from.row_stride;
            cells.insert(cells.end(), row, row + nx);
        }
    }
    tarn::FieldView view() const {
        return {.data = cells.data(), .nx = nx, .ny = ny, .row_stride = nx};
    }
};

/// The moment `share` of the way from the state before this step to the one after it.
tarn::Frame frame_between(const tarn::World& world, const Level& before, double share) {
    tarn::Frame frame = must(world.frame());
    frame.water.level_before = before.view();
    frame.water.blend = share;
    frame.time_s -= (1.0 - share) * kStep_s;
    return frame;
}

bool write_ppm(const char* name, const tarn::Picture& picture) {
    std::FILE* file = std::fopen(name, "wb");
    if (!file) return false;
    std::fprintf(file, "P6\n%d %d\n255\n", picture.size.width_px, picture.size.height_px);
    const std::size_t written = std::fwrite(picture.rgb.data(), 1, picture.rgb.size(), file);
    return std::fclose(file) == 0 && written == picture.rgb.size();
}

}  // namespace

int main() {
    // The level is read from host memory here, so the water stays on the CPU.
    tarn::World world = must(tarn::World::from_scene("pond", {.backend = tarn::Backend::Cpu}));
    must(world.step(0.9));
    const Level before(must(world.field("level")));
    must(world.step(kStep_s));
    tarn::Frame frame = frame_between(world, before, 0.5);
    frame.light.height_deg = 12.0;  // everything in a frame may be changed before it is drawn

    // Made first and gone last: the renderer lives in this context.
    const tarn::Offscreen context = must(tarn::Offscreen::create());
    tarn::Renderer renderer = must(tarn::Renderer::create());
    const tarn::Picture picture = must(renderer.draw_picture(frame, {640, 360}));
    std::printf("drawn by %s\n", renderer.info().device.c_str());
    if (!write_ppm("picture.ppm", picture)) return std::perror("picture.ppm"), 1;
    return 0;
}
