// What lies in the memory of a GPU, for tests that are not compiled for one.
#pragma once

#include <tarn/types.hpp>

#include <vector>

namespace tarn {

/// Row by row, without gaps; empty if the GPU does not hand it out.
std::vector<float> host_copy(const DeviceFieldView& view);

}  // namespace tarn
