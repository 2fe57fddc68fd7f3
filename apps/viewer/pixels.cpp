#include "viewer/pixels.hpp"

#include <algorithm>
#include <epoxy/gl.h>

namespace tarn::viewer {

Picture read_pixels(unsigned framebuffer, PictureSize size) {
    const auto row_bytes = std::size_t(size.width_px) * 3;
    const auto rows = std::size_t(size.height_px);
    Picture picture{size, std::vector<std::uint8_t>(row_bytes * rows)};
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, size.width_px, size.height_px, GL_RGB, GL_UNSIGNED_BYTE, picture.rgb.data());
    // OpenGL counts rows from below.
    for (std::size_t low = 0; low < rows / 2; ++low) {
        const auto begin = picture.rgb.begin();
        std::swap_ranges(begin + std::ptrdiff_t(low * row_bytes),
                         begin + std::ptrdiff_t((low + 1) * row_bytes),
                         begin + std::ptrdiff_t((rows - 1 - low) * row_bytes));
    }
    return picture;
}

}  // namespace tarn::viewer
