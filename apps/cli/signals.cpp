#include "signals.hpp"

#include <csignal>
#include <initializer_list>
#include <unistd.h>

namespace tarn::cli {
namespace {

// A signal handler reaches nothing but globals.
volatile std::sig_atomic_t interrupted_by = 0;
volatile std::sig_atomic_t is_nothing_owed = 0;

void on_interrupt(int signal) {
    if (interrupted_by != 0 || is_nothing_owed != 0) _exit(128 + signal);
    interrupted_by = signal;
}

}  // namespace

void catch_interrupts() {
    for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, on_interrupt);
    if (std::signal(SIGHUP, on_interrupt) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
}

bool was_interrupted() {
    return interrupted_by != 0;
}

int interrupted_code() {
    return 128 + interrupted_by;
}

NothingOwed::NothingOwed() {
    is_nothing_owed = 1;
}

NothingOwed::~NothingOwed() {
    is_nothing_owed = 0;
}

}  // namespace tarn::cli
