#include "base/decimal.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <locale.h>
#include <string>

namespace tarn {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// A number as it is written: digits * 10^exponent.
struct Decimal {
    std::uint64_t digits = 0;
    bool is_exact = true;  ///< all digits are in `digits`
    int exponent = 0;
};

/// Takes digits off the text; those after the point lower the exponent. How many there were.
std::size_t take_digits(std::string_view& text, bool is_fraction, Decimal& number) {
    constexpr std::uint64_t kRoom = (std::numeric_limits<std::uint64_t>::max() - 9) / 10;
    std::size_t count = 0;
    for (; count < text.size() && is_digit(text[count]); ++count) {
        if (number.digits > kRoom) {
            number.is_exact = false;
            continue;
        }
        number.digits = number.digits * 10 + std::uint64_t(text[count] - '0');
        if (is_fraction) --number.exponent;
    }
    text.remove_prefix(count);
    return count;
}

/// Takes what follows the letter e, and says whether it was there. Exponents beyond any double stay
/// so.
bool take_exponent(std::string_view& text, Decimal& number) {
    constexpr int kMost = 100'000;
    const bool is_negative = text.starts_with('-');
    if (is_negative || text.starts_with('+')) text.remove_prefix(1);
    if (text.empty() || !is_digit(text.front())) return false;
    int exponent = 0;
    for (; !text.empty() && is_digit(text.front()); text.remove_prefix(1))
        if (exponent < kMost) exponent = exponent * 10 + (text.front() - '0');
    number.exponent += is_negative ? -exponent : exponent;
    return true;
}

std::optional<Decimal> read(std::string_view text) {
    Decimal number;
    std::size_t count = take_digits(text, false, number);
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        count += take_digits(text, true, number);
    }
    if (count == 0) return {};
    if (text.starts_with('e') || text.starts_with('E')) {
        text.remove_prefix(1);
        if (!take_exponent(text, number)) return {};
    }
    return text.empty() ? std::optional(number) : std::nullopt;
}

bool equals_in_any_case(std::string_view text, std::string_view lower) {
    if (text.size() != lower.size()) return false;
    for (std::size_t k = 0; k < text.size(); ++k)
        if ((text[k] | 0x20) != lower[k]) return false;
    return true;
}

std::optional<double> named_value(std::string_view text) {
    if (equals_in_any_case(text, "nan")) return std::numeric_limits<double>::quiet_NaN();
    if (equals_in_any_case(text, "inf") || equals_in_any_case(text, "infinity"))
        return std::numeric_limits<double>::infinity();
    return {};
}

/// Where both factors are exact, one rounding is the right one [clinger1990]. Most numbers in files
/// are short enough.
std::optional<double> short_value(const Decimal& number) {
    constexpr std::array<double, 23> kPowers = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    constexpr std::uint64_t kExact = std::uint64_t{1} << 53;
    if (!number.is_exact || number.digits > kExact) return {};
    const double digits = double(number.digits);
    if (number.exponent >= 0 && number.exponent <= 22)
        return digits * kPowers[std::size_t(number.exponent)];
    if (number.exponent < 0 && number.exponent >= -22)
        return digits / kPowers[std::size_t(-number.exponent)];
    return {};
}

/// By the C library, which rounds rightly too, with a point whatever the host's locale has.
double long_value(const std::string& text) {
    static const locale_t c_locale = newlocale(LC_ALL_MASK, "C", locale_t{});
    return strtod_l(text.c_str(), nullptr, c_locale);
}

}  // namespace

std::optional<double> parse_decimal(std::string_view text) {
    const bool is_negative = text.starts_with('-');
    if (is_negative) text.remove_prefix(1);
    const auto with_sign = [&](double value) { return is_negative ? -value : value; };
    const std::optional<Decimal> number = read(text);
    if (!number) {
        const auto value = named_value(text);
        return value ? std::optional(with_sign(*value)) : std::nullopt;
    }
    if (number->digits == 0) return with_sign(0.0);
    if (const auto value = short_value(*number)) return with_sign(*value);
    const double value = long_value(std::string(text));
    if (value == 0.0 || std::isinf(value)) return {};
    return with_sign(value);
}

}  // namespace tarn
