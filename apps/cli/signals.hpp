// Signals that ask the program to end: Ctrl-C, SIGTERM, SIGHUP.
#pragma once

namespace tarn::cli {

/// From now on such a signal is noticed by was_interrupted(), and a second one ends the program at
/// once. SIGHUP stays ignored where nohup saw to that. A file that grows over the limit of the
/// shell is an error of writing from now on, and not the end of the program.
void catch_interrupts();
bool was_interrupted();
/// What the program exits with then: 128 + the signal, so 130 after Ctrl-C.
int interrupted_code();

/// While it lives, such a signal ends the program at once: nothing is written yet, and what goes on
/// may last long.
class NothingOwed {
public:
    NothingOwed();
    ~NothingOwed();
    NothingOwed(const NothingOwed&) = delete;
    NothingOwed& operator=(const NothingOwed&) = delete;
};

}  // namespace tarn::cli
