// THESIS's tables 6.2 and 6.3, and a dam break in all three waters: rows into
// sections of the page. THESIS is the key of docs/references.md.
#pragma once

#include "measure_dam.hpp"
#include "measure_space.hpp"
#include "measurement.hpp"

#include <span>

namespace tarn::cli::reproduce {

Section cavity_section(std::span<const CavityRow> rows, Extent extent);
Section frames_section(std::span<const FrameRow> rows, int frames, Extent extent);
Section dam_section(const DamRuns& runs, Extent extent);

Paper volume_paper();

}  // namespace tarn::cli::reproduce
