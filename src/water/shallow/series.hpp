// A number that changes with time.
#pragma once

#include <vector>

namespace tarn::water {

/// Linear between rows; held before the first and after the last.
class Series {
public:
    struct Row {
        double time_s = 0.0, value = 0.0;
    };

    explicit Series(double constant) : rows_{{0.0, constant}} {}
    /// At least one row; times rise.
    explicit Series(std::vector<Row> rows);

    double at(double time_s) const;
    /// Mean over a stretch of time: the exact integral over its length.
    double mean(double begin_s, double length_s) const;
    double largest() const;
    bool is_constant() const { return rows_.size() == 1; }
    const std::vector<Row>& rows() const { return rows_; }
    double last_time_s() const { return rows_.back().time_s; }

private:
    std::vector<Row> rows_;
};

}  // namespace tarn::water
