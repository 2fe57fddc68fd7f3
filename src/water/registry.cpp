#include "water/registry.hpp"

#include "exec/isa.hpp"
#include "water/shallow/shallow_water.hpp"
#include "water/stable/stable_water.hpp"
#include "water/volume/volume_water.hpp"

#include <string>

namespace tarn::water {
namespace {

/// What a model says of its schemes, as rows.
template <class Scheme>
std::vector<Row> rows_of(std::span<const Scheme> schemes) {
    std::vector<Row> rows;
    for (const Scheme& scheme : schemes)
        rows.push_back({scheme.model, scheme.scheme, scheme.backend, scheme.about});
    return rows;
}

constexpr Model kModels[] = {
    {"shallow", [] { return rows_of(shallow_schemes()); },
     [](const MakeDesc& desc) { return make_shallow_water(desc, shallow_schemes()); }},
    {"volume", volume_rows, make_volume_water},
    {"stable", stable_rows, make_stable_water}};

}  // namespace

std::span<const Model> models() {
    return kModels;
}

std::vector<Row> rows() {
    std::vector<Row> all;
    for (const Model& model : models())
        for (const Row& row : model.rows()) all.push_back(row);
    return all;
}

Result<Isa> choose_isa(Isa wanted) {
    if (wanted == Isa::Auto) return exec::best_isa();
    if (!exec::has_isa(wanted))
        return Error{ErrorCode::Unsupported,
                     "the instruction set asked for is not available on this machine; use auto"};
    return wanted;
}

Result<std::unique_ptr<Water>> make_water(const MakeDesc& desc) {
    const std::string& wanted = desc.scene.water.model;
    std::string names;
    for (const Model& model : models()) {
        if (wanted == model.name) return model.make(desc);
        names += (names.empty() ? "" : ", ") + std::string(model.name);
    }
    return Error{ErrorCode::Unsupported,
                 desc.scene.name + ": /water/model is \"" + wanted + "\"; this build has " + names};
}

}  // namespace tarn::water
