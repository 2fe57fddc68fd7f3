// Any bytes given to parse_mesh end in a mesh whose indices fit, or in an InvalidScene error. The
// first byte chooses the format.
//
//     clang++ -fsanitize=fuzzer,address,undefined ...; ./fuzz_mesh tests/fuzz/corpus/mesh
#include "io/mesh_file.hpp"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    const auto format = static_cast<tarn::io::MeshFormat>(data[0] % 3);
    const auto mesh = tarn::io::parse_mesh(bytes, format, "fuzz");
    if (!mesh) {
        if (mesh.error().code != tarn::ErrorCode::InvalidScene) std::abort();
        if (mesh.error().message.size() > 300) std::abort();
        return 0;
    }
    for (const auto& triangle : mesh.value().triangles)
        for (const std::uint32_t corner : triangle)
            if (corner >= mesh.value().positions_m.size()) std::abort();
    return 0;
}
