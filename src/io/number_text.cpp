#include "io/number_text.hpp"

#include <charconv>
#include <cmath>

namespace tarn::io {
namespace {

template <class T>
std::string shortest(T value) {
    if (std::isnan(value)) return "nan";  // to_chars may write -nan
    char buffer[32];
    return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

}  // namespace

std::string shortest_text(double value) {
    return shortest(value);
}

std::string shortest_text(float value) {
    return shortest(value);
}

std::string fixed_text(double value, int decimals) {
    char buffer[400];  // the largest double has 309 digits before the point
    const auto end =
        std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, decimals);
    std::string text(buffer, end.ptr);
    const bool is_minus_zero = text.find_first_not_of("-0.") == std::string::npos;
    return is_minus_zero && text.starts_with('-') ? text.substr(1) : text;
}

}  // namespace tarn::io
