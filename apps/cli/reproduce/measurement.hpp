// A figure or table of a paper and how it is measured; papers are lists of them.
#pragma once

#include "experiment.hpp"
#include "section.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <utility>

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

/// A table beside that of a paper: rows side by side, with nothing to confirm.
struct ComparedTable {
    NamedFile csv;
    std::string html, verdict_text, summary;
    std::size_t rows = 0;
    Extent extent = Extent::Whole;
};
inline void add_table(Section& section, ComparedTable&& table) {
    section.files = {std::move(table.csv)};
    section.figure_html = std::move(table.html);
    if (table.extent == Extent::Part) return mark_interrupted(section, table.rows);
    section.verdict = Verdict::Comparison;
    section.verdict_text = std::move(table.verdict_text);
    section.summary = std::move(table.summary);
}

}  // namespace tarn::cli::reproduce
