#include "page.hpp"

#include "io/svg.hpp"

namespace tarn::cli::reproduce {
namespace {

constexpr const char* kStyle = R"(
:root { color-scheme: light; }
body { margin: 0; background: #f4f6f8; color: #1d2733; font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 74rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .4rem; }
h2 { font-size: 1.3rem; margin: 0; }
header p { margin: .35rem 0; max-width: 48rem; }
.quiet { color: #5a6775; font-size: .92rem; }
nav { margin: 1.2rem 0 0; display: flex; flex-wrap: wrap; gap: .5rem; }
nav a { background: #fff; border: 1px solid #d6dde4; border-radius: 2rem; padding: .2rem .9rem; }
a { color: #0b62a4; text-decoration: none; }
a:hover { text-decoration: underline; }
section { background: #fff; border: 1px solid #dfe5ea; border-radius: .6rem; margin-top: 1.6rem;
          padding: 1.4rem 1.5rem; }
.head { display: flex; align-items: center; gap: .8rem; flex-wrap: wrap; }
.badge { font-size: .8rem; font-weight: 600; border-radius: 2rem; padding: .1rem .7rem; }
.confirmed { background: #dcf2e4; color: #14633a; }
.differs { background: #fdeacc; color: #7a4a00; }
.comparison { background: #e1ecf7; color: #1b4d80; }
.incomplete { background: #eceff2; color: #4a5561; }
figure { margin: 1rem 0; overflow-x: auto; }
.pairs { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem 1.25rem; align-items: center; }
.pairs svg, .pairs img { max-width: 100%; height: auto; }
dl { display: grid; grid-template-columns: 7rem 1fr; gap: .55rem 1rem; margin: 0; }
dt { font-weight: 600; color: #415060; }
dd { margin: 0; max-width: 54rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .35rem .9rem; text-align: right; border-bottom: 1px solid #e5eaee; }
thead th { text-align: center; font-size: .88rem; color: #415060; }
.files { margin: 1rem 0 0; font-size: .92rem; }
@media (max-width: 58rem) { .pairs { grid-template-columns: 1fr; } }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } section { padding: 1rem; } }
@media print { body { background: #fff; } section { break-inside: avoid; border: 0; } }
)";

struct Badge {
    const char *style, *word;
};

Badge badge(Verdict verdict) {
    switch (verdict) {
        case Verdict::Confirmed:
            return {"confirmed", "confirmed"};
        case Verdict::Differs:
            return {"differs", "differs"};
        case Verdict::Comparison:
            return {"comparison", "side by side"};
        case Verdict::Incomplete:
            break;
    }
    return {"incomplete", "incomplete"};
}

std::string note_html(const Note& note) {
    return "<dt>" + io::escape_xml(note.label) + "</dt><dd>" + io::escape_xml(note.text) +
           "</dd>\n";
}

std::string files_html(const Section& section, const std::string& folder) {
    if (section.files.empty()) return {};
    std::string html = "<p class=\"files\">Files:";
    for (const NamedFile& file : section.files) {
        const std::string name = io::escape_xml(file.name);
        html += " <a href=\"" + folder + "/" + name + "\">" + name + "</a>";
    }
    return html + "</p>\n";
}

std::string stills_html(const Section& section, const std::string& folder) {
    if (section.stills.empty()) return {};
    std::string html = "<figure class=\"pairs\">\n";
    for (const std::string& still : section.stills) {
        const std::string name = io::escape_xml(still);
        html += "<img src=\"" + folder + "/" + name + "\" alt=\"" + name + "\">\n";
    }
    return html + "</figure>\n";
}

std::string anchor(std::size_t index) {
    return "s" + std::to_string(index + 1);
}

std::string section_html(const Section& section, std::size_t index, const std::string& folder) {
    const Badge mark = badge(section.verdict);
    std::string html = "<section id=\"" + anchor(index) + "\">\n<div class=\"head\"><h2>" +
                       io::escape_xml(section.title) + "</h2><span class=\"badge " + mark.style +
                       "\">" + mark.word + "</span></div>\n";
    html += section.figure_html.empty()
                ? "<p class=\"quiet\">Not measured: the run was interrupted before.</p>\n"
                : "<figure>\n" + section.figure_html + "</figure>\n";
    html += stills_html(section, folder);
    html += "<dl>\n";
    for (const Note& note : section.notes) html += note_html(note);
    if (!section.verdict_text.empty()) html += note_html({"Verdict", section.verdict_text});
    return html + "</dl>\n" + files_html(section, folder) + "</section>\n";
}

}  // namespace

std::string page_html(const PageDesc& desc) {
    const std::string title = io::escape_xml(desc.title);
    std::string html =
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
        title + "</title>\n<style>" + kStyle + "</style>\n</head>\n<body>\n<main>\n<header>\n<h1>" +
        title + "</h1>\n<p>" + io::escape_xml(desc.source) + "</p>\n<p>" +
        io::escape_xml(desc.intro) + "</p>\n<p class=\"quiet\">" + io::escape_xml(desc.setting) +
        "</p>\n<nav>";
    for (std::size_t k = 0; k < desc.sections.size(); ++k)
        html += "<a href=\"#" + anchor(k) + "\">" + io::escape_xml(desc.sections[k].title) + "</a>";
    html += "</nav>\n</header>\n";
    for (std::size_t k = 0; k < desc.sections.size(); ++k)
        html += section_html(desc.sections[k], k, desc.folder);
    return html + "</main>\n</body>\n</html>\n";
}

}  // namespace tarn::cli::reproduce
