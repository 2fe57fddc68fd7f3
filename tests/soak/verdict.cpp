#include "soak/verdict.hpp"

#include "io/number_text.hpp"

#include <algorithm>
#include <cstdlib>

namespace tarn::soak {
namespace {

constexpr char kMark = '\t';
constexpr std::size_t kColumns = 10;  ///< before the failures

std::string on_one_line(std::string text) {
    std::ranges::replace_if(
        text, [](char c) { return c == kMark || c == '\n'; }, ' ');
    return text;
}

}  // namespace

std::string line_of(const Verdict& v) {
    std::string line = std::to_string(v.seed);
    const auto add = [&](const std::string& text) { line += kMark + on_one_line(text); };
    for (const std::string& text : {v.scheme, v.precision, v.refused, v.diverged}) add(text);
    add(std::to_string(v.steps));
    for (const double number : {v.imbalance, v.ratios.steps, v.ratios.memory, v.ratios.processor})
        add(io::shortest_text(number));
    for (const std::string& failure : v.failures) add(failure);
    return line;
}

std::optional<Verdict> verdict_of(const std::string& line) {
    std::vector<std::string> columns(1);
    for (const char c : line)
        if (c == kMark)
            columns.emplace_back();
        else
            columns.back() += c;
    if (columns.size() < kColumns) return {};
    const auto number = [&](std::size_t k) { return std::strtod(columns[k].c_str(), nullptr); };
    return Verdict{.seed = std::strtoull(columns[0].c_str(), nullptr, 10),
                   .scheme = columns[1],
                   .precision = columns[2],
                   .refused = columns[3],
                   .diverged = columns[4],
                   .steps = std::strtoll(columns[5].c_str(), nullptr, 10),
                   .imbalance = number(6),
                   .ratios = {number(7), number(8), number(9)},
                   .failures = {columns.begin() + kColumns, columns.end()}};
}

}  // namespace tarn::soak
