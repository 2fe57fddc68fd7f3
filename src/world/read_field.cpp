#include "world/read_field.hpp"

#include "io/npy.hpp"
#include "scene/expression.hpp"

#include <cmath>

namespace tarn::world {
namespace {

std::string shape_text(const std::vector<std::size_t>& shape) {
    std::string text = "[";
    for (std::size_t k = 0; k < shape.size(); ++k)
        text += (k ? ", " : "") + std::to_string(shape[k]);
    return text + "]";
}

Result<std::vector<double>> evaluate(const scene::FieldSource& source, const Ground& ground,
                                     const std::string& where) {
    auto values =
        scene::evaluate_expression(source.text, ground.nx, ground.ny, ground.cell_m, where);
    if (!values) return values.error();
    for (std::size_t k = 0; k < values.value().size(); ++k)
        if (!std::isfinite(values.value()[k])) {
            const int i = int(k % std::size_t(ground.nx)), j = int(k / std::size_t(ground.nx));
            return Error{ErrorCode::InvalidScene,
                         where + " is not finite at [" + std::to_string(ground.x_m(i)) + ", " +
                             std::to_string(ground.y_m(j)) +
                             "] m; write an expression that has a value everywhere"};
        }
    return values;
}

}  // namespace

Result<std::vector<double>> read_npy_of_shape(const std::string& path,
                                              const std::vector<std::size_t>& shape,
                                              const std::string& where) {
    auto array = io::read_npy(path);
    if (!array) return Error{ErrorCode::InvalidScene, where + ": " + array.error().message};
    if (array.value().shape != shape)
        return Error{ErrorCode::InvalidScene,
                     where + ": " + path + " has shape " + shape_text(array.value().shape) +
                         "; it must be " + shape_text(shape) + " like water.cells, row 0 at south"};
    for (std::size_t k = 0; k < array.value().values.size(); ++k)
        if (!std::isfinite(array.value().values[k]))
            return Error{ErrorCode::InvalidScene, where + ": " + path + " has a value at index " +
                                                      std::to_string(k) +
                                                      " that is not finite; mend the file"};
    return std::move(array.value().values);
}

Result<std::vector<double>> read_field(const scene::FieldSource& source, const Ground& ground,
                                       const std::string& where) {
    const std::size_t nx = std::size_t(ground.nx), ny = std::size_t(ground.ny);
    switch (source.kind) {
        case scene::FieldSource::Kind::Number:
            return std::vector<double>(nx * ny, source.number);
        case scene::FieldSource::Kind::Npy:
            return read_npy_of_shape(source.text, {ny, nx}, where);
        case scene::FieldSource::Kind::Expr:
            return evaluate(source, ground, where);
    }
    return Error{ErrorCode::InvalidScene, where + ": unknown kind of field"};
}

}  // namespace tarn::world
