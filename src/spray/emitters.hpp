// Emitters of a scene: which drops leave them in a step. Where and how each drop leaves is drawn
// from its number, so that it does not matter how the time is cut into steps.
#pragma once

#include "base/bytes.hpp"
#include "scene/scene.hpp"
#include "spray/spray.hpp"

#include <vector>

namespace tarn::spray {

class Emitters {
public:
    /// `radius_m` is that of drops whose emitter has none.
    Emitters(const std::vector<scene::Emitter>& emitters, double radius_m, std::uint64_t seed);

    bool is_any() const { return !emitters_.empty(); }
    /// Drops that leave from `from_s` to `until_s`, at most `room` of them, added to `out`. What
    /// does not fit is not sent later.
    void emit(double from_s, double until_s, Vec2 origin_m, int room, const Spray& spray,
              std::vector<Birth>& out);

    void save(ByteWriter& out) const;
    bool restore(ByteReader& in);

private:
    struct Nozzle {
        scene::Emitter desc;
        double drop_m3 = 0.0, radius_m = 0.0;
        Vec3 along = {}, side = {},
             across = {};  ///< unit vectors: of the velocity, and at right angles
        double speed_m_per_s = 0.0;
    };
    struct Progress {
        double owed_m3 = 0.0;     ///< too little for a drop so far
        std::uint64_t drops = 0;  ///< sent
    };
    Birth drop_of(const Nozzle& nozzle, std::uint64_t number, double passed_s, Vec2 origin_m,
                  const Spray& spray) const;

    std::vector<Nozzle> emitters_;
    std::vector<Progress> progress_;
    std::uint64_t seed_;
};

}  // namespace tarn::spray
