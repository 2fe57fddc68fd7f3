// The subcommands, each with its options and what to run if it was chosen.
#pragma once

#include "args.hpp"

namespace tarn::cli {

CommandDesc list_command();
CommandDesc run_command();
CommandDesc check_command();
CommandDesc bench_command();
CommandDesc reproduce_command();
CommandDesc validate_command();
CommandDesc info_command();
CommandDesc view_command();

/// What `tarn` does without arguments: the pond in a window, or, where none opens, write_pond().
int show_pond();
/// Runs the pond and writes a video and a still of it, or maps of its fields where nothing can be
/// drawn.
int write_pond();

}  // namespace tarn::cli
