// Scenes that nobody thought of: beds, water, edges, forces and events drawn from a seed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace tarn {

/// Writes the fields of scene `seed` into `folder` and returns its JSON. Between 12 and 40 cells a
/// side, from centimetres to tens of metres each; whatever happens in it does so within the first
/// 2,000 steps or so. Equal seeds, equal scenes.
std::string random_scene(std::uint64_t seed, const std::filesystem::path& folder);

/// The same for d2q9 over beds, named or left to `auto`, in any precision, in place or not; drops
/// rise to twice the deepest water.
std::string random_lattice_scene(std::uint64_t seed, const std::filesystem::path& folder);

/// Everything that a scene can say, for either scheme: all kinds of files, edges, outflows, zones,
/// events and settings, tiny and larger grids, dry starts, fixed steps. Of about 400,000 updates of
/// cells, so that a run takes some hundredths of a second. A few are refused, since what is drawn
/// does not fit together.
std::string random_whole_scene(std::uint64_t seed, const std::filesystem::path& folder);

/// Everything that a scene of water in space can say: shapes and meshes of water and of solids,
/// all sides, faucets, drains, collisions, precisions, settings; some with one fluid and no
/// surface. Of about 400,000 updates of cells at most. A few are refused.
std::string random_space_scene(std::uint64_t seed, const std::filesystem::path& folder);

/// The same for stable fluids: both schemes, steps of any length, dye.
std::string random_stable_scene(std::uint64_t seed, const std::filesystem::path& folder);

}  // namespace tarn
