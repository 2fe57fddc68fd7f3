#include "render/volume_field.hpp"

#include "base/vector.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::render {
namespace {

/// What the smoothed fill of a full cell may lose. Beside a flat surface a full cell keeps three
/// quarters or more, whatever the slope, so this touches thin water alone.
constexpr float kThin = 0.3f;

/// Smoothing leaves a sheet of one cell half of its fill and a single cell an eighth: they would
/// vanish. Where no smoothed fill around reaches `kThick`, it is raised to that, but not by more
/// than a single full cell needs, or mist would turn into drops. Beside a flat surface the cell
/// under it reaches three quarters, and nothing is raised.
constexpr float kThick = 0.6f, kMostRaised = 4.8f;

/// Into the axes of a body.
Vec3 turned_back(Vec3 v, const std::array<double, 4>& turn) {
    const Vec3 axis = {-turn[1], -turn[2], -turn[3]};
    const double size2 =
        turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2] + turn[3] * turn[3];
    if (!(size2 > 0.0)) return v;
    return v + (2.0 / size2) * cross(axis, cross(axis, v) + turn[0] * v);
}

bool is_inside(const BodyView& body, Vec3 at_m) {
    const Vec3 p = turned_back(at_m - body.at_m, body.turn), half = 0.5 * body.size_m;
    if (body.shape == BodyView::Shape::Sphere) return length(p) < half.x;
    if (body.shape == BodyView::Shape::Box)
        return std::abs(p.x) < half.x && std::abs(p.y) < half.y && std::abs(p.z) < half.z;
    return p.x * p.x + p.y * p.y < half.x * half.x && std::abs(p.z) < half.z;
}

/// Cells from and to, in one direction, that a body of this reach may cover.
struct Range {
    int first, end;
};
Range cells_of(double middle_m, double reach_m, double origin_m, double cell_m, int count) {
    const double low = std::clamp((middle_m - reach_m - origin_m) / cell_m, 0.0, double(count));
    const double high = std::clamp((middle_m + reach_m - origin_m) / cell_m, 0.0, double(count));
    return {int(low), std::min(count, int(high) + 1)};
}

}  // namespace

double mean_height_m(const VolumeView& volume) {
    double sum = 0.0;
    for (const float fill : volume.fill) sum += double(in_range(fill));
    return volume.cell_m * sum / (double(volume.nx) * double(volume.ny));
}

std::size_t VolumeField::at(int i, int j, int k) const {
    return (std::size_t(k) * std::size_t(ny_) + std::size_t(j)) * std::size_t(nx_) + std::size_t(i);
}

void VolumeField::make(const VolumeView& volume, std::span<const BodyView> bodies) {
    nx_ = volume.nx;
    ny_ = volume.ny;
    layers_ = volume.nz + 1;
    copy_fill(volume);
    mark_solids(volume, bodies);
    if (has_solid_)
        for (int k = 0; k < 2; ++k) continue_into_solids();
    lay_floor();
    smooth();
    find_peaks();
    join();
    find_mixed();
}

void VolumeField::copy_fill(const VolumeView& volume) {
    const std::size_t layer = std::size_t(nx_) * std::size_t(ny_);
    fill_.resize(layer * std::size_t(layers_));
    std::ranges::transform(volume.fill, fill_.begin() + std::ptrdiff_t(layer), in_range);
}

void VolumeField::mark_solids(const VolumeView& volume, std::span<const BodyView> bodies) {
    has_solid_ = !volume.solid.empty() || !bodies.empty();
    if (!has_solid_) return;
    solid_.assign(fill_.size(), 0);
    const std::size_t layer = std::size_t(nx_) * std::size_t(ny_);
    for (std::size_t n = 0; n < volume.solid.size(); ++n) solid_[layer + n] = volume.solid[n] != 0;
    const double cell_m = volume.cell_m;
    const Vec3 o = volume.origin_m;
    for (const BodyView& body : bodies) {
        const bool is_marked = !volume.solid.empty() && body.number < 0;  // a solid of the scene
        if (is_marked || body.shape == BodyView::Shape::Mesh) continue;
        const double reach_m = length(body.size_m);
        const Range x = cells_of(body.at_m.x, reach_m, o.x, cell_m, nx_);
        const Range y = cells_of(body.at_m.y, reach_m, o.y, cell_m, ny_);
        const Range z = cells_of(body.at_m.z, reach_m, o.z, cell_m, volume.nz);
        for (int k = z.first; k < z.end; ++k)
            for (int j = y.first; j < y.end; ++j)
                for (int i = x.first; i < x.end; ++i)
                    if (is_inside(body, {o.x + (i + 0.5) * cell_m, o.y + (j + 0.5) * cell_m,
                                         o.z + (k + 0.5) * cell_m}))
                        solid_[at(i, j, k + 1)] = 1;
    }
}

/// A cell of a solid takes the mean of the cells around it that are known, so that water reaches up
/// to the solid that is drawn there and shows no gap.
void VolumeField::continue_into_solids() {
    const auto inside = [](int n, int count) { return std::clamp(n, 0, count - 1); };
    for (int k = 1; k < layers_; ++k)
        for (int j = 0; j < ny_; ++j)
            for (int i = 0; i < nx_; ++i) {
                if (solid_[at(i, j, k)] != 1) continue;
                float sum = 0.0f;
                int known = 0;
                for (int n = 0; n < 27; ++n) {
                    const std::size_t there =
                        at(inside(i + n % 3 - 1, nx_), inside(j + n / 3 % 3 - 1, ny_),
                           std::max(1, inside(k + n / 9 - 1, layers_)));
                    if (solid_[there] == 1 || solid_[there] == 3) continue;
                    sum += fill_[there];
                    ++known;
                }
                fill_[at(i, j, k)] = known > 0 ? sum / float(known) : 0.0f;
                if (known > 0) solid_[at(i, j, k)] = 3;  // known from the next round on
            }
    for (std::uint8_t& kind : solid_)
        if (kind == 3) kind = 2;
}

/// Under a film of water the layer below the floor is full: its surface is then as high above the
/// floor as the lowest cell is filled.
void VolumeField::lay_floor() {
    const std::size_t layer = std::size_t(nx_) * std::size_t(ny_);
    for (std::size_t n = 0; n < layer; ++n) fill_[n] = std::min(1.0f, 4.0f * fill_[layer + n]);
}

/// Joins each value with those before and after it, along y and then along z, in place. The
/// outermost go on beyond the box.
template <class Join>
void VolumeField::across_lines(std::vector<float>& values, const Lines& lines, Join join) {
    const auto pass = [&](std::size_t first, std::size_t stride, int count) {
        row_.assign(&values[first], &values[first] + lines.width);  // the line before
        for (int n = 0; n < count; ++n) {
            float* const here = &values[first + std::size_t(n) * stride];
            const float* const next = n + 1 < count ? here + stride : here;
            for (std::size_t i = 0; i < lines.width; ++i) {
                const float own = here[i];
                here[i] = join(row_[i], own, next[i]);
                row_[i] = own;
            }
        }
    };
    for (int k = 0; k < lines.layers; ++k)
        pass(std::size_t(k) * lines.layer, lines.width, lines.rows);
    for (int j = 0; j < lines.rows; ++j)
        pass(std::size_t(j) * lines.width, lines.layer, lines.layers);
}

/// A quarter, a half and a quarter along each axis; the outermost cells go on beyond the box.
void VolumeField::smooth() {
    smooth_.resize(fill_.size());
    const std::size_t width = std::size_t(nx_), layer = width * std::size_t(ny_);
    for (std::size_t row = 0; row < fill_.size(); row += width) {
        const float* const from = &fill_[row];
        float* const to = &smooth_[row];
        for (std::size_t i = 1; i + 1 < width; ++i)
            to[i] = 0.25f * (from[i - 1] + from[i + 1]) + 0.5f * from[i];
        to[0] = 0.75f * from[0] + 0.25f * from[1];
        to[width - 1] = 0.75f * from[width - 1] + 0.25f * from[width - 2];
    }
    across_lines(smooth_, {layer, width, layers_, ny_}, [](float before, float own, float next) {
        return 0.25f * (before + next) + 0.5f * own;
    });
}

/// The largest smoothed fill among the neighbours of each cell, axis by axis.
void VolumeField::find_peaks() {
    const std::size_t width = std::size_t(nx_), layer = width * std::size_t(ny_);
    peaks_ = smooth_;
    for (std::size_t row = 0; row < fill_.size(); row += width) {
        const float* const from = &smooth_[row];
        float* const to = &peaks_[row];
        for (std::size_t i = 1; i + 1 < width; ++i)
            to[i] = std::max(std::max(from[i - 1], from[i + 1]), from[i]);
        to[0] = std::max(from[0], from[1]);
        to[width - 1] = std::max(from[width - 1], from[width - 2]);
    }
    across_lines(peaks_, {layer, width, layers_, ny_}, [](float before, float own, float next) {
        return std::max(std::max(before, next), own);
    });
}

void VolumeField::join() {
    shape_.resize(fill_.size());
    for (std::size_t n = 0; n < fill_.size(); ++n) {
        const float raised =
            smooth_[n] * std::min(kMostRaised, kThick / std::max(peaks_[n], 1e-3f));
        smooth_[n] = std::max(std::max(smooth_[n], raised), fill_[n] - kThin);
        shape_[n] = to_half(smooth_[n]);
    }
}

/// A block is mixed where the samples that rays interpolate between in it are not all on one side.
void VolumeField::find_mixed() {
    const int cells[3] = {nx_, ny_, layers_ - 1};
    for (int axis = 0; axis < 3; ++axis)
        blocks_[axis] = (cells[axis] + kVolumeBlock - 1) / kVolumeBlock;
    mixed_.assign(std::size_t(blocks_[0]) * std::size_t(blocks_[1]) * std::size_t(blocks_[2]), 0);
    std::size_t n = 0;
    const auto range = [](int block, int count) {
        return Range{std::max(0, block * kVolumeBlock - 1),
                     std::min(count, (block + 1) * kVolumeBlock + 1)};
    };
    for (int bz = 0; bz < blocks_[2]; ++bz)
        for (int by = 0; by < blocks_[1]; ++by)
            for (int bx = 0; bx < blocks_[0]; ++bx, ++n) {
                const Range x = range(bx, nx_), y = range(by, ny_);
                // Layers begin one below the cells.
                const Range z = {bz * kVolumeBlock, std::min(layers_, (bz + 1) * kVolumeBlock + 2)};
                float low = 1.0f, high = 0.0f;
                for (int k = z.first; k < z.end; ++k)
                    for (int j = y.first; j < y.end; ++j) {
                        const float* const row = &smooth_[at(0, j, k)];
                        for (int i = x.first; i < x.end; ++i) {
                            low = std::min(low, row[i]);
                            high = std::max(high, row[i]);
                        }
                    }
                // Halves are rounded, hence the margin.
                mixed_[n] = low < 0.501f && high > 0.499f ? 255 : 0;
            }
}

}  // namespace tarn::render
