#include "io/map.hpp"

#include "base/colour.hpp"
#include "base/file.hpp"

#include <gtest/gtest.h>
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb/stb_image.h>

#include <cmath>
#include <limits>
#include <vector>

namespace tarn::io {
namespace {

/// The picture as a viewer decodes it.
struct Picture {
    int width = 0, height = 0;
    std::vector<Rgb> pixels;
    Rgb at(int x, int y) const { return pixels[static_cast<std::size_t>(y * width + x)]; }
};

Picture decode(const std::string& png) {
    Picture picture;
    int channels = 0;
    stbi_uc* const bytes = stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(png.data()),
                                                 static_cast<int>(png.size()), &picture.width,
                                                 &picture.height, &channels, 3);
    EXPECT_NE(bytes, nullptr);
    EXPECT_EQ(channels, 3);
    for (int n = 0; bytes && n < picture.width * picture.height; ++n)
        picture.pixels.push_back({bytes[3 * n], bytes[3 * n + 1], bytes[3 * n + 2]});
    stbi_image_free(bytes);
    return picture;
}

struct Corners {
    int left = 0, right = 0, top = 0, bottom = 0;
};

/// The field lies inside the largest dark frame: its first long dark row is the top of it.
Corners field_corners(const Picture& picture) {
    const auto is_dark = [&](int x, int y) { return picture.at(x, y) == Rgb{30, 30, 30}; };
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x) {
            int right = x;
            while (right < picture.width && is_dark(right, y)) ++right;
            if (right - x < 100) continue;
            int bottom = y;
            while (bottom < picture.height && is_dark(x, bottom)) ++bottom;
            return {x + 1, right - 2, y + 1, bottom - 2};
        }
    return {};
}

class Map : public testing::Test {
protected:
    void TearDown() override { std::filesystem::remove(path_); }

    Picture draw(const MapDesc& desc) {
        const auto wrote = write_map(path_, desc);
        EXPECT_TRUE(wrote) << wrote.error().message;
        const std::string png = read_file(path_, 1 << 24).value();
        EXPECT_TRUE(png.starts_with("\x89PNG\r\n\x1a\n"));
        return decode(png);
    }

    const std::filesystem::path path_ =
        std::filesystem::path(testing::TempDir()) /
        (std::string("tarn_map_") + testing::UnitTest::GetInstance()->current_test_info()->name() +
         ".png");
};

/// Zero in the south-west, one in the north-east.
std::vector<float> ramp(int nx, int ny) {
    std::vector<float> values;
    for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i)
            values.push_back(static_cast<float>(i + j) / static_cast<float>(nx + ny - 2));
    return values;
}

TEST_F(Map, RowZeroIsAtTheBottomAndCornersHaveTheEndColours) {
    const ColourTable table = colour_table(ColourMap::Sequential);
    for (const int n : {8, 1600}) {
        const auto values = ramp(n, n);
        const Picture picture =
            draw({.values = values, .nx = n, .ny = n, .title = "ramp", .low = 0.01, .high = 0.99});
        const Corners field = field_corners(picture);
        EXPECT_EQ(picture.at(field.left, field.bottom), table.front());
        EXPECT_EQ(picture.at(field.right, field.top), table.back());
        EXPECT_EQ(picture.at(0, 0), (Rgb{255, 255, 255}));
    }
}

TEST_F(Map, TheFieldIsAsWideAsTheMetresSay) {
    const auto values = ramp(10, 40);
    const Picture picture =
        draw({.values = values, .nx = 10, .ny = 40, .width_m = 20.0, .height_m = 10.0});
    const Corners field = field_corners(picture);
    EXPECT_EQ(field.right - field.left + 1, 720);
    EXPECT_EQ(field.bottom - field.top + 1, 360);
}

TEST_F(Map, ADivergingRangeIsSymmetricAboutItsCentre) {
    const std::vector<float> values{2.0f, 2.0f, 5.0f, 5.0f};
    const Picture picture =
        draw({.values = values, .nx = 2, .ny = 2, .diverging = true, .centre = 2.0});
    const Corners field = field_corners(picture);
    const ColourTable table = colour_table(ColourMap::Diverging);
    EXPECT_EQ(picture.at(field.left, field.top), table.back());
    EXPECT_EQ(picture.at(field.left, field.bottom), colour_at(table, 0.5));
}

TEST_F(Map, SolidsAndMissingValuesAreGreyAndDoNotStretchTheRange) {
    std::vector<float> values{0.0f, 1.0f, std::nanf(""), 1e30f};
    const std::vector<std::uint8_t> solid{0, 0, 0, 1};
    const Picture picture = draw({.values = values, .nx = 2, .ny = 2, .solid = solid.data()});
    const Corners field = field_corners(picture);
    const auto is_grey = [](Rgb c) { return c.r == c.g && c.g == c.b && c.r < 240; };
    EXPECT_TRUE(is_grey(picture.at(field.left, field.top)));
    EXPECT_TRUE(is_grey(picture.at(field.right, field.top)));
    EXPECT_NE(picture.at(field.left, field.top), picture.at(field.right, field.top));
    EXPECT_EQ(picture.at(field.right, field.bottom), colour_table(ColourMap::Sequential).back());
}

TEST_F(Map, RoundingNoiseStaysOneColour) {
    const std::vector<float> values{0.5f, 0.5000001f, 0.5f, 0.4999999f};
    const Picture picture = draw({.values = values, .nx = 2, .ny = 2});
    const Corners field = field_corners(picture);
    // The middle of the map may fall between two neighbours of its table.
    const Rgb a = picture.at(field.left, field.top), b = picture.at(field.right, field.bottom);
    EXPECT_NEAR(a.r, b.r, 2);
    EXPECT_NEAR(a.g, b.g, 2);
    EXPECT_NEAR(a.b, b.b, 2);
}

TEST_F(Map, StrangeTitlesShapesAndValuesAreDrawn) {
    const std::vector<float> infinite(500, std::numeric_limits<float>::infinity());
    EXPECT_GT(draw({.values = infinite, .nx = 500, .ny = 1, .title = "h\xc3\xb6he \x01\xff"}).width,
              720);
    const std::string title(5000, 'W');
    const auto values = ramp(2, 2);
    const Picture picture = draw(
        {.values = values, .nx = 2, .ny = 2, .width_m = 1e-9, .height_m = 1e9, .title = title});
    EXPECT_LT(picture.width, 3000);
    EXPECT_GT(draw({.values = values, .nx = 2, .ny = 2, .low = 7.0}).width, 720);
}

TEST_F(Map, WrongSizesAndRangesAreRefused) {
    const auto values = ramp(2, 2);
    const auto code = [&](const MapDesc& desc) { return write_map(path_, desc).error().code; };
    EXPECT_EQ(code({.values = values, .nx = 3, .ny = 2}), ErrorCode::InvalidArgument);
    EXPECT_EQ(code({.values = values, .nx = -2, .ny = -2}), ErrorCode::InvalidArgument);
    EXPECT_EQ(code({.values = values, .nx = 2, .ny = 2, .width_m = 0.0}),
              ErrorCode::InvalidArgument);
    EXPECT_EQ(code({.values = values, .nx = 2, .ny = 2, .low = 1.0, .high = 1.0}),
              ErrorCode::InvalidArgument);
    EXPECT_EQ(write_map("/dev/full", {.values = values, .nx = 2, .ny = 2}).error().code,
              ErrorCode::DiskFull);
}

}  // namespace
}  // namespace tarn::io
