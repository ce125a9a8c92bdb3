#include "core/training/exchange/pickle.h"

#include <gtest/gtest.h>

#include <string>

namespace whylight {
namespace {

using Kind = PickleValue::Kind;

// With the zeros that a literal would end at.
template <std::size_t kSize>
std::string Bytes(const char (&literal)[kSize]) {
  return std::string(literal, kSize - 1);
}

std::string ErrorOf(const std::string& bytes) {
  const Result<Pickle> read = Pickle::Parse(bytes, "a.pkl");
  if (read.ok()) return "none";
  EXPECT_EQ(read.error().code, ErrorCode::kBadData);
  return read.error().message;
}

TEST(PickleTest, ReadsValuesOfTheOldestProtocol) {
  const std::string bytes =
      "(dp0\nS'text'\np1\nS'it\\'s "
      "\\x41\\n'\nsVkey\nV\\u00e9\nsI1\nL-7L\nsI01\n"
      "F0.5\ns.";
  const Result<Pickle> read = Pickle::Parse(bytes, "a.pkl");
  ASSERT_TRUE(read.ok()) << read.error().message;
  const PickleValue& value = read.value().value();
  ASSERT_EQ(value.kind, Kind::kDict);
  EXPECT_EQ(value.Find("text")->text, "it's A\n");
  EXPECT_EQ(value.Find("key")->text, "\u00e9");
  EXPECT_EQ(value.items[5]->whole, -7);
  EXPECT_EQ(value.items[6]->kind, Kind::kBool);
  EXPECT_EQ(value.items[7]->number, 0.5);
  EXPECT_EQ(value.Find("other"), nullptr);
}

TEST(PickleTest, ReadsWholeNumbersOfAnyWidth) {
  const std::string bytes = Bytes(
      "\x80\x02(K\xFFM\x00\x01J\xFE\xFF\xFF\xFF\x8A\x00\x8A\x01\xFF"
      "\x8A\x08\x00\x00\x00\x00\x00\x00\x00\x80t.");
  const Result<Pickle> read = Pickle::Parse(bytes, "a.pkl");
  ASSERT_TRUE(read.ok()) << read.error().message;
  std::vector<std::int64_t> found;
  for (const PickleValue* item : read.value().value().items) {
    found.push_back(item->whole);
  }
  EXPECT_EQ(found, (std::vector<std::int64_t>{255, 256, -2, 0, -1, INT64_MIN}));
}

TEST(PickleTest, RefusesWhateverCouldRun) {
  EXPECT_EQ(ErrorOf("cos\nsystem\n(S'true'\ntR."),
            "a.pkl: byte 0: expected arrays, numbers, texts, lists and "
            "dictionaries, found the name \"os.system\", which Python would "
            "run or make; it is refused");
  for (const char* bytes :
       {"(ios\nsystem\n.", "(o.", "Pfile\n.", "NQ.", "\x82\x01.",
        "U\x02osU\x06system\x93.", "(iargparse\nNamespace\n.",
        "cnumpy\nndarray\n)R.", "cargparse\nNamespace\n)R.",
        "c_codecs\nencode\n(U\x01xU\x03hext\x52.",
        "c__builtin__\nobject\n)\x81."}) {
    EXPECT_NE(ErrorOf(bytes).find("refused"), std::string::npos)
        << bytes << ": " << ErrorOf(bytes);
  }
}

TEST(PickleTest, RefusesArraysOfObjects) {
  EXPECT_NE(ErrorOf("cnumpy\ndtype\n(U\x01Ot\x52.").find("found \"O\""),
            std::string::npos);
}

TEST(PickleTest, TellsTheByteOfDamage) {
  EXPECT_EQ(ErrorOf("NN"), "a.pkl: byte 2: expected 1 more bytes, found 0");
  EXPECT_EQ(ErrorOf("U\x05"), "a.pkl: byte 0: expected 5 more bytes, found 0");
  EXPECT_EQ(ErrorOf("(."),
            "a.pkl: byte 1: expected one value at the end, found 1");
  EXPECT_EQ(ErrorOf("Nh\x01."),
            "a.pkl: byte 1: expected a value remembered as 1, found none");
  EXPECT_EQ(ErrorOf("NNs."),
            "a.pkl: byte 2: expected a dictionary to add to, found another "
            "value");
}

// One text of 1,000 characters, encoded anew by a few bytes each time.
TEST(PickleTest, RefusesToCopyDataAgainAndAgain) {
  std::string bytes = "c_codecs\nencode\np0\n(X";
  bytes += std::string("\xE8\x03\x00\x00", 4) + std::string(1000, 'x');
  bytes += "p1\nU\x06latin1p2\nl";
  for (int i = 0; i < 100; ++i) bytes += "g0\n(g1\ng2\ntR0";
  EXPECT_NE(ErrorOf(bytes + ".").find("again and again"), std::string::npos);
}

TEST(PickleTest, NamesArraysByTheWayToThem) {
  const std::string array = Bytes(
      "cnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\nK\x00\x85"
      "U\x01"
      "btR(K\x01K\x02K\x01\x86"
      "cnumpy\ndtype\nU\x03>i4N\x86RI00\n"
      "U\x08\x00\x00\x00\x01\x00\x00\x00\x02tb");
  std::string bytes = "(dU\x01p(l";
  bytes += array + "q\x01";
  bytes +=
      "ah\x01"
      "as.";
  const Result<Pickle> read = Pickle::Parse(bytes, "a.pkl");
  ASSERT_TRUE(read.ok()) << read.error().message;
  const std::vector<Tensor> arrays = read.value().Arrays();
  ASSERT_EQ(arrays.size(), 1u);
  EXPECT_EQ(arrays[0].name, "p.0");
  EXPECT_EQ(arrays[0].dtype, Dtype::kI32);
  EXPECT_EQ(arrays[0].shape, (std::vector<std::size_t>{2, 1}));
  EXPECT_EQ(arrays[0].bytes, Bytes("\x01\x00\x00\x00\x02\x00\x00\x00"));
}

// Else a long key before many arrays would take memory for each.
TEST(PickleTest, DoesNotRepeatLongKeys) {
  const auto name_after = [](char length) {
    std::string bytes = Bytes("}X") + length + Bytes("\x01\x00\x00");
    bytes += std::string(256 + static_cast<std::size_t>(length), 'k');
    bytes += Bytes(
        "cnumpy.core.numeric\n_frombuffer\n(U\x01\x07"
        "cnumpy\ndtype\nU\x02u1N\x86RK\x01\x85U\x01"
        "CtRs.");
    const Result<Pickle> read = Pickle::Parse(bytes, "a.pkl");
    EXPECT_TRUE(read.ok()) << read.error().message;
    return read.ok() ? read.value().Arrays().at(0).name : "";
  };
  EXPECT_EQ(name_after(0), std::string(256, 'k'));
  EXPECT_EQ(name_after(1), "0");
}

TEST(PickleTest, TurnsColumnsIntoRows) {
  const std::string bytes = Bytes(
      "cnumpy.core.numeric\n_frombuffer\n(U\x06\x01\x02\x03\x04\x05\x06"
      "cnumpy\ndtype\nU\x02u1N\x86RK\x02K\x03\x86U\x01"
      "FtR.");
  const Result<Pickle> read = Pickle::Parse(bytes, "a.pkl");
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value().value().array.bytes,
            Bytes("\x01\x03\x05\x02\x04\x06"));
}

}  // namespace
}  // namespace whylight
