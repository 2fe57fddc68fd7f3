// The text of a shader: the files of shaders/ live in the library, `#include "x.glsl"` lines are
// resolved, and the version line is put in front.
#pragma once

#include <tarn/result.hpp>

#include <string>
#include <vector>

namespace tarn::render {

/// Desktop OpenGL 3.3, or OpenGL ES 3.0 as in WebGL 2: the files are written for both.
enum class ShaderLanguage { Glsl330, GlslEs300 };

Result<std::string> shader_text(const std::string& file, const std::vector<std::string>& defines,
                                ShaderLanguage language = ShaderLanguage::Glsl330);

/// Names of all files, such as "water.frag".
std::vector<std::string> shader_files();

}  // namespace tarn::render
