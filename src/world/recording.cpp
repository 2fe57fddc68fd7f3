#include "world/recording.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace tarn::world {
namespace {

constexpr const char* kHeader = "tarn-recording 1";

template <class... Ts>
struct Overloaded : Ts... {
    using Ts::operator()...;
};
template <class... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

template <class... Values>
std::string line(const char* format, Values... values) {
    char text[256];
    std::snprintf(text, sizeof text, format, values...);
    return text;
}

std::string bed_text(const BedCall& c) {
    std::string text = line("bed %d %d %d %d", c.cells.i0, c.cells.j0, c.cells.i1, c.cells.j1);
    for (const float height_m : c.heights_m) text += line(" %.9g", double(height_m));
    return text + "\n";
}

/// A call to set_bed(): corners, then as many heights as there are.
bool parse_bed(const char* text, BedCall& call) {
    int used = 0;
    if (std::sscanf(text, "bed %d %d %d %d%n", &call.cells.i0, &call.cells.j0, &call.cells.i1,
                    &call.cells.j1, &used) != 4)
        return false;
    const char* at = text + used;
    for (char* end = nullptr;; at = end) {
        const float height_m = std::strtof(at, &end);
        if (end == at) break;
        call.heights_m.push_back(height_m);
    }
    return *at == '\0';
}

/// A call to set(): six numbers and the rain, then the inflows by edge, "-" where none is held.
std::string settings_text(const LiveSettings& c) {
    std::string text =
        line("set %.17g %.17g %.17g %.17g %.17g %.17g %.17g", c.wind_m_per_s.x, c.wind_m_per_s.y,
             c.viscosity_m2_per_s, c.manning_s_per_m13, c.drag, c.coriolis_per_s, c.rain_mm_per_h);
    for (const std::optional<double>& inflow : c.inflow)
        text += inflow ? line(" %.17g", *inflow) : std::string(" -");
    return text + "\n";
}

bool parse_settings(const char* text, LiveSettings& c) {
    int used = 0;
    if (std::sscanf(text, "set %lf %lf %lf %lf %lf %lf %lf%n", &c.wind_m_per_s.x, &c.wind_m_per_s.y,
                    &c.viscosity_m2_per_s, &c.manning_s_per_m13, &c.drag, &c.coriolis_per_s,
                    &c.rain_mm_per_h, &used) != 7)
        return false;
    const char* at = text + used;
    for (std::optional<double>& inflow : c.inflow) {
        if (std::strncmp(at, " -", 2) == 0 && (at[2] == ' ' || at[2] == '\0')) {
            at += 2;
            continue;
        }
        char* end = nullptr;
        inflow = std::strtod(at, &end);
        if (end == at) return false;
        at = end;
    }
    return *at == '\0';
}

std::string call_text(const Call& call) {
    return std::visit(
        Overloaded{[](const StepCall& c) { return line("step %.17g\n", c.seconds); },
                   [](const RunCall& c) {
                       return line("run %.17g %.17g %d\n", c.end_s, c.stop_s, int(c.stops_before));
                   },
                   [](const EventCall& c) {
                       return line("event %d %d %d %d %.9g\n", c.cells.i0, c.cells.j0, c.cells.i1,
                                   c.cells.j1, double(c.depth_m));
                   },
                   [](const DropDesc& c) {
                       return line("drop %.17g %.17g %.17g %.17g %d\n", c.at_m.x, c.at_m.y,
                                   c.radius_m, c.height_m, int(c.is_smooth));
                   },
                   [](const PressCall& c) {
                       return line("press %d %.17g %.17g %.17g %.17g\n", c.id, c.desc.at_m.x,
                                   c.desc.at_m.y, c.desc.radius_m, c.desc.depth_m);
                   },
                   [](const ReleaseCall& c) { return line("release %d\n", c.id); },
                   [](const BoundaryCall& c) {
                       return line("boundary %d %d\n", int(c.edge), int(c.boundary));
                   },
                   [](const ShiftCall& c) { return line("shift %d %d\n", c.di, c.dj); },
                   [](const BedCall& c) { return bed_text(c); },
                   [](const DigDesc& c) {
                       return line("dig %.17g %.17g %.17g %.17g %d\n", c.at_m.x, c.at_m.y,
                                   c.radius_m, c.depth_m, int(c.is_smooth));
                   },
                   [](const LiveSettings& c) { return settings_text(c); },
                   [](const SolidCall& c) {
                       return line("solid %d %d %d %d %d\n", c.cells.i0, c.cells.j0, c.cells.i1,
                                   c.cells.j1, int(c.is_solid));
                   }},
        call);
}

/// One line into a call; false if it is none.
bool parse_call(const char* text, Call& call) {
    const auto scan = [&](const char* format, auto*... to) {
        int used = 0;
        return std::sscanf(text, format, to..., &used) == int(sizeof...(to)) && used > 0;
    };
    StepCall step;
    RunCall run;
    EventCall event;
    DropDesc drop;
    PressCall press;
    ReleaseCall release;
    ShiftCall shift;
    BedCall bed;
    DigDesc dig;
    SolidCall wall;
    LiveSettings settings;
    int smooth = 0, edge = 0, boundary = 0, solid = 0, before = 0;
    if (scan("step %lf%n", &step.seconds)) return call = step, true;
    if (scan("run %lf %lf %d%n", &run.end_s, &run.stop_s, &before)) {
        run.stops_before = before != 0;
        return call = run, true;
    }
    if (scan("event %d %d %d %d %f%n", &event.cells.i0, &event.cells.j0, &event.cells.i1,
             &event.cells.j1, &event.depth_m))
        return call = event, true;
    if (scan("drop %lf %lf %lf %lf %d%n", &drop.at_m.x, &drop.at_m.y, &drop.radius_m,
             &drop.height_m, &smooth)) {
        drop.is_smooth = smooth != 0;
        return call = drop, true;
    }
    if (scan("press %d %lf %lf %lf %lf%n", &press.id, &press.desc.at_m.x, &press.desc.at_m.y,
             &press.desc.radius_m, &press.desc.depth_m))
        return call = press, true;
    if (scan("release %d%n", &release.id)) return call = release, true;
    if (scan("shift %d %d%n", &shift.di, &shift.dj)) return call = shift, true;
    if (parse_bed(text, bed)) return call = std::move(bed), true;
    if (parse_settings(text, settings)) return call = settings, true;
    if (scan("dig %lf %lf %lf %lf %d%n", &dig.at_m.x, &dig.at_m.y, &dig.radius_m, &dig.depth_m,
             &smooth)) {
        dig.is_smooth = smooth != 0;
        return call = dig, true;
    }
    if (scan("solid %d %d %d %d %d%n", &wall.cells.i0, &wall.cells.j0, &wall.cells.i1,
             &wall.cells.j1, &solid)) {
        wall.is_solid = solid != 0;
        return call = wall, true;
    }
    if (scan("boundary %d %d%n", &edge, &boundary) && edge >= 0 && edge < 4 && boundary >= 0 &&
        boundary < 5)
        return call = BoundaryCall{Edge(edge), Boundary(boundary)}, true;
    return false;
}

}  // namespace

std::string recording_text(const Recording& recording) {
    std::string text = std::string(kHeader) + "\n";
    for (const Call& call : recording) text += call_text(call);
    return text;
}

Result<Recording> parse_recording(std::string_view text, const std::string& name) {
    Recording recording;
    int number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string line(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        if (number == 1 && line == kHeader) continue;
        Call call;
        if (number == 1 || !parse_call(line.c_str(), call))
            return Error{ErrorCode::InvalidArgument,
                         name + ": line " + std::to_string(number) + " is \"" + line.substr(0, 60) +
                             "\"; expected " + (number == 1 ? kHeader : "a recorded call") +
                             ". Use a file written by save_recording"};
        recording.push_back(call);
    }
    if (number == 0)
        return Error{ErrorCode::InvalidArgument, name + ": is empty; expected a recording"};
    return recording;
}

}  // namespace tarn::world
