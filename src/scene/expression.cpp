#include "scene/expression.hpp"

#include "base/elementary.hpp"
#include "scene/message.hpp"

#include <muParser.h>

#include <charconv>
#include <cmath>
#include <cstring>

namespace tarn::scene {
namespace {

constexpr std::size_t kMaxLength = 4096;

Error bad_expression(const std::string& where, const std::string& expression,
                     const std::string& why, const char* variables = "x and y") {
    return {ErrorCode::InvalidScene,
            where + " is \"" + printable(expression, 80) + "\": " + why + "; use " + variables +
                " in metres with + - * / ^, sin cos exp sqrt abs min max, comparisons and (a ? b : "
                "c)"};
}

/// Why a text cannot be an expression; null: it may be one.
const char* fault_of(const std::string& expression) {
    if (expression.empty() || expression.size() > kMaxLength)
        return "it must have 1 to 4096 characters";
    // muParser would read no further.
    if (expression.find('\0') != std::string::npos) return "it has a zero byte in it";
    return nullptr;
}

/// A number at the start of a text, in place of muParser's own reader: that one makes a stream, and
/// takes a number for another token where the stream finds no memory.
int read_number(const char* text, int* at, double* value) {
    if (!(*text >= '0' && *text <= '9') && *text != '.') return 0;
    const auto [end, fault] = std::from_chars(text, text + std::strlen(text), *value);
    if (fault != std::errc()) return 0;
    *at += int(end - text);
    return 1;
}

/// Functions and operators that give the same bits on every machine, in place of muParser's own.
/// Those that muParser has and that are exact (abs, sqrt, rint, sign, min, max, sum, avg) stay.
void use_own_functions(mu::Parser& parser) {
    namespace own = elementary;
    const std::pair<const char*, double (*)(double)> functions[] = {
        {"sin", own::sine},
        {"cos", own::cosine},
        {"tan", own::tangent},
        {"asin", own::arc_sine},
        {"acos", own::arc_cosine},
        {"atan", own::arc_tangent},
        {"sinh", own::hyperbolic_sine},
        {"cosh", own::hyperbolic_cosine},
        {"tanh", own::hyperbolic_tangent},
        {"asinh", own::inverse_hyperbolic_sine},
        {"acosh", own::inverse_hyperbolic_cosine},
        {"atanh", own::inverse_hyperbolic_tangent},
        {"exp", own::exponential},
        {"ln", own::logarithm},
        {"log", own::logarithm},
        {"log2", own::logarithm_base_2},
        {"log10", own::logarithm_base_10},
    };
    for (const auto& [name, function] : functions) parser.DefineFun(name, function);
    parser.DefineFun("atan2", static_cast<double (*)(double, double)>(own::arc_tangent));
    parser.DefineFun("pow", own::power);

    // "^" can only be replaced together with all the others.
    using Operator = double (*)(double, double);
    const struct {
        const char* text;
        Operator function;
        mu::EOprtPrecedence rank;
    } operators[] = {
        {"||", [](double a, double b) { return double(a != 0.0 || b != 0.0); }, mu::prLOR},
        {"&&", [](double a, double b) { return double(a != 0.0 && b != 0.0); }, mu::prLAND},
        {"<=", [](double a, double b) { return double(a <= b); }, mu::prCMP},
        {">=", [](double a, double b) { return double(a >= b); }, mu::prCMP},
        {"!=", [](double a, double b) { return double(a != b); }, mu::prCMP},
        {"==", [](double a, double b) { return double(a == b); }, mu::prCMP},
        {"<", [](double a, double b) { return double(a < b); }, mu::prCMP},
        {">", [](double a, double b) { return double(a > b); }, mu::prCMP},
        {"+", [](double a, double b) { return a + b; }, mu::prADD_SUB},
        {"-", [](double a, double b) { return a - b; }, mu::prADD_SUB},
        {"*", [](double a, double b) { return a * b; }, mu::prMUL_DIV},
        {"/", [](double a, double b) { return a / b; }, mu::prMUL_DIV},
    };
    parser.EnableBuiltInOprt(false);
    for (const auto& o : operators) parser.DefineOprt(o.text, o.function, o.rank, mu::oaLEFT);
    parser.DefineOprt("^", own::power, mu::prPOW, mu::oaRIGHT);
}

}  // namespace

Result<std::vector<double>> evaluate_expression(const std::string& expression, int nx, int ny,
                                                double cell_m, const std::string& where) {
    if (const char* const fault = fault_of(expression))
        return bad_expression(where, expression, fault);
    double x = 0.0, y = 0.0;
    try {
        mu::Parser parser;
        use_own_functions(parser);
        parser.AddValIdent(read_number);
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

struct SpaceExpression::Impl {
    mu::Parser parser;
    double x = 0.0, y = 0.0, z = 0.0;
};

SpaceExpression::SpaceExpression(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
SpaceExpression::SpaceExpression(SpaceExpression&&) noexcept = default;
SpaceExpression& SpaceExpression::operator=(SpaceExpression&&) noexcept = default;
SpaceExpression::~SpaceExpression() = default;

Result<SpaceExpression> SpaceExpression::parse(const std::string& expression,
                                               const std::string& where) {
    constexpr const char* kVariables = "x, y and z";
    if (const char* const fault = fault_of(expression))
        return bad_expression(where, expression, fault, kVariables);
    try {
        auto impl = std::make_unique<Impl>();
        mu::Parser& parser = impl->parser;
        use_own_functions(parser);
        parser.AddValIdent(read_number);
        parser.DefineVar("x", &impl->x);
        parser.DefineVar("y", &impl->y);
        parser.DefineVar("z", &impl->z);
        parser.DefineConst("pi", 3.14159265358979323846);
        parser.SetExpr(expression);
        parser.Eval();  // finds what is wrong with the text
        return SpaceExpression(std::move(impl));
    } catch (const mu::Parser::exception_type& error) {
        return bad_expression(where, expression, error.GetMsg(), kVariables);
    }
}

double SpaceExpression::at(double x_m, double y_m, double z_m) const {
    impl_->x = x_m;
    impl_->y = y_m;
    impl_->z = z_m;
    return impl_->parser.Eval();
}

}  // namespace tarn::scene
