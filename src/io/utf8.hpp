// Text from outside (names, paths) made safe to put into JSON and XML.
#pragma once

#include <string>
#include <string_view>

namespace tarn::io {

/// The same text where it is valid UTF-8; each wrong byte becomes U+FFFD.
std::string valid_utf8(std::string_view text);

}  // namespace tarn::io
