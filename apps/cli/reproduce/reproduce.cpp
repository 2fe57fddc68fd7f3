// tarn reproduce: measure again what papers state, and put it beside theory on one page.
#include "../commands.hpp"
#include "../common.hpp"
#include "../output_files.hpp"
#include "base/file.hpp"
#include "float.hpp"
#include "page.hpp"
#include "pond.hpp"
#include "spray.hpp"
#include "track.hpp"
#include "volume.hpp"
#include <tarn/machine.hpp>
#include <tarn/tarn.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace tarn::cli {
namespace {

namespace fs = std::filesystem;
using namespace reproduce;

struct ReproduceArgs {
    std::vector<std::string> names;
    std::string out = "out/reproduce";
    bool is_quick = false, is_quiet = false;
};

Result<Section> measure(const Measurement& measurement, const ReproduceArgs& args) {
    Progress progress(measurement.name, args.is_quiet);
    return measurement.run(args.is_quick ? Effort::Quick : Effort::Full,
                           [&](double share, const std::string& note) {
                               if (was_interrupted()) return false;
                               progress.update(share, note);
                               return true;
                           });
}

Result<void> write_files(const Section& section, const fs::path& folder) {
    for (const NamedFile& file : section.files)
        if (const auto done = write_file(folder / file.name, file.content); !done) return done;
    return {};
}

Result<void> write_page(const fs::path& path, const Paper& paper, std::span<const Section> sections,
                        bool is_quick) {
    const MachineInfo machine = machine_info();
    const std::string effort =
        is_quick
            ? "Quick run: " + std::string(paper.quick) + "; leave out --quick for the real one."
            : "Full run. Repeat it with: tarn reproduce " + std::string(paper.name);
    const PageDesc page = {
        .title = paper.title,
        .source = paper.source,
        .intro = paper.intro,
        .setting = formatted("Tarn %s, %s, %d cores, %s. %s", tarn_version(), machine.cpu.c_str(),
                             machine.cores, machine.compiler.c_str(), effort.c_str()),
        .folder = paper.name,
        .sections = sections};
    return write_file(path, page_html(page));
}

void print_summary(std::span<const Section> sections, const fs::path& page) {
    for (const Section& section : sections)
        if (!section.summary.empty()) std::printf("%s\n", section.summary.c_str());
    std::printf("page      %s\n", page.string().c_str());
}

int reproduce_paper(const Paper& paper, const ReproduceArgs& args) {
    const fs::path page = fs::path(args.out) / paper.page, folder = fs::path(args.out) / paper.name;
    const OutputFile outputs[] = {{"--out", page, kHtml}};
    if (const auto ok = check_outputs(outputs, {}); !ok) return fail(ok.error());
    if (const auto made = make_writable_folder(folder); !made) return fail(made.error());
    std::vector<Section> sections;
    // After Ctrl-C the rest is still asked for its section, without results: the page stays whole.
    for (const Measurement& measurement : paper.measurements) {
        auto section = measure(measurement, args);
        if (!section) return fail(kRunFailed, section.error().message);
        if (const auto done = write_files(section.value(), folder); !done)
            return fail(kRunFailed, done.error().message);
        sections.push_back(std::move(section.value()));
    }
    if (const auto done = write_page(page, paper, sections, args.is_quick); !done)
        return fail(kRunFailed, done.error().message);
    print_summary(sections, page);
    if (!was_interrupted()) return kOk;
    return fail(interrupted_code(),
                "interrupted; files and page hold what was measured until then");
}

int run(const ReproduceArgs& args) {
    const Paper papers[] = {pond_paper(), volume_paper(), spray_paper(), float_paper(),
                            track_paper()};
    std::string names;
    for (const Paper& paper : papers)
        names += (names.empty() ? "" : ", ") + std::string(paper.name);
    for (const std::string& name : args.names)
        if (std::ranges::find(papers, name, &Paper::name) == std::end(papers))
            return fail(kBadInput, "reproduce: there is no \"" + name + "\"; use one of: " + names);
    for (const Paper& paper : papers)
        if (args.names.empty() || std::ranges::find(args.names, paper.name) != args.names.end())
            if (const int code = reproduce_paper(paper, args); code != kOk) return code;
    return kOk;
}

}  // namespace

CommandDesc reproduce_command() {
    const auto args = std::make_shared<ReproduceArgs>();
    return {.name = "reproduce",
            .about = "measure figures and tables of papers again, beside what they state",
            .args = {{.name = "name",
                      .target = &args->names,
                      .about = "which: pond, volume, spray, float, track; none: all"},
                     {.name = "--out",
                      .target = &args->out,
                      .about = "folder for tables, figures and index.html",
                      .shows_default = true},
                     {.name = "--quick",
                      .target = &args->is_quick,
                      .about = "small grids and few steps, in seconds"},
                     {.name = "--quiet", .target = &args->is_quiet, .about = "no progress"}},
            .run = [args] { return run(*args); }};
}

}  // namespace tarn::cli
