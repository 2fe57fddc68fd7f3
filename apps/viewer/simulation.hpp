// The world on a thread of its own, in real time. Commands go in through a locked queue, states
// come out through a triple buffer: neither side waits for the other.
#pragma once

#include "viewer/commands.hpp"
#include "viewer/triple_buffer.hpp"
#include <tarn/result.hpp>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace tarn::viewer {

class WorldRunner;

class Simulation {
public:
    /// Starts to make the world of `recipe` on its thread, and to run it when it is there.
    static std::unique_ptr<Simulation> begin(const Recipe& recipe);
    /// The same, and waits for the world.
    static Result<std::unique_ptr<Simulation>> create(const Recipe& recipe);
    ~Simulation();
    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;

    /// From any thread. Commands are obeyed in order, between two steps.
    void send(Command command);

    /// Whether the world is there; an error if it cannot be made. Only send() may be called before.
    Result<bool> is_ready();

    /// The newest state, for one reader; stays as it is until the next call.
    const WaterState& newest();

private:
    explicit Simulation(const Recipe& recipe);
    bool make_world(const Recipe& recipe);
    void run();
    bool obey_commands();
    void step_what_is_due();
    void publish();
    void rest();

    std::unique_ptr<WorldRunner> runner_;  ///< the thread's own, with the three below
    Pace pace_;
    RateMeter meter_;
    Clock::time_point begin_ = Clock::now(), published_ = begin_;
    bool was_running_ = false;

    TripleBuffer<WaterState> states_;
    std::mutex mutex_;
    std::condition_variable news_;
    std::vector<Command> commands_;  ///< guarded by the mutex, with is_ending_
    bool is_ending_ = false;
    std::optional<Result<void>> made_;  ///< how making the world went; guarded by the mutex
    std::vector<Command> obeyed_;       ///< of the thread: memory that is used again
    std::thread thread_;
};

}  // namespace tarn::viewer
