#include "base/spelling.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace tarn {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    // Rows i - 1, i and i + 1 of the table whose entry (i, j) is the distance of the first i
    // characters of `a` from the first j of `b`.
    std::vector<std::size_t> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        next[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = row[j] + (a[i] == b[j] ? 0 : 1);
            next[j + 1] = std::min({replaced, next[j] + 1, row[j + 1] + 1});
            if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j])
                next[j + 1] = std::min(next[j + 1], before[j - 1] + 1);
        }
        before.swap(row);
        row.swap(next);
    }
    return row.back();
}

std::optional<std::string_view> nearest(std::string_view word,
                                        std::span<const std::string_view> candidates) {
    constexpr std::size_t kLongestWord = 64;  // longer ones are no slip, and would cost time
    if (word.size() > kLongestWord) return {};
    std::size_t best = word.size() <= 3 ? 1 : word.size() <= 8 ? 2 : 3;
    std::optional<std::string_view> found;
    for (const std::string_view candidate : candidates) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance > best || (found && distance == best)) continue;
        best = distance;
        found = candidate;
    }
    return found;
}

}  // namespace tarn
