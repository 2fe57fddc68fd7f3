#include "io/csv.hpp"

#include "base/file.hpp"

#include <gtest/gtest.h>

#include <array>
#include <charconv>
#include <cmath>
#include <csignal>
#include <limits>
#include <sys/resource.h>
#include <vector>

namespace tarn::io {
namespace {

class Csv : public testing::Test {
protected:
    void TearDown() override { std::filesystem::remove(path_); }

    std::string text() const { return read_file(path_, 1 << 20).value(); }

    const std::filesystem::path path_ =
        std::filesystem::path(testing::TempDir()) /
        (std::string("tarn_csv_") + testing::UnitTest::GetInstance()->current_test_info()->name() +
         ".csv");
    const std::vector<std::string> columns_{"t", "g1.depth", "g1.u"};
};

TEST_F(Csv, WritesAHeaderAndRowsWithoutSpaces) {
    auto csv = CsvWriter::create(path_, columns_);
    ASSERT_TRUE(csv);
    ASSERT_TRUE(csv.value().row(std::array{0.0, 0.5, -1.25}));
    ASSERT_TRUE(csv.value().row(std::array{0.05, 1e-12, 3e20}));
    EXPECT_EQ(text(), "t,g1.depth,g1.u\n0,0.5,-1.25\n0.05,1e-12,3e+20\n");
}

TEST_F(Csv, EachRowIsInTheFileBeforeTheWriterCloses) {
    auto csv = CsvWriter::create(path_, columns_);
    ASSERT_TRUE(csv);
    EXPECT_EQ(text(), "t,g1.depth,g1.u\n");
    ASSERT_TRUE(csv.value().row(std::array{1.0, 2.0, 3.0}));
    EXPECT_TRUE(text().ends_with("\n1,2,3\n"));
}

TEST_F(Csv, FloatsAreWrittenShortAndDoublesInFull) {
    auto csv = CsvWriter::create(path_, columns_);
    ASSERT_TRUE(csv);
    ASSERT_TRUE(csv.value().row(std::array{0.0, static_cast<double>(0.1f), 1.0 / 3.0}));
    EXPECT_TRUE(text().ends_with("\n0,0.1,0.3333333333333333\n"));
}

TEST_F(Csv, TimeKeepsAllDigitsEvenWhereItIsAFloat) {
    auto csv = CsvWriter::create(path_, columns_);
    ASSERT_TRUE(csv);
    ASSERT_TRUE(csv.value().row(std::array{1234.0009765625, 0.0, 0.0}));
    EXPECT_TRUE(text().ends_with("\n1234.0009765625,0,0\n"));
}

TEST_F(Csv, NumbersThatAreNotFiniteHaveOneSpelling) {
    auto csv = CsvWriter::create(path_, columns_);
    ASSERT_TRUE(csv);
    const double inf = std::numeric_limits<double>::infinity();
    ASSERT_TRUE(csv.value().row(std::array{0.0, -std::nan(""), -inf}));
    EXPECT_TRUE(text().ends_with("\n0,nan,-inf\n"));
}

TEST_F(Csv, NamesWithCommasOrQuotesAreQuoted) {
    const std::vector<std::string> names{"t", "a,b", "say \"hi\""};
    ASSERT_TRUE(CsvWriter::create(path_, names));
    EXPECT_EQ(text(), "t,\"a,b\",\"say \"\"hi\"\"\"\n");
}

TEST_F(Csv, ARowOfTheWrongLengthIsRefusedAndNotWritten) {
    auto csv = CsvWriter::create(path_, columns_);
    ASSERT_TRUE(csv);
    EXPECT_EQ(csv.value().row(std::array{1.0}).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(text(), "t,g1.depth,g1.u\n");
}

TEST_F(Csv, AFullDiskAndAMissingFolderAreReported) {
    const auto full = CsvWriter::create("/dev/full", columns_);
    ASSERT_FALSE(full);
    EXPECT_EQ(full.error().code, ErrorCode::DiskFull);
    EXPECT_TRUE(full.error().message.starts_with("/dev/full: cannot write: "))
        << full.error().message;
    EXPECT_EQ(CsvWriter::create("/nonexistent/x.csv", columns_).error().code, ErrorCode::Io);
}

/// Files of this process end at `bytes`, as if the disk were full there.
class SizeLimit {
public:
    explicit SizeLimit(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &old_);
        const rlimit limit{bytes, old_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~SizeLimit() {
        setrlimit(RLIMIT_FSIZE, &old_);
        std::signal(SIGXFSZ, old_handler_);
    }
    SizeLimit(const SizeLimit&) = delete;
    SizeLimit& operator=(const SizeLimit&) = delete;

private:
    void (*old_handler_)(int);
    rlimit old_{};
};

TEST_F(Csv, ARowThatDoesNotFitLeavesTheFileAtTheLastWholeRow) {
    auto csv = CsvWriter::create(path_, columns_);
    ASSERT_TRUE(csv);
    ASSERT_TRUE(csv.value().row(std::array{1.0, 2.0, 3.0}));
    {
        const SizeLimit limit(text().size() + 4);
        EXPECT_EQ(csv.value().row(std::array{2.0, 4.0, 6.0}).error().code, ErrorCode::Io);
    }
    EXPECT_EQ(text(), "t,g1.depth,g1.u\n1,2,3\n");
    ASSERT_TRUE(csv.value().row(std::array{3.0, 6.0, 9.0}));
    EXPECT_EQ(text(), "t,g1.depth,g1.u\n1,2,3\n3,6,9\n");
}

}  // namespace
}  // namespace tarn::io
