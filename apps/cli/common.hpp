// What all subcommands share: exit codes, messages, progress, and how a world is to run.
#pragma once

#include "args.hpp"
#include "signals.hpp"
#include <tarn/result.hpp>
#include <tarn/scene.hpp>
#include <tarn/types.hpp>

#include <chrono>
#include <string>
#include <vector>

namespace tarn::cli {

enum Exit : int {
    kOk = 0,
    kRowFailed = 1,
    kBadInput = 2,
    kRunFailed = 3,
};

/// Prints `message` on stderr as "tarn: ..." and returns `code`. Control characters, which names of
/// files may hold and a terminal would obey, are escaped, here and below.
int fail(int code, const std::string& message);
/// The exit code that an error asks for: 3 when the run itself failed, else 2.
int fail(const Error& error);

/// Prints `message` on stderr in the same way; the program goes on.
void warn(const std::string& message);

/// Progress on stderr: a live line on a terminal, one line per 10 % otherwise.
class Progress {
public:
    Progress(const std::string& what, bool is_quiet);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// `share` of the whole from 0 to 1; `note` is the rate or whatever is worth a glance.
    void update(double share, const std::string& note = {});
    /// Wipes the live line, so that something else can be printed in its place.
    void clear();

private:
    std::string what_;
    bool is_quiet_, is_terminal_;
    int shown_tenths_ = -1;
    bool line_is_open_ = false;
    std::chrono::steady_clock::time_point begin_, last_;
};

/// "cpu", "cuda" or "auto"; the message names --backend.
Result<Backend> parse_backend(const std::string& word);

/// Options that say how a world is to run, common to run and check.
struct WorldArgs {
    std::string scene = "pond";
    std::string backend = "auto", isa = "auto", precision, cells;
    std::string data;  ///< folder that files may be read from, besides the scene's own
    int threads = 0, device = -1;
    std::vector<std::string> set;

    /// Options that fill this; `this` stays where it is.
    std::vector<ArgDesc> args();
    Result<WorldOptions> options() const;
};

/// Warns of events that begin after the end of a run, which never happen.
void warn_of_late_events(const SceneOutline& scene, double end_s);

}  // namespace tarn::cli
