#include "world/recording.hpp"

#include "scene/message.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <optional>
#include <type_traits>
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

/// A call to set(): six numbers and the rain, then the inflows by edge, "-" where none is held.
std::string settings_text(const LiveSettings& c) {
    std::string text =
        line("set %.17g %.17g %.17g %.17g %.17g %.17g %.17g", c.wind_m_per_s.x, c.wind_m_per_s.y,
             c.viscosity_m2_per_s, c.manning_s_per_m13, c.drag, c.coriolis_per_s, c.rain_mm_per_h);
    for (const std::optional<double>& inflow : c.inflow)
        text += inflow ? line(" %.17g", *inflow) : std::string(" -");
    return text + "\n";
}

std::string numbers_text(std::initializer_list<double> values) {
    std::string text;
    for (const double value : values) text += line(" %.17g", value);
    return text + "\n";
}

/// JSON without line ends, which are white space where JSON allows them.
std::string body_text(const BodyAddCall& c) {
    std::string text = "body " + c.json;
    std::ranges::replace(text, '\n', ' ');
    std::ranges::replace(text, '\r', ' ');
    return text + "\n";
}

std::string push_text(const BodyPushCall& c) {
    return line(c.is_blow ? "hit %d" : "push %d", c.number) +
           numbers_text({c.push.x, c.push.y, c.push.z, c.at_m.x, c.at_m.y, c.at_m.z});
}

std::string move_text(const BodyMoveCall& c) {
    const auto& [pose, v, w] = c.motion;
    return line("move %d", c.number) +
           numbers_text({pose.at_m.x, pose.at_m.y, pose.at_m.z, pose.turn[0], pose.turn[1],
                         pose.turn[2], pose.turn[3], v.x, v.y, v.z, w.x, w.y, w.z});
}

std::string drops_text(const LandDropsCall& c) {
    std::string text = line("land %d", int(c.drops.size()));
    for (const Drop& drop : c.drops) {
        const float *const at = drop.at_m, *const v = drop.velocity_m_per_s;
        text += line(" %lld", static_cast<long long>(drop.volume));
        for (const float value : {at[0], at[1], at[2], v[0], v[1], v[2], drop.radius_m})
            text += line(" %.9g", double(value));
    }
    return text + "\n";
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
                   [](const BodyAddCall& c) { return body_text(c); },
                   [](const BodyHelmCall& c) {
                       return line("helm %d", c.number) +
                              numbers_text({c.helm.throttle, c.helm.rudder_rad, c.helm.sheet_rad});
                   },
                   [](const BodyPushCall& c) { return push_text(c); },
                   [](const BodyMoveCall& c) { return move_text(c); },
                   [](const TakeDropsCall&) { return std::string("take\n"); },
                   [](const LandDropsCall& c) { return drops_text(c); },
                   [](const SolidCall& c) {
                       return line("solid %d %d %d %d %d\n", c.cells.i0, c.cells.j0, c.cells.i1,
                                   c.cells.j1, int(c.is_solid));
                   }},
        call);
}

/// The words of a line, taken one after the other. A number that is missing, misspelt, not finite
/// or too large for its kind makes the whole line wrong.
class Words {
public:
    explicit Words(std::string_view line) : rest_(line) {}

    std::string_view word() {
        const std::string_view word = rest_.substr(0, rest_.find(' '));
        is_done_ = word.size() == rest_.size();
        rest_.remove_prefix(is_done_ ? rest_.size() : word.size() + 1);
        return word;
    }
    template <class Number>
    Number number() {
        Number value = {};
        is_right_ &= !is_done_ && read(word(), value);
        return value;
    }
    bool truth() {
        const int value = number<int>();
        is_right_ &= value == 0 || value == 1;
        return value == 1;
    }
    /// A word of an enum that has so many.
    int choice(int count) {
        const int value = number<int>();
        is_right_ &= value >= 0 && value < count;
        return value;
    }
    /// "-" is none.
    std::optional<double> maybe() {
        std::optional<double> value;
        const std::string_view text = is_done_ ? std::string_view() : word();
        if (text != "-") is_right_ &= read(text, value.emplace());
        return value;
    }
    /// All that is left of the line.
    std::string_view rest() {
        is_right_ &= !is_done_;
        is_done_ = true;
        return rest_;
    }
    bool is_done() const { return is_done_; }
    /// Everything was there, and nothing follows.
    bool is_wrong() const { return !is_right_; }
    bool is_right() const { return is_right_ && is_done_; }

private:
    template <class Number>
    static bool read(std::string_view text, Number& value) {
        const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (fault != std::errc() || end != text.data() + text.size()) return false;
        if constexpr (std::is_floating_point_v<Number>) return std::isfinite(value);
        return true;
    }

    std::string_view rest_;
    bool is_done_ = false, is_right_ = true;
};

CellRect rect_of(Words& words) {
    CellRect cells;
    for (int* corner : {&cells.i0, &cells.j0, &cells.i1, &cells.j1}) *corner = words.number<int>();
    return cells;
}

Vec2 point_of(Words& words) {
    const double x = words.number<double>();
    return {x, words.number<double>()};
}

Vec3 vec3_of(Words& words) {
    const Vec2 plan = point_of(words);
    return {plan.x, plan.y, words.number<double>()};
}

BodyMotion motion_of(Words& words) {
    BodyMotion out;
    out.pose.at_m = vec3_of(words);
    for (double& part : out.pose.turn) part = words.number<double>();
    out.velocity_m_per_s = vec3_of(words);
    out.spin_rad_per_s = vec3_of(words);
    return out;
}

BedCall bed_of(Words& words) {
    BedCall call = {rect_of(words), {}};
    while (!words.is_done()) call.heights_m.push_back(words.number<float>());
    return call;
}

LiveSettings settings_of(Words& words) {
    LiveSettings c;
    for (double* value : {&c.wind_m_per_s.x, &c.wind_m_per_s.y, &c.viscosity_m2_per_s,
                          &c.manning_s_per_m13, &c.drag, &c.coriolis_per_s, &c.rain_mm_per_h})
        *value = words.number<double>();
    for (std::optional<double>& inflow : c.inflow) inflow = words.maybe();
    return c;
}

LandDropsCall drops_of(Words& words) {
    LandDropsCall call;
    const int count = words.number<int>();
    for (int k = 0; k < count && !words.is_wrong(); ++k) {
        Drop& drop = call.drops.emplace_back();
        drop.volume = words.number<std::int64_t>();
        for (float& value : drop.at_m) value = words.number<float>();
        for (float& value : drop.velocity_m_per_s) value = words.number<float>();
        drop.radius_m = words.number<float>();
    }
    return call;
}

/// Braces see to it that words are taken from left to right.
std::optional<Call> call_of(std::string_view name, Words& w) {
    if (name == "step") return StepCall{w.number<double>()};
    if (name == "run") return RunCall{w.number<double>(), w.number<double>(), w.truth()};
    if (name == "event") return EventCall{rect_of(w), w.number<float>()};
    if (name == "drop")
        return DropDesc{point_of(w), w.number<double>(), w.number<double>(), w.truth()};
    if (name == "press")
        return PressCall{w.number<int>(), {point_of(w), w.number<double>(), w.number<double>()}};
    if (name == "release") return ReleaseCall{w.number<int>()};
    if (name == "boundary") return BoundaryCall{Edge(w.choice(4)), Boundary(w.choice(5))};
    if (name == "shift") return ShiftCall{w.number<int>(), w.number<int>()};
    if (name == "bed") return bed_of(w);
    if (name == "dig")
        return DigDesc{point_of(w), w.number<double>(), w.number<double>(), w.truth()};
    if (name == "solid") return SolidCall{rect_of(w), w.truth()};
    if (name == "set") return settings_of(w);
    if (name == "body") return BodyAddCall{std::string(w.rest())};
    if (name == "helm")
        return BodyHelmCall{w.number<int>(),
                            {w.number<double>(), w.number<double>(), w.number<double>()}};
    if (name == "push" || name == "hit")
        return BodyPushCall{w.number<int>(), name == "hit", vec3_of(w), vec3_of(w)};
    if (name == "take") return TakeDropsCall{};
    if (name == "land") return drops_of(w);
    if (name == "move") return BodyMoveCall{w.number<int>(), motion_of(w)};
    return std::nullopt;
}

/// One line into a call; none if it is not one.
std::optional<Call> parse_call(std::string_view line) {
    Words words(line);
    const std::string_view name = words.word();
    std::optional<Call> call = call_of(name, words);
    return words.is_right() ? std::move(call) : std::nullopt;
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
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        if (number == 1 && line == kHeader) continue;
        std::optional<Call> call = number == 1 ? std::nullopt : parse_call(line);
        if (!call)
            return Error{ErrorCode::InvalidArgument,
                         name + ": line " + std::to_string(number) + " is \"" +
                             scene::printable(line, 60) + "\"; expected " +
                             (number == 1 ? kHeader : "a recorded call") +
                             ". Use a file written by save_recording"};
        recording.push_back(std::move(*call));
    }
    if (number == 0)
        return Error{ErrorCode::InvalidArgument, name + ": is empty; expected a recording"};
    return recording;
}

}  // namespace tarn::world
