#include "io/npy.hpp"

#include "io/npy_header.hpp"
#include "io/parse_file.hpp"
#include "io/text.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>

namespace tarn::io {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are copied byte by byte");

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kMaxHeaderBytes = 1u << 16;
constexpr const char* kRemedy = "use a smaller array";

struct Parts {
    std::string_view header;
    std::string_view data;
};

Result<Parts> split(std::string_view bytes, const std::string& name) {
    constexpr const char* kTruncated = "ends inside its header; copy or save the file again";
    if (!bytes.starts_with(kMagic))
        return invalid(name, "is not an .npy file; write it with numpy.save");
    bytes.remove_prefix(kMagic.size());
    if (bytes.size() < 2) return invalid(name, kTruncated);
    const int major = static_cast<unsigned char>(bytes[0]);
    const int minor = static_cast<unsigned char>(bytes[1]);
    if (major < 1 || major > 3 || minor != 0)
        return invalid(name, "has .npy version " + std::to_string(major) + "." +
                                 std::to_string(minor) + "; save it as version 1.0, 2.0 or 3.0");
    bytes.remove_prefix(2);
    const std::size_t length_bytes = major == 1 ? 2 : 4;
    if (bytes.size() < length_bytes) return invalid(name, kTruncated);
    std::uint32_t length = 0;
    std::memcpy(&length, bytes.data(), length_bytes);
    bytes.remove_prefix(length_bytes);
    if (length > kMaxHeaderBytes)
        return invalid(name, "claims a header of " + std::to_string(length) +
                                 " bytes; save a plain float32 array");
    if (length > bytes.size()) return invalid(name, kTruncated);
    return Parts{bytes.substr(0, length), bytes.substr(length)};
}

std::string shape_text(std::span<const std::size_t> shape) {
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size(); ++i)
        text += (i > 0 ? ", " : "") + std::to_string(shape[i]);
    return text + (shape.size() == 1 ? ",)" : ")");
}

Result<std::size_t> element_count(std::span<const std::size_t> shape, const std::string& name) {
    if (shape.empty() || shape.size() > 3)
        return invalid(
            name, "has " + std::to_string(shape.size()) + " dimensions; save an array of 1 to 3");
    std::size_t count = 1;
    for (const std::size_t size : shape) {
        if (size > 0 && count > kMaxNpyValues / size)
            return invalid(name, "has shape " + shape_text(shape) +
                                     "; save an array of at most 2^" +
                                     std::to_string(kMaxNpyValuesLog2) + " elements");
        count *= size;
    }
    return count;
}

template <class T>
void convert(std::string_view data, std::span<double> out) {
    for (std::size_t i = 0; i < out.size(); ++i) {
        T value;
        std::memcpy(&value, data.data() + i * sizeof(T), sizeof(T));
        out[i] = static_cast<double>(value);
    }
}

void convert_bool(std::string_view data, std::span<double> out) {
    std::ranges::transform(data, out.begin(), [](char byte) { return byte ? 1.0 : 0.0; });
}

struct ElementType {
    std::string_view descr;
    std::size_t bytes;
    void (*convert)(std::string_view, std::span<double>);
};

constexpr ElementType kTypes[] = {
    {"<f4", 4, convert<float>},        {"<f8", 8, convert<double>},
    {"|b1", 1, convert_bool},          {"|u1", 1, convert<std::uint8_t>},
    {"<i4", 4, convert<std::int32_t>}, {"<i8", 8, convert<std::int64_t>},
};

Result<ElementType> element_type(const NpyHeader& header, const std::string& name) {
    const auto found = std::ranges::find(kTypes, header.descr, &ElementType::descr);
    if (found != std::end(kTypes)) return *found;
    const std::string type = "holds type '" + excerpt(header.descr) + "'";
    if (header.descr.starts_with('>'))
        return invalid(name, type + ", which is big-endian; save it with a.astype('<f4')");
    return invalid(name, type + "; save it as float32 or float64");
}

Result<NpyArray> parse(std::string_view bytes, const std::string& name) {
    const Result<Parts> parts = split(bytes, name);
    if (!parts) return parts.error();
    const Result<NpyHeader> header = parse_npy_header(parts.value().header, name);
    if (!header) return header.error();
    const Result<ElementType> type = element_type(header.value(), name);
    if (!type) return type.error();
    if (header.value().is_fortran_order)
        return invalid(name, "is in Fortran order; save it with numpy.ascontiguousarray(a)");
    const Result<std::size_t> count = element_count(header.value().shape, name);
    if (!count) return count.error();

    // The sizes are compared before anything is allocated: a small file cannot ask for much.
    const std::string_view data = parts.value().data;
    const std::size_t expected = count.value() * type.value().bytes;
    if (data.size() != expected)
        return invalid(name, "has " + std::to_string(data.size()) + " bytes of data where shape " +
                                 shape_text(header.value().shape) + " needs " +
                                 std::to_string(expected) + "; copy or save the file again");
    NpyArray array{header.value().shape, std::vector<double>(count.value())};
    type.value().convert(data, array.values);
    return array;
}

template <class T>
std::string bytes_of(std::span<const T> values, const char* descr,
                     std::span<const std::size_t> shape) {
    constexpr std::size_t kAlignment = 64;  // NumPy maps the data in place when it starts here
    std::string header = std::string("{'descr': '") + descr +
                         "', 'fortran_order': False, 'shape': " + shape_text(shape) + ", }";
    const std::size_t prefix = kMagic.size() + 4;
    const std::size_t unpadded = prefix + header.size() + 1;
    header.append((kAlignment - unpadded % kAlignment) % kAlignment, ' ');
    header += '\n';

    std::string bytes(kMagic);
    bytes.reserve(prefix + header.size() + values.size_bytes());
    const auto length = static_cast<std::uint16_t>(header.size());
    bytes += {'\1', '\0', static_cast<char>(length & 0xff), static_cast<char>(length >> 8)};
    bytes += header;
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
    return bytes;
}

template <class T>
Result<void> write(const std::filesystem::path& path, std::span<const T> values, const char* descr,
                   std::span<const std::size_t> shape) {
    std::size_t count = 1;
    for (const std::size_t size : shape) count *= size;
    if (count != values.size())
        return Error{ErrorCode::InvalidArgument, path.string() + ": " +
                                                     std::to_string(values.size()) +
                                                     " values do not fill shape " +
                                                     shape_text(shape) + "; pass matching sizes"};
    return within_memory(path.string(), kRemedy, [&] {
        return write_file(path, bytes_of(values, descr, shape), Durability::Process);
    });
}

}  // namespace

Result<NpyArray> parse_npy(std::string_view bytes, const std::string& name) {
    return within_memory(name, kRemedy, [&] { return parse(bytes, name); });
}

Result<NpyArray> read_npy(const std::filesystem::path& path, std::size_t max_values) {
    const std::size_t max_bytes =
        std::min(max_values, kMaxNpyValues) * sizeof(double) + kMaxHeaderBytes;
    return parse_file(path, max_bytes, kRemedy, parse);
}

std::string npy_bytes(std::span<const float> values, std::span<const std::size_t> shape) {
    return bytes_of(values, "<f4", shape);
}

Result<void> write_npy(const std::filesystem::path& path, std::span<const float> values,
                       std::span<const std::size_t> shape) {
    return write(path, values, "<f4", shape);
}

Result<void> write_npy(const std::filesystem::path& path, std::span<const double> values,
                       std::span<const std::size_t> shape) {
    return write(path, values, "<f8", shape);
}

Result<void> write_npy(const std::filesystem::path& path, std::span<const std::uint32_t> values,
                       std::span<const std::size_t> shape) {
    return write(path, values, "<u4", shape);
}

}  // namespace tarn::io
