// Rows of tarn bench about the picture. A whole name is enough to measure a row again:
// render/SCENE[@NXxNY]/WxH[/photonsN]/WHAT/DEVICE. How they are measured is in studio.hpp.
#pragma once

#include <tarn/render.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tarn::cli {

struct RenderCase {
    /// A built-in scene, or thesis5.1: the pond seen from straight above, water in every pixel.
    std::string scene = "pond";
    int nx = 0, ny = 0;  ///< cells; 0: as the scene says
    PictureSize size = {1280, 720};
    int photons = 0;  ///< per side; 0: as the quality says
    /// A pass, or total, low, normal, high (totals of that quality), live, real_time.
    std::string what = "total";
    std::string device = "software";  ///< or gpu: what draws

    std::string name() const;
    /// Of the pictures that are timed: cases that share it are measured together.
    std::string shot() const;
    bool is_thesis() const { return scene == "thesis5.1"; }
    std::string world_scene() const { return is_thesis() ? "pond" : scene; }
};

/// What THESIS prints in its table 5.1 for this row, in ms on a GTX 280; 0 where it has none.
double thesis_ms(const RenderCase& c);

/// Whether an asked name is about the picture.
bool is_render_name(const std::string& name);

/// What can be drawn here.
struct DrawingMachine {
    std::string device = "software";  ///< or gpu
    std::string device_name = {};     ///< as OpenGL has it
    std::vector<std::string> passes = {};
    std::string why_no_real_time = {};  ///< empty: water and picture can share a GPU
};

/// The rows of `tarn bench render`.
std::vector<RenderCase> all_render_cases(const DrawingMachine& machine);
/// The few that a plain `tarn bench` measures.
std::vector<RenderCase> few_render_cases(const DrawingMachine& machine);
/// Those of all rows whose names begin with one of `names`, or a row of one's own by a whole name.
Result<std::vector<RenderCase>> chosen_render_cases(const std::vector<std::string>& names,
                                                    const DrawingMachine& machine);

/// A case from its whole name, or nothing.
std::optional<RenderCase> parse_render_case(const std::string& name);

}  // namespace tarn::cli
