#include "machine_json.hpp"

#include "io/json_text.hpp"
#include <tarn/machine.hpp>
#include <tarn/tarn.h>

namespace tarn::cli {

void write_machine(io::JsonWriter& json, int threads) {
    const MachineInfo m = machine_info();
    json.member("tarn", tarn_version());
    json.key("machine").begin_object();
    json.member("cpu", m.cpu).member("cores", m.cores).member("isa", m.isas.front());
    json.member("threads", threads > 0 ? threads : m.cores);
    json.member("last_level_cache_bytes", double(m.last_level_cache_bytes));
    json.member("gpu", m.gpus.empty() ? m.why_no_gpu : m.gpus.front().name);
    json.member("compiler", m.compiler);
    json.end_object();
}

}  // namespace tarn::cli
