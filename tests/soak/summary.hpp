// What a soak found, counted and printed.
#pragma once

#include "soak/verdict.hpp"

#include <map>
#include <string>

namespace tarn::soak {

class Summary {
public:
    void add(const Verdict& verdict);
    void print(double wall_s) const;
    std::string json(double wall_s) const;

    int count() const { return count_; }
    bool has_failures() const { return !failed_.empty(); }

private:
    int count_ = 0;
    std::map<std::string, int> kinds_;  ///< by scheme and precision
    std::vector<Verdict> failed_, refused_, diverged_;
    std::map<std::string, double> imbalances_;  ///< the largest, by precision
    std::vector<double> step_ratios_, memory_ratios_, processor_ratios_;
};

}  // namespace tarn::soak
