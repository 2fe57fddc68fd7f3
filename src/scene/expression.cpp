#include "scene/expression.hpp"

#include <muParser.h>

#include <cmath>

namespace tarn::scene {
namespace {

constexpr std::size_t kMaxLength = 4096;

Error bad_expression(const std::string& where, const std::string& expression,
                     const std::string& why) {
    return {ErrorCode::InvalidScene,
            where + " is \"" + expression.substr(0, 80) + "\": " + why +
                "; use x and y in metres with + - * / ^, sin cos exp sqrt abs min max, "
                "comparisons and (a ? b : c)"};
}

}  // namespace

Result<std::vector<double>> evaluate_expression(const std::string& expression, int nx, int ny,
                                                double cell_m, const std::string& where) {
    if (expression.empty() || expression.size() > kMaxLength)
        return bad_expression(where, expression, "it must have 1 to 4096 characters");
    double x = 0.0, y = 0.0;
    try {
        mu::Parser parser;
        parser.DefineVar("x", &x);
        parser.DefineVar("y", &y);
        parser.DefineConst("pi", 3.14159265358979323846);
        parser.SetExpr(expression);
        std::vector<double> values;
        values.reserve(std::size_t(nx) * std::size_t(ny));
        for (int j = 0; j < ny; ++j)
            for (int i = 0; i < nx; ++i) {
                x = (i + 0.5) * cell_m;
                y = (j + 0.5) * cell_m;
                values.push_back(parser.Eval());
            }
        return values;
    } catch (const mu::Parser::exception_type& error) {
        return bad_expression(where, expression, error.GetMsg());
    }
}

}  // namespace tarn::scene
