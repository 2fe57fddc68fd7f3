// Any bytes given to parse_grey_png end in values from 0 to 1, or in an InvalidScene error. Check
// sums are made right first: a fuzzer would not get past them.
//
//     clang++ -fsanitize=fuzzer,address,undefined ...; ./fuzz_grey_png tests/fuzz/corpus/grey_png
#include "io/grey_png.hpp"
#include "support/grey_png.hpp"

#include <cstdint>
#include <cstdlib>

namespace {

/// The same chunks, each with its check sum.
std::string with_sums(std::string_view bytes) {
    std::string out(bytes.substr(0, 8));
    bytes.remove_prefix(out.size());
    while (bytes.size() >= 12) {
        const auto byte = [&](std::size_t k) { return std::uint32_t(std::uint8_t(bytes[k])); };
        const std::size_t length = byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | byte(3);
        if (length > bytes.size() - 12) break;
        out +=
            tarn::png_chunk(std::string(bytes.substr(4, 4)), std::string(bytes.substr(8, length)));
        bytes.remove_prefix(12 + length);
    }
    return out.append(bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    // A header may ask for 1 GiB, which would only cost time here.
    constexpr std::size_t kSizeAt = 16;
    if (size > kSizeAt + 8 &&
        (data[kSizeAt] || data[kSizeAt + 1] || data[kSizeAt + 4] || data[kSizeAt + 5]))
        return 0;
    const auto raster = tarn::io::parse_grey_png(with_sums(bytes), "fuzz.png");
    if (!raster) {
        if (raster.error().code != tarn::ErrorCode::InvalidScene) std::abort();
        return 0;
    }
    if (raster.value().columns * raster.value().rows != raster.value().values.size()) std::abort();
    for (const double value : raster.value().values)
        if (!(value >= 0.0 && value <= 1.0)) std::abort();
    return 0;
}
