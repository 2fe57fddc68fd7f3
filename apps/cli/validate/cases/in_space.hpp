// What the cases of water in space share: worlds from the keys of their water, and cells of fields.
#pragma once

#include "measures.hpp"

#include <cstdio>
#include <string>

namespace tarn::cli::validate {

/// `water` are the keys that follow the model and the precision.
inline Result<World> world_in_space(const std::string& water, const How& how,
                                    const std::string& model = "volume") {
    WorldOptions options;
    options.backend = how.backend;
    options.threads = how.threads;
    return World::from_json(R"({"water": {"model": ")" + model + R"(", "precision": ")" +
                                how.precision + R"(", )" + water + "}}",
                            ".", options);
}

template <class... Values>
std::string text_of(const char* format, Values... values) {
    char text[1024];
    std::snprintf(text, sizeof text, format, values...);
    return text;
}

inline double cell_of(const FieldView& field, int i, int j, int k) {
    return double(field.data[k * field.layer_stride + j * field.row_stride + i]);
}

}  // namespace tarn::cli::validate
