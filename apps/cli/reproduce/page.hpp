// The HTML page of `tarn reproduce`: one file, readable without a network.
#pragma once

#include "section.hpp"

#include <span>
#include <string>

namespace tarn::cli::reproduce {

struct PageDesc {
    std::string title = {};
    std::string source = {};  ///< of the paper: authors and title
    std::string intro = {};
    std::string setting = {};                ///< version, machine, effort
    std::string folder = {};                 ///< of the sections' files, relative to the page
    std::span<const Section> sections = {};  ///< in order
};

std::string page_html(const PageDesc& desc);

}  // namespace tarn::cli::reproduce
