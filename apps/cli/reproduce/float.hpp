// FLOAT's table 1 and figures 9 to 12: rows into sections of the page. FLOAT is the key of
// docs/references.md.
#pragma once

#include "measure_float.hpp"
#include "measurement.hpp"
#include "validate/capsize.hpp"

#include <span>
#include <vector>

namespace tarn::cli::reproduce {

Section crowds_section(std::span<const CrowdRow> rows, int frames, Extent extent);
Section cargo_section(const Cargo& cargo, Extent extent);

/// A boat under the wave, or let go in still water, and whether theory or FLOAT has it come back.
struct Verdicted {
    validate::Release release;
    validate::Roll roll;
    bool should_come_back = false;
};
struct Yacht {
    std::vector<Verdicted> runs;
    std::optional<NamedFile> still;
};
Section yacht_section(const Yacht& yacht, Extent extent);
Section wake_section(const Wake& wake, Extent extent);

Paper float_paper();

}  // namespace tarn::cli::reproduce
