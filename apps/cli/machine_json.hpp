// The head of a JSON file of rows: which Tarn, on which machine.
#pragma once

namespace tarn::io {
class JsonWriter;
}

namespace tarn::cli {

/// Adds the members "tarn" and "machine" to the object that is open. `threads` as asked for: 0 is
/// one per core.
void write_machine(io::JsonWriter& json, int threads);

}  // namespace tarn::cli
