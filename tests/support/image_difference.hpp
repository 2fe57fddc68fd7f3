// How different two pictures look, as one number; and pictures from PNG files.
#pragma once

#include <tarn/render.hpp>
#include <tarn/result.hpp>

#include <string>

namespace tarn {

/// 0 for equal pictures, about 1 for pictures that have nothing in common.
struct PictureDifference {
    double structure = 0.0;  ///< 1 less the mean structural similarity of brightness [wang2004]
    double colour = 0.0;     ///< mean distance of the hues around each pixel, in Oklab [oklab]
    double total() const { return structure + colour; }
};

/// Both are weighed over a window of 11 pixels, so that the last bit of a pixel here and there,
/// which another instruction set rounds another way, does not count. Sizes have to be equal.
PictureDifference difference(const Picture& a, const Picture& b);

Result<Picture> read_png(const std::string& path);

}  // namespace tarn
