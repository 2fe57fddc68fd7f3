#include "io/grey_png.hpp"

#include "support/grey_png.hpp"

#include <gtest/gtest.h>

namespace tarn::io {
namespace {

Raster parsed(const GreyPng& png) {
    const auto raster = parse_grey_png(png.bytes(), "bed.png");
    EXPECT_TRUE(raster) << (raster ? "" : raster.error().message);
    return raster ? raster.value() : Raster{1, 1, {0.0}};
}

void expect_refused(const std::string& bytes, const std::string& reason) {
    const auto raster = parse_grey_png(bytes, "bed.png");
    ASSERT_FALSE(raster) << "expected: " << reason;
    EXPECT_EQ(raster.error().code, ErrorCode::InvalidScene);
    EXPECT_TRUE(raster.error().message.starts_with("bed.png: ")) << raster.error().message;
    EXPECT_NE(raster.error().message.find(reason), std::string::npos) << raster.error().message;
    EXPECT_LT(raster.error().message.size(), 300u);
}

TEST(GreyPng, TheUpperRowIsNorthAndFullGreyIsOne) {
    const Raster raster = parsed(grey_png_8(3, {0, 51, 255, 102, 153, 204}));
    EXPECT_EQ(raster.columns, 3u);
    EXPECT_EQ(raster.rows, 2u);
    EXPECT_EQ(raster.values, (std::vector<double>{0.4, 0.6, 0.8, 0.0, 0.2, 1.0}));
}

TEST(GreyPng, SixteenBitsKeepTheirSteps) {
    const Raster raster = parsed(grey_png_16(2, {0, 1, 65534, 65535}));
    EXPECT_EQ(raster.values, (std::vector<double>{65534.0 / 65535.0, 1.0, 0.0, 1.0 / 65535.0}));
}

TEST(GreyPng, EveryFilterIsUndone) {
    // Rows of 10 20 30 40, written as differences to left, above, their mean, and Paeth's choice.
    const GreyPng png = {
        .columns = 4,
        .rows = 5,
        .raw = std::string("\0\x0a\x14\x1e\x28", 5) + std::string("\1\x0a\x0a\x0a\x0a", 5) +
               std::string("\2\0\0\0\0", 5) + std::string("\3\x05\x05\x05\x05", 5) +
               std::string("\4\0\0\0\0", 5)};
    const Raster raster = parsed(png);
    for (std::size_t row = 0; row < 5; ++row)
        for (std::size_t i = 0; i < 4; ++i)
            EXPECT_EQ(raster.at(i, row), 10.0 * double(i + 1) / 255.0) << row << " " << i;
}

TEST(GreyPng, OtherKindsOfPicturesAreRefusedWithARemedy) {
    GreyPng png = grey_png_8(2, {1, 2, 3, 4});
    for (const char colour : {'\2', '\3', '\4', '\6'}) {
        png.colour = colour;
        expect_refused(png.bytes(), "in colour");
    }
    png.colour = 0;
    png.bits = 4;
    expect_refused(png.bytes(), "4 bits");
    png.bits = 8;
    png.interlace = 1;
    expect_refused(png.bytes(), "interlaced; save it as a grey picture");
    expect_refused("GIF89a", "is not a PNG file");
    expect_refused("", "is not a PNG file");
}

TEST(GreyPng, SizesThatDoNotMatchTheDataAreRefusedBeforeMemoryIsTaken) {
    for (const auto& [columns, rows] :
         {std::pair{0u, 2u}, {2u, 0u}, {0xffffffffu, 0xffffffffu}, {1u << 30, 2u}}) {
        GreyPng png = grey_png_8(2, {1, 2, 3, 4});
        png.columns = columns;
        png.rows = rows;
        expect_refused(png.bytes(), "pixels");
    }
    GreyPng tall = grey_png_8(2, {1, 2, 3, 4});
    tall.rows = 3;
    expect_refused(tall.bytes(), "damaged");
    tall.rows = 1;
    expect_refused(tall.bytes(), "damaged");
    GreyPng unknown_filter = grey_png_8(2, {1, 2, 3, 4});
    unknown_filter.raw[0] = 9;
    expect_refused(unknown_filter.bytes(), "damaged");
}

TEST(GreyPng, EveryCutAndEveryFlippedBitIsRefused) {
    const std::string whole = grey_png_8(2, {1, 2, 3, 4}).bytes();
    for (std::size_t length = 0; length < whole.size(); ++length)
        EXPECT_FALSE(parse_grey_png(whole.substr(0, length), "x")) << length;
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string flipped = whole;
        flipped[at] = char(flipped[at] ^ 0x20);
        EXPECT_FALSE(parse_grey_png(flipped, "x")) << at;
    }
}

TEST(GreyPng, AMissingFileIsNamed) {
    const auto raster = read_grey_png("/nonexistent/bed.png");
    ASSERT_FALSE(raster);
    EXPECT_EQ(raster.error().code, ErrorCode::NotFound);
}

}  // namespace
}  // namespace tarn::io
