#include "soak/workers.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <optional>
#include <poll.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace tarn::soak {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

void write_line(int descriptor, const std::string& line) {
    const std::string text = line + "\n";
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t count = write(descriptor, text.data() + done, text.size() - done);
        if (count <= 0) _exit(1);
        done += std::size_t(count);
    }
}

/// One process at a time, which takes every `jobs`-th seed and tells when it begins and ends one.
class Worker {
public:
    Worker(const WorkDesc& desc, std::size_t first, Clock::time_point begin)
        : desc_(desc), next_(first), begin_(begin) {}

    bool is_running() const { return child_ > 0; }
    int descriptor() const { return from_child_; }

    /// Starts the process where seeds are left. False: the system has none to give.
    bool start() {
        if (next_ >= desc_.seeds.size() || is_late()) return true;
        int ends[2];
        if (pipe(ends) != 0) return false;
        std::fflush(nullptr);
        child_ = fork();
        if (child_ < 0) return false;
        if (child_ == 0) {
            close(ends[0]);
            attempt_all(ends[1]);
            _exit(0);
        }
        close(ends[1]);
        from_child_ = ends[0];
        return true;
    }

    /// Takes what the process wrote; after its end, why it ended. False: the next one could not be
    /// started.
    bool read_some() {
        char text[4096];
        const ssize_t count = read(from_child_, text, sizeof text);
        if (count <= 0) return finish();
        unread_.append(text, std::size_t(count));
        for (std::size_t end = unread_.find('\n'); end != std::string::npos;
             end = unread_.find('\n')) {
            take_line(unread_.substr(0, end));
            unread_.erase(0, end + 1);
        }
        return true;
    }

    void end_if_stuck() {
        if (is_busy_ && seconds_since(scene_begin_) > desc_.scene_s) {
            is_stuck_ = true;
            kill(child_, SIGKILL);
        }
    }

private:
    bool is_late() const { return desc_.seconds > 0.0 && seconds_since(begin_) > desc_.seconds; }

    void attempt_all(int to_parent) {
        for (std::size_t k = next_; k < desc_.seeds.size() && !is_late();
             k += std::size_t(desc_.jobs)) {
            write_line(to_parent, "begin");
            write_line(to_parent, line_of(desc_.attempt(desc_.seeds[k])));
        }
    }

    void take_line(const std::string& line) {
        if (line == "begin") {
            is_busy_ = true;
            scene_begin_ = Clock::now();
        } else if (const auto verdict = verdict_of(line)) {
            is_busy_ = false;
            next_ += std::size_t(desc_.jobs);
            desc_.take(*verdict);
        }
    }

    bool finish() {
        int status = 0;
        waitpid(child_, &status, 0);
        close(from_child_);
        child_ = -1;
        unread_.clear();
        if (!is_busy_) return true;
        std::string why = "ended with code " + std::to_string(WEXITSTATUS(status));
        if (WIFSIGNALED(status)) why = "ended by signal " + std::to_string(WTERMSIG(status));
        if (is_stuck_) why = "took longer than " + std::to_string(int(desc_.scene_s)) + " s";
        desc_.take({.seed = desc_.seeds[next_], .failures = {why}});
        is_busy_ = is_stuck_ = false;
        next_ += std::size_t(desc_.jobs);
        return start();
    }

    const WorkDesc& desc_;
    std::size_t next_;  ///< of the seeds
    Clock::time_point begin_, scene_begin_;
    bool is_busy_ = false, is_stuck_ = false;
    pid_t child_ = -1;
    int from_child_ = -1;
    std::string unread_;
};

}  // namespace

bool work(const WorkDesc& desc) {
    const Clock::time_point begin = Clock::now();
    std::vector<Worker> workers;
    for (int k = 0; k < desc.jobs; ++k) workers.emplace_back(desc, std::size_t(k), begin);
    bool is_whole = std::ranges::all_of(workers, [](Worker& worker) { return worker.start(); });
    while (std::ranges::any_of(workers, &Worker::is_running)) {
        constexpr int kWait_ms = 500;
        std::vector<pollfd> waiting;
        for (const Worker& worker : workers)
            if (worker.is_running()) waiting.push_back({worker.descriptor(), POLLIN, 0});
        poll(waiting.data(), waiting.size(), kWait_ms);
        for (Worker& worker : workers) {
            const auto has_news = [&](const pollfd& one) {
                return one.fd == worker.descriptor() && one.revents != 0;
            };
            if (!worker.is_running()) continue;
            if (std::ranges::any_of(waiting, has_news)) is_whole = worker.read_some() && is_whole;
            worker.end_if_stuck();
        }
    }
    return is_whole;
}

}  // namespace tarn::soak
