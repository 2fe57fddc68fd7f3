// Water that moves while it is drawn: how many pictures per second, and how fast the water runs
// beside them. Standing shots are in studio.cpp.
#pragma once

#include "measure.hpp"
#include "render_cases.hpp"
#include <tarn/world.hpp>

#include <vector>

namespace tarn::cli {

/// The built-in scene of a case.
Result<World> drawn_world(const RenderCase& c, const MeasureOptions& how);

/// This moment with its level on the host, wherever the water is.
Result<Frame> host_frame(const World& world);

/// "112 photons, mesh 128, ..."
std::string quality_text(const Quality& quality);

/// Pictures per second while the water runs in real time: it steps on another thread by the time
/// that the last picture took, while the moment before is drawn and read back. The quality is held
/// at kLiveTarget_ms per picture and has settled before the clock starts.
Result<BenchRow> measure_live(const RenderCase& c, const MeasureOptions& how, Renderer& renderer);

/// How many times faster than real time the water runs, stepping without pause on a thread of its
/// own while 60 pictures per second are drawn from snapshots of its level.
Result<BenchRow> measure_real_time(const RenderCase& c, const MeasureOptions& how,
                                   Renderer& renderer);

}  // namespace tarn::cli
