// The solids that stand in shallow water, cell by cell, and the shapes that a picture draws for
// them.
#pragma once

#include "scene/scene.hpp"
#include "water/shallow/bed.hpp"
#include <tarn/frame.hpp>

#include <cstdint>
#include <vector>

namespace tarn::water {

/// What solids stand in.
struct StillWater {
    PlanGrid grid;
    const Bed& bed;
    double level_m, depth_m;  ///< means of wet cells
};

class SolidShapes {
public:
    /// `solid` is [ny][nx], not 0 where an obstacle stands; empty: none.
    SolidShapes(const scene::Water& water, std::vector<std::uint8_t> solid,
                const StillWater& still);

    const std::vector<std::uint8_t>& cells() const { return cells_; }
    bool is_any() const;
    const std::vector<BodyView>& bodies() const { return bodies_; }
    /// Of bed and solids: other ground, another number.
    std::uint64_t revision() const { return revision_; }

    /// Walls come up in an area, or go.
    void set(const exchange::CellArea& area, bool is_solid, const scene::Water& water,
             const StillWater& still);
    void bed_changed(const Bed& bed);
    /// All of it anew.
    void replace(std::vector<std::uint8_t> solid, const scene::Water& water,
                 const StillWater& still);
    std::size_t bytes() const { return cells_.size() + masked_.size(); }

private:
    std::vector<BodyView> shapes(const scene::Water& water, const StillWater& still) const;

    std::vector<std::uint8_t> cells_;
    std::vector<std::uint8_t> masked_;  ///< what files made solid at the start; empty: nothing
    std::vector<BodyView> bodies_;
    std::uint64_t revision_ = 0;
};

}  // namespace tarn::water
