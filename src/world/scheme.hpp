// Which scheme a scene runs with, and why.
#pragma once

#include "scene/scene.hpp"
#include "world/build.hpp"
#include <tarn/result.hpp>

#include <string>

namespace tarn::world {

enum class Scheme { D2q9, Fv };

struct SchemeChoice {
    Scheme scheme = Scheme::D2q9;
    std::string reason;  ///< why `auto` took it; empty where the scene named it
};

constexpr const char* name_of(Scheme scheme) {
    return scheme == Scheme::Fv ? "fv" : "d2q9";
}

/// As the scene says. `auto` is d2q9 for water that can neither fall dry nor become faster than its
/// waves, and for scenes with settings that only d2q9 has; fv elsewhere. Fails where the scene
/// names a scheme and asks for what it cannot do.
Result<SchemeChoice> choose_scheme(const scene::Scene& scene, const InitialFields& fields);

}  // namespace tarn::world
