// The C API has every call of the C++ one. Reads the public headers and compares the two lists:
// World::save_to_memory is tarn_world_save_to_memory, and so on; the exceptions are below, each
// with its reason.
#include "support/public_headers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>

namespace tarn {
namespace {

/// Of a function; constructors have capitals.
bool is_name(const std::string& word) {
    return !word.empty() && std::none_of(word.begin(), word.end(),
                                         [](unsigned char c) { return std::isupper(c) != 0; });
}

/// Names that are followed by a bracket where no bracket is open: functions that are declared.
std::set<std::string> functions_in(const std::string& text) {
    std::set<std::string> names;
    std::string word;
    int depth = 0;
    for (const char c : text) {
        if (c == '(' || c == '{') {
            if (c == '(' && depth == 0 && is_name(word)) names.insert(word);
            ++depth;
        } else if (c == ')' || c == '}') {
            --depth;
        }
        word = std::isalnum(static_cast<unsigned char>(c)) || c == '_' ? word + c : "";
    }
    return names;
}

/// Of the public part of a class or struct.
std::set<std::string> members(const std::string& file, const std::string& opening) {
    const std::string text = public_header(file);
    const std::size_t begin = text.find(opening);
    EXPECT_NE(begin, std::string::npos) << opening;
    const std::size_t from = begin + opening.size();
    const std::size_t end = std::min(text.find("private:", from), text.find("};", from));
    return functions_in(text.substr(from, end - from));
}

/// Functions outside of classes, which begin with TARN_API.
std::set<std::string> free_functions(const std::string& file) {
    return names_in_header(file, std::regex("TARN_API [A-Za-z:<>_ ]*?([a-z_]+)\\("));
}

/// Checks names against the C API by `prefix` + name; exceptions name another call, or begin with
/// "none: " and say why there is none.
void expect_in_c(const std::set<std::string>& cpp, const std::string& prefix,
                 const std::set<std::string>& c,
                 const std::map<std::string, std::string>& exceptions) {
    EXPECT_FALSE(cpp.empty()) << prefix;
    for (const std::string& name : cpp) {
        const auto found = exceptions.find(name);
        const std::string expected = found == exceptions.end() ? prefix + name : found->second;
        if (expected.starts_with("none: ")) continue;
        EXPECT_TRUE(c.contains(expected)) << name << " of C++ is not in C as " << expected;
    }
    for (const auto& [name, other] : exceptions)
        EXPECT_TRUE(cpp.contains(name)) << name << " is an exception, but not in C++";
}

TEST(Parity, EveryCallOfWorldIsInC) {
    const auto world = members("world.hpp", "class TARN_API World {");
    EXPECT_GE(world.size(), 40u);
    EXPECT_TRUE(world.contains("save_to_memory") && world.contains("is_stepping"));
    expect_in_c(world, "tarn_world_", c_functions("tarn.h"),
                {{"from_scene", "tarn_world_create"},  // C has no overloads of a constructor
                 {"from_file", "tarn_world_create_from_file"},
                 {"from_json", "tarn_world_create_from_json"},
                 {"pond", "tarn_pond_create"},       // the name that POND's users know
                 {"info", "tarn_world_info_get"}});  // tarn_world_info is the structure
}

TEST(Parity, EveryCreateIsInCWithOptions) {
    const auto c = c_functions("tarn.h");
    for (const char* const name :
         {"tarn_world_create_from_file", "tarn_world_create_from_json", "tarn_pond_create"})
        EXPECT_TRUE(c.contains(std::string(name) + "_with_options")) << name;
}

TEST(Parity, ScenesAndTheMachineAreInC) {
    const auto c = c_functions("tarn.h");
    expect_in_c(members("scene.hpp", "class TARN_API SceneBuilder {"), "tarn_scene_builder_", c,
                {{"set", "tarn_scene_builder_set_number"}});  // one call for each type
    expect_in_c(free_functions("scene.hpp"), "tarn_", c,
                {{"built_in_scenes", "tarn_built_in_scene"},  // one row at a time
                 {"collisions", "tarn_collision"},
                 {"scene_outline",
                  "none: lists of files and times; a host that writes files beside "
                  "a scene can read its JSON"}});
    expect_in_c(free_functions("machine.hpp"), "tarn_", c,
                {{"machine_info", "tarn_machine_info_get"},  // tarn_machine_info is the structure
                 {"isa_name", "none: words of the command; C has the enum"},
                 {"parse_isa", "none: words of the command; C has the enum"},
                 {"measure_triad_bytes_per_s", "none: for benches of the command"},
                 {"measure_gpu_copy_bytes_per_s", "none: for benches of the command"}});
}

TEST(Parity, EveryCallOfTheRendererIsInC) {
    const auto c = c_functions("tarn_render.h");
    expect_in_c(members("render.hpp", "class TARN_API Renderer {"), "tarn_renderer_", c,
                {{"info", "tarn_renderer_info_get"}});  // tarn_renderer_info is the structure
    expect_in_c(members("render.hpp", "class TARN_API Offscreen {"), "tarn_offscreen_", c, {});
    expect_in_c(members("render.hpp", "struct Quality {"), "tarn_quality_", c, {});
}

TEST(Parity, AMissingCallIsNoticed) {
    const auto names = functions_in(
        "public: static Result<World> create(const Options& options = {}); void fly(int (*how)());"
        " double height() const;");
    EXPECT_EQ(names, (std::set<std::string>{"create", "fly", "height"}));
}

}  // namespace
}  // namespace tarn
