#include "base/process.hpp"

#include <array>
#include <cerrno>
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

/// A file descriptor that is closed once.
class Descriptor {
public:
    explicit Descriptor(int number = -1) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor() { close(); }

    void close() {
        if (number_ >= 0) ::close(number_);
        number_ = -1;
    }
    int get() const { return number_; }

private:
    int number_;
};

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

}  // namespace

struct Process::Impl {
    std::string name;
    pid_t child = -1;
    Descriptor to_child, from_child;
    std::string error_text;

    Impl() = default;
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    ~Impl() { finish(); }

    /// Takes what the child has said, waiting for it if need be; false at the end of its stderr.
    bool listen();
    Error stopped_reading() const;
    ProcessEnd finish();
};

bool Process::Impl::listen() {
    constexpr std::size_t kKept = 4096;
    std::array<char, kKept> chunk;
    const ssize_t got = read(from_child.get(), chunk.data(), chunk.size());
    if (got < 0) return errno == EINTR;
    error_text.append(chunk.data(), std::size_t(got));
    if (error_text.size() > kKept) error_text.erase(0, error_text.size() - kKept);
    return got > 0;
}

Error Process::Impl::stopped_reading() const {
    return {ErrorCode::Io, name + ": cannot write to it: " + std::strerror(errno)};
}

ProcessEnd Process::Impl::finish() {
    if (child < 0) return {};
    to_child.close();
    while (from_child.get() >= 0 && listen()) {
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    child = -1;
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            std::move(error_text)};
}

Result<Process> Process::start(const std::vector<std::string>& argv) {
    auto impl = std::make_unique<Impl>();
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
    while (!bytes.empty()) {
        pollfd ends[] = {{impl_->to_child.get(), POLLOUT, 0}, {impl_->from_child.get(), POLLIN, 0}};
        if (poll(ends, 2, -1) < 0) {
            if (errno == EINTR) continue;
            return impl_->stopped_reading();
        }
        // A child that closed its stderr is not listened to any more.
        if (ends[1].revents != 0 && !impl_->listen()) impl_->from_child.close();
        if (ends[0].revents == 0) continue;
        const ssize_t wrote = ::write(impl_->to_child.get(), bytes.data(), bytes.size());
        if (wrote >= 0)
            bytes = bytes.subspan(std::size_t(wrote));
        else if (errno != EINTR && errno != EAGAIN)
            return impl_->stopped_reading();
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
