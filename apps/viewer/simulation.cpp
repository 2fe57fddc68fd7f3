#include "viewer/simulation.hpp"

#include "viewer/world_runner.hpp"

#include <new>

namespace tarn::viewer {
namespace {

constexpr double kShowEvery_s = 1.0 / 120.0;  ///< no screen shows states that are closer

double seconds_between(Clock::time_point a, Clock::time_point b) {
    return std::chrono::duration<double>(b - a).count();
}

}  // namespace

std::unique_ptr<Simulation> Simulation::begin(const Recipe& recipe) {
    return std::unique_ptr<Simulation>(new Simulation(recipe));
}

Result<std::unique_ptr<Simulation>> Simulation::create(const Recipe& recipe) {
    auto simulation = begin(recipe);
    std::unique_lock lock(simulation->mutex_);
    simulation->news_.wait(lock, [&] { return simulation->made_.has_value(); });
    const Result<void> made = *simulation->made_;
    lock.unlock();
    if (!made) return made.error();
    return simulation;
}

Simulation::Simulation(const Recipe& recipe) {
    thread_ = std::thread([this, recipe] {
        if (make_world(recipe)) run();
    });
}

Result<bool> Simulation::is_ready() {
    const std::lock_guard lock(mutex_);
    if (!made_) return false;
    if (!*made_) return made_->error();
    return true;
}

/// Also the first state, so that there is one as soon as the world is ready.
bool Simulation::make_world(const Recipe& recipe) {
    Result<void> made;
    try {
        auto runner = WorldRunner::create(recipe);
        if (runner) {
            runner_ = std::make_unique<WorldRunner>(std::move(runner.value()));
            publish();
        } else {
            made = runner.error();
        }
    } catch (const std::bad_alloc&) {
        made = Error{ErrorCode::OutOfMemory, "not enough memory; use fewer cells"};
    }
    const bool is_made = bool(made);
    {
        const std::lock_guard lock(mutex_);
        made_ = made;
    }
    news_.notify_all();
    return is_made;
}

Simulation::~Simulation() {
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
    }
    news_.notify_one();
    thread_.join();
}

void Simulation::send(Command command) {
    {
        const std::lock_guard lock(mutex_);
        commands_.push_back(std::move(command));
    }
    news_.notify_one();
}

const WaterState& Simulation::newest() {
    states_.take();
    return states_.front();
}

void Simulation::run() {
    while (obey_commands()) {
        step_what_is_due();
        rest();
    }
}

/// False when it is time to end.
bool Simulation::obey_commands() {
    {
        const std::lock_guard lock(mutex_);
        if (is_ending_) return false;
        obeyed_.swap(commands_);
    }
    for (const Command& command : obeyed_) {
        // A state that nobody looks at may keep a world before this one alive. It comes back now,
        // so that no more than two worlds have to fit on a GPU.
        if (std::holds_alternative<Load>(command) || std::holds_alternative<AddToy>(command))
            publish();
        runner_->obey(command);
    }
    // What a command changed shows at once also while time stands still.
    if (!obeyed_.empty() && !runner_->is_running()) publish();
    obeyed_.clear();
    return true;
}

void Simulation::step_what_is_due() {
    const double wall_s = seconds_between(begin_, Clock::now());
    if (!runner_->is_running() || !was_running_) {
        was_running_ = runner_->is_running();
        pace_.restart(wall_s);
        meter_.restart(wall_s);
        return;
    }
    pace_.advance(wall_s, runner_->speed());
    if (!pace_.is_due()) return;
    const int lattice_steps = runner_->step(kStep_s);
    pace_.stepped();
    meter_.add(lattice_steps, runner_->is_running() ? kStep_s : 0.0);
    if (meter_.update(seconds_between(begin_, Clock::now()), runner_->cells()))
        runner_->measure(meter_.rates());
    const bool has_caught_up = !pace_.is_due();
    if (has_caught_up || !runner_->is_running() ||
        seconds_between(published_, Clock::now()) >= kShowEvery_s)
        publish();
}

void Simulation::publish() {
    published_ = Clock::now();
    runner_->write(states_.back(), published_);
    states_.publish();
    // The state that came back is the thread's own: its levels are free to be written.
    states_.back().gpu_level = states_.back().gpu_level_before = nullptr;
}

/// Until a step is due or a command comes.
void Simulation::rest() {
    std::unique_lock lock(mutex_);
    const auto is_news = [this] { return is_ending_ || !commands_.empty(); };
    if (!runner_->is_running()) {
        news_.wait(lock, is_news);
    } else if (const double wait_s = pace_.wait_s(runner_->speed()); wait_s > 0.0) {
        news_.wait_for(lock, std::chrono::duration<double>(wait_s), is_news);
    }
}

}  // namespace tarn::viewer
