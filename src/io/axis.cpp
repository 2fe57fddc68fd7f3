#include "io/axis.hpp"

#include "io/number_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace tarn::io {
namespace {

constexpr int kMaxTicks = 50;

double round_step(double rough) {
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    const double lead = rough / power;
    return (lead < 1.5 ? 1.0 : lead < 3.5 ? 2.0 : lead < 7.5 ? 5.0 : 10.0) * power;
}

/// "2.5e-05" as people write it: "2.5e-5".
std::string scientific_text(double value, int decimals) {
    if (value == 0.0) return "0";
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value,
                                   std::chars_format::scientific, decimals);
    std::string text(buffer, end.ptr);
    const std::size_t e = text.find('e');
    const bool is_small = text[e + 1] == '-';
    const std::size_t digits = std::min(text.find_first_not_of('0', e + 2), text.size() - 1);
    return text.substr(0, e + 1) + (is_small ? "-" : "") + text.substr(digits);
}

/// All labels of one axis show the same number of digits.
std::string tick_label(double value, double step, double largest) {
    const int step_power = static_cast<int>(std::floor(std::log10(step) + 1e-9));
    const bool is_plain = largest < 1e6 && largest >= 1e-3 && step_power >= -12;
    if (is_plain) return fixed_text(value, std::max(0, -step_power));
    const int value_power =
        value == 0.0 ? 0 : static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9));
    return scientific_text(value, std::clamp(value_power - step_power, 0, 12));
}

std::string power_label(int power) {
    return power == 0 ? "1" : power == 1 ? "10" : "10^" + std::to_string(power);
}

std::string lead_label(int lead, int power) {
    if (std::abs(power) <= 3) return fixed_text(lead * std::pow(10.0, power), std::max(0, -power));
    return std::to_string(lead) + "e" + std::to_string(power);
}

}  // namespace

std::vector<Tick> linear_ticks(Range range, int wanted) {
    std::vector<Tick> ticks;
    if (!std::isfinite(range.width()) || range.width() <= 0.0 || wanted < 1) return ticks;
    const double step = round_step(range.width() / wanted);
    const double largest = std::max(std::abs(range.low), std::abs(range.high));
    const double slack = 1e-9;  // a tick on the very end of the range belongs to it
    const double first = std::ceil(range.low / step - slack);
    const double last = std::floor(range.high / step + slack);
    for (int i = 0; first + i <= last && i < kMaxTicks; ++i) {
        const double at = (first + i) * step;
        ticks.push_back({at, tick_label(at, step, largest)});
    }
    return ticks;
}

std::vector<Tick> log_ticks(Range range, int wanted) {
    std::vector<Tick> ticks;
    if (!std::isfinite(range.high) || range.low <= 0.0 || range.high <= range.low) return ticks;
    const int first = static_cast<int>(std::floor(std::log10(range.low)));
    const int last = static_cast<int>(std::ceil(std::log10(range.high)));
    const int stride = std::max(1, (last - first) / std::max(1, wanted));
    const bool is_short = range.high / range.low < 200.0;
    const std::vector<int> leads = is_short ? std::vector{1, 2, 5} : std::vector{1};
    for (int power = first; power <= last; power += stride)
        for (const int lead : leads) {
            const double at = lead * std::pow(10.0, power);
            if (at >= range.low * (1 - 1e-9) && at <= range.high * (1 + 1e-9))
                ticks.push_back({at, is_short ? lead_label(lead, power) : power_label(power)});
        }
    return ticks;
}

Range not_empty(Range range, double least) {
    constexpr double kShown = 0.02;
    const double largest = std::max(std::abs(range.low), std::abs(range.high));
    if (largest == 0.0) return {-1.0, 1.0};
    if (range.width() >= least * largest) return range;
    const double middle = 0.5 * (range.low + range.high);
    return {middle - 0.5 * kShown * largest, middle + 0.5 * kShown * largest};
}

}  // namespace tarn::io
