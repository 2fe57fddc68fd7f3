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
Command add_info(CLI::App& app);
Command add_view(CLI::App& app);

/// Runs the pond and writes a video and a still of it, or maps of its fields where nothing can be
/// drawn: what `tarn` does without arguments until there is a window.
int show_pond();

}  // namespace tarn::cli
