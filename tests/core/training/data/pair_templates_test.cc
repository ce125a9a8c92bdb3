#include "core/training/data/pair_templates.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using PairText = std::tuple<std::string, std::string, std::string>;

class PairTemplatesTest : public testing::Test {
 protected:
  Result<PairTemplates> Read(const std::string& content,
                             const std::vector<std::string>& labels = {}) {
    return PairTemplates::Read({folder_.Write("t.json", content)}, labels);
  }

  // What a file makes in many tries, without full stops: each pair, and how
  // often.
  std::map<PairText, int> AllOf(const std::string& content) {
    const auto templates = Read(content);
    EXPECT_TRUE(templates.ok()) << templates.error().message;
    std::map<PairText, int> found;
    for (std::uint64_t i = 0; i < kTries; ++i) {
      TemplatePair made = templates.value().Make(3, i);
      for (std::string* text : {&made.text, &made.other}) {
        if (text->back() == '.') text->pop_back();
      }
      ++found[{made.text, made.other, made.label}];
    }
    return found;
  }

  static std::set<PairText> KeysOf(const std::map<PairText, int>& found) {
    std::set<PairText> keys;
    for (const auto& [key, count] : found) keys.insert(key);
    return keys;
  }

  // The message, in which the file is called "t.json".
  std::string ProblemOf(const std::string& content,
                        const std::vector<std::string>& labels = {}) {
    const auto read = Read(content, labels);
    if (read.ok()) return "none";
    EXPECT_EQ(read.error().code, ErrorCode::kInvalidArgument);
    const std::string& message = read.error().message;
    const std::string path = folder_.Write("t.json", "");
    EXPECT_TRUE(message.starts_with(path)) << message;
    return "t.json" + message.substr(path.size());
  }

  static constexpr int kTries = 4000;
  ScratchFolder folder_;
};

TEST_F(PairTemplatesTest, MakesAllThatWordsOfListsAllow) {
  const auto found = AllOf(R"({
    "lists": {"person": ["man", "owl", "boy"], "does": ["runs", "sits"]},
    "frames": [
      {"text": "a {person} {does}", "other": "a {person} {does 2}",
       "label": "no"},
      {"text": "{person} and {person 2}", "other": "{person 2}",
       "label": "yes"}]})");
  const std::vector<std::string> people = {"man", "owl", "boy"};
  std::set<PairText> expected;
  for (const std::string& person : people) {
    const std::string one = (person == "owl" ? "An " : "A ") + person;
    expected.insert({one + " runs", one + " sits", "no"});
    expected.insert({one + " sits", one + " runs", "no"});
    for (const std::string& other : people) {
      if (other == person) continue;
      auto capital = [](std::string text) {
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
        return text;
      };
      expected.insert(
          {capital(person) + " and " + other, capital(other), "yes"});
    }
  }
  ASSERT_EQ(expected.size(), 12u);
  EXPECT_EQ(KeysOf(found), expected);
  // Frames are as likely as each other, and so are their words.
  for (const auto& [pair, count] : found) {
    EXPECT_NEAR(count, kTries / 12, kTries / 40) << std::get<0>(pair);
  }
}

TEST_F(PairTemplatesTest, ARowOfATableFillsBothTexts) {
  const auto found = AllOf(R"({
    "lists": {"thing": ["never"], "when": ["now"]},
    "tables": {"states": [
      {"thing": ["shop", "door"], "one": ["open"], "other": ["shut"]},
      {"thing": ["soup", "tea"], "one": ["hot"], "other": ["cold", "icy"]}]},
    "frames": [
      {"text": "the {thing} is {one} {when}", "of": "states",
       "other": "the {thing} is {other}", "label": "no"},
      {"text": "the {thing} is {one}", "of": "states",
       "other": "the {thing 2} is {other}", "label": "who knows"}]})");
  std::set<PairText> expected;
  for (const auto& [thing, other] :
       {std::pair("shop", "door"), {"door", "shop"}}) {
    const std::string first = std::string("The ") + thing + " is open";
    const std::string second = std::string("The ") + other + " is shut";
    expected.insert(
        {first + " now", std::string("The ") + thing + " is shut", "no"});
    expected.insert({first, second, "who knows"});
  }
  for (const auto& [thing, other] :
       {std::pair("soup", "tea"), {"tea", "soup"}}) {
    for (const char* state : {"cold", "icy"}) {
      const std::string first = std::string("The ") + thing + " is hot";
      const auto is = [&](const char* what) {
        return std::string("The ") + what + " is " + state;
      };
      expected.insert({first + " now", is(thing), "no"});
      expected.insert({first, is(other), "who knows"});
    }
  }
  EXPECT_EQ(KeysOf(found), expected);
}

TEST_F(PairTemplatesTest, TextsChangePlacesOnlyOnRequest) {
  const auto found = AllOf(R"({"frames": [
    {"text": "up", "other": "down", "label": "no", "both": true},
    {"text": "a dog", "other": "an animal", "label": "yes"}]})");
  EXPECT_EQ(KeysOf(found), (std::set<PairText>{{"Up", "Down", "no"},
                                               {"Down", "Up", "no"},
                                               {"A dog", "An animal", "yes"}}));
  EXPECT_NEAR((found.at({"Up", "Down", "no"})), kTries / 4, kTries / 40);
}

TEST_F(PairTemplatesTest, AFrameComesUpAsOftenAsItWeighs) {
  const auto found = AllOf(R"({"frames": [
    {"text": "a", "other": "x", "label": "no"},
    {"text": "b", "other": "x", "label": "no", "weight": 6},
    {"text": "c", "other": "x", "label": "no", "weight": 1}]})");
  EXPECT_NEAR((found.at({"A", "X", "no"})), kTries / 8, kTries / 40);
  EXPECT_NEAR((found.at({"B", "X", "no"})), kTries * 6 / 8, kTries / 40);
  EXPECT_NEAR((found.at({"C", "X", "no"})), kTries / 8, kTries / 40);
}

TEST_F(PairTemplatesTest, SomeTextsEndInAFullStop) {
  const auto templates = Read(
      R"({"frames": [{"text": "it is", "other": "is it?", "label": "a"}]})");
  ASSERT_TRUE(templates.ok()) << templates.error().message;
  int stops = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const TemplatePair made = templates.value().Make(1, i);
    EXPECT_TRUE(made.text == "It is" || made.text == "It is.") << made.text;
    EXPECT_EQ(made.other, "Is it?");
    stops += made.text.ends_with('.') ? 1 : 0;
  }
  EXPECT_NEAR(stops, 500, 80);
}

TEST_F(PairTemplatesTest, SameSeedAndNumberGiveTheSamePair) {
  const auto templates = Read(R"({
    "lists": {"n": ["1", "2", "3", "4", "5", "6", "7", "8", "9"]},
    "frames": [{"text": "{n} {n 2}", "other": "{n 3}", "label": "a",
                "both": true}]})");
  ASSERT_TRUE(templates.ok()) << templates.error().message;
  const auto text = [&](std::uint64_t seed, std::uint64_t number) {
    const TemplatePair made = templates.value().Make(seed, number);
    return made.text + "|" + made.other;
  };
  std::set<std::string> texts;
  std::set<std::string> of_other_seed;
  for (std::uint64_t i = 0; i < 50; ++i) {
    EXPECT_EQ(text(7, i), text(7, i));
    texts.insert(text(7, i));
    of_other_seed.insert(text(8, i));
  }
  EXPECT_GT(texts.size(), 40u);
  EXPECT_NE(texts, of_other_seed);
}

TEST_F(PairTemplatesTest, SeveralFilesAreTakenTogether) {
  const std::string words = folder_.Write("words.json", R"({
    "lists": {"who": ["a cat"]}, "tables": {"t": [{"x": ["1"]}]}})");
  const std::string more = folder_.Write("more.json", R"({
    "lists": {"who": ["a dog"]}, "tables": {"t": [{"x": ["2"]}]},
    "frames": [{"text": "{who} {x}", "other": "{x}", "label": "a", "of": "t"}]})");
  const auto templates = PairTemplates::Read({words, more}, {"a", "b"});
  ASSERT_TRUE(templates.ok()) << templates.error().message;
  std::set<std::string> texts;
  for (std::uint64_t i = 0; i < 200; ++i) {
    const std::string text = templates.value().Make(1, i).text;
    texts.insert(text.substr(0, 7));
  }
  EXPECT_EQ(texts, (std::set<std::string>{"A cat 1", "A cat 2", "A dog 1",
                                          "A dog 2"}));
}

TEST_F(PairTemplatesTest, BadFilesAreNamedWithWhatIsWrong) {
  const std::string frame = R"({"text": "a", "other": "b", "label": "yes"})";
  const auto with = [&](const std::string& what) {
    return "{" + what + R"(, "frames": [)" + frame + "]}";
  };
  const auto framed = [&](const std::string& text, const std::string& more) {
    return R"({"lists": {"who": ["man"]}, "tables": {"t": [{"x": ["1", "2"]},
               {"x": ["3"]}]}, "frames": [)" +
           frame + R"(, {"other": "b", "label": "yes", "text": ")" + text +
           "\"" + more + "}]}";
  };
  EXPECT_EQ(
      ProblemOf("{"),
      "t.json:1:2: expected JSON, found the end of the file; a list or an "
      "object is still open");
  EXPECT_EQ(ProblemOf("[]"), "t.json: expected an object, found []");
  EXPECT_EQ(ProblemOf("{}"), "t.json: expected frames, found none");
  EXPECT_EQ(ProblemOf(with(R"("list": {})")),
            "t.json: unknown key \"list\", expected one of: frames, lists, "
            "tables");
  EXPECT_EQ(ProblemOf(with(R"("lists": [])")),
            "t.json: lists: expected an object, found []");
  EXPECT_EQ(ProblemOf(with(R"("lists": {"who": "man"})")),
            "t.json: lists.who: expected a list of texts, found \"man\"");
  EXPECT_EQ(ProblemOf(with(R"("lists": {"who": [3]})")),
            "t.json: lists.who: expected a list of texts, found 3 in it");
  EXPECT_EQ(ProblemOf(with(R"("lists": {"who": []})")),
            "t.json: lists.who: expected words, found none");
  EXPECT_EQ(ProblemOf(with(R"("lists": {"who": ["a", "b", "a"]})")),
            "t.json: lists.who: expected each word once, found \"a\" twice");
  EXPECT_EQ(ProblemOf(with(R"("lists": {"who": ["{a}"]})")),
            "t.json: lists.who: expected words without slots, found \"{a}\"");
  EXPECT_EQ(ProblemOf(with(R"("tables": 1)")),
            "t.json: tables: expected an object, found 1");
  EXPECT_EQ(ProblemOf(with(R"("tables": {"t": []})")),
            "t.json: tables.t: expected a list of rows, found []");
  EXPECT_EQ(ProblemOf(with(R"("tables": {"t": ["x"]})")),
            "t.json: tables.t[0]: expected an object, found \"x\"");
  EXPECT_EQ(ProblemOf(with(R"("tables": {"t": [{"x": []}]})")),
            "t.json: tables.t[0].x: expected words, found none");
  EXPECT_EQ(ProblemOf(with(R"("tables": {"t": [{"x": ["1"], "y": ["2"]},
                                               {"x": ["1"]}]})")),
            "t.json: tables.t[1]: expected the columns of the first row, "
            "\"x\", \"y\", found \"x\"");
  EXPECT_EQ(ProblemOf(R"({"frames": [{"text": "a", "other": "b"}]})"),
            "t.json: frames[0]: expected \"label\", found none");
  EXPECT_EQ(ProblemOf(framed("a", R"(, "often": 2)")),
            "t.json: frames[1]: unknown key \"often\", expected one of: both, "
            "label, of, other, text, weight");
  EXPECT_EQ(ProblemOf(framed("a", R"(, "weight": 0)")),
            "t.json: frames[1]: \"weight\": expected a whole number from 1 to "
            "1000, found 0");
  EXPECT_EQ(ProblemOf(framed("a", R"(, "both": 1)")),
            "t.json: frames[1]: \"both\": expected true or false, found 1");
  EXPECT_EQ(ProblemOf(framed("a", R"(, "of": "u")")),
            "t.json: frames[1]: \"of\": expected a table, one of \"t\", found "
            "\"u\"");
  EXPECT_EQ(ProblemOf(framed("{whom}", "")),
            "t.json: frames[1]: \"text\": expected a slot for a list, one of "
            "\"who\", found \"whom\"");
  EXPECT_EQ(ProblemOf(framed("{x}", "")),
            "t.json: frames[1]: \"text\": expected a slot for a list, one of "
            "\"who\", found \"x\"");
  EXPECT_EQ(ProblemOf(framed("{who", "")),
            "t.json: frames[1]: \"text\": expected a slot for a list, one of "
            "\"who\", found \"{who\"");
  EXPECT_EQ(ProblemOf(framed("{y}", R"(, "of": "t")")),
            "t.json: frames[1]: \"text\": expected a slot for a list or for a "
            "column of \"t\", found \"y\"");
  EXPECT_EQ(ProblemOf(framed("{who 2}", "")),
            "t.json: frames[1]: \"text\": expected 2 words or more for \"who "
            "2\", found 1");
  EXPECT_EQ(ProblemOf(framed("{x 2}", R"(, "of": "t")")),
            "t.json: frames[1]: \"text\": expected 2 words or more for \"x "
            "2\", found 1");
  EXPECT_EQ(ProblemOf(framed("a", ""), {"no", "maybe"}),
            "t.json: frames[0]: \"label\": expected one of \"no\", \"maybe\", "
            "found \"yes\"");
  EXPECT_EQ(PairTemplates::Read({"/none.json"}, {}).error().code,
            ErrorCode::kNotFound);
}

}  // namespace
}  // namespace whylight
