#include "core/format/json.h"

#include <gtest/gtest.h>

#include <string>

namespace whylight {
namespace {

std::string ErrorOf(std::string_view text) {
  const auto parsed = ParseConfigJson(text, "a.json", 3);
  return parsed.ok() ? "" : parsed.error().message;
}

TEST(ParseConfigJsonTest, PassesOverComments) {
  const auto parsed = ParseConfigJson(
      "// What to train.\n{\"a\": 1, /* not */ \"b\": \"// text\"}  // done\n",
      "a.json", 3);
  ASSERT_TRUE(parsed.ok()) << parsed.error().message;
  EXPECT_EQ(parsed.value(), (nlohmann::json{{"a", 1}, {"b", "// text"}}));
}

TEST(ParseConfigJsonTest, SaysInWhichLineAndColumnASyntaxErrorIs) {
  EXPECT_EQ(
      ErrorOf("{\n  \"a\": 1,\n}"),
      "a.json:3:1: expected JSON, found \"}\"; the comma before it is one "
      "too many");
  EXPECT_EQ(
      ErrorOf("{\"äö\": x}"),
      "a.json:1:8: expected JSON, found \"x\"; texts stand in \" in JSON");
  EXPECT_EQ(
      ErrorOf("{\n\"a\": 1\n"),
      "a.json:3:1: expected JSON, found the end of the file; a list or an "
      "object is still open");
  EXPECT_EQ(ErrorOf(""),
            "a.json:1:1: expected JSON, found the end of the file");
  EXPECT_EQ(ErrorOf("{} {}"),
            "a.json:1:4: expected JSON, found \"{\"; there is more than one "
            "value");
}

TEST(ParseConfigJsonTest, SaysWhatIsProbablyWrong) {
  const std::string missing = "; is a comma missing before it?";
  EXPECT_EQ(ErrorOf("{\"a\": \"b\"\n \"train\": 1}"),
            "a.json:2:2: expected JSON, found \"train\"" + missing);
  EXPECT_EQ(ErrorOf("[1 23]"),
            "a.json:1:4: expected JSON, found \"23\"" + missing);
  EXPECT_EQ(ErrorOf("[{} {}]"),
            "a.json:1:5: expected JSON, found \"{\"" + missing);
  EXPECT_EQ(
      ErrorOf("{'a': 1}"),
      "a.json:1:2: expected JSON, found \"'\"; texts stand in \" in JSON");
  EXPECT_EQ(
      ErrorOf("[1, ]"),
      "a.json:1:5: expected JSON, found \"]\"; the comma before it is one "
      "too many");
  EXPECT_EQ(
      ErrorOf("{\"a\": True}"),
      "a.json:1:7: expected JSON, found \"True\"; true, false and null are in "
      "small letters");
  EXPECT_EQ(
      ErrorOf("{\"a\": Truth}"),
      "a.json:1:7: expected JSON, found \"Truth\"; texts stand in \" in JSON");
  EXPECT_EQ(
      ErrorOf("{name: 1}"),
      "a.json:1:2: expected JSON, found \"name\"; texts stand in \" in JSON");
  EXPECT_EQ(ErrorOf("{\"a\": \"b\nc\"}"),
            "a.json:1:9: expected JSON, found \"\\x0a\"; a text ends in its "
            "line");
  EXPECT_EQ(ErrorOf("{\"a: \"b\"}"),
            "a.json:1:7: expected JSON, found \"b\"; is a comma missing before "
            "it?");
  EXPECT_EQ(ErrorOf("}"), "a.json:1:1: expected JSON, found \"}\"");
}

TEST(ParseConfigJsonTest, RefusesAKeyTwiceAndDeepNesting) {
  EXPECT_EQ(ErrorOf("{\"a\": 1, \"a\": 2}"),
            "a.json: expected each key once, found \"a\" again");
  EXPECT_EQ(ErrorOf("[[[[1]]]]"),
            "a.json: expected at most 3 lists and objects in each other, found "
            "more");
}

TEST(ParseJsonTest, KnowsNoComments) {
  EXPECT_FALSE(ParseJson("{} // no", "a.json", 3).ok());
}

TEST(JsonTest, DocumentsComeBackAsTheJsonTheyAre) {
  const auto value = nlohmann::json::parse(
      R"({"a": [1, -2, 0.5, 3.0, true, null, "x", {}], "b": {"c": []}})");
  EXPECT_EQ(ToJson(ToDocument(value)).dump(), value.dump());
}

TEST(JsonTest, DocumentsKnowWholeNumbersThatADoubleCannotHold) {
  for (const char* digits :
       {"9007199254740992", "-9007199254740992", "9007199254740993",
        "-9007199254740993", "18446744073709551615"}) {
    const Document document = ToDocument(nlohmann::json::parse(digits));
    EXPECT_TRUE(document.whole);
    EXPECT_EQ(CountText(document), digits);
  }
  // As the number that it has become, not as a whole one.
  EXPECT_TRUE(ToJson(ToDocument(nlohmann::json::parse("9007199254740993")))
                  .is_number_float());
}

}  // namespace
}  // namespace whylight
