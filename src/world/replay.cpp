// Recordings: what was done to a world, noted and repeated.
#include "base/file.hpp"
#include "world/impl.hpp"

namespace tarn {
namespace {

constexpr const char* kNoMemory = "not enough memory for the recording";
constexpr std::size_t kMaxBytes = std::size_t{1} << 30;

/// Does again what a call did.
struct Repeat {
    World& world;
    StepReport& last;

    Result<void> operator()(const world::StepCall& c) { return keep(world.step(c.seconds)); }
    Result<void> operator()(const world::RunCall& c) {
        return keep(
            world.run_to({.end_s = c.end_s, .stop_s = c.stop_s, .stops_before = c.stops_before}));
    }
    Result<void> operator()(const world::EventCall& c) {
        return world.add_event(c.cells, c.depth_m);
    }
    Result<void> operator()(const DropDesc& drop) { return world.add_drop(drop); }
    Result<void> operator()(const world::PressCall& c) { return world.press(c.id, c.desc); }
    Result<void> operator()(const world::ReleaseCall& c) { return world.release(c.id); }
    Result<void> operator()(const world::BoundaryCall& c) {
        return world.set_boundary(c.edge, c.boundary);
    }
    Result<void> operator()(const world::ShiftCall& c) { return world.shift_window(c.di, c.dj); }
    Result<void> operator()(const world::BedCall& c) { return world.set_bed(c.cells, c.heights_m); }
    Result<void> operator()(const DigDesc& pit) { return world.dig(pit); }
    Result<void> operator()(const world::SolidCall& c) {
        return world.set_solid(c.cells, c.is_solid);
    }
    Result<void> operator()(const LiveSettings& settings) { return world.set(settings); }
    Result<void> operator()(const world::BodyAddCall& c) {
        const auto number = world.add_body(c.json);
        return number ? Result<void>() : number.error();
    }
    Result<void> operator()(const world::BodyHelmCall& c) {
        return world.set_body_helm(c.number, c.helm);
    }
    Result<void> operator()(const world::BodyPushCall& c) {
        return c.is_blow ? world.hit_body(c.number, c.push, c.at_m)
                         : world.set_body_force(c.number, c.push, c.at_m);
    }
    Result<void> operator()(const world::BodyMoveCall& c) {
        return world.move_body(c.number, c.motion);
    }
    Result<void> operator()(const world::TakeDropsCall&) {
        const auto taken = world.take_drops();
        return taken ? Result<void>() : taken.error();
    }
    Result<void> operator()(const world::LandDropsCall& c) { return world.land_drops(c.drops); }

private:
    Result<void> keep(const Result<StepReport>& report) {
        if (!report) return report.error();
        last = report.value();
        return {};
    }
};

}  // namespace

Result<void> World::start_recording() {
    return impl_->enter(kNoMemory, [&]() -> Result<void> {
        impl_->recording.emplace();
        return {};
    });
}

Result<void> World::save_recording(const std::string& path) const {
    return impl_->enter(kNoMemory, [&]() -> Result<void> {
        if (!impl_->recording)
            return Error{ErrorCode::InvalidArgument,
                         "no recording runs; call start_recording first"};
        return write_file(path, world::recording_text(*impl_->recording));
    });
}

Result<StepReport> World::replay(const std::string& path) {
    return impl_->enter(kNoMemory, [&]() -> Result<StepReport> {
        const auto text = read_file(path, kMaxBytes);
        if (!text) return text.error();
        const auto calls = world::parse_recording(text.value(), path);
        if (!calls) return calls.error();
        StepReport last;
        for (const world::Call& call : calls.value())
            if (const auto done = std::visit(Repeat{*this, last}, call); !done) return done.error();
        return last;
    });
}

}  // namespace tarn
