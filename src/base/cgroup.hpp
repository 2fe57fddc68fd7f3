// What the control groups of Linux, by which containers are held, leave to this process.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>

namespace tarn {

/// Memory that this process may still take before its control group, or one above it, is at its
/// limit: version 2 (memory.max) or 1 (memory.limit_in_bytes). Files that the system only keeps in
/// memory count as free. Nothing where no limit is set. `root` is where proc and sys are mounted.
std::optional<std::size_t> cgroup_memory_left_bytes(const std::filesystem::path& root = "/");

/// What available_memory_bytes() (memory.hpp) says of a system that is mounted below `root`: the
/// memory of the machine, or less where a control group leaves less.
std::size_t available_memory_bytes(const std::filesystem::path& root);

}  // namespace tarn
