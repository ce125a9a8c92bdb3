#include "core/systems/classifier/train/held_out.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/random.h"
#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

TEST(HeldOutTextsTest, AreFoundAnywhereInATextAsWholeWordsInARow) {
  HeldOutTexts texts;
  texts.Add(Tokenize("a fine pint"));
  texts.Add(Tokenize("a fine ale indeed"));
  for (const char* text : {"a fine pint", "A  Fine pint", "not a fine pint .",
                           "a a fine pint", "a fine a fine ale indeed"}) {
    EXPECT_TRUE(texts.AreIn(Tokenize(text))) << text;
  }
  for (const char* text : {"", "a fine", "fine pint", "a fine ale",
                           "a very fine pint", "a fine pints", "pint fine a"}) {
    EXPECT_FALSE(texts.AreIn(Tokenize(text))) << text;
  }
}

TEST(HeldOutTextsTest, ATextWithoutWordsHoldsNothingOut) {
  HeldOutTexts texts;
  EXPECT_FALSE(texts.AreIn(Tokenize("a")));
  texts.Add({});
  EXPECT_FALSE(texts.AreIn(Tokenize("a")));
  EXPECT_FALSE(texts.AreIn({}));
}

TEST(HeldOutTextsTest, AgreeWithASearchInTheSpelling) {
  constexpr std::uint64_t kTexts = 300;
  const auto invent = [](std::uint64_t i, std::uint64_t longest) {
    const CounterRandom random(1, RandomPurpose::kShuffle, longest, i);
    std::string text = " ";
    const std::uint64_t words = 1 + random.Below(0, longest);
    for (std::uint64_t k = 1; k <= words; ++k) {
      text.push_back(static_cast<char>('a' + random.Below(k, 3)));
      text.push_back(' ');
    }
    return text;
  };
  HeldOutTexts texts;
  std::vector<std::string> spelled;
  for (std::uint64_t i = 0; i < 20; ++i) {
    // Short ones would be in every text.
    spelled.push_back(" b c" + invent(i, 4));
    texts.Add(Tokenize(spelled.back()));
  }
  std::size_t found = 0;
  for (std::uint64_t i = 0; i < kTexts; ++i) {
    const std::string text = invent(i, 30);
    bool is_in = false;
    for (const std::string& one : spelled) {
      is_in = is_in || text.find(one) != std::string::npos;
    }
    EXPECT_EQ(texts.AreIn(Tokenize(text)), is_in) << text;
    found += is_in ? 1 : 0;
  }
  EXPECT_GT(found, kTexts / 10);
  EXPECT_LT(found, kTexts * 9 / 10);
}

TEST(HeldOutTextsTest, AreReadFromFilesWithoutALookAtTheirLabels) {
  const ScratchFolder folder;
  const std::vector<std::string> files = {
      folder.Write("a.txt", "anything a flat pint\n"),
      folder.Write("b.jsonl", "{\"text\": \"it is n't\", \"label\": []}\n"),
      folder.Write("c.trees", "(9 (9 a) (9 hop))\n")};
  const auto texts =
      ReadHeldOutTexts(files, {.treebank = true, .merge = {{"0", "bad"}}});
  ASSERT_TRUE(texts.ok()) << texts.error().message;
  for (const char* text : {"a flat pint", "and it isn't so", "a hop"}) {
    EXPECT_TRUE(texts.value().AreIn(Tokenize(text))) << text;
  }
  EXPECT_FALSE(texts.value().AreIn(Tokenize("hop")));
  EXPECT_FALSE(ReadHeldOutTexts({folder.Path("none.txt")}, {}).ok());
}

}  // namespace
}  // namespace whylight
