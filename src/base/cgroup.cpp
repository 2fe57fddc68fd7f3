#include "base/cgroup.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>

namespace tarn {
namespace {

// Names are joined as texts: the paths of libstdc++ 12 crash where they find no memory to be
// joined, and this is asked when memory is short.

/// How a version names what we ask for.
struct Names {
    const char* folder;  ///< below the root
    const char* limit;
    const char* used;
    const char* cached;  ///< in memory.stat
};
constexpr Names kVersion2 = {"/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"};
constexpr Names kVersion1 = {"/sys/fs/cgroup/memory", "memory.limit_in_bytes",
                             "memory.usage_in_bytes", "total_inactive_file"};

/// The number that a file begins with; nothing for "max" and where there is no file.
std::optional<std::uint64_t> number_in(const std::string& path) {
    std::ifstream file(path);
    std::uint64_t number = 0;
    return file >> number ? std::optional(number) : std::nullopt;
}

std::uint64_t cached_bytes(const std::string& group, std::string_view key) {
    std::ifstream file(group + "/memory.stat");
    std::string word;
    for (std::uint64_t bytes = 0; file >> word >> bytes;)
        if (word == key) return bytes;
    return 0;
}

std::optional<std::uint64_t> left_in_group(const std::string& group, const Names& names) {
    const auto limit = number_in(group + "/" + names.limit);
    const auto used = number_in(group + "/" + names.used);
    if (!limit || !used) return std::nullopt;
    const std::uint64_t held = *used - std::min(*used, cached_bytes(group, names.cached));
    return *limit - std::min(*limit, held);
}

/// The least of a group, such as "/a/b", and all above it. A container may not see its own group by
/// the name that the host gives it: the one at the mount is looked at in any case.
std::optional<std::uint64_t> left_in_line(const std::string& mount, std::string group,
                                          const Names& names) {
    std::optional<std::uint64_t> least;
    for (bool is_last = false; !is_last; group.resize(is_last ? 0 : group.rfind('/'))) {
        is_last = group.empty();
        const auto left = left_in_group(mount + group, names);
        if (left) least = std::min(*left, least.value_or(*left));
    }
    return least;
}

/// "4:memory,cpu:/a/b" names the group /a/b of version 1, "0::/a/b" that of version 2.
std::optional<std::uint64_t> left_by_line(const std::string& root, const std::string& line) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) return std::nullopt;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const bool is_version_2 = controllers == ",,";
    if (!is_version_2 && controllers.find(",memory,") == std::string::npos) return std::nullopt;
    const Names& names = is_version_2 ? kVersion2 : kVersion1;
    std::string group = line.substr(second + 1);
    if (!group.starts_with('/')) group = "/" + group;
    return left_in_line(root + names.folder, group, names);
}

}  // namespace

std::optional<std::size_t> cgroup_memory_left_bytes(const std::filesystem::path& root) {
    std::ifstream groups(root.string() + "/proc/self/cgroup");
    std::optional<std::size_t> least;
    for (std::string line; std::getline(groups, line);) {
        const auto left = left_by_line(root.string(), line);
        if (!left) continue;
        constexpr std::uint64_t kMost = std::numeric_limits<std::size_t>::max();
        const auto bytes = std::size_t(std::min(*left, kMost));
        least = std::min(bytes, least.value_or(bytes));
    }
    return least;
}

}  // namespace tarn
