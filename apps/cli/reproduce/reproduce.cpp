#include "../commands.hpp"

#include <CLI/CLI.hpp>
namespace tarn::cli {
Command add_reproduce(CLI::App& app) { app.add_subcommand("reproduce", "papers"); return [] { return 0; }; }
}
