// What tarn validate knows how to measure: a case has a name, bars, and a function that runs it.
#pragma once

#include "io/plot.hpp"
#include "tank.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tarn::cli::validate {

/// A number beside the error of a row. With a bar it decides too: it must not be above it.
struct Figure {
    std::string name;
    double value = 0.0;
    std::optional<double> bar = {};

    bool is_within() const { return !bar || value <= *bar; }
};

struct Plot {
    std::string name;  ///< of its file, without an ending
    io::PlotDesc desc;
};

struct GridError {
    int cells = 0;  ///< along x
    double error = 0.0;
};

/// What a case measured.
struct Outcome {
    double error = 0.0;
    std::vector<Figure> figures = {};
    std::vector<GridError> grids = {};  ///< the same error on coarser grids, the row's own last
    std::vector<Plot> plots = {};
    std::string scheme = {}, backend = {};  ///< what ran, where `auto` was asked for

    void ran_on(const World& world);
};

struct MonaiRecord;

/// What a case is given.
struct Setting {
    How how = {};
    std::filesystem::path data = {};  ///< folder of measured data; empty: none
    /// Errors on the row's grid alone, without the coarser ones that show the order.
    bool is_one_grid = false;
    /// Runs that several rows read, by what they are: one flow through the tank of Monai has four.
    std::map<std::string, std::shared_ptr<const MonaiRecord>>* monai = nullptr;
};

/// The largest error allowed; none: the scheme cannot run the case. `automatic` is for the scheme
/// that `auto` takes, whichever that is.
struct Bars {
    std::optional<double> automatic = {}, d2q9 = {}, fv = {}, d3q19 = {}, mac = {};

    std::optional<double> of(const std::string& scheme) const {
        if (scheme == "auto") return automatic;
        if (scheme == "mac") return mac;
        return scheme == "d2q9" ? d2q9 : scheme == "fv" ? fv : d3q19;
    }
};

struct Case {
    const char* name;
    const char* about;  ///< what `error` is
    Bars bars_float;
    Bars bars_double;
    const char* published;  ///< where measured data is to be had; empty: none is needed
    Result<Outcome> (*measure)(const Setting& setting);
    bool has_variants = false;      ///< cheap, and without measured data: --variants runs it
    bool is_run_in_double = false;  ///< in both precisions unless one is asked for

    const Bars& bars(const std::string& precision) const {
        return precision == "double" ? bars_double : bars_float;
    }
    bool needs_data() const { return *published != '\0'; }
};

/// In the order of the table.
std::span<const Case> all_cases();

/// Cases whose name is `name` or begins with it and a slash; none: there is no such case.
std::vector<const Case*> find_cases(const std::string& name);
/// The case whose name is nearest to an unknown word.
std::string nearest_case(const std::string& word);

}  // namespace tarn::cli::validate
