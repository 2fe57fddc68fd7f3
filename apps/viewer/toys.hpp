// What a click may put into the water besides a drop: bodies of the palette, as JSON of a scene.
#pragma once

#include <tarn/types.hpp>

#include <array>
#include <string>

namespace tarn::viewer {

enum class Click { Drop, Ball, Crate, Log, Barrel };
inline constexpr std::array kClickNames = {"drop", "ball", "crate", "log", "barrel"};

/// A body that is `size_m` across, at a place of the world. `number` gives it a name, a colour and
/// a turn of its own; equal numbers give equal bodies. Not for a drop.
std::string toy_json(Click click, double size_m, Vec3 at_m, int number);

/// How far the lowest point of such a body is below its place, at most.
double toy_depth_m(Click click, double size_m);

}  // namespace tarn::viewer
