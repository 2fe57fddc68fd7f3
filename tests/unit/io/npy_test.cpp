#include "io/npy.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace tarn::io {
namespace {

constexpr const char* kGoodHeader = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";

/// An .npy file of any version with any header, its length field true.
std::string npy_file(const std::string& header, const std::string& data, char version = 1) {
    std::string bytes = "\x93NUMPY";
    bytes += {version, '\0'};
    const std::size_t length_bytes = version == 1 ? 2 : 4;
    for (std::size_t i = 0; i < length_bytes; ++i)
        bytes += static_cast<char>(header.size() >> (8 * i) & 0xff);
    return bytes + header + data;
}

std::string header_of(const std::string& descr, const std::string& shape) {
    return "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
}

template <class T>
std::string raw(std::initializer_list<T> values) {
    std::string bytes(values.size() * sizeof(T), '\0');
    std::memcpy(bytes.data(), values.begin(), bytes.size());
    return bytes;
}

void expect_refused(const std::string& bytes, const std::string& reason) {
    const auto array = parse_npy(bytes, "bed.npy");
    ASSERT_FALSE(array) << "expected: " << reason;
    EXPECT_EQ(array.error().code, ErrorCode::InvalidScene);
    EXPECT_TRUE(array.error().message.starts_with("bed.npy: ")) << array.error().message;
    EXPECT_NE(array.error().message.find(reason), std::string::npos) << array.error().message;
    EXPECT_NE(array.error().message.find("; "), std::string::npos) << "no remedy";
    EXPECT_LT(array.error().message.size(), 300u);
}

TEST(Npy, WhatIsWrittenReadsBackTheSame) {
    const std::array values{1.5f, -0.0f, 3e-39f, std::numeric_limits<float>::infinity(), 7.0f, 8.f};
    for (const std::vector<std::size_t>& shape :
         {std::vector<std::size_t>{6}, {2, 3}, {1, 3, 2}, {6, 1}}) {
        const auto array = parse_npy(npy_bytes(values, shape), "x");
        ASSERT_TRUE(array);
        EXPECT_EQ(array.value().shape, shape);
        const std::vector<float> back(array.value().values.begin(), array.value().values.end());
        EXPECT_EQ(std::memcmp(back.data(), values.data(), sizeof values), 0);
    }
}

TEST(Npy, DataStartsAtAMultipleOf64Bytes) {
    const std::array values{1.0f, 2.0f};
    const std::array<std::size_t, 1> shape{2};
    EXPECT_EQ((npy_bytes(values, shape).size() - sizeof values) % 64, 0u);
}

TEST(Npy, KeysComeInAnyOrderWithEitherQuoteAndWithoutTheLastComma) {
    const std::string header =
        "{\"shape\": (2,3) , 'fortran_order':False,\n 'descr': \"<f4\"}     \n";
    const auto array = parse_npy(npy_file(header, std::string(24, '\0')), "x");
    ASSERT_TRUE(array) << array.error().message;
    EXPECT_EQ(array.value().shape, (std::vector<std::size_t>{2, 3}));
}

TEST(Npy, Versions2And3AreRead) {
    for (const char version : {'\2', '\3'})
        EXPECT_TRUE(parse_npy(npy_file(kGoodHeader, std::string(24, '\0'), version), "x"));
}

TEST(Npy, EveryAcceptedTypeKeepsItsValues) {
    const auto expect_values = [](const std::string& descr, const std::string& data,
                                  std::vector<double> expected) {
        const auto array = parse_npy(npy_file(header_of(descr, "(2,)"), data), "x");
        ASSERT_TRUE(array) << array.error().message;
        EXPECT_EQ(array.value().values, expected) << descr;
    };
    expect_values("<f4", raw<float>({0.25f, -2.0f}), {0.25, -2.0});
    expect_values("<f8", raw<double>({0.1, -2e300}), {0.1, -2e300});
    expect_values("|b1", {'\1', '\0'}, {1.0, 0.0});
    expect_values("|u1", {'\xff', '\0'}, {255.0, 0.0});
    expect_values("<i4", raw<std::int32_t>({-3, 4}), {-3.0, 4.0});
    expect_values("<i8", raw<std::int64_t>({-3, 4}), {-3.0, 4.0});
}

TEST(Npy, NanAndInfinityPass) {
    const std::string data = raw<double>({std::nan(""), -std::numeric_limits<double>::infinity()});
    const auto array = parse_npy(npy_file(header_of("<f8", "(2,)"), data), "x");
    ASSERT_TRUE(array);
    EXPECT_TRUE(std::isnan(array.value().values[0]));
    EXPECT_EQ(array.value().values[1], -std::numeric_limits<double>::infinity());
}

TEST(Npy, AnEmptyArrayIsRead) {
    const auto array = parse_npy(npy_file(header_of("<f4", "(0, 5)"), ""), "x");
    ASSERT_TRUE(array);
    EXPECT_TRUE(array.value().values.empty());
}

TEST(Npy, AFileThatIsNotNpyIsRefused) {
    expect_refused("", "is not an .npy file");
    expect_refused("\x89PNG\r\n", "is not an .npy file");
    expect_refused("\x93NUMP", "is not an .npy file");
}

TEST(Npy, EveryTruncationIsRefused) {
    const std::string whole = npy_file(kGoodHeader, std::string(24, '\0'));
    for (std::size_t length = 0; length < whole.size(); ++length)
        EXPECT_FALSE(parse_npy(whole.substr(0, length), "x")) << length;
}

TEST(Npy, UnknownVersionsAreRefused) {
    expect_refused(npy_file(kGoodHeader, "", 4), "version 4.0");
    expect_refused(npy_file(kGoodHeader, "", 0), "version 0.0");
}

TEST(Npy, AHugeHeaderLengthIsRefused) {
    expect_refused(std::string("\x93NUMPY\2\0\xff\xff\xff\xff{}", 14), "claims a header");
    expect_refused(std::string("\x93NUMPY\1\0\xff\xff{}", 12), "ends inside its header");
}

TEST(Npy, ShapesThatCannotBeAreRefused) {
    for (const char* shape : {"(-1, 4)", "(3)", "3", "[3]", "(3 4)", "(1.5,)", "(,)", "(3,,)",
                              "(99999999999999999999,)", "(3,"})
        expect_refused(npy_file(header_of("<f4", shape), ""), "'shape' is not a tuple");
    expect_refused(npy_file(header_of("<f4", "()"), ""), "0 dimensions");
    expect_refused(npy_file(header_of("<f4", "(1, 1, 1, 1)"), "1234"), "4 dimensions");
}

TEST(Npy, ShapesThatOverflowOrExceedTheLimitAreRefused) {
    // 2^32 * 2^32 wraps to zero elements in 64 bits, which an empty file would satisfy.
    expect_refused(npy_file(header_of("<f4", "(4294967296, 4294967296)"), ""), "at most 2^31");
    expect_refused(npy_file(header_of("<f4", "(2147483649,)"), ""), "at most 2^31");
    expect_refused(npy_file(header_of("<f4", "(65536, 65536)"), ""), "at most 2^31");
}

TEST(Npy, AShapeThatIsLargerThanTheDataAllocatesNothing) {
    expect_refused(npy_file(header_of("<f4", "(2147483648,)"), ""), "0 bytes of data");
}

TEST(Npy, TrailingBytesAreRefused) {
    expect_refused(npy_file(kGoodHeader, std::string(25, '\0')), "25 bytes of data");
}

TEST(Npy, FortranOrderIsRefused) {
    const std::string header = "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }";
    expect_refused(npy_file(header, std::string(24, '\0')), "ascontiguousarray");
}

TEST(Npy, OtherTypesAreRefusedWithTheirNameMadePrintable) {
    expect_refused(npy_file(header_of(">f4", "(1,)"), "1234"), "big-endian");
    expect_refused(npy_file(header_of("|O", "(1,)"), "1234"), "'|O'");
    expect_refused(npy_file(header_of("<c8", "(1,)"), "12345678"), "'<c8'");
    expect_refused(npy_file(header_of("\x1b[31m" + std::string(500, 'x'), "(1,)"), ""), "'?[31m");
    const std::string fields = "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}";
    expect_refused(npy_file(fields, "1234"), "structured");
}

TEST(Npy, BrokenDictsAreRefused) {
    for (const char* header :
         {"", "{", "{}", "{,}", "{'descr'}", "{'descr': '<f4}", "{'descr': '<f4' 'shape': (1,)}",
          "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1,)}",
          "{'descr': '<f4', 'fortran_order': 0, 'shape': (1,)}",
          "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'more': 1}",
          "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} x"})
        EXPECT_FALSE(parse_npy(npy_file(header, "1234"), "x")) << header;
}

TEST(Npy, FilesRoundTripThroughTheDisk) {
    const auto path = std::filesystem::path(testing::TempDir()) / "tarn_npy_test.npy";
    const std::array values{1.0f, 2.0f, 3.0f};
    const std::array<std::size_t, 1> shape{3};
    ASSERT_TRUE(write_npy(path, values, shape));
    const auto array = read_npy(path);
    ASSERT_TRUE(array);
    EXPECT_EQ(array.value().values, (std::vector{1.0, 2.0, 3.0}));
    std::filesystem::remove(path);
}

TEST(Npy, Float64KeepsAllDigitsThroughTheDisk) {
    const auto path = std::filesystem::path(testing::TempDir()) / "tarn_npy_f64_test.npy";
    const std::array values{0.1, -1.0 / 3.0};
    const std::array<std::size_t, 2> shape{1, 2};
    ASSERT_TRUE(write_npy(path, values, shape));
    const auto array = read_npy(path);
    ASSERT_TRUE(array);
    EXPECT_EQ(array.value().values, (std::vector{0.1, -1.0 / 3.0}));
    std::filesystem::remove(path);
}

TEST(Npy, AMissingFileAndAWrongShapeAreReported) {
    EXPECT_EQ(read_npy("/nonexistent/bed.npy").error().code, ErrorCode::NotFound);
    const std::array values{1.0f, 2.0f};
    const std::array<std::size_t, 2> shape{2, 2};
    EXPECT_EQ(write_npy("x.npy", values, shape).error().code, ErrorCode::InvalidArgument);
}

}  // namespace
}  // namespace tarn::io
