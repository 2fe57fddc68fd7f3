// An .npy file of any number type, as NumPy would write it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tarn {

template <class T>
std::string npy_file(const std::vector<std::size_t>& shape, const std::vector<T>& values) {
    std::string header = std::string("{'descr': '<f") + std::to_string(sizeof(T)) +
                         "', 'fortran_order': False, 'shape': (";
    for (const std::size_t size : shape) header += std::to_string(size) + ", ";
    header += "), }\n";
    std::string bytes = "\x93NUMPY";
    bytes += {'\1', '\0', char(header.size()), '\0'};
    bytes += header;
    return bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

}  // namespace tarn
