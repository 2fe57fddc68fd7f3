// Decimal numbers in text, the same in every locale and with every standard library: libc++ has no
// std::from_chars for floating point before version 20.
#pragma once

#include <optional>
#include <string_view>

namespace tarn {

/// The double nearest to a decimal number such as -12.5 or 1e-3; the whole text must be one. Also
/// inf, infinity and nan in any case. Nothing where there is no such double: no number, a leading
/// plus or blank, or a number that is not zero and whose nearest double is zero or infinite.
std::optional<double> parse_decimal(std::string_view text);

}  // namespace tarn
