// Water to compare with something: described by functions, run through the public door of Tarn,
// read back in double. Lengths, times and directions are those of the case, whatever variant runs.
#pragma once

#include "variant.hpp"
#include <tarn/world.hpp>

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tarn::cli::validate {

/// How a case is to run; what it is, the case says.
struct How {
    std::string scheme = "auto";
    std::string precision = "float";
    Backend backend = Backend::Cpu;
    int threads = 0;
    Variant variant = {};
};

/// One edge: a word of the scene, or water that comes in.
struct TankEdge {
    std::string word = "slip";
    std::optional<double> inflow_level_m = {};
    std::optional<double> inflow_m3_per_s = {};
    std::string inflow_csv = {};    ///< the text of a table of levels over time
    std::string outflow_kind = {};  ///< empty: no outflow
    std::optional<double> outflow_slope = {};
};

/// A box that floats, or one that is held or towed.
struct TankBox {
    Vec3 size_m = {};
    Vec3 at_m = {};
    double density_kg_per_m3 = 500.0;
    Vec3 centre_m = {};  ///< of mass, from the middle of the box
    Vec3 rotate_deg = {};
    Vec3 velocity_m_per_s = {};
    bool is_fixed = false;
};

struct TankDesc {
    int nx = 0, ny = 0;
    double cell_m = 0.0;
    double flat_bed_m = 0.0;
    std::function<double(double x_m, double y_m)> bed_m = {};  ///< none: flat
    std::function<double(double x_m, double y_m)> level_m = {};
    std::function<Vec2(double x_m, double y_m)> velocity_m_per_s = {};  ///< none: still
    std::array<TankEdge, 4> edges = {};  ///< west, east, south, north
    double manning_s_per_m13 = 0.0;
    std::string collision = "auto";
    std::optional<double> tau = {};
    std::optional<double> time_step_s = {};
    std::vector<TankBox> boxes = {};  ///< without friction where they touch walls; no variants
};

/// The water at one moment, [ny][nx].
struct Fields {
    int nx = 0, ny = 0;
    double cell_m = 0.0;
    std::vector<double> depth_m = {}, level_m = {}, u_m_per_s = {}, v_m_per_s = {};

    std::size_t index(int i, int j) const {
        return std::size_t(j) * std::size_t(nx) + std::size_t(i);
    }
    double x_m(int i) const { return (i + 0.5) * cell_m; }
    double y_m(int j) const { return (j + 0.5) * cell_m; }
};

class Tank {
public:
    static Result<Tank> create(const TankDesc& desc, const How& how);

    /// Advances by exactly `seconds` (a fixed lattice step aside).
    Result<void> run(double seconds);
    Result<Fields> fields() const;
    /// What gauges at these points see.
    Result<std::vector<double>> levels_m(std::span<const Vec2> at_m) const;
    Result<double> max_speed_m_per_s() const;
    /// Water that came in and went out so far, in m3 of the case.
    struct Through {
        double in_m3 = 0.0, out_m3 = 0.0;
    };
    Result<Through> through() const;
    /// What is missing or too much, over what was there at the start.
    Result<double> mass_error() const;
    const World& world() const { return world_; }

private:
    Tank(World world, const TankDesc& desc, const Variant& variant)
        : world_(std::move(world)),
          variant_(variant),
          nx_(desc.nx),
          ny_(desc.ny),
          cell_m_(desc.cell_m) {}

    World world_;
    Variant variant_;
    int nx_, ny_;
    double cell_m_;
};

}  // namespace tarn::cli::validate
