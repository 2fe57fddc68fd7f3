#include "io/npy_header.hpp"

#include <charconv>
#include <optional>
#include <utility>

namespace tarn::io {
namespace {

constexpr std::string_view kBlank = " \t\r\n";
constexpr const char* kResave = "write the file again with numpy.save";

/// Takes the pieces of a dict literal off the front of the text. A piece that is not there leaves
/// the reader at an unspecified place: give up then.
class DictReader {
public:
    explicit DictReader(std::string_view text) : rest_(text) {}

    bool take(char wanted) {
        if (!sees(wanted)) return false;
        rest_.remove_prefix(1);
        return true;
    }

    bool sees(char wanted) {
        skip_blank();
        return !rest_.empty() && rest_.front() == wanted;
    }

    bool at_end() {
        skip_blank();
        return rest_.empty();
    }

    std::optional<std::string_view> take_quoted() {
        const char quote = sees('"') ? '"' : '\'';
        if (!take(quote)) return std::nullopt;
        const std::size_t end = rest_.find(quote);
        if (end == std::string_view::npos) return std::nullopt;
        const std::string_view inside = rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
        return inside;
    }

    bool take_word(std::string_view word) {
        skip_blank();
        if (!rest_.starts_with(word)) return false;
        rest_.remove_prefix(word.size());
        return true;
    }

    std::optional<std::size_t> take_size() {
        skip_blank();
        std::size_t size = 0;
        const char* const end = rest_.data() + rest_.size();
        const auto [stop, code] = std::from_chars(rest_.data(), end, size);
        if (code != std::errc()) return std::nullopt;
        rest_.remove_prefix(static_cast<std::size_t>(stop - rest_.data()));
        if (rest_.starts_with('L')) rest_.remove_prefix(1);  // Python 2 wrote 4L
        return size;
    }

    /// A tuple of sizes. As in Python, one element needs its comma: (4,).
    std::optional<std::vector<std::size_t>> take_tuple() {
        if (!take('(')) return std::nullopt;
        std::vector<std::size_t> sizes;
        bool has_comma = false;
        while (!take(')')) {
            if (!sizes.empty() && !has_comma) return std::nullopt;
            const auto size = take_size();
            if (!size) return std::nullopt;
            sizes.push_back(*size);
            has_comma = take(',');
        }
        if (sizes.size() == 1 && !has_comma) return std::nullopt;
        return sizes;
    }

private:
    void skip_blank() {
        const std::size_t start = rest_.find_first_not_of(kBlank);
        rest_.remove_prefix(start == std::string_view::npos ? rest_.size() : start);
    }

    std::string_view rest_;
};

struct SeenKeys {
    bool descr = false, order = false, shape = false;
    bool all() const { return descr && order && shape; }
};

using Trouble = std::optional<std::string>;

Trouble take_descr(DictReader& reader, NpyHeader& header) {
    const auto descr = reader.take_quoted();
    if (!descr) return "its type is not a plain number (a structured type); save it as float32";
    header.descr = *descr;
    return {};
}

Trouble take_order(DictReader& reader, NpyHeader& header) {
    header.is_fortran_order = reader.take_word("True");
    if (!header.is_fortran_order && !reader.take_word("False"))
        return std::string("'fortran_order' is neither True nor False; ") + kResave;
    return {};
}

Trouble take_shape(DictReader& reader, NpyHeader& header) {
    auto shape = reader.take_tuple();
    if (!shape) return std::string("'shape' is not a tuple of sizes of zero or more; ") + kResave;
    header.shape = std::move(*shape);
    return {};
}

Trouble take_entry(DictReader& reader, NpyHeader& header, SeenKeys& seen) {
    const auto key = reader.take_quoted();
    if (!key || !reader.take(':')) return std::string("its header is not a dict; ") + kResave;
    if (*key == "descr" && !std::exchange(seen.descr, true)) return take_descr(reader, header);
    if (*key == "fortran_order" && !std::exchange(seen.order, true))
        return take_order(reader, header);
    if (*key == "shape" && !std::exchange(seen.shape, true)) return take_shape(reader, header);
    return std::string("its header has an unknown or repeated key; ") + kResave;
}

Trouble take_dict(DictReader& reader, NpyHeader& header) {
    SeenKeys seen;
    const std::string not_a_dict = std::string("its header is not a dict; ") + kResave;
    if (!reader.take('{')) return not_a_dict;
    while (!reader.take('}')) {
        if (Trouble trouble = take_entry(reader, header, seen)) return trouble;
        if (!reader.take(',') && !reader.sees('}')) return not_a_dict;
    }
    if (!reader.at_end()) return not_a_dict;
    if (!seen.all())
        return std::string("its header lacks 'descr', 'fortran_order' or 'shape'; ") + kResave;
    return {};
}

}  // namespace

Result<NpyHeader> parse_npy_header(std::string_view text, const std::string& name) {
    DictReader reader(text);
    NpyHeader header;
    if (const Trouble trouble = take_dict(reader, header))
        return Error{ErrorCode::InvalidScene, name + ": " + *trouble};
    return header;
}

}  // namespace tarn::io
