#include "base/standard_streams.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace tarn {

void open_standard_streams() {
    // open() gives the smallest free number, so the first three are taken in turn.
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
        if (fcntl(stream, F_GETFD) < 0 && errno == EBADF) (void)open("/dev/null", O_RDWR);
    std::signal(SIGPIPE, SIG_IGN);
}

PrintedAll flush_standard_output() {
    if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return PrintedAll::Yes;
    pollfd out = {STDOUT_FILENO, POLLOUT, 0};
    const bool has_reader = poll(&out, 1, 0) < 0 || (out.revents & (POLLERR | POLLHUP)) == 0;
    return has_reader ? PrintedAll::No : PrintedAll::NoReader;
}

}  // namespace tarn
