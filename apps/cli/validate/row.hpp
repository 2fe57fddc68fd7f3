// A row of tarn validate: what is printed and written, for a case that was run or not.
#pragma once

#include "case.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tarn::cli::validate {

struct Row {
    std::string name;                  ///< of the case; with --variants, of the variant too
    std::optional<double> error = {};  ///< none: it was not run, or the run failed
    double bar = 0.0;
    double seconds = 0.0;  ///< wall time
    std::string scheme = {}, precision = {}, backend = {};
    std::vector<Figure> figures = {};
    std::vector<GridError> grids = {};
    std::string note = {};  ///< why there is no error

    bool is_pass() const;
};

/// Runs a case and judges it. Where it needs data and none is given, the row says so.
Row run_row(const Case& c, const Setting& setting, std::vector<Plot>& plots);

/// Runs a case in every variant: one row each, whose error is how far its error is from the plain
/// one's, as a part of that.
std::vector<Row> run_variants(const Case& c, const Setting& setting);

std::string header_line();
std::string printed_line(const Row& row);
std::string json_text(const std::vector<Row>& rows, int threads);

/// Errors over cells of all rows with several grids.
Plot convergence_plot(const std::vector<Row>& rows);

}  // namespace tarn::cli::validate
