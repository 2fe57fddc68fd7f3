// What the system says about the machine.
#pragma once

#include <cstddef>
#include <string>

namespace tarn {

std::string cpu_model();
std::size_t last_level_cache_bytes();  ///< 16 MiB where the system does not say
std::size_t total_memory_bytes();
/// Whether a shared library could be loaded, by its file name.
bool has_library(const char* file);

}  // namespace tarn
