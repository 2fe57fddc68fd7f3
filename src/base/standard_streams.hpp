// The standard streams of a program, whatever state they came in.
#pragma once

#include <tarn/result.hpp>

namespace tarn {

/// Streams that came closed lead nowhere from now on, so that no file that is opened later takes
/// their number and with it what is printed. To be called first of all. A pipe whose reader is gone
/// no longer ends the program.
void open_standard_streams();

enum class PrintedAll { Yes, NoReader, No };

/// Whether everything that was printed on standard output has arrived.
PrintedAll flush_standard_output();

}  // namespace tarn
