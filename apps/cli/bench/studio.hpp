// How rows of the picture are measured: one OpenGL context and one renderer for all of them. In a
// build without the renderer studio_absent.cpp stands in and says so.
#pragma once

#include "measure.hpp"
#include "render_cases.hpp"

#include <memory>
#include <string>
#include <vector>

namespace tarn::cli {

class Studio {
public:
    /// Unsupported, with the remedy, where nothing can be drawn.
    static Result<Studio> open(const MeasureOptions& how);

    Studio(Studio&&) noexcept;
    ~Studio();

    /// What draws, and the passes of a picture of the pond in their order.
    const DrawingMachine& machine() const;

    Result<BenchRow> measure(const RenderCase& c);

private:
    struct Impl;
    explicit Studio(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace tarn::cli
