// The command line as plain data: which subcommands there are, which options each takes, and where
// their values go. args.cpp alone includes the parser behind it (CLI11), which takes seconds to
// compile.
#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace tarn::cli {

/// Where the value of an option goes. A bool is a flag; a list gets every mention of its option.
using ArgTarget = std::variant<std::string*, int*, double*, bool*, std::vector<std::string>*>;

struct ArgDesc {
    std::string name;  ///< such as "--time"; without dashes it is a positional argument
    ArgTarget target;
    std::string about;
    bool is_required = false;
    bool shows_default = false;           ///< whether the help states what `target` holds now
    std::vector<std::string> words = {};  ///< the values allowed; none: all that fit `target`
    /// An empty text for a good value, else what is wrong with it.
    std::function<std::string(const std::string& text)> check = {};
};

/// For ArgDesc::check.
std::string positive_number(const std::string& text);

struct CommandDesc {
    std::string name, about;
    std::string footer = {};  ///< after the options in its help; none: the program's
    std::vector<ArgDesc> args = {};
    std::function<int()> run = {};  ///< returns the exit code; keeps the targets of `args` alive
};

struct ProgramDesc {
    std::string name, about, footer, version;
    std::vector<CommandDesc> commands;
    std::function<int()> run_alone;  ///< without a subcommand
};

/// Fills the targets, lets Ctrl-C be noticed (common.hpp) and runs the subcommand that was chosen.
/// Returns the exit code: 2 after a word or an option that nobody knows, and names the nearest one
/// that there is.
int run_program(const ProgramDesc& program, int argc, const char* const* argv);

}  // namespace tarn::cli
