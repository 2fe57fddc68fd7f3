// A viewer's simulation in tests: started from a scene, watched until a state fits, paused.
#pragma once

#include "support/world_for_test.hpp"
#include "viewer/simulation.hpp"

#include <chrono>
#include <fstream>
#include <memory>
#include <thread>

namespace tarn::viewer {

class SimulationTest : public testing::Test {
protected:
    Recipe recipe(const char* json, const WorldOptions& options, const char* name = "scene.json") {
        std::ofstream(folder_ / name) << json;
        return {folder_ / name, options};
    }
    void start(const Recipe& recipe) {
        auto made = Simulation::create(recipe);
        ASSERT_TRUE(made) << made.error().message;
        simulation_ = std::move(made.value());
    }
    /// The first state that fits; a test that waits too long fails.
    template <class Fits>
    const WaterState& wait_for(Fits fits) {
        const auto end = Clock::now() + std::chrono::seconds(60);
        while (Clock::now() < end) {
            const WaterState& state = simulation_->newest();
            if (fits(state)) return state;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        ADD_FAILURE() << "waited too long: " << simulation_->newest().vitals.message;
        return simulation_->newest();
    }
    void pause() {
        simulation_->send(SetPaused{true});
        wait_for([](const WaterState& s) { return s.vitals.is_paused; });
    }

    TempFolder folder_;
    std::unique_ptr<Simulation> simulation_;
};

}  // namespace tarn::viewer
