// The tarn command.
#include "base/standard_streams.hpp"
#include "commands.hpp"
#include "common.hpp"
#include <tarn/tarn.h>

#include <csignal>
#include <exception>
#include <new>

namespace {

/// The exit code, once standard output has arrived: what was to be printed is part of the job.
int after_printing(int code) {
    using namespace tarn::cli;
    const tarn::PrintedAll printed = tarn::flush_standard_output();
    if (printed == tarn::PrintedAll::Yes || code != kOk) return code;
    // Who closes a pipe early, as `head` does, has what it wanted.
    if (printed == tarn::PrintedAll::NoReader) return 128 + SIGPIPE;
    return fail(kRunFailed,
                "standard output: cannot write all of it; see whether its disk is full");
}

}  // namespace

int main(int argc, char** argv) try {
    using namespace tarn::cli;
    tarn::open_standard_streams();
    const ProgramDesc program = {
        .name = "tarn",
        .about =
            "Tarn, a real-time water engine.\n"
            "Without a subcommand it shows the pond in a window; without a display it writes\n"
            "pictures of it.",
        .footer =
            "Exit codes: 0 done, 1 a row failed, 2 bad usage or input, 3 the run failed,\n"
            "130 interrupted by Ctrl-C, 128 + signal by another. More: docs/ in the source, or\n"
            "`tarn SUBCOMMAND --help`.",
        .version = std::string("tarn ") + tarn_version(),
        .commands = {list_command(), run_command(), check_command(), bench_command(),
                     reproduce_command(), validate_command(), info_command(), view_command()},
        .run_alone = show_pond};
    return after_printing(run_program(program, argc, argv));
} catch (const std::bad_alloc&) {
    return tarn::cli::fail(tarn::cli::kBadInput, "not enough memory; use fewer cells");
} catch (const std::exception& error) {
    return tarn::cli::fail(tarn::cli::kRunFailed, error.what());
}
