// The public headers as text: which functions they declare.
#pragma once

#include <fstream>
#include <regex>
#include <set>
#include <string>

namespace tarn {

/// A public header without its line comments and line breaks.
inline std::string public_header(const std::string& name) {
    std::ifstream file(std::string(TARN_SOURCE_DIR) + "/include/tarn/" + name);
    std::string out;
    for (std::string line; std::getline(file, line);) out += line.substr(0, line.find("//")) + " ";
    return out;
}

/// Names in a public header: the first group of `pattern`.
inline std::set<std::string> names_in_header(const std::string& file, const std::regex& pattern) {
    const std::string text = public_header(file);
    std::set<std::string> names;
    for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match)
        names.insert((*match)[1]);
    return names;
}

/// Functions of a header of the C API.
inline std::set<std::string> c_functions(const std::string& file) {
    return names_in_header(file, std::regex("TARN_C_API [^(]*?(tarn_[a-z0-9_]+)\\("));
}

}  // namespace tarn
