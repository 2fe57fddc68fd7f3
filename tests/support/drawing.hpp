// What tests of the picture share: an OpenGL context or a failed test, water given by a formula,
// skies to measure with, and pixels read back as numbers.
#pragma once

#include "render/painter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

namespace tarn::render {

inline constexpr double kDegree = std::numbers::pi / 180.0;

/// The value, or the end of the test with the message: GoogleTest reports what is thrown.
template <class T>
T got(Result<T> result) {
    if (!result) throw std::runtime_error(result.error().message);
    return std::move(result.value());
}
inline void done(const Result<void>& result) {
    if (!result) throw std::runtime_error(result.error().message);
}

/// Level by a formula of x and y in m, sampled at the centres of the cells.
struct WaterForPicture {
    using Level = std::function<double(double x_m, double y_m)>;
    int nx = 64, ny = 64;
    double cell_m = 0.05;
    double still_level_m = 1.0;
    std::vector<float> level = {};

    void fill(const Level& over_still_m) {
        level.clear();
        for (int j = 0; j < ny; ++j)
            for (int i = 0; i < nx; ++i)
                level.push_back(
                    float(still_level_m + over_still_m((i + 0.5) * cell_m, (j + 0.5) * cell_m)));
    }
    /// Bed at 0, clear sky, no waves smaller than a cell. Looks at `level` here.
    Frame frame(Place place) {
        if (level.empty()) fill([](double, double) { return 0.0; });
        Frame frame;
        frame.water.level = {level.data(), nx, ny, nx};
        frame.water.nx = nx;
        frame.water.ny = ny;
        frame.water.cell_m = cell_m;
        frame.water.still_level_m = still_level_m;
        frame.look.place = place;
        frame.look.detail = Detail::None;
        frame.light.clouds = 0.0;
        frame.camera = {{0.5 * nx * cell_m, -0.5 * ny * cell_m, still_level_m + ny * cell_m},
                        {0.5 * nx * cell_m, 0.5 * ny * cell_m, still_level_m},
                        40.0};
        return frame;
    }
};

/// A sky of one radiance all around. Neither it nor a sun lights anything unless told.
inline scenery::Sky even_sky(float radiance, Vec3 to_sun = {0.0, 0.0, 1.0},
                             scenery::Colour sun_irradiance = {},
                             scenery::Colour sky_irradiance = {}) {
    scenery::Sky sky;
    sky.radiance.assign(std::size_t(scenery::Sky::width) * scenery::Sky::height,
                        {radiance, radiance, radiance, 1.0f});
    sky.to_sun = to_sun;
    sky.sun_irradiance = sun_irradiance;
    sky.sky_irradiance = sky_irradiance;
    return sky;
}

/// Towards a sun of this height and azimuth in degrees.
inline Vec3 sun_at(double height_deg, double azimuth_deg) {
    const double h = height_deg * kDegree, a = azimuth_deg * kDegree;
    return {std::cos(h) * std::cos(a), std::cos(h) * std::sin(a), std::sin(h)};
}

/// Four numbers per pixel, rows from the lower edge (or the south).
struct Pixels {
    int width = 0, height = 0;
    std::vector<std::array<float, 4>> rgba;

    const std::array<float, 4>& at(int x, int y) const {
        return rgba[std::size_t(y) * std::size_t(width) + std::size_t(x)];
    }
    bool is_finite() const {
        for (const auto& pixel : rgba)
            for (const float value : pixel)
                if (!std::isfinite(value)) return false;
        return true;
    }
};

inline Pixels pixels_of(const Texture& texture) {
    const Texture* const colours[] = {&texture};
    const Target target(colours, nullptr);
    target.bind();
    Pixels pixels{texture.desc().width, texture.desc().height, {}};
    pixels.rgba.resize(std::size_t(pixels.width) * std::size_t(pixels.height));
    glReadPixels(0, 0, pixels.width, pixels.height, GL_RGBA, GL_FLOAT, pixels.rgba.data());
    return pixels;
}

/// A context and a painter in it; without a context the test fails and says why.
class Easel {
public:
    Easel() : context_(got(Offscreen::create())), painter_(got(Painter::make())) {}

    Painter& painter() { return painter_; }
    /// Light before exposure. An error of OpenGL in any pass fails the test.
    Pixels light(const Frame& frame, PictureSize size) {
        draw(frame, size);
        return pixels_of(painter_.light());
    }
    /// The map of sunlight under the water; the picture itself is as small as can be.
    Pixels caustics(const Frame& frame) {
        draw(frame, {1, 1});
        return pixels_of(painter_.resources().maps.caustics);
    }
    void draw(const Frame& frame, PictureSize size) {
        const Texture colour(
            {.width = size.width_px, .height = size.height_px, .format = GL_RGBA8});
        const Texture* const colours[] = {&colour};
        const Target target(colours, nullptr);
        done(painter_.draw(frame, target.get(), size, [](const char* pass) {
            for (GLenum error = glGetError(); error != GL_NO_ERROR; error = glGetError())
                ADD_FAILURE() << "OpenGL error " << error << " in pass " << pass;
        }));
    }

private:
    Offscreen context_;
    Painter painter_;
};

/// One easel for all tests of a suite: a new one compiles its programs and paints sky and ground
/// again. What a test sets on the painter, the next one finds set.
class SharedEasel : public testing::Test {
protected:
    static void TearDownTestSuite() { easel_.reset(); }
    static Easel& easel() {
        if (!easel_) easel_ = std::make_unique<Easel>();
        return *easel_;
    }

private:
    static inline std::unique_ptr<Easel> easel_;
};

}  // namespace tarn::render
