#include "commands.hpp"

#include <CLI/CLI.hpp>
namespace tarn::cli {
Command add_bench(CLI::App& app) { app.add_subcommand("bench", "speed"); return [] { return 0; }; }
}
