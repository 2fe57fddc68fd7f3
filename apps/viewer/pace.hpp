// Keeps simulated time in step with the clock on the wall: when the next step is due, and what was
// reached. Numbers only; the clock is read elsewhere.
#pragma once

#include <cstdint>

namespace tarn::viewer {

inline constexpr double kStep_s = 1.0 / 60.0;  ///< simulated time of one step of the viewer
inline constexpr double kSlowest = 0.1, kFastest = 10.0;  ///< speeds, times real time

/// Simulated time that is owed to the clock. A machine that is too slow falls behind instead of
/// piling up debt.
class Pace {
public:
    /// Starts to count at `wall_s`; nothing is owed.
    void restart(double wall_s);
    void advance(double wall_s, double speed);
    bool is_due() const { return owed_s_ >= kStep_s * (1.0 - 1e-9); }
    void stepped() { owed_s_ -= kStep_s; }
    /// Time on the wall until a step is due.
    double wait_s(double speed) const;

private:
    double last_wall_s_ = 0.0, owed_s_ = 0.0;
};

/// What was reached, renewed each half second.
struct Rates {
    double steps_per_s = 0.0;      ///< lattice steps
    double mlups = 0.0;            ///< million lattice cells per second
    double real_time_share = 0.0;  ///< simulated seconds per second
};

class RateMeter {
public:
    void restart(double wall_s);
    void add(int lattice_steps, double simulated_s);
    /// True when the rates are new.
    bool update(double wall_s, std::int64_t cells);
    const Rates& rates() const { return rates_; }

private:
    double begin_wall_s_ = 0.0, simulated_s_ = 0.0;
    std::int64_t steps_ = 0;
    Rates rates_;
};

}  // namespace tarn::viewer
