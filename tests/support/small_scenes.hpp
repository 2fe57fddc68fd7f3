// The built-in scenes on few cells, for tests that run all of them: odd lengths, so that rows end
// in the middle of a register, and more than the 4,096 cells from which threads share the work.
#pragma once

#include <string>
#include <vector>

namespace tarn {

struct SmallScene {
    const char* name;
    const char* cells;
    bool is_fv = false;  ///< which has no halves
    bool has_bodies = false;

    std::vector<const char*> precisions() const {
        if (is_fv) return {"float", "double"};
        return {"float", "half", "double"};
    }
    /// The settings that make it small.
    std::vector<std::string> set(const char* precision) const {
        return {std::string("water.cells=") + cells, std::string("water.precision=") + precision};
    }
};

inline constexpr SmallScene kSmallScenes[] = {{"pond", "[75,75]"},
                                              {"rain", "[100,100]"},
                                              {"stir", "[120,75]"},
                                              {"handprint", "[70,70]"},
                                              {"pool", "[105,70]"},
                                              {"ball", "[105,70]", true, true},
                                              {"sea", "[75,75]"},
                                              {"downpour", "[100,75]"},
                                              {"columns", "[95,76]", true},
                                              {"dam_shore", "[104,65]", true},
                                              {"rough_ground", "[110,77]", true},
                                              {"river", "[106,53]", true},
                                              {"beach", "[95,57]", true}};

}  // namespace tarn
