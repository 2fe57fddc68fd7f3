// Fields given as an expression in x and y (m), or in x, y and z.
#pragma once

#include <tarn/result.hpp>

#include <memory>
#include <string>
#include <vector>

namespace tarn::scene {

/// Values at the centres of nx by ny cells of `cell_m`, row 0 at the south. `where` names the field
/// in messages, such as "pond.json: /water/level".
Result<std::vector<double>> evaluate_expression(const std::string& expression, int nx, int ny,
                                                double cell_m, const std::string& where);

/// An expression in x, y and z (m) that is asked at any point.
class SpaceExpression {
public:
    /// `where` names the field in messages.
    static Result<SpaceExpression> parse(const std::string& expression, const std::string& where);
    SpaceExpression(SpaceExpression&&) noexcept;
    SpaceExpression& operator=(SpaceExpression&&) noexcept;
    ~SpaceExpression();

    double at(double x_m, double y_m, double z_m) const;

private:
    struct Impl;
    explicit SpaceExpression(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace tarn::scene
