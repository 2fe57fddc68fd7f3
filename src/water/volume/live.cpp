// What may change while water in space runs, and what it cannot do.
#include "scene/message.hpp"
#include "water/volume/volume_water.hpp"

namespace tarn::water {

Result<void> VolumeWater::check_inputs(const char* call) const {
    return unsupported(call, label(), "use faucets and drains of the scene");
}

Boundary VolumeWater::boundary(Edge edge) const {
    const scene::SideRule& side = described().sides[std::size_t(edge)];
    if (side.inflow()) return Boundary::Open;
    if (side.lid()) return Boundary::Wall;
    switch (side.kind) {
        case scene::SideKind::Wall:
            return Boundary::Wall;
        case scene::SideKind::Slip:
            return Boundary::Slip;
        case scene::SideKind::Periodic:
            return Boundary::Periodic;
        case scene::SideKind::Outflow:
            return Boundary::Outflow;
    }
    return Boundary::Wall;
}

Result<void> VolumeWater::set_boundary(Edge, Boundary) {
    return unsupported(p_.scene.name + ": set_boundary", label(), "give /water/edges in the scene");
}

LiveSettings VolumeWater::settings() const {
    LiveSettings settings;
    settings.viscosity_m2_per_s = solver_->settings().viscosity_m2_per_s;
    return settings;
}

Result<void> VolumeWater::check_settings(const LiveSettings& settings) const {
    LiveSettings plain;
    plain.viscosity_m2_per_s = settings.viscosity_m2_per_s;
    if (settings == plain) return {};
    return unsupported(p_.scene.name + ": set wind, friction, coriolis, rain or inflow", label(),
                       "change the viscosity alone");
}

Result<void> VolumeWater::set(const LiveSettings& settings) {
    if (const auto ok = check_settings(settings); !ok) return ok;
    volume::Settings now = solver_->settings();
    if (now.viscosity_m2_per_s == settings.viscosity_m2_per_s) return {};
    now.viscosity_m2_per_s = settings.viscosity_m2_per_s;
    solver_->set(now);
    changed();
    return {};
}

Result<void> VolumeWater::check_ground() const {
    return unsupported(p_.scene.name + ": to change the ground", label(),
                       "give /water/solids in the scene");
}

Result<void> VolumeWater::check_more_hulls(const char* call, int count) const {
    const std::optional<int> most = solver_->most_hulls();
    if (!most)
        return unsupported(call, label() + " without bodies",
                           "begin with \"more_bodies\": true, or with a body");
    if (count > *most)
        return Error{ErrorCode::InvalidArgument, std::string(call) + ": " + label() +
                                                     " carries at most " + std::to_string(*most) +
                                                     " bodies"};
    return {};
}

void VolumeWater::add_hulls() {
    solver_->add_hulls();
    changed();
}

Result<void> VolumeWater::check_shift(int, int) const {
    return unsupported(p_.scene.name + ": to move the window", label(), "use a larger box");
}

}  // namespace tarn::water
