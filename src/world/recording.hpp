// A recording: the calls that changed a world, one per line, numbers written so that they come back
// to the bit. Replaying them on a world of the same scene gives the same water.
#pragma once

#include <tarn/bodies.hpp>
#include <tarn/result.hpp>
#include <tarn/types.hpp>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tarn::world {

struct StepCall {
    double seconds = 0.0;
};
/// Rows on the way are not noted: they change nothing.
struct RunCall {
    double end_s = 0.0, stop_s = 0.0;
    bool stops_before = false;
};
struct EventCall {
    CellRect cells;
    float depth_m = 0.0f;
};
struct PressCall {
    int id = 0;
    PressDesc desc;
};
struct ReleaseCall {
    int id = 0;
};
struct BoundaryCall {
    Edge edge = Edge::West;
    Boundary boundary = Boundary::Wall;
};
struct ShiftCall {
    int di = 0, dj = 0;
};
struct BedCall {
    CellRect cells;
    std::vector<float> heights_m;
};
struct SolidCall {
    CellRect cells;
    bool is_solid = false;
};
struct BodyAddCall {
    std::string json;
};
struct BodyHelmCall {
    int number = 0;
    BodyHelm helm;
};
/// A force that goes on, or a blow.
struct BodyPushCall {
    int number = 0;
    bool is_blow = false;
    Vec3 push;
    Vec3 at_m;
};
struct BodyMoveCall {
    int number = 0;
    BodyMotion motion;
};
struct TakeDropsCall {};
struct LandDropsCall {
    std::vector<Drop> drops;
};
using Call =
    std::variant<StepCall, RunCall, EventCall, DropDesc, PressCall, ReleaseCall, BoundaryCall,
                 ShiftCall, BedCall, DigDesc, SolidCall, LiveSettings, BodyAddCall, BodyHelmCall,
                 BodyPushCall, BodyMoveCall, TakeDropsCall, LandDropsCall>;
using Recording = std::vector<Call>;

std::string recording_text(const Recording& recording);
/// `name` is used in messages only.
Result<Recording> parse_recording(std::string_view text, const std::string& name);

}  // namespace tarn::world
