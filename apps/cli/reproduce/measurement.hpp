// A figure or table of a paper and how it is measured; papers are lists of them.
#pragma once

#include "experiment.hpp"
#include "section.hpp"

#include <cstddef>
#include <span>

namespace tarn::cli::reproduce {

/// Whether every row that was planned is there; Ctrl-C leaves fewer.
enum class Extent { Whole, Part };

inline Extent extent_of(std::size_t rows, std::size_t planned) {
    return rows == planned ? Extent::Whole : Extent::Part;
}

enum class Effort { Full, Quick };

/// A watch that says no at once gives a section without results.
struct Measurement {
    const char* name;
    Result<Section> (*run)(Effort effort, const Watch& watch);
};

/// What goes on one page.
struct Paper {
    const char* name;   ///< in the command, and of the folder of its files
    const char* page;   ///< file name
    const char* title;  ///< of the page
    const char* source;
    const char* intro;
    const char* quick;                          ///< what a quick run leaves out
    std::span<const Measurement> measurements;  ///< in the order of the page
};

}  // namespace tarn::cli::reproduce
