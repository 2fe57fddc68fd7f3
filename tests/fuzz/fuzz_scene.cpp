// libFuzzer target: any bytes as a scene. After a zero byte the rest is one `--set` override.
// Run: fuzz_scene -max_total_time=60 tests/fuzz/corpus/scene
#include "scene/read.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

bool is_good_message(const std::string& message) {
    for (const char c : message)
        if (c < ' ' || c > '~') return false;
    return !message.empty() && message.size() < 1000;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::size_t zero = input.find('\0');
    std::vector<std::string> overrides;
    if (zero != std::string_view::npos) overrides.emplace_back(input.substr(zero + 1));
    const auto scene =
        tarn::scene::read_scene(input.substr(0, zero), "fuzz.json", "scenes", overrides);
    if (!scene && !is_good_message(scene.error().message)) std::abort();
    return 0;
}
