// Instruction sets of the CPU: which are built in, which this machine has, which one runs.
#pragma once

#include <tarn/types.hpp>

namespace tarn::exec {

/// True if this machine can run code built for `isa`, and such code is in this build.
bool has_isa(Isa isa);

/// As people write it: "auto", "base", "avx2" or "avx512".
const char* name_of(Isa isa);

/// The fastest one this machine has; in a build with sanitizers the one whose loops they see.
Isa best_isa();

}  // namespace tarn::exec
