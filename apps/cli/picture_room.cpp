// Whether a picture fits into memory.
#include "pictures.hpp"

#include <cstdio>

namespace tarn::cli {

Result<void> check_picture_room(const PictureSize& size, std::size_t available_bytes) {
    constexpr double kBytesPerPixel = 55.0;  // measured with Mesa's llvmpipe
    const double needed = kBytesPerPixel * size.width_px * size.height_px;
    if (available_bytes == 0 || needed <= double(available_bytes)) return {};
    char text[160];
    std::snprintf(
        text, sizeof text,
        "--size %dx%d needs %.0f MiB for a picture in software; %.0f MiB are available: use "
        "a smaller size",
        size.width_px, size.height_px, needed / 0x1p20, double(available_bytes) / 0x1p20);
    return Error{ErrorCode::InvalidArgument, text};
}

}  // namespace tarn::cli
