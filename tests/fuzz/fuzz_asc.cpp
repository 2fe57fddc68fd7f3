// Any bytes given to parse_asc end in a grid that matches its size, or in an InvalidScene error.
//
//     clang++ -fsanitize=fuzzer,address,undefined ...; ./fuzz_asc tests/fuzz/corpus/asc
#include "io/asc.hpp"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto grid = tarn::io::parse_asc(text, "fuzz.asc");
    if (!grid) {
        if (grid.error().code != tarn::ErrorCode::InvalidScene) std::abort();
        if (grid.error().message.size() > 300) std::abort();
        return 0;
    }
    const tarn::io::Raster& raster = grid.value().raster;
    if (raster.columns * raster.rows != raster.values.size()) std::abort();
    if (raster.values.size() > size || !(grid.value().cell_m > 0.0)) std::abort();
    return 0;
}
