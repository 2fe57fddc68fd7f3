// Numbers as text, the same in every locale.
#pragma once

#include <string>

namespace tarn::io {

/// The shortest text that reads back to the same bits; "nan", "inf" and "-inf" otherwise.
std::string shortest_text(double value);
std::string shortest_text(float value);

/// A fixed number of digits after the point; "-0.0" is written "0.0".
std::string fixed_text(double value, int decimals);

}  // namespace tarn::io
