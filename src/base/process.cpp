#include "base/process.hpp"

#include "base/descriptor.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace tarn {
namespace {

struct Pipe {
    Descriptor from, to;  ///< read and write

    bool open() {
        int ends[2] = {-1, -1};
        if (pipe2(ends, O_CLOEXEC) != 0) return false;
        from = Descriptor(ends[0]);
        to = Descriptor(ends[1]);
        return true;
    }
};

/// While it lives, a write into a pipe without a reader is an error and not the end of the program.
class NoPipeSignal {
public:
    NoPipeSignal() {
        sigemptyset(&pipe_);
        sigaddset(&pipe_, SIGPIPE);
        sigset_t pending;
        sigpending(&pending);
        was_pending_ = sigismember(&pending, SIGPIPE) == 1;
        pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
    }
    ~NoPipeSignal() {
        const timespec at_once = {};
        while (!was_pending_ && sigtimedwait(&pipe_, nullptr, &at_once) < 0 && errno == EINTR) {
        }
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    NoPipeSignal(const NoPipeSignal&) = delete;
    NoPipeSignal& operator=(const NoPipeSignal&) = delete;

private:
    sigset_t pipe_ = {}, before_ = {};
    bool was_pending_ = false;
};

/// Starts `argv` with these ends as stdin and stderr; 0 or the error number.
int spawn(const std::vector<std::string>& argv, const Descriptor& in, const Descriptor& err,
          pid_t& child) {
    std::vector<char*> words;
    for (const std::string& word : argv) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in.get(), STDIN_FILENO);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&files, err.get(), STDERR_FILENO);
    posix_spawnattr_t how;
    posix_spawnattr_init(&how);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&how, &signals);
    sigaddset(&signals, SIGPIPE);
    posix_spawnattr_setsigdefault(&how, &signals);
    posix_spawnattr_setpgroup(&how, 0);
    posix_spawnattr_setflags(
        &how, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    const int error = posix_spawnp(&child, words[0], &files, &how, words.data(), environ);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

/// Watches for a child that does nothing: it moves no bytes and uses no processor.
class Watch {
public:
    explicit Watch(Patience patience) : patience_(std::move(patience)) {}

    /// It read or spoke.
    void note_progress(pid_t child) {
        since_ = Clock::now();
        used_s_ = processor_s(child);
    }
    bool is_stuck(pid_t child) {
        const double gone_s = std::chrono::duration<double>(Clock::now() - since_).count();
        const bool is_hurried = patience_.is_hurried && patience_.is_hurried();
        if (gone_s < (is_hurried ? patience_.hurried_s : patience_.usual_s)) return false;
        // Programs that wait wake up now and then, so a little does not count as work.
        constexpr double kIdleShare = 0.01;
        const bool is_idle = processor_s(child) - used_s_ < kIdleShare * gone_s;
        if (!is_idle) note_progress(child);
        return is_idle;
    }
    /// How long is_stuck() may be left unasked.
    static constexpr int kLook_ms = 100;

private:
    using Clock = std::chrono::steady_clock;

    static double processor_s(pid_t child) {
        clockid_t clock = {};
        timespec used = {};
        if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0.0;
        return double(used.tv_sec) + 1e-9 * double(used.tv_nsec);
    }

    Patience patience_;
    Clock::time_point since_ = Clock::now();
    double used_s_ = 0.0;
};

}  // namespace

struct Process::Impl {
    std::string name;
    pid_t child = -1;
    Watch watch;
    Descriptor to_child, from_child;
    std::string error_text;

    explicit Impl(Patience patience) : watch(std::move(patience)) {}
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    ~Impl() { finish(); }

    /// Takes what the child has said, waiting for it if need be; false at the end of its stderr.
    bool listen();
    /// Ends a child that does nothing; whether it was one.
    bool end_if_stuck();
    Error stopped_reading() const;
    int wait_for_end();
    ProcessEnd finish();
};

bool Process::Impl::listen() {
    constexpr std::size_t kKept = 4096;
    std::array<char, kKept> chunk;
    const ssize_t got = read(from_child.get(), chunk.data(), chunk.size());
    if (got < 0) return errno == EINTR;
    watch.note_progress(child);
    error_text.append(chunk.data(), std::size_t(got));
    if (error_text.size() > kKept) error_text.erase(0, error_text.size() - kKept);
    return got > 0;
}

Error Process::Impl::stopped_reading() const {
    return {ErrorCode::Io, name + ": cannot write to it: " + std::strerror(errno)};
}

bool Process::Impl::end_if_stuck() {
    if (!watch.is_stuck(child)) return false;
    kill(-child, SIGKILL);  // its whole group, which is its own
    error_text += "\nit neither read nor worked and was ended";
    return true;
}

/// Its status, once it has ended.
int Process::Impl::wait_for_end() {
    int status = 0;
    for (;;) {
        const pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child || (ended < 0 && errno != EINTR)) return status;
        if (end_if_stuck()) break;
        poll(nullptr, 0, 1);
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

ProcessEnd Process::Impl::finish() {
    if (child < 0) return {};
    to_child.close();
    while (from_child) {
        pollfd end = {from_child.get(), POLLIN, 0};
        const int ready = poll(&end, 1, Watch::kLook_ms);
        if ((ready > 0 && !listen()) || (ready == 0 && end_if_stuck())) from_child.close();
    }
    const int status = wait_for_end();
    child = -1;
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            std::move(error_text)};
}

Result<Process> Process::start(const std::vector<std::string>& argv, Patience patience) {
    auto impl = std::make_unique<Impl>(std::move(patience));
    impl->name = argv.at(0);
    Pipe in, err;
    int error = in.open() && err.open() ? 0 : errno;
    // Never block in a write alone: the child may be waiting for us to read its stderr.
    if (error == 0 && fcntl(in.to.get(), F_SETFL, O_NONBLOCK) != 0) error = errno;
    if (error == 0) error = spawn(argv, in.from, err.to, impl->child);
    if (error != 0) {
        impl->child = -1;
        return Error{error == ENOENT ? ErrorCode::NotFound : ErrorCode::Io,
                     argv[0] + ": cannot start it: " + std::strerror(error)};
    }
    impl->to_child = std::move(in.to);
    impl->from_child = std::move(err.from);
    return Process(std::move(impl));
}

Result<void> Process::write(std::span<const std::uint8_t> bytes) {
    const NoPipeSignal quiet;
    impl_->watch.note_progress(impl_->child);
    while (!bytes.empty()) {
        pollfd ends[] = {{impl_->to_child.get(), POLLOUT, 0}, {impl_->from_child.get(), POLLIN, 0}};
        const int ready = poll(ends, 2, Watch::kLook_ms);
        if (ready < 0 && errno != EINTR) return impl_->stopped_reading();
        if (ready <= 0) {
            if (!impl_->end_if_stuck()) continue;
            errno = ETIMEDOUT;
            return impl_->stopped_reading();
        }
        // A child that closed its stderr is not listened to any more.
        if (ends[1].revents != 0 && !impl_->listen()) impl_->from_child.close();
        if (ends[0].revents == 0) continue;
        const ssize_t wrote = ::write(impl_->to_child.get(), bytes.data(), bytes.size());
        if (wrote >= 0) {
            bytes = bytes.subspan(std::size_t(wrote));
            impl_->watch.note_progress(impl_->child);
        } else if (errno != EINTR && errno != EAGAIN) {
            return impl_->stopped_reading();
        }
    }
    return {};
}

ProcessEnd Process::finish() {
    return impl_->finish();
}

Process::Process(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Process::Process(Process&&) noexcept = default;
Process& Process::operator=(Process&&) noexcept = default;
Process::~Process() = default;

}  // namespace tarn
