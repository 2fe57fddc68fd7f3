#include "data_table.hpp"

#include "base/file.hpp"

#include <cstdlib>
#include <sstream>
#include <string>

namespace tarn::cli::validate {

Result<std::vector<std::vector<double>>> read_table(const std::filesystem::path& path,
                                                    std::size_t least) {
    constexpr std::size_t kMaxBytes = std::size_t{64} << 20;
    const auto text = read_file(path, kMaxBytes);
    if (!text) return text.error();
    std::vector<std::vector<double>> rows;
    std::istringstream lines(text.value());
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::vector<double> row;
        for (std::string word; words >> word;) {
            char* end = nullptr;
            const double value = std::strtod(word.c_str(), &end);
            if (end == word.c_str() || *end != '\0') break;
            row.push_back(value);
        }
        if (row.size() >= least) rows.push_back(std::move(row));
    }
    if (rows.empty())
        return Error{ErrorCode::InvalidArgument, path.string() + ": has no row of " +
                                                     std::to_string(least) +
                                                     " numbers; take the file as it was published"};
    return rows;
}

}  // namespace tarn::cli::validate
