#include "io/png.hpp"

#include "base/file.hpp"

// Private to this file, so that no other library's copy can meet it at link time.
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#include <cstdint>

namespace tarn::io {
namespace {

void append(void* context, void* data, int bytes) {
    static_cast<std::string*>(context)->append(static_cast<const char*>(data),
                                               static_cast<std::size_t>(bytes));
}

}  // namespace

Result<std::string> png_bytes(RgbView picture) {
    const auto [bytes, width_px, height_px] = picture;
    constexpr std::int64_t kMaxBytes = 1 << 30;  // the encoder counts in int
    const std::int64_t expected = std::int64_t{3} * width_px * height_px;
    if (width_px < 1 || height_px < 1 || width_px > kMaxBytes / 3 / height_px ||
        static_cast<std::int64_t>(bytes.size()) != expected)
        return Error{ErrorCode::InvalidArgument,
                     "picture of " + std::to_string(width_px) + " x " + std::to_string(height_px) +
                         " pixels does not match its " + std::to_string(bytes.size()) +
                         " bytes or exceeds 1 GiB; pass 3 bytes per pixel"};
    std::string png;
    if (!stbi_write_png_to_func(append, &png, width_px, height_px, 3, bytes.data(), 3 * width_px))
        return Error{ErrorCode::OutOfMemory,
                     "not enough memory to encode a picture of " + std::to_string(width_px) +
                         " x " + std::to_string(height_px) + " pixels; make it smaller"};
    return png;
}

Result<void> write_png(const std::filesystem::path& path, RgbView picture) {
    const Result<std::string> png = png_bytes(picture);
    if (!png) return Error{png.error().code, path.string() + ": " + png.error().message};
    // Pictures come by the hundred, and can be drawn again: they are not waited for.
    return write_file(path, png.value(), Durability::Process);
}

}  // namespace tarn::io
