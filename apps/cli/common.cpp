#include "common.hpp"

#include "io/utf8.hpp"
#include <tarn/machine.hpp>

#include <algorithm>
#include <cstdio>
#include <unistd.h>

namespace tarn::cli {
namespace {

std::string duration_text(double seconds) {
    char text[32];
    if (seconds < 99.5)
        std::snprintf(text, sizeof text, "%.0f s", seconds);
    else
        std::snprintf(text, sizeof text, "%.0f min", seconds / 60.0);
    return text;
}

}  // namespace

int fail(int code, const std::string& message) {
    std::fprintf(stderr, "tarn: %s\n", io::without_controls(message).substr(0, 960).c_str());
    return code;
}

void warn(const std::string& message) {
    std::fprintf(stderr, "tarn: %s\n", io::without_controls(message).c_str());
}

int fail(const Error& error) {
    const bool run_failed = error.code == ErrorCode::Diverged ||
                            error.code == ErrorCode::DiskFull ||
                            error.code == ErrorCode::DeviceLost;
    return fail(run_failed ? kRunFailed : kBadInput, error.message);
}

Progress::Progress(const std::string& what, bool is_quiet)
    : what_(io::without_controls(what)),
      is_quiet_(is_quiet),
      is_terminal_(isatty(STDERR_FILENO) == 1),
      begin_(std::chrono::steady_clock::now()),
      last_(begin_) {}

Progress::~Progress() {
    if (line_is_open_) std::fputc('\n', stderr);
}

void Progress::update(double share, const std::string& note) {
    if (is_quiet_) return;
    const auto now = std::chrono::steady_clock::now();
    const double gone_s = std::chrono::duration<double>(now - begin_).count();
    const std::string left = share > 0.0 && share < 1.0
                                 ? ", " + duration_text(gone_s / share * (1.0 - share)) + " left"
                                 : "";
    if (is_terminal_) {
        if (share < 1.0 && line_is_open_ && now - last_ < std::chrono::milliseconds(100)) return;
        std::fprintf(stderr, "\r%s %3.0f %%  %s%s\033[K", what_.c_str(), 100.0 * share,
                     note.c_str(), left.c_str());
        std::fflush(stderr);
        line_is_open_ = true;
    } else if (const int tenths = int(share * 10.0 + 1e-6); tenths > shown_tenths_) {
        shown_tenths_ = tenths;
        std::fprintf(stderr, "%s %d %%  %s%s\n", what_.c_str(), 10 * shown_tenths_, note.c_str(),
                     left.c_str());
    }
    last_ = now;
}

void Progress::clear() {
    if (!line_is_open_) return;
    std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
    line_is_open_ = false;
}

Result<Backend> parse_backend(const std::string& word) {
    const std::pair<const char*, Backend> backends[] = {
        {"auto", Backend::Auto}, {"cpu", Backend::Cpu}, {"cuda", Backend::Cuda}};
    for (const auto& [name, value] : backends)
        if (word == name) return value;
    return Error{ErrorCode::InvalidArgument,
                 "--backend is \"" + word + "\"; use cpu, cuda or auto"};
}

std::vector<ArgDesc> WorldArgs::args() {
    return {
        {.name = "scene",
         .target = &scene,
         .about = "a built-in scene (see tarn list) or a JSON file",
         .is_required = true},
        {.name = "--backend",
         .target = &backend,
         .about = "cpu, cuda or auto",
         .shows_default = true},
        {.name = "--isa",
         .target = &isa,
         .about = "instruction set of the CPU loops: auto, base, avx2, avx512",
         .shows_default = true},
        {.name = "--threads",
         .target = &threads,
         .about = "threads; 0 is one per core",
         .shows_default = true},
        {.name = "--device",
         .target = &device,
         .about = "which GPU; -1 is the one with the most free memory",
         .shows_default = true},
        {.name = "--precision",
         .target = &precision,
         .about = "float, half or double (same as --set water.precision=...)"},
        {.name = "--cells",
         .target = &cells,
         .about = "NX,NY or NX,NY,NZ (same as --set water.cells=[NX,NY])"},
        {.name = "--data",
         .target = &data,
         .about = "folder besides its own that the scene may read files from, / for all; the "
                  "scene monai needs that of its measured data"},
        {.name = "--set",
         .target = &set,
         .about = "change the scene: a dotted path and a value, water.tau=0.6"},
    };
}

Result<WorldOptions> WorldArgs::options() const {
    WorldOptions options;
    const auto parsed = parse_backend(backend);
    if (!parsed) return parsed.error();
    options.backend = parsed.value();
    if (!parse_isa(isa, options.isa))
        return Error{ErrorCode::InvalidArgument,
                     "--isa is \"" + isa + "\"; use auto, base, avx2 or avx512"};
    options.threads = threads;
    options.device = device;
    if (!precision.empty()) options.set.push_back("water.precision=\"" + precision + "\"");
    if (!cells.empty()) options.set.push_back("water.cells=[" + cells + "]");
    options.set.insert(options.set.end(), set.begin(), set.end());
    if (!data.empty()) options.data_folders = {data};
    options.log = [](LogLevel level, const std::string& message) {
        if (level != LogLevel::Info) warn(message);
    };
    return options;
}

void warn_of_late_events(const SceneOutline& scene, double end_s) {
    const auto late =
        std::ranges::count_if(scene.event_times_s, [&](double time_s) { return time_s > end_s; });
    if (late == 0) return;
    char text[160];
    std::snprintf(text, sizeof text,
                  "%ld of %zu events begin after the end at t = %.6g s and will not happen",
                  long(late), scene.event_times_s.size(), end_s);
    warn(text);
}

}  // namespace tarn::cli
