// What passes between the surface of a water and what flies above it: the water shows its surface
// in planes, and takes what a ledger owes to its cells. Planes and ledger lie in the memory of the
// device where the water is, so that nothing crosses to the host.
#pragma once

#include "solver/exchange.hpp"

#include <cstdint>

namespace tarn::exec {
class CudaDevice;
}

namespace tarn::exchange {

/// The surface of all cells, [ny][nx].
struct SurfacePlanes {
    float* level_m;  ///< above the datum; of the bed where it is dry
    float* depth_m;  ///< kSolidDepth where a solid stands
    float *u_m_per_s, *v_m_per_s;
    double datum_m;
};
inline constexpr float kSolidDepth = -1.0f;

/// What is owed to each cell, [ny][nx], in whole units: such sums are exact in any order. Negative
/// amounts are to be taken from the cell.
struct Ledger {
    std::int64_t* depth;
    std::int64_t *momentum_east, *momentum_north;
    double depth_unit_m;
    double momentum_unit_m2_per_s;
    CellArea area;  ///< where anything is owed
};

class SurfaceExchange {
public:
    virtual ~SurfaceExchange() = default;

    virtual void read_surface(const SurfacePlanes& to) const = 0;
    /// Each cell gets what it is owed, as far as it can hold or give it: depth that it did not take
    /// stays in the ledger. Momentum is gone where there is no water to take it.
    virtual void take_ledger(const Ledger& ledger) = 0;
    /// Whose stream all of this stands in; null: the CPU.
    virtual const exec::CudaDevice* gpu() const = 0;
};

}  // namespace tarn::exchange
