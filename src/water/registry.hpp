// Which waters there are: each model brings its own rows and makes its own waters. What a row knows
// of its scheme (what it refuses and costs, when `auto` takes it) is in the folder of its model.
#pragma once

#include "exec/thread_pool.hpp"
#include "solver/hulls.hpp"
#include "water/water.hpp"

#include <memory>
#include <span>
#include <vector>

namespace tarn::water {

/// What a water is made from. All of it outlives the water.
struct MakeDesc {
    const scene::Scene& scene;
    const WorldOptions& options;
    const exec::ThreadPool& pool;
    exchange::Hulls* hulls = nullptr;  ///< what floats in it, or null
};

/// A scheme on a device, for people.
struct Row {
    const char* model;
    const char* scheme;
    Backend backend;
    const char* about;
};

struct Model {
    const char* name;
    std::vector<Row> (*rows)();  ///< in the order in which `auto` asks them
    Result<std::unique_ptr<Water>> (*make)(const MakeDesc& desc);
};
std::span<const Model> models();

/// All waters of this build, model by model.
std::vector<Row> rows();

/// The instruction set asked for, or the fastest for Auto. Unsupported where this machine lacks it.
Result<Isa> choose_isa(Isa wanted);

/// Makes the water of a scene. Unsupported, with the models that there are, for any other.
Result<std::unique_ptr<Water>> make_water(const MakeDesc& desc);

}  // namespace tarn::water
