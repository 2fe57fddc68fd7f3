// The keys of water in space; see describe.hpp.
#pragma once

#include "scene/describe_words.hpp"
#include "scene/volume.hpp"

namespace tarn::scene {

inline constexpr const char* kBoxDoc = "A box: x0, y0, z0, x1, y1, z1, each less than its other.";
inline constexpr Range kAnySpeed = from(-kMaxSpeed_m_per_s, kMaxSpeed_m_per_s);

template <>
struct Spoken<SideDrive> {
    static constexpr const char* name = "driven side";
    static constexpr const char* forms = R"({"lid": [u, v]} or {"inflow": {...}})";
};

template <>
struct Spoken<VolumeVelocity> {
    static constexpr const char* name = "velocity field in space";
    static constexpr const char* forms = R"({"expr": [text, text, text]})";
};

template <class Visitor>
void describe_as(Visitor& v, const char* key, BoxShape& box) {
    v.numbers({key, "m", kBoxDoc}, box.corners_m, kAnyLength);
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, SphereShape& sphere) {
    v.numbers({key, "m", "A sphere: x, y, z and radius, which is above 0."}, sphere.sphere_m,
              kAnyLength);
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, MeshShape& mesh) {
    v.file({key, "", "A closed mesh in m: .obj, .stl, .gltf or .glb."}, mesh.file);
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, ExprShape& expr) {
    v.text({key, "", "An expression in x, y and z (m); water where it is above 0."}, expr.text);
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, VoxelShape& voxels) {
    v.file(
        {key, "",
         "A .npy file of shape [nz, ny, nx], spread over the whole box, layer 0 at the bottom and "
         "row 0 at the south; non-zero is solid."},
        voxels.file);
}

template <class Visitor>
void describe(Visitor& v, FillShape& shape) {
    v.one_of(shape, {"box", "sphere", "mesh", "expr"});
}

template <class Visitor>
void describe(Visitor& v, SolidShape& shape) {
    v.one_of(shape, {"box", "sphere", "mesh", "npy"});
    v.foreign({"disc", "shallow"});
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, Lid& lid) {
    v.numbers({key, "m/s",
               "A wall that moves along itself: x and y at bottom and top, y and z at west and "
               "east, x and z at south and north."},
              lid.velocity_m_per_s, kAnySpeed);
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, SideInflow& inflow) {
    v.group({key, "", "Fluid comes in through the whole face."}, [&](auto& inner) {
        inner.numbers({"velocity", "m/s", "Of what comes in, along x, y and z.", Need::Required},
                      inflow.velocity_m_per_s, kAnySpeed);
    });
}

template <class Visitor>
void describe(Visitor& v, SideDrive& drive) {
    v.one_of(drive, {"lid", "inflow"});
    v.foreign({"waves", "shallow"});
    v.foreign({"open", "shallow"});
    v.foreign({"outflow", "shallow"});
}

template <class Visitor>
void describe(Visitor& v, VolumeVelocity& velocity) {
    v.texts({"expr", "", "Three expressions in x, y and z (m).", Need::Required}, velocity.texts);
}

template <class Visitor>
void describe(Visitor& v, Faucet& faucet) {
    v.numbers({"box", "m", kBoxDoc, Need::Required}, faucet.box_m, kAnyLength);
    v.numbers({"velocity", "m/s", "Of the water that comes, along x, y and z.", Need::Required},
              faucet.velocity_m_per_s, kAnySpeed);
    v.number({"from", "s", "When it begins."}, faucet.from_s, from(0.0, kMaxTime_s));
    v.number({"until", "s", "When it ends; without it never."}, faucet.until_s,
             from(0.0, kMaxTime_s));
    v.number({"dye", "", "Concentration of dye in what comes; of stable water."}, faucet.dye,
             from(0.0, 1.0));
}

template <class Visitor>
void describe(Visitor& v, Drain& drain) {
    v.numbers({"box", "m", kBoxDoc, Need::Required}, drain.box_m, kAnyLength);
}

template <class Visitor>
void describe_sides(Visitor& v, std::array<SideRule, kSideCount>& sides) {
    constexpr const char* kDocs[kSideCount] = {"Face at x = 0.", "Face at the largest x.",
                                               "Face at y = 0.", "Face at the largest y.",
                                               "Face at z = 0.", "Face at the largest z."};
    for (std::size_t k = 0; k < kSideCount; ++k)
        v.word_or(Field{kSideNames[k], "", kDocs[k]}, sides[k].kind,
                  {.now = {"wall", "slip", "periodic", "outflow"}}, sides[k].drive);
}

/// Keys that all water in space has.
template <class Visitor>
void describe(Visitor& v, Volume& w) {
    v.numbers({"size", "m", "Extent along x (east), y (north) and z (up).", Need::Required},
              w.size_m, kPositiveLength);
    v.wholes({"cells", "", "Cells along x, y and z. Cells are cubes.", Need::Required}, w.cells,
             from(kMinCells, kMaxSpaceCells));
    v.list({"fill", "", "Where water is at the start: all of these together."}, w.fill);
    v.numbers_or({"velocity", "m/s", "Velocity of the water at the start, along x, y and z."},
                 w.velocity_m_per_s, kAnySpeed, w.varying_velocity);
    v.group({"edges", "", "What the six faces do. Periodic faces come in pairs."},
            [&](auto& inner) { describe_sides(inner, w.sides); });
    v.list({"solids", "", "Obstacles that do not move."}, w.solids);
    v.flag({"surface", "", "false: one fluid fills the whole box, and `fill` is not given."},
           w.has_surface);
    v.list({"faucets", "", "Boxes out of which water comes."}, w.faucets);
    v.list({"drains", "", "Boxes in which water vanishes."}, w.drains);
}

}  // namespace tarn::scene
