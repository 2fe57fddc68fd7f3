// Water in space behind one interface, whatever the number type and the device: lattice Boltzmann
// on D3Q19 with a free surface (volume of fluid), or a box full of fluid without one. SI units at
// this border.
#pragma once

#include "exec/extent.hpp"
#include "exec/thread_pool.hpp"
#include "solver/hulls.hpp"
#include <tarn/result.hpp>
#include <tarn/types.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::volume {

enum class Precision { Float, Half, Double };

/// The faces of the box.
enum class Side { West, East, South, North, Bottom, Top };
inline constexpr int kSideCount = 6;

/// What is at a face of the box. `velocity_m_per_s` is that of the fluid which comes in (Inflow),
/// or of the wall along itself (Lid). Outflow lets fluid leave and none come in.
struct SideDesc {
    enum class Kind { Wall, Slip, Periodic, Inflow, Outflow, Lid };
    Kind kind = Kind::Wall;
    Vec3 velocity_m_per_s = {};
};

/// Kinds of cells of a free surface. An interface cell lies between fluid and empty cells and holds
/// a share of water; a fluid cell is full.
enum class CellType : std::uint8_t { Empty, Interface, Fluid, Solid };

/// Cells of a box, `end` not included, x fastest.
struct CellBox {
    std::array<int, 3> begin = {}, end = {};
};

/// Fluid that comes in with a velocity through the cells of a box, from one time to another. They
/// are kept full of it, also where a tank is full already. Faucets belong below a wall or a solid:
/// through air behind one nothing can follow. At most eight.
struct FaucetDesc {
    CellBox cells;
    Vec3 velocity_m_per_s = {};
    double from_s = 0.0, until_s = 1e300;
    double dye = 0.0;  ///< concentration, 0 to 1; of stable water

    /// Whether it runs in a step: by the middle of it, so that the rounding of times does not
    /// decide where it begins or ends between two steps.
    bool runs_in(double time_s, double step_s) const {
        const double middle_s = time_s + 0.5 * step_s;
        return middle_s >= from_s && middle_s < until_s;
    }
};
/// Fluid that reaches the cells of a box is taken out.
struct DrainDesc {
    CellBox cells;
};

/// What a solver needs to exist. Spans are read during creation only; fields have nx by ny by nz
/// cells, x fastest, then y, then z.
struct SolverDesc {
    exec::Extent3 cells;
    double cell_m = 0.0;
    double gravity_m_per_s2 = 9.81;  ///< along -z
    double density_kg_per_m3 = 1000.0;
    double viscosity_m2_per_s = 1e-6;
    std::optional<double> tau;             ///< given instead of the viscosity
    double surface_tension_n_per_m = 0.0;  ///< 0: none
    std::string collision = "auto";        ///< one of collision_names()
    double smagorinsky = 0.17;             ///< C of the eddy viscosity, where the collision has one
    double magic = 3.0 / 16.0;             ///< Lambda of the two relaxation times of "trt"
    std::array<SideDesc, kSideCount> sides = {};
    bool has_surface = true;                  ///< false: single-phase flow, all cells are full
    std::span<const float> fill;              ///< 0 air to 1 water; empty: full
    std::span<const float> velocity_m_per_s;  ///< three per cell; empty: still
    std::span<const std::uint8_t> solid;      ///< not 0: a wall; empty: none
    std::vector<FaucetDesc> faucets;
    std::vector<DrainDesc> drains;
    /// Bodies that float in it, or null; they outlive the solver. On the CPU alone.
    exchange::Hulls* hulls = nullptr;
    double step_s = 0.0;  ///< lattice step, at most longest_step_s()
    Precision precision = Precision::Float;
    Isa isa = Isa::Auto;
};

/// Why a run ended before its last step.
struct Trouble {
    std::int64_t step = 0;  ///< of the run, from 0
    std::array<int, 3> cell = {};
    std::string text;  ///< for people: what is not finite or too fast, where
};

/// What a run did. With trouble the state is that before the step that would have gone wrong, or,
/// where that is no longer known, `is_state_lost`.
struct RunReport {
    int steps = 0;
    std::optional<Trouble> trouble;
    bool is_state_lost = false;
    double came_in_kg = 0.0, went_out_kg = 0.0;  ///< through sides, faucets and drains
};

/// Fields that can be read. Fill shows drops in the air that are smaller than a cell too. Velocity
/// is zero where a cell is empty or solid; pressure is above that of the air, in Pa. Dye is its
/// concentration, for solvers that have some.
enum class Field { Fill, U, V, W, Pressure, Dye };
inline constexpr int kFieldCount = 6;

struct Totals {
    double mass_kg = 0.0;     ///< all of it, carried excess included
    double carried_kg = 0.0;  ///< what no field shows: excess without a taker, accounts of hulls
    double max_speed_m_per_s = 0.0;
    double kinetic_j = 0.0, potential_j = 0.0;  ///< heights count from the bottom of the box
    std::array<std::int64_t, 4> cells = {};     ///< by CellType
    std::int64_t limited_cells = 0;             ///< cells whose speed was limited in the last step
};

/// A cell notes in sixteen bits which hull has it.
inline constexpr int kMostHulls = 65534;

/// What may change while the water runs.
struct Settings {
    double viscosity_m2_per_s = 1e-6;
    double gravity_m_per_s2 = 9.81;
};

class Solver {
public:
    virtual ~Solver() = default;

    virtual double step_s() const = 0;
    /// Carries the state over to another lattice step: velocities and stresses keep their values in
    /// SI, and so does the mass of every cell. Density keeps its value too, so the pressure of the
    /// slightly compressible fluid is off by the square of the ratio until sound has evened it out.
    virtual void set_step(double step_s) = 0;
    /// What is computed: a viscosity below what the collision carries is raised.
    virtual double viscosity_m2_per_s() const = 0;
    /// What only this solver has to tell: tau, collision, lattice gravity, cells by type.
    virtual std::vector<SchemeFact> facts() const = 0;
    virtual Settings settings() const = 0;
    virtual void set(const Settings& settings) = 0;

    /// `time_s` is when the first step begins, for faucets.
    virtual RunReport run(int steps, double time_s) = 0;

    /// A field of all cells, on the host.
    virtual void read_field(Field field, std::span<float> out) const = 0;
    virtual void read_types(std::span<CellType> out) const = 0;
    /// Words of cells [track], for schemes that have them.
    virtual bool has_words() const { return false; }
    virtual void read_words(std::span<std::uint32_t>) const {}
    /// Whether the water carries dye: then there is a field of it.
    virtual bool has_dye() const { return false; }
    /// A field in the memory of a GPU, until fields are asked for again; null on a CPU.
    virtual const float* device_field(Field field) const = 0;

    virtual Totals totals() const = 0;
    /// Of the whole state: equal for any number of threads, instruction set and device.
    virtual std::uint64_t checksum() const = 0;

    /// As many hulls as it carries; none: it was made without a list of them. add_hulls() takes
    /// those that were added to the end of that list.
    virtual std::optional<int> most_hulls() const { return std::nullopt; }
    virtual void add_hulls() {}

    /// The whole state as bytes, the same on every device. restore() takes what save() gave.
    virtual std::string save() const = 0;
    /// Of a solver like this one, and numbers that water can have.
    virtual bool is_sound(std::string_view bytes) const = 0;
    virtual bool restore(std::string_view bytes) = 0;

    virtual MemoryReport memory() const = 0;
    /// Why the device no longer answers, if so: what the calls above gave back then means nothing.
    virtual std::optional<Error> lost() const = 0;
};

/// `pool` must outlive the solver.
Result<std::unique_ptr<Solver>> make_d3q19(const SolverDesc& desc, const exec::ThreadPool& pool);
/// On GPU number `device`. Fails in a build without CUDA.
Result<std::unique_ptr<Solver>> make_d3q19_on_gpu(const SolverDesc& desc, int device);

/// The longest step for water that stands `depth_m` high and moves at up to `speed_m_per_s`:
/// density differs by at most a tenth between surface and bottom and speeds stay below 0.2 cells
/// per step. Water that may collapse reaches 2 sqrt(g depth). Infinite where nothing moves.
double longest_step_s(double cell_m, double gravity_m_per_s2, double depth_m, double speed_m_per_s);

std::span<const char* const> collision_names();
/// Bytes of the state of this many cells, on either device.
std::size_t expected_bytes(exec::Extent3 cells, Precision precision, bool has_surface);
/// Bytes that a step moves per cell, at least.
double bytes_per_update(Precision precision);

}  // namespace tarn::volume
