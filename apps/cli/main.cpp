// The tarn command.
#include "commands.hpp"
#include "common.hpp"
#include <tarn/tarn.h>

#include <exception>
#include <new>

int main(int argc, char** argv) try {
    using namespace tarn::cli;
    const ProgramDesc program = {
        .name = "tarn",
        .about =
            "Tarn, a real-time water engine.\n"
            "Without a subcommand it shows the pond in a window; without a display it writes\n"
            "pictures of it.",
        .footer =
            "Exit codes: 0 done, 1 a row failed, 2 bad usage or input, 3 the run failed,\n"
            "130 interrupted. More: docs/ in the source, or `tarn SUBCOMMAND --help`.",
        .version = std::string("tarn ") + tarn_version(),
        .commands = {list_command(), run_command(), check_command(), bench_command(),
                     reproduce_command(), validate_command(), info_command(), view_command()},
        .run_alone = show_pond};
    return run_program(program, argc, argv);
} catch (const std::bad_alloc&) {
    return tarn::cli::fail(tarn::cli::kBadInput, "not enough memory; use fewer cells");
} catch (const std::exception& error) {
    return tarn::cli::fail(tarn::cli::kRunFailed, error.what());
}
