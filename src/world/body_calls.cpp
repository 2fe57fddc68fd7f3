// What a host does to the bodies of a world: adding, steering, pushing, hitting and placing them.
#include "base/vector.hpp"
#include "scene/read.hpp"
#include "world/guest_files.hpp"
#include "world/impl.hpp"

#include <cmath>

namespace tarn {
namespace {

constexpr const char* kNoMemory = "not enough memory for this call";
constexpr double kStrongest = 1e15, kFarthest_m = 1e6, kFastest = 1e4, kMostTurn_rad = 6.3;

std::string text_of(Vec3 v) {
    return "[" + std::to_string(v.x) + ", " + std::to_string(v.y) + ", " + std::to_string(v.z) +
           "]";
}

Result<void> check_within(const char* what, Vec3 v, double most) {
    for (const double part : {v.x, v.y, v.z})
        if (!(std::abs(part) <= most))
            return Error{ErrorCode::InvalidArgument, std::string(what) + " is " + text_of(v) +
                                                         "; its parts must be finite and at most " +
                                                         std::to_string(most)};
    return {};
}

Result<void> check_within(const char* what, double value, double most) {
    if (std::abs(value) <= most) return {};
    return world::out_of_range(
        what, value, "it must be from " + std::to_string(-most) + " to " + std::to_string(most));
}

Result<void> check_helm(const BodyHelm& helm) {
    if (const auto ok = check_within("set_body_helm: throttle", helm.throttle, 1.0); !ok) return ok;
    if (const auto ok = check_within("set_body_helm: rudder_rad", helm.rudder_rad, kMostTurn_rad);
        !ok)
        return ok;
    return check_within("set_body_helm: sheet_rad", helm.sheet_rad, kMostTurn_rad);
}

Result<void> check_motion(const BodyMotion& motion) {
    if (const auto ok = check_within("move_body: at_m", motion.pose.at_m, kFarthest_m); !ok)
        return ok;
    double square = 0.0;
    for (const double part : motion.pose.turn) square += part * part;
    if (!(std::abs(square - 1.0) < 1e-3))
        return world::out_of_range("move_body: the length of turn", std::sqrt(square),
                                   "a quaternion of length 1 is a turn");
    if (const auto ok =
            check_within("move_body: velocity_m_per_s", motion.velocity_m_per_s, kFastest);
        !ok)
        return ok;
    return check_within("move_body: spin_rad_per_s", motion.spin_rad_per_s, kFastest);
}

}  // namespace

Result<void> World::Impl::check_body(int number) const {
    const int count = int(scene.bodies.size());
    if (number >= 0 && number < count) return {};
    return world::out_of_range("body", number,
                               count == 0 ? std::string("there are no bodies in this scene")
                                          : "it must be from 0 to " + std::to_string(count - 1));
}

Result<int> World::add_body(std::string_view json) {
    return impl_->answer(kNoMemory, [&]() -> Result<int> {
        Impl& w = *impl_;
        const int number = int(w.scene.bodies.size());
        if (const auto ok = w.water->check_more_hulls("add_body", number + 1); !ok)
            return ok.error();
        auto grown = scene::with_body(w.scene, json);
        if (!grown)
            return Error{grown.error().code == ErrorCode::OutOfMemory ? ErrorCode::OutOfMemory
                                                                      : ErrorCode::InvalidArgument,
                         "add_body: " + grown.error().message};
        const auto refused = [](const Error& error) {
            const bool is_scene = error.code == ErrorCode::InvalidScene;
            const bool is_named = error.message.starts_with("add_body");
            return Error{is_scene ? ErrorCode::InvalidArgument : error.code,
                         (is_named ? "" : "add_body: ") + error.message};
        };
        if (const auto ok = world::check_guest_files(grown.value(), w.options.data_folders); !ok)
            return refused(ok.error());
        // What needs memory comes before anything changes.
        world::Recording noted;
        if (w.recording) {
            noted.push_back(world::BodyAddCall{std::string(json)});
            w.recording->reserve(w.recording->size() + 1);
        }
        const std::optional<Error> before = w.trouble;
        // While the water does not know of it, the world is in neither state.
        w.trouble = Error{ErrorCode::OutOfMemory,
                          "add_body: not enough memory; the world has to be made again"};
        const auto added = w.bodies->add(grown.value(), *w.water);
        if (added) w.water->add_hulls();
        w.trouble = before;
        if (!added) return refused(added.error());
        w.scene = std::move(grown.value());
        w.find_bound_keys();
        w.bodies->warn_if_coarse(number, w.options.log);
        if (w.recording) w.recording->push_back(std::move(noted.front()));
        return number;
    });
}

Result<BodyHelm> World::body_helm(int number) const {
    return impl_->answer(kNoMemory, [&]() -> Result<BodyHelm> {
        if (const auto ok = impl_->check_body(number); !ok) return ok.error();
        return impl_->bodies->helm(number);
    });
}

Result<void> World::set_body_helm(int number, const BodyHelm& helm) {
    return impl_->change(
        kNoMemory, world::BodyHelmCall{number, helm},
        [&]() -> Result<void> {
            if (const auto ok = impl_->check_body(number); !ok) return ok;
            return check_helm(helm);
        },
        [&]() -> Result<void> {
            impl_->bodies->set_helm(number, helm);
            return {};
        });
}

Result<void> World::set_body_force(int number, Vec3 force_n, Vec3 at_m) {
    return impl_->change(
        kNoMemory, world::BodyPushCall{number, false, force_n, at_m},
        [&]() -> Result<void> {
            if (const auto ok = impl_->check_body(number); !ok) return ok;
            if (const auto ok = check_within("set_body_force: force_n", force_n, kStrongest); !ok)
                return ok;
            return check_within("set_body_force: at_m", at_m, kFarthest_m);
        },
        [&]() -> Result<void> {
            impl_->bodies->set_force(number, force_n, at_m);
            return {};
        });
}

Result<void> World::hit_body(int number, Vec3 impulse_ns, Vec3 at_m) {
    return impl_->change(
        kNoMemory, world::BodyPushCall{number, true, impulse_ns, at_m},
        [&]() -> Result<void> {
            if (const auto ok = impl_->check_body(number); !ok) return ok;
            if (const auto ok = check_within("hit_body: impulse_ns", impulse_ns, kStrongest); !ok)
                return ok;
            if (const auto ok = check_within("hit_body: at_m", at_m, kFarthest_m); !ok) return ok;
            const bodies::Motion after = impl_->bodies->motion_after_hit(number, impulse_ns, at_m);
            if (const auto ok = check_within("hit_body: the velocity that follows",
                                             after.velocity_m_per_s, kFastest);
                !ok)
                return ok;
            return check_within("hit_body: the spin that follows", after.spin_rad_per_s, kFastest);
        },
        [&]() -> Result<void> {
            impl_->bodies->hit(number, impulse_ns, at_m);
            return {};
        });
}

Result<void> World::move_body(int number, const BodyMotion& motion) {
    return impl_->change(
        kNoMemory, world::BodyMoveCall{number, motion},
        [&]() -> Result<void> {
            if (const auto ok = impl_->check_body(number); !ok) return ok;
            if (const auto ok = check_motion(motion); !ok) return ok;
            const auto longest_m = impl_->bodies->longest_jump_m(number);
            if (!longest_m) return {};
            const double jump_m =
                length(motion.pose.at_m - impl_->bodies->report(number).pose.at_m);
            if (jump_m <= *longest_m) return {};
            return world::out_of_range("move_body: the jump in m", jump_m,
                                       "it must be at most two cells, " +
                                           std::to_string(*longest_m) +
                                           " m, for a body on a lid; give a velocity instead");
        },
        [&]() -> Result<void> {
            impl_->bodies->place(number, motion.pose, motion.velocity_m_per_s,
                                 motion.spin_rad_per_s);
            return {};
        });
}

}  // namespace tarn
