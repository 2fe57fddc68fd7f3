// The same flow in other words: turned, mirrored, larger, on another planet. A case is written
// once, in its own metres, seconds and directions; a variant says how a world gets it. The
// equations do not know the difference, so neither may the error.
#pragma once

#include <tarn/types.hpp>

#include <cmath>
#include <span>

namespace tarn::cli::validate {

inline constexpr double kGravity_m_per_s2 = 9.81;

enum class Turn {
    None,
    Rotated,  ///< by 90 degrees, counter-clockwise
    Swapped,  ///< x becomes y, y becomes x
};

struct Variant {
    const char* name = "";
    Turn turn = Turn::None;
    double length = 1.0;  ///< a metre of the case is this many metres of the world
    double gravity_m_per_s2 = kGravity_m_per_s2;

    /// Froude's law: a second of the case, and a metre per second, in the world.
    double time() const { return std::sqrt(length * kGravity_m_per_s2 / gravity_m_per_s2); }
    double speed() const { return length / time(); }

    bool is_upright() const { return turn == Turn::None; }
    /// Cell of the world that cell (i, j) of the case becomes; `ny` counts rows of the case.
    struct Cell {
        int i = 0, j = 0;
    };
    Cell cell(int i, int j, int ny) const;
    /// The same for a point of a case that is `height` wide along y; lengths stay those of the
    /// case.
    Vec2 point(Vec2 at, double height) const;
    /// A direction of the case in the world, and back.
    Vec2 turned(Vec2 v) const;
    Vec2 turned_back(Vec2 v) const;
    Edge edge(Edge edge) const;
};

/// What `--variants` runs, the plain one first.
std::span<const Variant> variants();

}  // namespace tarn::cli::validate
