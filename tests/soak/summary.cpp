#include "soak/summary.hpp"

#include "io/json_text.hpp"
#include "machine_json.hpp"

#include <algorithm>
#include <cstdio>

namespace tarn::soak {
namespace {

/// Smallest, middle, largest, and how many are beyond the promised factor.
struct Spread {
    double least = 1.0, middle = 1.0, most = 1.0;
    std::ptrdiff_t beyond = 0;
};

Spread spread_of(std::vector<double> values) {
    if (values.empty()) return {};
    std::ranges::sort(values);
    return {values.front(), values[values.size() / 2], values.back(),
            std::ranges::count_if(
                values, [](double ratio) { return ratio > kPromised || ratio < 1.0 / kPromised; })};
}

void print_spread(const char* what, const std::vector<double>& values) {
    const Spread spread = spread_of(values);
    std::printf("%s, estimate over run: %.3f to %.3f, median %.3f; %td of %zu beyond %.1f\n", what,
                spread.least, spread.most, spread.middle, spread.beyond, values.size(), kPromised);
}

void print_seeds(const char* what, const std::vector<Verdict>& verdicts) {
    if (verdicts.empty()) return;
    std::printf("%s:", what);
    for (const Verdict& v : verdicts) std::printf(" %llu", static_cast<unsigned long long>(v.seed));
    std::printf("\n");
}

void write_verdicts(io::JsonWriter& json, const char* name, const std::vector<Verdict>& verdicts) {
    json.key(name).begin_array();
    for (const Verdict& v : verdicts) {
        json.begin_object().member("seed", v.seed).member("scheme", v.scheme);
        json.member("precision", v.precision).key("why").begin_array();
        for (const std::string& failure : v.failures) json.value(failure);
        for (const std::string& message : {v.refused, v.diverged})
            if (!message.empty()) json.value(message);
        json.end_array().end_object();
    }
    json.end_array();
}

}  // namespace

void Summary::add(const Verdict& v) {
    ++count_;
    if (!v.failures.empty()) failed_.push_back(v);
    if (!v.refused.empty()) refused_.push_back(v);
    if (!v.diverged.empty()) diverged_.push_back(v);
    if (v.scheme.empty()) return;
    ++kinds_[v.scheme + " " + v.precision];
    double& imbalance = imbalances_[v.precision];
    imbalance = std::max(imbalance, v.imbalance);
    if (!v.diverged.empty()) return;
    step_ratios_.push_back(v.ratios.steps);
    memory_ratios_.push_back(v.ratios.memory);
    processor_ratios_.push_back(v.ratios.processor);
}

void Summary::print(double wall_s) const {
    for (const Verdict& v : failed_)
        for (const std::string& failure : v.failures)
            std::printf("seed %llu (%s %s): %s\n", static_cast<unsigned long long>(v.seed),
                        v.scheme.c_str(), v.precision.c_str(), failure.c_str());
    std::printf("%d scenes in %.0f s:", count_, wall_s);
    for (const auto& [kind, count] : kinds_) std::printf(" %d %s,", count, kind.c_str());
    std::printf(" %zu refused, %zu diverged, %zu failed\n", refused_.size(), diverged_.size(),
                failed_.size());
    for (const auto& [precision, imbalance] : imbalances_)
        std::printf("largest imbalance of the books in %s: %.1e\n", precision.c_str(), imbalance);
    print_spread("steps", step_ratios_);
    print_spread("memory", memory_ratios_);
    print_spread("processor time", processor_ratios_);
    print_seeds("refused", refused_);
    print_seeds("diverged", diverged_);
    print_seeds("failed", failed_);
}

std::string Summary::json(double wall_s) const {
    io::JsonWriter json;
    json.begin_object();
    cli::write_machine(json, 0);
    json.member("scenes", count_).member("wall_seconds", wall_s);
    json.key("kinds").begin_object();
    for (const auto& [kind, count] : kinds_) json.member(kind, count);
    json.end_object().key("imbalance").begin_object();
    for (const auto& [precision, imbalance] : imbalances_) json.member(precision, imbalance);
    json.end_object();
    const std::pair<const char*, const std::vector<double>*> ratios[] = {
        {"steps_ratio", &step_ratios_},
        {"memory_ratio", &memory_ratios_},
        {"processor_ratio", &processor_ratios_}};
    for (const auto& [name, values] : ratios) {
        const Spread spread = spread_of(*values);
        json.key(name).begin_object().member("least", spread.least);
        json.member("median", spread.middle).member("most", spread.most);
        json.member("beyond", spread.beyond).end_object();
    }
    write_verdicts(json, "failed", failed_);
    write_verdicts(json, "refused", refused_);
    write_verdicts(json, "diverged", diverged_);
    return json.end_object().text();
}

}  // namespace tarn::soak
