// Shallow water behind one interface, whatever the scheme and the number type. SI at this border.
#pragma once

#include "exec/thread_pool.hpp"
#include "solver/shallow/units.hpp"
#include <tarn/result.hpp>
#include <tarn/types.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tarn::shallow {

/// What a solver needs to exist. Spans are read during creation only.
struct SolverDesc {
    int nx = 0, ny = 0;
    double cell_m = 0.0;
    double gravity_m_per_s2 = 9.81;
    Viscosity viscosity;
    double manning_s_per_m13 = 0.0;
    Vec2 wind_m_per_s;
    int collision = 0;  ///< index in lattice::Collisions
    std::array<Boundary, 4> edges = {};
    double reference_depth_m = 1.0;
    double step_s = 1.0;                      ///< first lattice step
    std::span<const float> depth_m;           ///< [ny][nx]
    std::span<const float> velocity_m_per_s;  ///< [ny][nx][2], or empty: still
    std::span<const std::uint8_t> solid;      ///< [ny][nx], or empty: none
    Isa isa = Isa::Auto;
};

/// Amounts of depth to add to a rectangle of cells (negative: to take).
struct DepthPatch {
    int x0 = 0, y0 = 0, nx = 0, ny = 0;
    std::vector<double> depth_m;  ///< [ny][nx]

    std::size_t index(int x, int y) const {
        return std::size_t(y - y0) * std::size_t(nx) + std::size_t(x - x0);
    }
    double& at(int x, int y) { return depth_m[index(x, y)]; }
    double at(int x, int y) const { return depth_m[index(x, y)]; }
    bool contains(int x, int y) const { return x >= x0 && y >= y0 && x < x0 + nx && y < y0 + ny; }
};

struct CellState {
    double depth_m = 0.0;
    double u_m_per_s = 0.0, v_m_per_s = 0.0;
};

/// Where readers' fields go; null ones are left out. Each [ny][nx].
struct FieldTargets {
    float* depth_m = nullptr;
    float* level_m = nullptr;
    float* u_m_per_s = nullptr;
    float* v_m_per_s = nullptr;
    double bed_m = 0.0;
};

struct Totals {
    double volume_m3 = 0.0;
    double max_speed_m_per_s = 0.0;
    double min_depth_m = 0.0, max_depth_m = 0.0;
    double energy_per_density_m5_per_s2 = 0.0;
};

/// Why a step was refused. The state before it is kept.
struct Trouble {
    int i = 0, j = 0;
    std::string cause;
};

class Solver {
public:
    virtual ~Solver() = default;

    /// Carries the state over to another lattice step.
    virtual void set_step(double step_s) = 0;
    virtual const Units& units() const = 0;
    virtual double tau() const = 0;

    /// One lattice step. On trouble nothing has changed.
    virtual std::optional<Trouble> step() = 0;
    /// Volume that came in through open edges in the last step (negative: left).
    virtual double last_inflow_m3() const = 0;

    /// Adds the patch, limited so that cells stay between kThinnest and kDeepest; amounts become
    /// what was really added. Solid cells take nothing.
    virtual void add_depth(DepthPatch& patch) = 0;
    virtual void set_boundary(Edge edge, Boundary boundary) = 0;
    virtual Boundary boundary(Edge edge) const = 0;

    virtual CellState cell(int i, int j) const = 0;
    virtual bool is_solid(int i, int j) const = 0;
    virtual void read_fields(const FieldTargets& targets) const = 0;
    virtual Totals totals() const = 0;
    virtual std::uint64_t checksum() const = 0;

    /// The populations of all cells, for checkpoints. restore() takes what save() gave; false and
    /// no change if the size is another.
    virtual std::string save() const = 0;
    virtual bool restore(std::string_view bytes) = 0;

    virtual MemoryReport memory() const = 0;
};

/// Sources leave at least this much water in a cell, and at most that much, in reference depths.
inline constexpr double kThinnest = 0.02, kDeepest = 1e5;

/// D2Q9 in numbers of type float or double. `pool` must outlive the solver.
template <class T>
Result<std::unique_ptr<Solver>> make_d2q9(const SolverDesc& desc, const exec::ThreadPool& pool);

/// Index of a collision by name ("auto": the default), or -1.
int find_collision(const std::string& name);
std::span<const char* const> collision_names();

/// Bytes that a world of this size will need for what a step touches and for readers' fields.
std::size_t expected_bytes(int nx, int ny, std::size_t number_bytes);

}  // namespace tarn::shallow
