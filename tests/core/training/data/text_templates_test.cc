#include "core/training/data/text_templates.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "core/training/data/record.h"

namespace whylight {
namespace {

std::string WriteTemplates(const std::string& name,
                           const std::string& content) {
  const std::string path =
      (std::filesystem::path(testing::TempDir()) / name).string();
  std::ofstream(path) << content;
  return path;
}

Result<TextTemplates> ReadTemplates(const std::string& content,
                                    const std::vector<std::string>& aspects) {
  return TextTemplates::Read({WriteTemplates("templates.json", content)},
                             aspects);
}

std::string ProblemOf(const std::string& content) {
  const auto read = ReadTemplates(content, {"room", "staff"});
  return read.ok() ? "" : read.error().message;
}

constexpr const char* kTwoAspects = R"({
  "lists": {"very": ["very", ""]},
  "words": {"good": ["good"], "bad": ["bad"]},
  "frames": [
    {"text": "{subject} {be} {very} {good}", "rating": 0.9},
    {"text": "{subject} {be not} {good}", "rating": 0.2, "mirrored": 0.7}],
  "aspects": {
    "room": {"subjects": ["the room|was", "the beds|were"]},
    "staff": {"subjects": ["the staff|were"]}},
  "neutral": ["we came by train"]
})";

TEST(TextTemplatesTest, SameSeedAndNumberGiveTheSameText) {
  const auto templates = ReadTemplates(kTwoAspects, {"room", "staff"});
  ASSERT_TRUE(templates.ok()) << templates.error().message;
  std::set<std::string> texts;
  for (std::uint64_t i = 0; i < 50; ++i) {
    const TemplateText made = templates.value().Make(7, i);
    EXPECT_EQ(made.text, templates.value().Make(7, i).text);
    texts.insert(made.text);
  }
  EXPECT_GT(texts.size(), 20u);
}

TEST(TextTemplatesTest, AnAspectIsRatedExactlyWhereTheTextSpeaksOfIt) {
  const auto templates = ReadTemplates(kTwoAspects, {"room", "staff"});
  ASSERT_TRUE(templates.ok()) << templates.error().message;
  for (std::uint64_t i = 0; i < 300; ++i) {
    const TemplateText made = templates.value().Make(1, i);
    const auto has = [&](const char* word) {
      return made.text.find(word) != std::string::npos;
    };
    EXPECT_EQ(IsRated(made.ratings[0]), has("room") || has("beds"))
        << made.text;
    EXPECT_EQ(IsRated(made.ratings[1]), has("staff")) << made.text;
  }
}

TEST(TextTemplatesTest, MirroredFramesHaveTheOtherWordsAndRating) {
  const auto templates = ReadTemplates(R"({
    "frames": [{"text": "{subject} {be} {good}", "rating": 0.9}],
    "aspects": {"room": {"subjects": ["it|was"], "good": ["large"],
                         "bad": ["tiny"]}}})",
                                       {"room"});
  ASSERT_TRUE(templates.ok()) << templates.error().message;
  bool large = false;
  bool tiny = false;
  for (std::uint64_t i = 0; i < 100; ++i) {
    const TemplateText made = templates.value().Make(1, i);
    const bool praises = made.text.find("large") != std::string::npos;
    EXPECT_NE(praises, made.text.find("tiny") != std::string::npos);
    EXPECT_NEAR(made.ratings[0], praises ? 0.9 : 0.1, 1e-6) << made.text;
    (praises ? large : tiny) = true;
  }
  EXPECT_TRUE(large && tiny);
}

TEST(TextTemplatesTest, AFrameWithoutAnOppositeHasOneRating) {
  const auto templates = ReadTemplates(R"({
    "frames": [{"text": "we loved {subject}", "rating": 0.9},
               {"text": "we hated {subject}", "rating": 0.05}],
    "aspects": {"room": {"subjects": ["the room"]}}})",
                                       {"room"});
  ASSERT_TRUE(templates.ok()) << templates.error().message;
  for (std::uint64_t i = 0; i < 100; ++i) {
    const TemplateText made = templates.value().Make(1, i);
    EXPECT_EQ(made.ratings[0] > Real(0.5),
              made.text.find("loved") != std::string::npos ||
                  made.text.find("Loved") != std::string::npos)
        << made.text;
  }
  EXPECT_NE(ProblemOf(R"({"frames": [{"text": "we loved {subject}",
                                      "rating": 0.9, "mirrored": 0.1}]})")
                .find("no \"mirrored\""),
            std::string::npos);
}

TEST(TextTemplatesTest, VerbsFollowTheirSubject) {
  const auto templates = ReadTemplates(kTwoAspects, {"room", "staff"});
  ASSERT_TRUE(templates.ok()) << templates.error().message;
  for (std::uint64_t i = 0; i < 300; ++i) {
    const std::string text = templates.value().Make(3, i).text;
    for (const char* wrong : {"room were", "room are", "beds was", "beds is",
                              "staff was", "staff is", "  ", " ."}) {
      EXPECT_EQ(text.find(wrong), std::string::npos) << text;
    }
  }
}

TEST(TextTemplatesTest, AnArticleFollowsTheWordAfterIt) {
  const auto templates = ReadTemplates(R"({
    "frames": [{"text": "it {be} a {good} place", "rating": 0.9}],
    "aspects": {"room": {"subjects": ["it"], "good": ["awful"],
                         "bad": ["bad"]}}})",
                                       {"room"});
  ASSERT_TRUE(templates.ok()) << templates.error().message;
  for (std::uint64_t i = 0; i < 40; ++i) {
    const std::string text = templates.value().Make(1, i).text;
    EXPECT_EQ(text.find("a awful"), std::string::npos) << text;
    EXPECT_EQ(text.find("an bad"), std::string::npos) << text;
  }
}

TEST(TextTemplatesTest, SeveralFilesAreTakenTogether) {
  const std::string frames = WriteTemplates(
      "frames.json",
      R"({"frames": [{"text": "{subject} {be} fine", "rating": 0.8},
                     {"text": "{subject} {be} poor", "rating": 0.1}]})");
  const std::string words = WriteTemplates(
      "words.json", R"({"aspects": {"room": {"subjects": ["the room"]}}})");
  const auto templates = TextTemplates::Read({frames, words}, {"room"});
  ASSERT_TRUE(templates.ok()) << templates.error().message;
  EXPECT_NE(templates.value().Make(1, 0).text.find("he room"),
            std::string::npos);
}

TEST(TextTemplatesTest, BadFilesAreNamedWithWhatIsWrong) {
  EXPECT_NE(ProblemOf("[]").find("expected a JSON object"), std::string::npos);
  EXPECT_NE(ProblemOf(R"({"frame": []})").find("\"frame\""), std::string::npos);
  EXPECT_NE(ProblemOf(R"({"aspects": {"pool": {}}})").find("\"pool\""),
            std::string::npos);
  EXPECT_NE(
      ProblemOf(R"({"aspects": {"room": {"nouns": []}}})").find("\"nouns\""),
      std::string::npos);
  EXPECT_NE(ProblemOf(R"({"frames": [{"text": "{subject}", "rating": 2}]})")
                .find("between 0 and 1"),
            std::string::npos);
  EXPECT_NE(ProblemOf(R"({"neutral": [3]})").find("list of texts"),
            std::string::npos);
  EXPECT_NE(ProblemOf(R"({"aspects": {"room": {"subjects": ["a"]},
                                      "staff": {"subjects": ["b"]}}})")
                .find("no frame that praises"),
            std::string::npos);
  EXPECT_NE(ProblemOf(R"({"frames": [{"text": "{subjcet}", "rating": 1},
                                     {"text": "{subject}", "rating": 0}],
                          "aspects": {"room": {"subjects": ["a"]},
                                      "staff": {"subjects": ["b"]}}})")
                .find("\"subjcet\""),
            std::string::npos);
  EXPECT_NE(ProblemOf(R"({"frames": [{"text": "{subject}", "rating": 1},
                                     {"text": "{subject}", "rating": 0}],
                          "words": {"good": ["good"]},
                          "aspects": {"room": {"subjects": ["a"]},
                                      "staff": {"subjects": ["b"]}}})")
                .find("\"bad\""),
            std::string::npos);
  EXPECT_NE(ProblemOf(R"({"frames": [{"text": "{praise}", "rating": 1}],
                          "words": {"praise": ["{praise}"], "blame": ["b"]},
                          "aspects": {"room": {"subjects": ["a"]},
                                      "staff": {"subjects": ["b"]}}})")
                .find("a clause within a clause"),
            std::string::npos);
}

}  // namespace
}  // namespace whylight
