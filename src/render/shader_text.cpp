#include "render/shader_text.hpp"

#include <algorithm>
#include <sstream>
#include <string_view>

namespace tarn::render {
namespace {

struct ShaderFile {
    std::string_view name, text;
};

constexpr ShaderFile kFiles[] = {
#include "shader_files.inc"
};

std::string_view version_line(ShaderLanguage language) {
    return language == ShaderLanguage::GlslEs300 ? "#version 300 es\n" : "#version 330 core\n";
}

Result<void> append(const std::string& name, std::vector<std::string>& done, std::string& out) {
    const auto* const file = std::find_if(std::begin(kFiles), std::end(kFiles),
                                          [&](const ShaderFile& f) { return f.name == name; });
    if (file == std::end(kFiles))
        return Error{ErrorCode::NotFound, "shader file " + name + " is not in this build"};
    if (std::find(done.begin(), done.end(), name) != done.end()) return {};
    done.push_back(name);
    std::istringstream lines{std::string(file->text)};
    constexpr std::string_view kInclude = "#include \"";
    for (std::string line; std::getline(lines, line);) {
        if (line.compare(0, kInclude.size(), kInclude) != 0) {
            out += line + '\n';
            continue;
        }
        const std::string wanted = line.substr(kInclude.size(), line.rfind('"') - kInclude.size());
        if (const auto appended = append(wanted, done, out); !appended) return appended.error();
    }
    return {};
}

}  // namespace

Result<std::string> shader_text(const std::string& file, const std::vector<std::string>& defines,
                                ShaderLanguage language) {
    std::string text(version_line(language));
    text +=
        "precision highp float;\nprecision highp int;\nprecision highp sampler2D;\n"
        "precision highp sampler3D;\n";
    for (const std::string& define : defines) text += "#define " + define + '\n';
    std::vector<std::string> done;
    if (const auto appended = append(file, done, text); !appended) return appended.error();
    return text;
}

std::vector<std::string> shader_files() {
    std::vector<std::string> names;
    for (const ShaderFile& file : kFiles) names.emplace_back(file.name);
    return names;
}

}  // namespace tarn::render
