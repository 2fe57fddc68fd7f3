// The tarn command.
#include "commands.hpp"
#include "common.hpp"
#include <tarn/tarn.h>

#include <CLI/CLI.hpp>

#include <exception>
#include <map>

int main(int argc, char** argv) try {
    using namespace tarn::cli;
    CLI::App app(
        "Tarn, a real-time water engine.\n"
        "Without a subcommand it shows the pond in a window; without a display it writes\n"
        "pictures of it.",
        "tarn");
    app.set_version_flag("--version", std::string("tarn ") + tarn_version());
    app.require_subcommand(0, 1);
    app.footer(
        "Exit codes: 0 done, 1 a row failed, 2 bad usage or input, 3 the run failed,\n"
        "130 interrupted. More: docs/ in the source, or `tarn SUBCOMMAND --help`.");
    std::map<const CLI::App*, Command> commands;
    for (const auto add : {add_list, add_run, add_check, add_bench, add_reproduce, add_validate,
                           add_info, add_view}) {
        const std::size_t before = app.get_subcommands({}).size();
        Command command = add(app);
        commands[app.get_subcommands({})[before]] = std::move(command);
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const int code = app.exit(error);
        return code == 0 ? kOk : kBadInput;
    }
    catch_interrupts();
    if (app.get_subcommands().empty()) return show_pond();
    return commands.at(app.get_subcommands().front())();
} catch (const std::bad_alloc&) {
    return tarn::cli::fail(tarn::cli::kBadInput, "not enough memory; use fewer cells");
} catch (const std::exception& error) {
    return tarn::cli::fail(tarn::cli::kRunFailed, error.what());
}
