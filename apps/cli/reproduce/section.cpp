#include "section.hpp"

#include <cstdarg>
#include <cstdio>
#include <utility>

namespace tarn::cli::reproduce {

void mark_interrupted(Section& section, std::size_t rows) {
    section.verdict = Verdict::Incomplete;
    section.verdict_text = formatted(
        "None: the run was interrupted. The figure and the file hold the %zu rows measured until "
        "then.",
        rows);
    section.summary = formatted("%s: interrupted after %zu rows", section.title.c_str(), rows);
}

void add_stills(Section& section, std::vector<NamedFile>&& stills) {
    for (NamedFile& still : stills) {
        section.stills.push_back(still.name);
        section.files.push_back(std::move(still));
    }
}

std::string pairs_html(std::string_view svgs) {
    return "<div class=\"pairs\">\n" + std::string(svgs) + "</div>\n";
}

std::string formatted(const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    std::va_list again;
    va_copy(again, arguments);
    const int length = std::vsnprintf(nullptr, 0, format, arguments);
    va_end(arguments);
    std::string text(length > 0 ? std::size_t(length) + 1 : 1, '\0');
    std::vsnprintf(text.data(), text.size(), format, again);
    va_end(again);
    text.pop_back();
    return text;
}

}  // namespace tarn::cli::reproduce
