// What each cell has seen: its deepest, its fastest and its first water. Planes beside the water on
// any device, updated after every step; whatever the scheme.
#pragma once

#include "base/numeric.hpp"
#include "base/platform.hpp"
#include "exec/extent.hpp"
#include "solver/shallow/views.hpp"
#include <tarn/result.hpp>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::shallow {

struct ExtremesView {
    int nx;
    float* max_depth_m;
    float* max_speed2;  ///< squared
    float* arrival_s;
    double arrival_depth_m;

    TARN_HD std::ptrdiff_t index(int x, int y) const { return std::ptrdiff_t(y) * nx + x; }
};

struct ClearExtremes {
    ExtremesView seen;

    TARN_HD void operator()(int x, int y) const {
        const std::ptrdiff_t n = seen.index(x, y);
        seen.max_depth_m[n] = seen.max_speed2[n] = 0.0f;
        seen.arrival_s[n] = kNeverArrived;
    }
};

/// `Cells` as in tasks.hpp.
template <class Cells>
struct TrackExtremes {
    Cells cells;
    ExtremesView seen;
    double time_s;

    TARN_HD void operator()(int x, int y) const {
        const std::ptrdiff_t n = seen.index(x, y);
        const CellReading now = cells.reading(x, y);
        seen.max_depth_m[n] = larger(seen.max_depth_m[n], float(now.depth_m));
        if (!(now.depth_m > seen.arrival_depth_m)) return;
        const double speed2 = now.u_m_per_s * now.u_m_per_s + now.v_m_per_s * now.v_m_per_s;
        seen.max_speed2[n] = larger(seen.max_speed2[n], float(speed2));
        if (seen.arrival_s[n] < 0.0f) seen.arrival_s[n] = float(time_s);
    }
};

template <class Device>
class Extremes {
public:
    bool is_on() const { return planes_.size() > 0; }

    /// Nothing seen yet.
    Result<void> start(const Device& device, int nx, int ny, double arrival_depth_m) {
        const std::size_t count = std::size_t(nx) * std::size_t(ny);
        auto planes = device.template allocate<float>(kExtremeCount * count);
        if (!planes) return planes.error();
        planes_ = std::move(planes.value());
        float* const start = planes_.data();
        view_ = {nx, start, start + count, start + 2 * count, arrival_depth_m};
        device.for_cells(exec::Extent2{{nx, ny}}, ClearExtremes{view_});
        return {};
    }

    const ExtremesView& view() const { return view_; }

    const float* host(const Device& device, Extreme extreme) {
        if (!is_on()) return nullptr;
        const std::size_t count = planes_.size() / kExtremeCount;
        std::vector<float>& host = host_[int(extreme)];
        host.resize(count);
        device.download(planes_.data() + std::size_t(extreme) * count, count, host.data());
        if (extreme == Extreme::MaxSpeed)
            for (float& value : host) value = std::sqrt(value);
        return host.data();
    }

    std::string save(const Device& device) const {
        std::string bytes(planes_.bytes(), '\0');
        if (is_on())
            device.download(planes_.data(), planes_.size(), reinterpret_cast<float*>(bytes.data()));
        return bytes;
    }
    bool restore(const Device& device, std::string_view bytes) {
        if (bytes.size() != planes_.bytes()) return false;
        std::vector<float> values(planes_.size());
        std::memcpy(values.data(), bytes.data(), bytes.size());
        device.upload(values.data(), values.size(), planes_.data());
        device.finish_uploads();
        return true;
    }

    std::size_t bytes() const { return planes_.bytes(); }
    std::size_t host_bytes() const {
        return (host_[0].capacity() + host_[1].capacity() + host_[2].capacity()) * sizeof(float);
    }

private:
    typename Device::template Array<float> planes_;  ///< by Extreme, [ny][nx] each
    ExtremesView view_ = {};
    std::vector<float> host_[kExtremeCount];
};

}  // namespace tarn::shallow
