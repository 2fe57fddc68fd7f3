#include "args.hpp"

#include "base/spelling.hpp"
#include "common.hpp"

#include <CLI/CLI.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <type_traits>

namespace tarn::cli {
namespace {

template <class T>
CLI::Option* add_to(CLI::App& app, const ArgDesc& arg, T* target) {
    const bool is_positional = !arg.name.starts_with("-");
    if constexpr (std::is_same_v<T, bool>) {
        return app.add_flag(arg.name, *target, arg.about);
    } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
        CLI::Option* const option = app.add_option(arg.name, *target, arg.about);
        // One value per mention: what follows belongs to somebody else.
        return is_positional ? option : option->take_all()->allow_extra_args(false);
    } else {
        return app.add_option(arg.name, *target, arg.about);
    }
}

void add_to(CLI::App& app, const ArgDesc& arg) {
    CLI::Option* const option =
        std::visit([&](auto* target) { return add_to(app, arg, target); }, arg.target);
    option->required(arg.is_required);
    if (arg.shows_default) option->capture_default_str();
    if (!arg.words.empty()) option->check(CLI::IsMember(arg.words));
    if (arg.check) option->check(arg.check);
    // As a variable of a shell that is not set leaves it: it would look as if nobody had asked.
    if (std::holds_alternative<std::string*>(arg.target) && arg.name.starts_with("--"))
        option->check([](const std::string& text) {
            return std::string(text.empty() ? "is empty; give a name or leave the option out" : "");
        });
}

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
    const std::vector<std::string_view> candidates(known.begin(), known.end());
    const auto guess = nearest(word, candidates);
    return guess ? "; did you mean " + std::string(*guess) + "?" : "";
}

/// About the first argument that the parser had no place for. `command` is the subcommand it came
/// after; none: it stands in the place of one.
std::string unknown_text(const ProgramDesc& program, const CommandDesc* command,
                         const std::string& argument) {
    constexpr std::size_t kLongest = 80;
    const std::string word = argument.substr(0, std::min(argument.find('='), kLongest));
    std::vector<std::string> known;
    if (word.starts_with("-")) {
        known = {"--help"};
        if (!command) known.push_back("--version");
        for (const ArgDesc& arg : command ? command->args : std::vector<ArgDesc>())
            if (arg.name.starts_with("-")) known.push_back(arg.name);
        return (command ? command->name + " has" : "there is") + " no option " + word +
               suggestion(word, known);
    }
    if (command) return command->name + ": \"" + word + "\" is one argument too many";
    for (const CommandDesc& each : program.commands) known.push_back(each.name);
    return "there is no subcommand \"" + word + "\"" + suggestion(word, known);
}

/// What the parser objects to, with the help that tells more.
int refuse(const ProgramDesc& program, const CommandDesc* command, const std::string& text) {
    const std::string help = program.name + (command ? " " + command->name : "") + " --help";
    fail(kBadInput, text.substr(0, 900));
    std::fprintf(stderr, "Run %s for more information.\n", help.c_str());
    return kBadInput;
}

}  // namespace

std::string positive_number(const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    const bool is_good = end != text.c_str() && *end == '\0' && std::isfinite(value) && value > 0.0;
    return is_good ? std::string() : text + " is not a positive number";
}

int run_program(const ProgramDesc& program, int argc, const char* const* argv) {
    CLI::App app(program.about, program.name);
    app.set_version_flag("--version", program.version);
    app.require_subcommand(0, 1);
    app.footer(program.footer);
    const CommandDesc* chosen = nullptr;
    for (const CommandDesc& command : program.commands) {
        CLI::App* const parser = app.add_subcommand(command.name, command.about);
        if (!command.footer.empty()) parser->footer(command.footer);  // else the program's
        for (const ArgDesc& arg : command.args) add_to(*parser, arg);
        parser->preparse_callback([&chosen, &command](std::size_t) { chosen = &command; });
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ExtrasError& error) {
        const std::vector<std::string> unknown = app.remaining(true);
        return refuse(
            program, chosen,
            unknown.empty() ? error.what() : unknown_text(program, chosen, unknown.front()));
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
        return refuse(program, chosen, error.what());
    }
    catch_interrupts();
    return chosen ? chosen->run() : program.run_alone();
}

}  // namespace tarn::cli
