// Any bytes given to parse_npy end in an array that matches its shape, or in an InvalidScene error.
//
//     clang++ -fsanitize=fuzzer,address,undefined ...; ./fuzz_npy tests/fuzz/corpus/npy
#include "io/npy.hpp"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto array = tarn::io::parse_npy(bytes, "fuzz.npy");
    if (!array) {
        if (array.error().code != tarn::ErrorCode::InvalidScene) std::abort();
        return 0;
    }
    std::size_t count = 1;
    for (const std::size_t length : array.value().shape) count *= length;
    if (count != array.value().values.size() || count > size) std::abort();
    return 0;
}
