// The text of a shader: the files of shaders/ live in the library, `#include "x.glsl"` lines are
// resolved, and the version line is put in front.
#pragma once

#include <tarn/result.hpp>

#include <string>
#include <vector>

namespace tarn::render {

Result<std::string> shader_text(const std::string& file, const std::vector<std::string>& defines);

}  // namespace tarn::render
