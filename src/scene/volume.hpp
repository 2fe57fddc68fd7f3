// What a scene says of water in space ("model": "volume"), as plain data in SI units. What it
// shares with other models is in scene.hpp, the names and limits in describe_volume.hpp.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tarn::scene {

// Shapes that are filled with water, or solid.
struct BoxShape {
    std::array<double, 6> corners_m = {0, 0, 0, 0, 0, 0};  ///< x0, y0, z0, x1, y1, z1
};
struct SphereShape {
    std::array<double, 4> sphere_m = {0, 0, 0, 0};  ///< x, y, z, radius
};
struct MeshShape {
    std::string file;  ///< a closed mesh in m; resolved already
};
struct ExprShape {
    std::string text;  ///< in x, y and z (m): inside where it is above 0
};
struct VoxelShape {
    std::string file;  ///< .npy of shape [nz, ny, nx]; resolved already
};
using FillShape = std::variant<BoxShape, SphereShape, MeshShape, ExprShape>;
using SolidShape = std::variant<BoxShape, SphereShape, MeshShape, VoxelShape>;

/// A wall that moves along itself: along x and y at the bottom and the top, along y and z in the
/// west and the east, along x and z in the south and the north.
struct Lid {
    std::array<double, 2> velocity_m_per_s = {0, 0};
};
/// Fluid that comes in.
struct SideInflow {
    std::array<double, 3> velocity_m_per_s = {0, 0, 0};
};
using SideDrive = std::variant<Lid, SideInflow>;

enum class SideKind { Wall, Slip, Periodic, Outflow };

/// What is at a face of the box.
struct SideRule {
    SideKind kind = SideKind::Wall;  ///< where nothing drives it
    std::optional<SideDrive> drive = {};

    bool is_periodic() const { return !drive && kind == SideKind::Periodic; }
    const Lid* lid() const { return drive ? std::get_if<Lid>(&*drive) : nullptr; }
    const SideInflow* inflow() const { return drive ? std::get_if<SideInflow>(&*drive) : nullptr; }
};
inline constexpr int kSideCount = 6;
inline constexpr const char* kSideNames[kSideCount] = {"west",  "east",   "south",
                                                       "north", "bottom", "top"};

/// Water that comes in through the cells of a box, for a while.
struct Faucet {
    std::array<double, 6> box_m = {0, 0, 0, 0, 0, 0};
    std::array<double, 3> velocity_m_per_s = {0, 0, 0};
    double from_s = 0.0;
    std::optional<double> until_s = {};  ///< absent: it never ends
    double dye = 0.0;                    ///< concentration, 0 to 1
};
/// Water that reaches the cells of a box is gone.
struct Drain {
    std::array<double, 6> box_m = {0, 0, 0, 0, 0, 0};
};

struct VolumeVelocity {
    std::array<std::string, 3> texts;  ///< along x, y and z, in x, y and z (m)
};

struct Volume {
    std::array<double, 3> size_m = {1.0, 0.5, 0.75};
    std::array<int, 3> cells = {64, 32, 48};
    std::vector<FillShape> fill;  ///< a union
    std::vector<FillShape> dye;   ///< a union: where water is dyed at the start
    std::array<double, 3> velocity_m_per_s = {0, 0, 0};
    std::optional<VolumeVelocity> varying_velocity = {};
    std::array<SideRule, kSideCount> sides;
    std::vector<SolidShape> solids;
    double surface_tension_n_per_m = 0.0;
    double smagorinsky = 0.17;
    bool has_surface = true;  ///< false: one fluid fills all cells
    std::vector<Faucet> faucets;
    std::vector<Drain> drains;

    double cell_m() const { return size_m[0] / cells[0]; }
};

}  // namespace tarn::scene
