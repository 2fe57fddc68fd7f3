// The subcommands. Each adds itself to the parser and returns what to run if it was chosen.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace tarn::cli {

using Command = std::function<int()>;

Command add_list(CLI::App& app);
Command add_run(CLI::App& app);
Command add_check(CLI::App& app);
Command add_bench(CLI::App& app);
Command add_reproduce(CLI::App& app);
Command add_validate(CLI::App& app);
Command add_info(CLI::App& app);
Command add_view(CLI::App& app);

/// What `tarn` does without arguments: the pond in a window, or, where none opens, write_pond().
int show_pond();
/// Runs the pond and writes a video and a still of it, or maps of its fields where nothing can be
/// drawn.
int write_pond();

}  // namespace tarn::cli
