// The parts of a step of spray as tasks over drops or over cells, which any device runs.
#pragma once

#include "base/exact_sum.hpp"
#include "base/hash.hpp"
#include "spray/breaking.hpp"
#include "spray/foam.hpp"
#include "spray/spray.hpp"

namespace tarn::spray {

/// The ledger and everything else that many drops write to at once.
struct Books {
    std::int64_t *depth, *east, *north;  ///< by cell [exchange::Ledger]
    std::int64_t* splashed;              ///< by cell: units that landed in this step
    SprayCounts* counts;
    std::int32_t* touched;  ///< least x, least y, greatest x, greatest y of cells in the ledger
    int nx;

    TARN_HD void touch(std::ptrdiff_t cell) const {
        const auto x = std::int32_t(cell % nx), y = std::int32_t(cell / nx);
        lower_to(touched, x);
        lower_to(touched + 1, y);
        raise_to(touched + 2, x);
        raise_to(touched + 3, y);
    }
    /// Volume and momentum of a drop, to a cell (`sign` 1) or from it (-1). A unit of momentum is a
    /// unit of volume at 1 m/s.
    TARN_HD void enter(const Drop& drop, std::ptrdiff_t cell, std::int64_t sign) const {
        const auto scale = double(sign * drop.volume);
        add_exactly(depth + cell, sign * drop.volume);
        add_exactly(east + cell, std::int64_t(scale * double(drop.velocity_m_per_s[0])));
        add_exactly(north + cell, std::int64_t(scale * double(drop.velocity_m_per_s[1])));
        touch(cell);
    }
};

/// Drops that come from elsewhere take their places behind those that fly.
struct PlaceBirths {
    const Birth* births;
    SurfaceBelow surface;
    Books books;
    Drop* drops;  ///< of the first one
    double depth_unit_m;

    TARN_HD void operator()(int k) const {
        Birth birth = births[k];
        if (birth.cell >= 0) {
            // A cell gives at most a quarter of its water to a drop.
            const double depth_m = double(surface.depth_m[birth.cell]);
            if (4.0 * double(birth.drop.volume) * depth_unit_m > depth_m) birth.drop.volume = 0;
            if (birth.drop.volume > 0) {
                books.enter(birth.drop, birth.cell, -1);
                add_exactly(&books.counts->thrown, birth.drop.volume);
            }
        } else {
            add_exactly(&books.counts->emitted, birth.drop.volume);
        }
        drops[k] = birth.drop;
    }
};

/// One drop flies for a step. `flies` is 1 where it goes on flying.
struct FlyDrops {
    FlightRules rules;
    SurfaceBelow surface;
    Above above;
    float step_s;
    Drop* drops;
    std::int32_t* flies;
    Books books;

    TARN_HD void operator()(int k) const {
        Drop drop = drops[k];
        if (drop.volume <= 0) {  // a cell had no water for it
            flies[k] = 0;
            return;
        }
        const Landing end = drop.age_s == kCameDown ? comes_down(surface, drop)
                                                    : fly(rules, surface, step_s, drop, above);
        flies[k] = end.fate == Fate::Flying;
        if (end.fate == Fate::Landed) {
            books.enter(drop, end.cell, 1);
            add_exactly(books.splashed + end.cell, drop.volume);
            add_exactly(&books.counts->landed, drop.volume);
        }
        if (end.fate == Fate::Left) add_exactly(&books.counts->left, drop.volume);
        drops[k] = drop;
    }
};

/// Drops that go on flying, one after the other in the order they had.
struct KeepFlying {
    const Drop* from;
    const std::int32_t* flies;
    const std::int64_t* slots;
    Drop* to;
    TARN_HD void operator()(int k) const {
        if (flies[k]) to[slots[k]] = from[k];
    }
};

/// What a cell throws, as both tasks below see it.
struct CellThrows {
    SurfaceBelow surface;
    BreakingRules rules;
    float gravity_m_per_s2, step_s;
    double depth_unit_m;
    std::int64_t drop_units;  ///< of one drop
    std::uint64_t seed, step;

    TARN_HD Breaking crest(int x, int y) const {
        return breaking(surface, rules, gravity_m_per_s2, step_s, x, y);
    }
    TARN_HD Dice dice(int x, int y, int drop) const {
        const auto cell = std::uint64_t(surface.index(x, y));
        return {mix64(mix64(seed + step) + cell * 0x9e3779b97f4a7c15ull +
                      std::uint64_t(drop) * 0xd1b54a32d192ed03ull)};
    }
};

/// How many drops each cell wants to throw. The part of a drop that is left over is thrown with
/// that probability, so that small steps throw as much as long ones.
struct CountThrows {
    CellThrows throws;
    const std::int64_t* owed;
    std::int32_t* counts;
    float* churn_per_s;

    TARN_HD void operator()(int x, int y) const {
        constexpr double kMostDrops = 64.0, kMostPart = 0.25;
        const std::ptrdiff_t n = throws.surface.index(x, y);
        counts[n] = 0;
        const Breaking crest = throws.crest(x, y);
        churn_per_s[n] = crest.churn_per_s;
        // A cell that owes a drop gives none. Less than that is what its numbers cannot show.
        if (!(crest.depth_m > 0.0f) || owed[n] < -throws.drop_units) return;
        const double drop_m = double(throws.drop_units) * throws.depth_unit_m;
        const double most = kMostPart * double(throws.surface.depth_m[n]) / drop_m;
        const double wanted =
            double(crest.depth_m) / drop_m + double(throws.dice(x, y, -1).roll(0));
        counts[n] = std::int32_t(smaller(smaller(wanted, most), kMostDrops));
    }
};

/// The drops of one cell, in the slots behind `flying` of them; none beyond the pool's last.
struct ThrowDrops {
    CellThrows throws;
    const std::int32_t* counts;
    const std::int64_t* slots;
    const std::int64_t* flying;
    std::int64_t max_drops;
    float radius_m;
    Drop* drops;
    Books books;

    TARN_HD void operator()(int x, int y) const {
        const std::ptrdiff_t n = throws.surface.index(x, y);
        if (counts[n] == 0) return;
        const Breaking crest = throws.crest(x, y);
        const std::int64_t first = *flying + slots[n];
        for (int k = 0; k < counts[n] && first + k < max_drops; ++k) {
            const Drop drop = thrown(throws.surface, crest, throws.gravity_m_per_s2, radius_m,
                                     throws.drop_units, x, y, throws.dice(x, y, k));
            drops[first + k] = drop;
            books.enter(drop, n, -1);
            add_exactly(&books.counts->thrown, drop.volume);
        }
    }
};

/// Sets a plane to zero.
struct ClearCells {
    std::int64_t* plane;
    int nx;
    TARN_HD void operator()(int x, int y) const { plane[std::ptrdiff_t(y) * nx + x] = 0; }
};

/// What the host learns of a step.
struct StepTally {
    SprayCounts counts;
    std::int64_t flying = 0, wanted = 0;  ///< drops that fly on; that the surface wants to throw
    std::int32_t touched[4] = {};
};

/// Joins the ends of two lists of prefix sums into the tally.
struct NoteDrops {
    const std::int64_t *flying, *wanted;
    StepTally* tally;
    TARN_HD void operator()(int) const {
        tally->flying = *flying;
        tally->wanted = *wanted;
    }
};

/// Foam and bubbles of a cell after a step: carried, fading, and made anew where it churns.
struct MoveFoam {
    SurfaceBelow surface;
    FoamPlane foam, bubbles;
    FoamRules rules;
    float carried_s;  ///< how long the water carried since the last time; 0: not now
    float step_s;
    double depth_unit_m;
    float gravity_m_per_s2;
    const float* churn_per_s;
    const std::int64_t* splashed;
    float *new_foam, *new_bubbles;

    static constexpr float kSwash_m2_per_s2 = 0.25f;  ///< slower water is no swash

    /// Part that is left after `step_s`: 2^-(t/T) to second order, and right for long steps too.
    TARN_HD static float left_after(float step_s, float half_life_s) {
        const float t = 0.6931472f * step_s / half_life_s;
        return 1.0f / (1.0f + t + 0.5f * t * t);
    }
    /// Thin water that runs up or down a shore turns white.
    TARN_HD float swash_per_s(std::ptrdiff_t n, int x, int y) const {
        const float depth_m = surface.depth_m[n];
        const float speed2 = surface.u_m_per_s[n] * surface.u_m_per_s[n] +
                             surface.v_m_per_s[n] * surface.v_m_per_s[n];
        if (!(speed2 > 4.0f * gravity_m_per_s2 * depth_m) || !(speed2 > kSwash_m2_per_s2))
            return 0.0f;
        for (int k = 0; k < 4; ++k) {
            const int i = x + (k == 0) - (k == 1), j = y + (k == 2) - (k == 3);
            if (surface.contains(i, j) && surface.depth_m[surface.index(i, j)] == 0.0f)
                return smaller(square_root(speed2), 4.0f);
        }
        return 0.0f;
    }

    TARN_HD void operator()(int x, int y) const {
        const std::ptrdiff_t n = surface.index(x, y);
        const float depth_m = surface.depth_m[n];
        if (!(depth_m > 0.0f)) {
            new_foam[n] = new_bubbles[n] = 0.0f;
            return;
        }
        float white = foam.cover[n], milky = bubbles.cover[n];
        if (carried_s > 0.0f) {
            const CameFrom from = came_from(foam, surface, carried_s, x, y);
            white = foam.between(from.x, from.y);
            milky = bubbles.between(from.x, from.y);
        }
        const float landed_m = float(double(splashed[n]) * depth_unit_m);
        const float churn = churn_per_s[n] * step_s, landing = landed_m / rules.landing_depth_m;
        white = white * left_after(step_s, rules.half_life_s);
        milky = milky * left_after(step_s, rules.bubbles_half_life_s);
        const float made = churn + landing + swash_per_s(n, x, y) * step_s;
        // What is white already cannot turn white again: the share left over does.
        white = white + (1.0f - white) * (made / (1.0f + made));
        const float stirred = churn + 0.5f * landing;
        milky = milky + (1.0f - milky) * (stirred / (1.0f + stirred));
        new_foam[n] = white < 1e-4f ? 0.0f : white;
        new_bubbles[n] = milky < 1e-4f ? 0.0f : milky;
    }
};

/// Sums of what flies and what is owed, and of all numbers for a checksum.
struct UnitSum {
    std::int64_t units = 0;
    std::int64_t cells = 0;  ///< that are not even
    std::uint64_t hash = 0;
    TARN_HD void join(const UnitSum& o) {
        units += o.units;
        cells += o.cells;
        hash += o.hash;
    }
};

struct SumOwed {
    const std::int64_t *depth, *east, *north;
    const float *foam, *bubbles;
    int nx;
    TARN_HD UnitSum operator()(int x, int y) const {
        const std::ptrdiff_t n = std::ptrdiff_t(y) * nx + x;
        const auto place = std::uint64_t(n) * 5;
        const auto word = [](float value) {
            return std::uint64_t(__builtin_bit_cast(std::uint32_t, value + 0.0f));
        };
        return {depth[n], depth[n] != 0,
                hashed_word(place, std::uint64_t(depth[n])) +
                    hashed_word(place + 1, std::uint64_t(east[n])) +
                    hashed_word(place + 2, std::uint64_t(north[n])) +
                    hashed_word(place + 3, word(foam[n])) +
                    hashed_word(place + 4, word(bubbles[n]))};
    }
};

/// A plane after the grid has moved; what comes in from outside is 0, or `fresh`.
template <class T>
struct ShiftCells {
    const T* from;
    T* to;
    T fresh;
    int nx, ny, di, dj;
    bool wraps_x, wraps_y;
    TARN_HD void operator()(int x, int y) const {
        int i = x + di, j = y + dj;
        if (wraps_x) i += i < 0 ? nx : i >= nx ? -nx : 0;
        if (wraps_y) j += j < 0 ? ny : j >= ny ? -ny : 0;
        const bool is_inside = i >= 0 && j >= 0 && i < nx && j < ny;
        to[std::ptrdiff_t(y) * nx + x] = is_inside ? from[std::ptrdiff_t(j) * nx + i] : fresh;
    }
};

/// Drops stay where they are over the sea.
struct ShiftDrops {
    Drop* drops;
    float east_m, north_m;
    TARN_HD void operator()(int k) const {
        drops[k].at_m[0] = drops[k].at_m[0] - east_m;
        drops[k].at_m[1] = drops[k].at_m[1] - north_m;
    }
};

}  // namespace tarn::spray
