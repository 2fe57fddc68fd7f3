// tarn validate: exact solutions and experiments, one row per case and scheme.
#include "../commands.hpp"
#include "../failures.hpp"
#include "../output_files.hpp"
#include "../signal_watch.hpp"
#include "base/file.hpp"
#include "row.hpp"
#include <tarn/machine.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace tarn::cli {
namespace {

using namespace validate;
namespace fs = std::filesystem;

struct ValidateArgs {
    std::vector<std::string> names;
    std::string data, json, plots, precision;
    std::string scheme = "all", backend = "auto";
    int threads = 0;
    bool has_variants = false, is_quiet = false;
};

/// A case in one precision, with the scheme that `auto` takes, or with others.
struct Job {
    const Case* c;
    std::string precision;
};

Result<std::vector<const Case*>> chosen_cases(const ValidateArgs& args) {
    std::vector<const Case*> chosen;
    for (const std::string& name : args.names) {
        const std::vector<const Case*> found = find_cases(name);
        if (found.empty())
            return Error{ErrorCode::InvalidArgument, "validate: there is no case \"" + name +
                                                         "\"; did you mean " + nearest_case(name) +
                                                         "? tarn validate --help lists all"};
        for (const Case* c : found)
            if (std::ranges::find(chosen, c) == chosen.end()) chosen.push_back(c);
    }
    if (args.names.empty())
        for (const Case& c : all_cases()) chosen.push_back(&c);
    if (args.has_variants) std::erase_if(chosen, [](const Case* c) { return !c->has_variants; });
    return chosen;
}

Result<void> check_args(const ValidateArgs& args) {
    const auto is_one_of = [](const std::string& word, auto... words) {
        return ((word == words) || ...);
    };
    if (!is_one_of(args.scheme, "auto", "d2q9", "fv", "all"))
        return Error{ErrorCode::InvalidArgument,
                     "--scheme is \"" + args.scheme + "\"; use auto, d2q9, fv or all"};
    if (!is_one_of(args.precision, "", "float", "double"))
        return Error{ErrorCode::InvalidArgument,
                     "--precision is \"" + args.precision + "\"; use float or double"};
    if (!args.data.empty() && !fs::is_directory(args.data))
        return Error{ErrorCode::NotFound,
                     "--data is \"" + args.data +
                         "\", which is no folder; give the one that holds synolakis and monai"};
    if (!args.plots.empty()) return make_writable_folder(args.plots);
    return {};
}

/// Runs jobs and prints their rows as they come.
class Report {
public:
    Report(const ValidateArgs& args, std::FILE* table) : args_(args), table_(table) {}

    void run(const Job& job, Backend backend) {
        Setting setting = {.data = args_.data, .monai = &monai_};
        setting.how = {.precision = job.precision, .backend = backend, .threads = args_.threads};
        if (args_.scheme != "all") {
            run_with(*job.c, setting, args_.scheme);
            return;
        }
        // What `auto` takes, then the others that can run it.
        const std::string taken = run_with(*job.c, setting, "auto");
        if (job.c->needs_data() && args_.data.empty()) return;
        for (const char* scheme : {"d2q9", "fv"})
            if (taken != scheme) run_with(*job.c, setting, scheme);
    }

    const std::vector<Row>& rows() const { return rows_; }
    const std::vector<Plot>& plots() const { return plots_; }
    Progress* progress = nullptr;
    SignalWatch* watch = nullptr;  ///< its lock is held while rows and plots change

private:
    /// The scheme that ran; empty: none did.
    std::string run_with(const Case& c, Setting setting, const std::string& scheme) {
        if (was_interrupted() || !c.bars(setting.how.precision).of(scheme)) return "";
        setting.how.scheme = scheme;
        std::vector<Plot> plots;
        std::vector<Row> rows = args_.has_variants ? run_variants(c, setting)
                                                   : std::vector<Row>{run_row(c, setting, plots)};
        const auto held = watch->lock();
        plots_.insert(plots_.end(), plots.begin(), plots.end());
        progress->clear();
        for (Row& row : rows) {
            std::fputs(printed_line(row).c_str(), table_);
            rows_.push_back(std::move(row));
        }
        std::fflush(table_);
        return rows_.back().error ? rows_.back().scheme : "";
    }

    const ValidateArgs& args_;
    std::FILE* table_;
    std::vector<Row> rows_;
    std::vector<Plot> plots_;
    std::map<std::string, std::shared_ptr<const MonaiRecord>> monai_;
};

/// All of them, whatever fails; whether one did.
bool has_failed_output(const ValidateArgs& args, const Report& report) {
    Failures failures;
    const std::string json = json_text(report.rows(), args.threads);
    if (args.json == "-")
        std::fputs(json.c_str(), stdout);
    else if (!args.json.empty())
        failures.note(write_file(args.json, json));
    std::vector<Plot> plots = report.plots();
    plots.push_back(convergence_plot(report.rows()));
    for (const Plot& plot : plots)
        if (!args.plots.empty())
            failures.note(
                write_file(fs::path(args.plots) / (plot.name + ".svg"), io::svg_plot(plot.desc)));
    return failures.tell();
}

/// What was measured before a signal is written.
int end_interrupted(const ValidateArgs& args, const Report& report) {
    if (has_failed_output(args, report)) return kRunFailed;
    return fail(interrupted_code(), "interrupted; the rows above were measured");
}

std::vector<Job> jobs_of(const std::vector<const Case*>& cases, const ValidateArgs& args) {
    std::vector<Job> jobs;
    // Variants in double: what rounding does to an error is not what they are about.
    const std::string usual = args.has_variants ? "double" : "float";
    for (const Case* c : cases) {
        jobs.push_back({c, args.precision.empty() ? usual : args.precision});
        if (args.precision.empty() && c->is_run_in_double && !args.has_variants)
            jobs.push_back({c, "double"});
    }
    return jobs;
}

bool is_figure(const std::string& name) {
    return name.ends_with(".svg");
}

int run(const ValidateArgs& args) {
    if (const auto ok = check_args(args); !ok) return fail(ok.error());
    const auto backend = parse_backend(args.backend);
    if (!backend) return fail(backend.error());
    if (args.backend == "cuda" && machine_info().gpus.empty())
        return fail(kBadInput,
                    "backend cuda: " + machine_info().why_no_gpu + "; use --backend cpu");
    const OutputFile outputs[] = {{"--json", args.json, kRowsJson},
                                  {"--plots", args.plots, kSvg, is_figure}};
    if (const auto ok = check_outputs(outputs, files_under(args.data, "--data")); !ok)
        return fail(ok.error());
    const auto cases = chosen_cases(args);
    if (!cases) return fail(cases.error());
    const std::vector<Job> jobs = jobs_of(cases.value(), args);
    std::FILE* const table = args.json == "-" ? stderr : stdout;
    std::fputs(header_line().c_str(), table);
    Report report(args, table);
    Progress progress("validate", args.is_quiet);
    report.progress = &progress;
    {
        SignalWatch watch([&] {
            progress.clear();
            return end_interrupted(args, report);
        });
        report.watch = &watch;
        for (std::size_t k = 0; k < jobs.size() && !was_interrupted(); ++k) {
            {
                const auto held = watch.lock();
                progress.update(double(k) / double(jobs.size()), jobs[k].c->name);
            }
            report.run(jobs[k], backend.value());
        }
    }
    if (was_interrupted()) return end_interrupted(args, report);
    progress.update(1.0);
    if (has_failed_output(args, report)) return kRunFailed;
    const bool all_pass = std::ranges::all_of(report.rows(), &Row::is_pass);
    return all_pass && !report.rows().empty() ? kOk : kRowFailed;
}

std::string footer() {
    std::string text =
        "Each row is a case with one scheme: its error must not be above its bar, and figures\n"
        "with bars of their own likewise. Exit 1 when a row fails or was not run. Rows for the\n"
        "scheme that auto takes come first. Cases, and what their error is:\n";
    for (const Case& c : all_cases()) {
        char line[128];
        std::snprintf(line, sizeof line, "  %-15s %s%s\n", c.name, c.about,
                      c.needs_data() ? " (needs --data)" : "");
        text += line;
    }
    return text +
           "A name stands for all that begin with it: `tarn validate lake`. Measured data is not\n"
           "part of Tarn: docs/validation.md says where it is published and how DIR is laid out.\n";
}

}  // namespace

CommandDesc validate_command() {
    const auto args = std::make_shared<ValidateArgs>();
    return {
        .name = "validate",
        .about = "exact solutions and experiments, one row each",
        .footer = footer(),
        .args = {{.name = "name",
                  .target = &args->names,
                  .about = "cases, or beginnings of names; default all"},
                 {.name = "--data",
                  .target = &args->data,
                  .about = "folder of measured data: synolakis/, monai/"},
                 {.name = "--json",
                  .target = &args->json,
                  .about = "write rows as JSON; - is stdout"},
                 {.name = "--scheme",
                  .target = &args->scheme,
                  .about = "auto, d2q9, fv, or all: what auto takes, then others that can run "
                           "it",
                  .shows_default = true},
                 {.name = "--precision",
                  .target = &args->precision,
                  .about = "float or double; without it float, lakes in both, variants in "
                           "double"},
                 {.name = "--backend",
                  .target = &args->backend,
                  .about = "cpu, cuda or auto",
                  .shows_default = true},
                 {.name = "--threads",
                  .target = &args->threads,
                  .about = "threads; 0 is one per core",
                  .shows_default = true},
                 {.name = "--plots", .target = &args->plots, .about = "folder for figures, as SVG"},
                 {.name = "--variants",
                  .target = &args->has_variants,
                  .about = "cheap cases turned, mirrored, 100 times larger and with g = 1: the "
                           "error must stay what it is"},
                 {.name = "--quiet", .target = &args->is_quiet, .about = "no progress"}},
        .run = [args] { return run(*args); }};
}

}  // namespace tarn::cli
