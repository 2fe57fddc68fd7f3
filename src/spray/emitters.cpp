#include "spray/emitters.hpp"

#include "base/elementary.hpp"
#include "base/hash.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::spray {
namespace {

constexpr double kPi = 3.14159265358979323846;

double length_of(const Vec3& v) {
    return std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}
Vec3 scaled(const Vec3& v, double by) {
    return {v.x * by, v.y * by, v.z * by};
}
Vec3 cross(const Vec3& a, const Vec3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// How much of the time from `from_s` to `until_s` an emitter is open.
double open_time_s(const scene::Emitter& emitter, double from_s, double until_s) {
    from_s = std::max(from_s, emitter.from_s);
    if (emitter.until_s) until_s = std::min(until_s, *emitter.until_s);
    if (!(until_s > from_s)) return 0.0;
    if (!emitter.every_s) return until_s - from_s;
    // Time open since the beginning, at either end.
    const auto open_since = [&](double time_s) {
        const double since_s = time_s - emitter.from_s,
                     bursts = std::floor(since_s / *emitter.every_s);
        return bursts * emitter.lasts_s +
               std::min(since_s - bursts * *emitter.every_s, emitter.lasts_s);
    };
    return std::max(0.0, open_since(until_s) - open_since(from_s));
}

}  // namespace

Emitters::Emitters(const std::vector<scene::Emitter>& emitters, double radius_m, std::uint64_t seed)
    : progress_(emitters.size()), seed_(seed) {
    for (const scene::Emitter& emitter : emitters) {
        Nozzle nozzle = {.desc = emitter, .radius_m = emitter.drop_m.value_or(radius_m)};
        nozzle.drop_m3 = 4.0 / 3.0 * kPi * nozzle.radius_m * nozzle.radius_m * nozzle.radius_m;
        const Vec3 velocity = {emitter.velocity_m_per_s[0], emitter.velocity_m_per_s[1],
                               emitter.velocity_m_per_s[2]};
        nozzle.speed_m_per_s = length_of(velocity);
        nozzle.along = nozzle.speed_m_per_s > 0.0 ? scaled(velocity, 1.0 / nozzle.speed_m_per_s)
                                                  : Vec3{0.0, 0.0, -1.0};
        const Vec3 other =
            std::abs(nozzle.along.z) < 0.9 ? Vec3{0.0, 0.0, 1.0} : Vec3{1.0, 0.0, 0.0};
        const Vec3 side = cross(other, nozzle.along);
        nozzle.side = scaled(side, 1.0 / length_of(side));
        nozzle.across = cross(nozzle.along, nozzle.side);
        emitters_.push_back(nozzle);
    }
}

/// A drop that leaves when `passed_s` of the step have passed. It is placed so far behind the
/// opening that the flight of the whole step, which comes next, brings it to where it then is.
Birth Emitters::drop_of(const Nozzle& nozzle, std::uint64_t number, double passed_s, Vec2 origin_m,
                        const Spray& spray) const {
    const auto roll = [&](std::uint64_t which) { return uniform01(seed_, number * 8 + which); };
    const scene::Emitter& desc = nozzle.desc;
    const double turn = 2.0 * kPi * roll(0), out_m = desc.radius_m * std::sqrt(roll(1));
    double x = out_m * elementary::cosine(turn), y = out_m * elementary::sine(turn);
    Vec3 at = {desc.at_m[0] + x * nozzle.side.x + y * nozzle.across.x,
               desc.at_m[1] + x * nozzle.side.y + y * nozzle.across.y,
               desc.at_m[2] + x * nozzle.side.z + y * nozzle.across.z};
    if (const auto& area = desc.area_m)
        at = {(*area)[0] + roll(0) * ((*area)[2] - (*area)[0]),
              (*area)[1] + roll(1) * ((*area)[3] - (*area)[1]), desc.at_m[2]};
    // Even over the cap of the cone.
    const double narrowest = elementary::cosine(desc.spread_deg * kPi / 180.0);
    const double cosine = 1.0 - roll(2) * (1.0 - narrowest),
                 sine = std::sqrt(std::max(0.0, 1.0 - cosine * cosine)),
                 around = 2.0 * kPi * roll(3);
    x = sine * elementary::cosine(around);
    y = sine * elementary::sine(around);
    const auto velocity = [&](double along, double side, double across) {
        return nozzle.speed_m_per_s * (cosine * along + x * side + y * across);
    };
    const Vec3 v = {velocity(nozzle.along.x, nozzle.side.x, nozzle.across.x),
                    velocity(nozzle.along.y, nozzle.side.y, nozzle.across.y),
                    velocity(nozzle.along.z, nozzle.side.z, nozzle.across.z)};
    Birth birth;
    Drop& drop = birth.drop;
    drop.volume = std::max<std::int64_t>(1, spray.units_of(nozzle.drop_m3));
    drop.radius_m = float(nozzle.radius_m);
    drop.at_m[0] = float(at.x - origin_m.x - passed_s * v.x);
    drop.at_m[1] = float(at.y - origin_m.y - passed_s * v.y);
    drop.at_m[2] = float(at.z - passed_s * v.z);
    drop.velocity_m_per_s[0] = float(v.x);
    drop.velocity_m_per_s[1] = float(v.y);
    drop.velocity_m_per_s[2] = float(v.z);
    return birth;
}

void Emitters::emit(double from_s, double until_s, Vec2 origin_m, int room, const Spray& spray,
                    std::vector<Birth>& out) {
    for (std::size_t k = 0; k < emitters_.size(); ++k) {
        const Nozzle& nozzle = emitters_[k];
        Progress& progress = progress_[k];
        const double open_s = open_time_s(nozzle.desc, from_s, until_s);
        progress.owed_m3 += nozzle.desc.rate_m3_per_s * open_s;
        const double whole = std::floor(progress.owed_m3 / nozzle.drop_m3);
        progress.owed_m3 -= whole * nozzle.drop_m3;
        const int count = int(std::min(whole, double(room - int(out.size()))));
        for (int drop = 0; drop < count; ++drop) {
            const double passed_s = (drop + 0.5) / whole * (until_s - from_s);
            const std::uint64_t number =
                (std::uint64_t(k) << 40) + progress.drops + std::uint64_t(drop);
            out.push_back(drop_of(nozzle, number, passed_s, origin_m, spray));
        }
        progress.drops += std::uint64_t(std::max(count, 0));
    }
}

void Emitters::save(ByteWriter& out) const {
    out.put(std::uint64_t(progress_.size()));
    for (const Progress& progress : progress_) out.put(progress);
}

bool Emitters::restore(ByteReader& in) {
    if (in.get<std::uint64_t>() != progress_.size()) return false;
    for (std::size_t k = 0; k < progress_.size(); ++k) {
        progress_[k] = in.get<Progress>();
        const double owed_m3 = progress_[k].owed_m3;
        if (!in.ok() || !(owed_m3 >= 0.0) || !(owed_m3 <= emitters_[k].drop_m3)) return false;
    }
    return in.ok();
}

}  // namespace tarn::spray
