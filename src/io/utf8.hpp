// Text from outside (names, paths) made safe to put into JSON and XML, and to print.
#pragma once

#include <string>
#include <string_view>

namespace tarn::io {

/// The same text where it is valid UTF-8; each wrong byte becomes U+FFFD.
std::string valid_utf8(std::string_view text);

/// UTF-8 without control characters, which a terminal would obey: each of their bytes becomes \xNN.
std::string without_controls(std::string_view text);

}  // namespace tarn::io
