// One figure or table of a paper, measured again: what goes on the page and into the folder.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tarn::cli::reproduce {

struct NamedFile {
    std::string name, content;
};

/// A paragraph under the figure: "POND says", "Theory", ...
struct Note {
    std::string label, text;
};

enum class Verdict {
    Confirmed,
    Differs,
    Comparison,  ///< numbers side by side; nothing to confirm
    Incomplete,  ///< interrupted before all was measured
};

struct Section {
    std::string title = {};
    std::string figure_html = {};  ///< SVG or a table, to paste; empty: nothing was measured
    std::vector<Note> notes = {};
    Verdict verdict = Verdict::Incomplete;
    std::string verdict_text = {};
    std::vector<NamedFile> files = {};
    std::vector<std::string> stills = {};  ///< those of the files that the page shows
    std::string summary = {};              ///< one line for the terminal
};

/// For a section whose run was interrupted: says so, and judges nothing.
void mark_interrupted(Section& section, std::size_t rows);

inline constexpr int kPlotWidth_px = 580, kPlotHeight_px = 380;

/// PNG files beside the page: linked under it and shown on it.
void add_stills(Section& section, std::vector<NamedFile>&& stills);

/// Figures two by two on the page.
std::string pairs_html(std::string_view svgs);

/// printf into a string.
[[gnu::format(printf, 1, 2)]] std::string formatted(const char* format, ...);

/// A CSV file: commas without spaces, one header line. Cells must not contain commas.
class CsvText {
public:
    explicit CsvText(std::string_view header) : text_(std::string(header) + "\n") {}
    /// One row, as printf writes it.
    void row(const std::string& line) { text_ += line + "\n"; }
    const std::string& text() const { return text_; }

private:
    std::string text_;
};

}  // namespace tarn::cli::reproduce
