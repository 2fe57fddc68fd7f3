// Holding a frame time: which quality comes next, from the times of the pictures so far.
#pragma once

#include <tarn/render.hpp>

namespace tarn::render {

/// Steps between the quality that was asked for (0) and the coarsest (kCoarsest).
inline constexpr int kCoarsest = 6;
Quality coarser(const Quality& wanted, int steps);

/// Whether a drop shows what is behind it; else the sky alone.
bool has_drop_images(const Quality& quality);
/// Drops too small to show an image that are drawn at most. Of more, some stand for the others.
int most_mist(const Quality& quality);
/// Drops that cast a shadow, at most. Of more, some stand for the others; 0: none does.
int most_shading_drops(const Quality& quality);

class QualityControl {
public:
    void set_target_ms(double ms) { target_ms_ = ms; }
    bool is_on() const { return target_ms_ > 0.0; }
    /// Tells how long a picture took; steps() may change.
    void add(double ms);
    int steps() const { return steps_; }

private:
    double target_ms_ = 0.0;
    double mean_ms_ = 0.0;
    int steps_ = 0;
    int pictures_ = 0;  ///< since the last change
};

}  // namespace tarn::render
