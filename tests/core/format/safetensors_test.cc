#include "core/format/safetensors.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace whylight {
namespace {

std::string File(std::uint64_t header_length, const std::string& header,
                 const std::string& data = "") {
  std::string file;
  for (int i = 0; i < 8; ++i) {
    file.push_back(static_cast<char>((header_length >> (8 * i)) & 0xFF));
  }
  return file + header + data;
}

std::string File(const std::string& header, const std::string& data = "") {
  return File(header.size(), header, data);
}

// A header with one entry, of the text given.
std::string Entry(const std::string& dtype, const std::string& shape,
                  const std::string& offsets) {
  return "{\"a\":{\"dtype\":" + dtype + ",\"shape\":" + shape +
         ",\"data_offsets\":" + offsets + "}}";
}

std::string SmallFile() {
  static const std::string bytes = "0123456789abcdef0123456789";
  const Result<std::string> file = SerializeSafetensors(
      {{"half", Dtype::kF16, {1, 2}, std::string_view(bytes).substr(0, 4)},
       {"byte", Dtype::kI8, {3}, std::string_view(bytes).substr(4, 3)},
       {"float", Dtype::kF32, {2, 2}, std::string_view(bytes).substr(8, 16)}},
      {{"made by", "a test"}});
  EXPECT_TRUE(file.ok());
  return file.value();
}

std::string ParseError(const std::string& file) {
  const Result<SafetensorsView> view =
      SafetensorsView::Parse(file, "model.safetensors");
  if (view.ok()) return "no error";
  EXPECT_EQ(view.error().code, ErrorCode::kBadModel);
  return view.error().message;
}

TEST(SafetensorsTest, ReadsBackWhatItWrites) {
  const std::string file = SmallFile();
  const Result<SafetensorsView> view =
      SafetensorsView::Parse(file, "model.safetensors");
  ASSERT_TRUE(view.ok()) << view.error().message;
  EXPECT_EQ(view.value().metadata().at("made by"), "a test");
  const auto& tensors = view.value().tensors();
  ASSERT_EQ(tensors.size(), 3u);
  EXPECT_EQ(tensors[0].name, "float");
  EXPECT_EQ(tensors[1].name, "half");
  EXPECT_EQ(tensors[2].name, "byte");
  const Tensor* const half = view.value().Find("half");
  ASSERT_NE(half, nullptr);
  EXPECT_EQ(half->dtype, Dtype::kF16);
  EXPECT_EQ(half->shape, (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(half->bytes, "0123");
  EXPECT_EQ(view.value().Find("missing"), nullptr);
}

TEST(SafetensorsTest, WritesThePublicFormat) {
  const std::string bytes("\0\0\x80\x3F", 4);
  const Result<std::string> file =
      SerializeSafetensors({{"a", Dtype::kF32, {1}, bytes}});
  ASSERT_TRUE(file.ok());
  // 56 bytes of header: 54 of JSON, two spaces.
  EXPECT_EQ(file.value(),
            File(56,
                 "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":"
                 "[0,4]}}  ",
                 bytes));
}

TEST(SafetensorsTest, AlignsTheData) {
  const std::string file = SmallFile();
  const Result<SafetensorsView> view =
      SafetensorsView::Parse(file, "model.safetensors");
  ASSERT_TRUE(view.ok());
  for (const Tensor& tensor : view.value().tensors()) {
    EXPECT_EQ(static_cast<std::size_t>(tensor.bytes.data() - file.data()) %
                  DtypeBytes(tensor.dtype),
              0u);
  }
}

TEST(SafetensorsTest, HoldsNoTensorsAndEmptyTensors) {
  EXPECT_EQ(ParseError(File("{}")), "no error");
  const Result<std::string> file =
      SerializeSafetensors({{"none", Dtype::kF32, {0, 5}, ""},
                            {"empty", Dtype::kF32, {0}, ""},
                            {"one", Dtype::kF32, {}, "1234"}});
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(ParseError(file.value()), "no error");
}

TEST(SafetensorsTest, RefusesToWriteWhatItCouldNotRead) {
  const auto error = [](const std::vector<Tensor>& tensors) {
    const Result<std::string> file = SerializeSafetensors(tensors);
    if (file.ok()) return std::string("no error");
    EXPECT_EQ(file.error().code, ErrorCode::kInvalidArgument);
    return file.error().message;
  };
  EXPECT_EQ(error({{"a", Dtype::kI8, {1}, "x"}, {"a", Dtype::kF16, {1}, "xy"}}),
            "tensor \"a\": expected a name of its own");
  EXPECT_EQ(error({{"__metadata__", Dtype::kI8, {1}, "x"}}),
            "tensor \"__metadata__\": expected a name of its own");
  EXPECT_EQ(error({{"a", Dtype::kF32, {2}, "1234"}}),
            "tensor \"a\": expected bytes for shape [2], found 4");
  EXPECT_EQ(error({{"\xFF", Dtype::kI8, {1}, "x"}}),
            "expected names and metadata in UTF-8");
}

TEST(SafetensorsTest, RefusesEveryTruncation) {
  const std::string file = SmallFile();
  for (std::size_t length = 0; length < file.size(); ++length) {
    EXPECT_NE(ParseError(file.substr(0, length)), "no error") << length;
  }
  EXPECT_EQ(ParseError(file + "x"),
            "model.safetensors: expected 23 bytes of data, found 24");
}

TEST(SafetensorsTest, SurvivesFlippedBytes) {
  const std::string good = SmallFile();
  std::mt19937 random(11);
  for (int round = 0; round < 20000; ++round) {
    std::string file = good;
    for (std::size_t flips = 1 + random() % 3; flips > 0; --flips) {
      file[random() % file.size()] ^= static_cast<char>(1 + random() % 255);
    }
    const Result<SafetensorsView> view =
        SafetensorsView::Parse(file, "model.safetensors");
    if (!view.ok()) continue;
    for (const Tensor& tensor : view.value().tensors()) {
      ASSERT_GE(tensor.bytes.data(), file.data());
      ASSERT_LE(tensor.bytes.data() + tensor.bytes.size(),
                file.data() + file.size());
    }
  }
}

TEST(SafetensorsTest, ChecksTheLengthOfTheHeader) {
  EXPECT_EQ(ParseError("1234567"),
            "model.safetensors: expected at least 8 bytes, found 7");
  EXPECT_EQ(ParseError(File(0, "")),
            "model.safetensors: expected a header that starts with {");
  EXPECT_EQ(ParseError(File(3, "{}")),
            "model.safetensors: expected a header of 3 bytes, found 2 in the "
            "file");
  EXPECT_EQ(ParseError(File(~std::uint64_t{0}, "{}")),
            "model.safetensors: expected a header of 18446744073709551615 "
            "bytes, found 2 in the file");
}

TEST(SafetensorsTest, TakesNoLongerHeaderThanOtherReadersDo) {
  // One string, as WebAssembly has no room for many of them.
  constexpr std::size_t kMost = 100'000'000;
  std::string file = File(kMost, "{}");
  file.reserve(8 + kMost + 1);
  file.resize(8 + kMost, ' ');
  EXPECT_EQ(ParseError(file), "no error");
  file[0] = static_cast<char>(kMost % 256 + 1);
  file.push_back(' ');
  EXPECT_EQ(ParseError(file),
            "model.safetensors: expected a header of at most 100000000 bytes, "
            "found 100000001");
}

TEST(SafetensorsTest, ChecksThatTheHeaderIsJson) {
  EXPECT_EQ(ParseError(File("{\"a\"")),
            "model.safetensors: header: expected JSON, found an error at byte "
            "5");
  EXPECT_EQ(ParseError(File(" {}")),
            "model.safetensors: expected a header that starts with {");
  EXPECT_NE(ParseError(File("{}x")), "no error");
  EXPECT_NE(ParseError(File("{\"\xFF\":1}")), "no error");
  EXPECT_EQ(ParseError(File("{\"a\":1,\"a\":2}")),
            "model.safetensors: header: expected each key once, found \"a\" "
            "again");
  EXPECT_EQ(ParseError(File("{\"a\":" + std::string(1000000, '['))),
            "model.safetensors: header: expected at most 3 lists and objects "
            "in each other, found more");
  EXPECT_NE(ParseError(File("{\"__metadata__\":{\"a\":1}}")), "no error");
  EXPECT_NE(ParseError(File("{\"__metadata__\":[]}")), "no error");
}

TEST(SafetensorsTest, ChecksEntries) {
  const std::string prefix = "model.safetensors: tensor \"a\": ";
  EXPECT_EQ(ParseError(File(Entry("\"F32\"", "[1]", "[0,4]"), "1234")),
            "no error");
  EXPECT_EQ(ParseError(File("{\"a\":{}}")),
            prefix + "expected \"dtype\", \"shape\" and \"data_offsets\"");
  EXPECT_EQ(ParseError(File(Entry("\"F8_E4M3\"", "[4]", "[0,4]"), "1234")),
            prefix +
                "expected a dtype of F64, F32, F16, BF16, I64, I32, U8, "
                "I8, BOOL; found \"F8_E4M3\"");
  EXPECT_EQ(ParseError(File(Entry("7", "[2]", "[0,4]"), "1234")),
            prefix + "expected \"dtype\" as text");
  EXPECT_EQ(ParseError(File(Entry("\"F32\"", "[2]", "[0,4]"), "1234")),
            prefix + "expected 8 bytes for shape [2] of F32, found 4");
  for (const char* const shape :
       {"[-1]", "[1.0]", "[18446744073709551616]", "[\"1\"]", "1", "null"}) {
    EXPECT_EQ(ParseError(File(Entry("\"F32\"", shape, "[0,4]"), "1234")),
              prefix + "expected \"shape\" as whole numbers");
  }
  for (const char* const offsets :
       {"[0]", "[0,4,8]", "[-4,0]", "[0,4.0]", "[0,1e999]", "{}"}) {
    EXPECT_NE(ParseError(File(Entry("\"F32\"", "[1]", offsets), "1234")),
              "no error");
  }
  EXPECT_EQ(ParseError(File(Entry("\"I8\"", "[8]", "[0,8]"), "1234")),
            prefix +
                "expected bytes within the 4 of the file's data, found 0 "
                "to 8");
  EXPECT_NE(ParseError(File(Entry("\"I8\"", "[1]", "[4,3]"), "1234")),
            "no error");
}

TEST(SafetensorsTest, ChecksShapesThatOverflow) {
  // 2^32 · 2^32 · 4 bytes is zero in 64 bits.
  EXPECT_NE(
      ParseError(File(Entry("\"F32\"", "[4294967296,4294967296]", "[0,0]"))),
      "no error");
  EXPECT_NE(
      ParseError(File(Entry("\"F32\"", "[4611686018427387904]", "[0,0]"))),
      "no error");
  // Of no numbers, but of more rows or columns than an index can count.
  for (const char* shape :
       {"[9223372036854775808,0]", "[0,9223372036854775808]"}) {
    EXPECT_NE(ParseError(File(Entry("\"I8\"", shape, "[0,0]"))), "no error")
        << shape;
  }
}

TEST(SafetensorsTest, ChecksThatTensorsCoverTheDataOnce) {
  const auto two = [](const std::string& a, const std::string& b) {
    return ParseError(File(
        "{\"a\":{\"dtype\":\"I8\",\"shape\":[2],\"data_offsets\":" + a +
            "},\"b\":{\"dtype\":\"I8\",\"shape\":[2],\"data_offsets\":" + b +
            "}}",
        "1234"));
  };
  EXPECT_EQ(two("[2,4]", "[0,2]"), "no error");
  EXPECT_EQ(two("[0,2]", "[1,3]"),
            "model.safetensors: tensor \"b\": expected its data at 2, found it "
            "at 1, inside another tensor");
  EXPECT_EQ(two("[0,2]", "[0,2]"),
            "model.safetensors: tensor \"b\": expected its data at 2, found it "
            "at 0, inside another tensor");
  EXPECT_EQ(ParseError(File(Entry("\"I8\"", "[2]", "[2,4]"), "1234")),
            "model.safetensors: tensor \"a\": expected its data at 0, found it "
            "at 2, after unused bytes");
  EXPECT_EQ(ParseError(File(Entry("\"I8\"", "[2]", "[0,2]"), "1234")),
            "model.safetensors: expected 2 bytes of data, found 4");
}

}  // namespace
}  // namespace whylight
