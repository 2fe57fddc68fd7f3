// What the trial of one scene found, as data and as a line of text between processes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tarn::soak {

/// The factor within which `tarn check` promises steps and memory.
inline constexpr double kPromised = 1.5;

/// How near an estimate came: what was said over what it was.
struct Ratios {
    double steps = 1.0, memory = 1.0, processor = 1.0;
};

struct Verdict {
    std::uint64_t seed = 0;
    std::string scheme = {}, precision = {};
    std::string refused = {};   ///< the message, where the scene was refused
    std::string diverged = {};  ///< the message, where the water diverged
    std::int64_t steps = 0;
    double imbalance = 0.0;  ///< of the books, as a part of all water that took part
    Ratios ratios = {};
    std::vector<std::string> failures = {};
};

/// One line, without its end.
std::string line_of(const Verdict& verdict);
std::optional<Verdict> verdict_of(const std::string& line);

}  // namespace tarn::soak
