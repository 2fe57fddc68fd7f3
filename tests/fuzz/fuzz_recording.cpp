// libFuzzer target: any bytes as a recording. What is accepted is written again and must come back
// as the same calls. The mutator keeps most lines whole: it swaps, repeats and respells words.
// Run: fuzz_recording -max_total_time=60 tests/fuzz/corpus/recording
#include "world/recording.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

constexpr const char* kWords[] = {
    "step",     "run",    "event",      "drop",        "press",       "release",
    "boundary", "shift",  "bed",        "dig",         "solid",       "set",
    "-",        "0",      "1",          "-1",          "nan",         "inf",
    "1e308",    "1e-400", "2147483647", "4294967301",  "0.1",         "tarn-recording",
    "",         "0x1p3",  "1e",         "-2147483648", "99999999999", "7.5"};

std::vector<std::string> lines_of(std::string_view text, char mark) {
    std::vector<std::string> pieces;
    for (std::size_t end = 0; end != std::string_view::npos; text.remove_prefix(end + 1)) {
        end = text.find(mark);
        pieces.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos) break;
    }
    return pieces;
}

std::string joined(const std::vector<std::string>& pieces, char mark) {
    std::string text;
    for (std::size_t k = 0; k < pieces.size(); ++k)
        text += (k ? std::string(1, mark) : "") + pieces[k];
    return text;
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
    std::minstd_rand random(seed);
    if (random() % 4 == 0) return LLVMFuzzerMutate(data, size, max_size);
    auto lines = lines_of({reinterpret_cast<const char*>(data), size}, '\n');
    std::string& line = lines[random() % lines.size()];
    auto words = lines_of(line, ' ');
    const std::size_t at = random() % words.size();
    switch (random() % 4) {
        case 0:
            words[at] = kWords[random() % std::size(kWords)];
            break;
        case 1:
            words.insert(words.begin() + std::ptrdiff_t(at), kWords[random() % std::size(kWords)]);
            break;
        case 2:
            words.erase(words.begin() + std::ptrdiff_t(at));
            break;
        default:
            std::swap(words[at], words[random() % words.size()]);
    }
    line = joined(words, ' ');
    if (random() % 8 == 0) lines.push_back(lines[random() % lines.size()]);
    const std::string text = joined(lines, '\n').substr(0, max_size);
    std::memcpy(data, text.data(), text.size());
    return text.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const auto calls = tarn::world::parse_recording(input, "calls.txt");
    if (!calls) return 0;
    const std::string text = tarn::world::recording_text(calls.value());
    const auto again = tarn::world::parse_recording(text, "calls.txt");
    if (!again || tarn::world::recording_text(again.value()) != text) std::abort();
    return 0;
}
