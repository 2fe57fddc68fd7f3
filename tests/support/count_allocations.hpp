// Bytes that the program has asked operator new for. Link count_allocations.cpp for it.
#pragma once

#include <cstddef>

namespace tarn {

std::size_t allocated_bytes();

}  // namespace tarn
