// TRACK's table 1 and figures 4 and 5: rows into sections of the page. TRACK is the key of
// docs/references.md.
#pragma once

#include "measure_track.hpp"
#include "measurement.hpp"

namespace tarn::cli::reproduce {

Section track_section(const TrackRows& measured, const TrackPlan& plan, Extent extent);

Paper track_paper();

}  // namespace tarn::cli::reproduce
