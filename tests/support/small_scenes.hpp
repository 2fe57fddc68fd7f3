// The built-in scenes on few cells, for tests that run all of them: odd lengths, so that rows end
// in the middle of a register, and more than the 4,096 cells from which threads share the work.
#pragma once

#include <iterator>
#include <string>
#include <vector>

namespace tarn {

struct SmallScene {
    const char* name;
    const char* cells;
    bool is_fv = false;  ///< which has no halves
    bool has_bodies = false;
    bool is_in_space = false;
    bool is_stable = false;  ///< which has floats alone

    std::vector<const char*> precisions() const {
        if (is_stable) return {"float"};
        if (is_fv || is_in_space) return {"float", "double"};
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
                                              {"beach", "[95,57]", true},
                                              {"fountain", "[70,70]"},
                                              {"dam_spray", "[108,45]", true},
                                              {"surf", "[95,57]", true}};

/// Those of water in space, on which no rain falls and in which no finger stirs.
inline constexpr SmallScene kSmallSpaceScenes[] = {
    {.name = "dam", .cells = "[28,14,21]", .is_in_space = true},
    {.name = "dam_box", .cells = "[48,15,15]", .is_in_space = true},
    {.name = "adrift", .cells = "[48,16,20]", .is_in_space = true},
    {.name = "drop3d", .cells = "[17,17,17]", .is_in_space = true},
    {.name = "faucet", .cells = "[18,18,27]", .is_in_space = true},
    {.name = "cavity", .cells = "[48,3,48]", .is_in_space = true},
    {.name = "karman", .cells = "[96,24,3]", .is_in_space = true},
    {.name = "pour", .cells = "[19,19,19]", .is_in_space = true, .is_stable = true},
    {.name = "stairs", .cells = "[32,12,20]", .is_in_space = true, .is_stable = true},
    {.name = "paddle", .cells = "[35,14,28]", .is_in_space = true, .is_stable = true}};

inline std::vector<SmallScene> all_small_scenes() {
    std::vector<SmallScene> all(std::begin(kSmallScenes), std::end(kSmallScenes));
    all.insert(all.end(), std::begin(kSmallSpaceScenes), std::end(kSmallSpaceScenes));
    return all;
}

}  // namespace tarn
