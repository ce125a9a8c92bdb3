#include "core/training/data/text_templates.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "core/text/utf8.h"
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

// What each aspect's clauses say of it, and nothing else does.
TEST(TextTemplatesTest, ClausesAreWhereTheTextSpeaksOfTheirAspect) {
  std::string content = kTwoAspects;
  content.replace(content.find("we came"), 7,
                  "caf\u00e9s aren't near, we came");
  const auto templates = ReadTemplates(content, {"room", "staff"});
  ASSERT_TRUE(templates.ok()) << templates.error().message;
  bool bare = false;
  for (std::uint64_t i = 0; i < 400; ++i) {
    const TemplateText made = templates.value().Make(3, i);
    bare |= made.text.find("arent") != std::string::npos;
    std::string rest = made.text;
    std::uint32_t before = 0;
    for (const TemplateClause& clause : made.clauses) {
      EXPECT_GE(clause.span.start, before);
      before = clause.span.end;
      const std::string said(SliceUtf16(made.text, clause.span));
      EXPECT_TRUE(said.ends_with("good") || said.ends_with("bad")) << said;
      const bool staff = said.find("he staff") != std::string::npos;
      EXPECT_EQ(clause.aspect, staff ? 1u : 0u) << said;
      rest.erase(rest.find(said), said.size());
    }
    for (const char* word : {"room", "beds", "staff", "good", "bad"}) {
      EXPECT_EQ(rest.find(word), std::string::npos) << made.text;
    }
  }
  EXPECT_TRUE(bare);
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

// Whether each of some texts has one of `expected`, and all of these come up.
void ExpectTexts(const std::string& frames, std::set<std::string> expected) {
  const auto templates =
      ReadTemplates(R"({"frames": [)" + frames + R"(], "aspects": {"room": {
        "subjects": ["the room|was", "our beds|were", "all of it|was"],
        "good": ["usable"], "bad": ["old"]}}})",
                    {"room"});
  ASSERT_TRUE(templates.ok()) << templates.error().message;
  std::set<std::string> found;
  for (std::uint64_t i = 0; i < 600; ++i) {
    auto [text, ratings, clauses] = templates.value().Make(1, i);
    if (clauses.size() > 1) continue;
    // Whatever its tense and how it ends.
    while (text.back() == '.' || text.back() == '!') text.pop_back();
    found.insert(text);
  }
  for (const std::string& text : found)
    EXPECT_TRUE(expected.count(text)) << text;
  EXPECT_EQ(found.size(), expected.size());
}

TEST(TextTemplatesTest, PronounsAndVerbsGoWithASubjectThatComesLater) {
  ExpectTexts(R"({"text": "as for {subject} I liked {them}", "rating": 0.8},
                 {"text": "no", "rating": 0.2})",
              {"As for all of it I liked it", "As for our beds I liked them",
               "As for the room I liked it", "No"});
  ExpectTexts(
      R"({"text": "never {be} {subject} {good}", "rating": 0.2,
                  "mirrored": false},
                 {"text": "fine", "rating": 0.8})",
      {"Never was the room usable", "Never is the room usable",
       "Never were our beds usable", "Never are our beds usable",
       "Never was all of it usable", "Never is all of it usable", "Fine"});
}

TEST(TextTemplatesTest, ANounIsASubjectWithoutItsArticle) {
  ExpectTexts(R"({"text": "{a} {good} {noun}", "rating": 0.8})",
              {"A usable room", "Usable beds", "An old room", "Old beds"});
}

TEST(TextTemplatesTest, AFrameMayHaveNoMirrorImage) {
  ExpectTexts(R"({"text": "so {good}", "rating": 0.8, "mirrored": false},
                 {"text": "no", "rating": 0.2})",
              {"So usable", "No"});
  EXPECT_NE(ProblemOf(R"({"frames": [{"text": "{good}", "rating": 0.8,
                                      "mirrored": true}]})")
                .find("a rating or false, found true"),
            std::string::npos);
}

TEST(TextTemplatesTest, AQuestionEndsItsSentence) {
  ExpectTexts(R"({"text": "fine?", "rating": 0.2},
                 {"text": "yes", "rating": 0.8})",
              {"Fine?", "Yes"});
}

TEST(TextTemplatesTest, ListsOfFramesComeUpEquallyOften) {
  std::string many;
  for (int i = 0; i < 98; ++i) {
    many += R"({"text": "many", "rating": 0.9}, )";
  }
  const std::string first =
      WriteTemplates("first.json", R"({"frames": [)" + many +
                                       R"({"text": "many", "rating": 0.1}],
                    "aspects": {"room": {"subjects": ["it"]}}})");
  const std::string second = WriteTemplates(
      "second.json", R"({"frames": [{"text": "few", "rating": 0.9},
                                    {"text": "few", "rating": 0.1}]})");
  const auto templates = TextTemplates::Read({first, second}, {"room"});
  ASSERT_TRUE(templates.ok()) << templates.error().message;
  int few = 0;
  constexpr int kTexts = 1000;
  for (std::uint64_t i = 0; i < kTexts; ++i) {
    const std::string text = templates.value().Make(1, i).text;
    few += text.substr(0, 3) == "Few" ? 1 : 0;
  }
  EXPECT_NEAR(few, kTexts / 2, 60);
}

TEST(TextTemplatesTest, SomeTextsJudgeAsAWholeAndRateEveryAspect) {
  std::string content = kTwoAspects;
  content.replace(content.rfind('}'), 1, R"(,
    "overall": [{"text": "{how} hotel ever", "rating": 0.95},
                {"text": "stay away", "rating": 0.05}]})");
  content.replace(content.find(R"("lists": {)"), 10,
                  R"("lists": {"how": ["best", "finest"], )");
  const auto templates = ReadTemplates(content, {"room", "staff"});
  ASSERT_TRUE(templates.ok()) << templates.error().message;
  constexpr int kTexts = 1000;
  int whole = 0;
  for (std::uint64_t i = 0; i < kTexts; ++i) {
    const TemplateText made = templates.value().Make(1, i);
    const bool praises = made.text.find("hotel ever") != std::string::npos;
    const bool blames = made.text.find("tay away") != std::string::npos;
    if (!praises && !blames) {
      for (const TemplateClause& clause : made.clauses) {
        EXPECT_LT(clause.aspect, 2u) << made.text;
      }
      continue;
    }
    ++whole;
    // Of one opinion, and no clause of a single aspect beside it.
    EXPECT_NE(praises, blames) << made.text;
    for (const Real rating : made.ratings) {
      EXPECT_NEAR(rating, praises ? 0.95 : 0.05, 1e-6) << made.text;
    }
    for (const TemplateClause& clause : made.clauses) {
      EXPECT_EQ(clause.aspect, TemplateClause::kEveryAspect) << made.text;
      const std::string said(SliceUtf16(made.text, clause.span));
      EXPECT_TRUE(said.ends_with(praises ? "hotel ever" : "tay away")) << said;
    }
  }
  EXPECT_GT(whole, kTexts * 8 / 100);
  EXPECT_LT(whole, kTexts * 20 / 100);
}

// "Great location, rude staff" is how people type what they did and did not
// like.
TEST(TextTemplatesTest, OpinionsThatDifferMayHaveOnlyACommaBetweenThem) {
  const auto templates = ReadTemplates(kTwoAspects, {"room", "staff"});
  ASSERT_TRUE(templates.ok()) << templates.error().message;
  int bare = 0;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    const TemplateText made = templates.value().Make(1, i);
    if (made.clauses.size() != 2) continue;
    const auto [first, second] =
        std::make_pair(made.clauses[0], made.clauses[1]);
    if ((made.ratings[first.aspect] < Real(0.5)) ==
        (made.ratings[second.aspect] < Real(0.5))) {
      continue;
    }
    const std::string_view between =
        SliceUtf16(made.text, {first.span.end, second.span.start});
    bare += between == ", " ? 1 : 0;
  }
  EXPECT_GT(bare, 10);
}

// "The gym was closed, but the staff were helpful".
TEST(TextTemplatesTest, NeutralClausesMayBeContrastedWithOthers) {
  const auto templates = ReadTemplates(kTwoAspects, {"room", "staff"});
  ASSERT_TRUE(templates.ok()) << templates.error().message;
  int joined = 0;
  int contrasted = 0;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    const std::string text = templates.value().Make(1, i).text;
    const std::size_t place = text.find("e came by train");
    if (place == std::string::npos) continue;
    const std::string_view after = std::string_view(text).substr(place + 15);
    if (after.size() < 6) continue;
    ++joined;
    contrasted += after.starts_with(", but ") || after.starts_with(" but ") ||
                          after.starts_with(", although ")
                      ? 1
                      : 0;
  }
  EXPECT_GT(contrasted, joined / 50);
  EXPECT_LT(contrasted, joined / 5);
}

TEST(TextTemplatesTest, SomeTextsAreListsOfNotes) {
  std::string content = kTwoAspects;
  content.replace(content.rfind('}'), 1, R"(,
    "notes": [{"text": "{good} {noun}", "rating": 0.8}])");
  content.replace(content.find(R"("staff": {)"), 10,
                  R"("staff": {"notes": [{"text": "{good} all of them",
                                          "rating": 0.9}], )");
  const auto templates = ReadTemplates(content + "}", {"room", "staff"});
  ASSERT_TRUE(templates.ok()) << templates.error().message;
  constexpr int kTexts = 1000;
  int lists = 0;
  int opposed = 0;
  bool own = false;
  std::map<std::string, int> joins;
  for (std::uint64_t i = 0; i < kTexts; ++i) {
    const TemplateText made = templates.value().Make(1, i);
    std::size_t notes = 0;
    for (const TemplateClause& clause : made.clauses) {
      const std::string said(SliceUtf16(made.text, clause.span));
      const bool good = said.find("ood ") == 1;
      if (!good && said.find("ad ") != 1) continue;
      ++notes;
      own = own || said.ends_with("all of them");
      const Real rating = made.ratings[clause.aspect];
      EXPECT_EQ(rating > Real(0.5), good) << made.text;
      // Only the staff have notes of their own.
      EXPECT_TRUE(clause.aspect == 1 || !said.ends_with("all of them"));
    }
    if (notes == 0) continue;
    ++lists;
    for (std::size_t c = 1; c < made.clauses.size(); ++c) {
      ++joins[std::string(SliceUtf16(made.text, {made.clauses[c - 1].span.end,
                                                 made.clauses[c].span.start}))];
    }
    EXPECT_EQ(notes, made.clauses.size()) << made.text;
    EXPECT_GE(notes, 2u) << made.text;
    EXPECT_LE(notes, 4u) << made.text;
    opposed +=
        made.ratings[0] * made.ratings[1] > 0 &&
                (made.ratings[0] < Real(0.5)) != (made.ratings[1] < Real(0.5))
            ? 1
            : 0;
  }
  EXPECT_TRUE(own);
  EXPECT_GT(lists, kTexts * 14 / 100);
  EXPECT_LT(lists, kTexts * 26 / 100);
  EXPECT_GT(opposed, lists / 5);
  // Side by side, and not in a sentence.
  EXPECT_GT(joins[", "], lists / 3);
  EXPECT_GT(joins[", but "], 0);
  EXPECT_EQ(joins.count(", although "), 0u);
  EXPECT_EQ(joins.count(". However, "), 0u);
  EXPECT_EQ(joins.count("! "), 0u);
}

TEST(TextTemplatesTest, NotesMayBeAboutNoAspect) {
  std::string content = kTwoAspects;
  content.replace(content.rfind('}'), 1, R"(,
    "notes": [{"text": "{good} {noun}", "rating": 0.8}],
    "neutral_notes": ["{very} loud parrots"]})");
  const auto templates = ReadTemplates(content, {"room", "staff"});
  ASSERT_TRUE(templates.ok()) << templates.error().message;
  int beside = 0;
  int alone = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const TemplateText made = templates.value().Make(1, i);
    if (made.text.find("oud parrots") == std::string::npos) continue;
    (made.clauses.empty() ? alone : beside) += 1;
    for (const TemplateClause& clause : made.clauses) {
      const std::string said(SliceUtf16(made.text, clause.span));
      EXPECT_TRUE(said.find("ood ") == 1 || said.find("ad ") == 1) << made.text;
    }
  }
  EXPECT_GT(beside, 50);
  EXPECT_GT(alone, 0);
}

TEST(TextTemplatesTest, VerdictsOnTheWholeAreNoNotes) {
  std::string content = kTwoAspects;
  content.replace(content.rfind('}'), 1, R"(,
    "notes": [{"text": "{good} {noun}", "rating": 0.8}],
    "overall": [{"text": "come back", "rating": 0.95},
                {"text": "stay away", "rating": 0.05}]})");
  const auto templates = ReadTemplates(content, {"room", "staff"});
  ASSERT_TRUE(templates.ok()) << templates.error().message;
  int notes = 0;
  int whole = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::string text = templates.value().Make(1, i).text;
    const bool judges = text.find("ome back") != std::string::npos ||
                        text.find("tay away") != std::string::npos;
    const bool lists = text.find("ood room") != std::string::npos ||
                       text.find("ad staff") != std::string::npos;
    EXPECT_FALSE(judges && lists) << text;
    whole += judges ? 1 : 0;
    notes += lists ? 1 : 0;
  }
  EXPECT_GT(whole, 0);
  EXPECT_GT(notes, 0);
}

TEST(TextTemplatesTest, SomeTextsLeaveApostrophesOut) {
  const auto templates = ReadTemplates(R"({
    "frames": [{"text": "don't", "rating": 0.1}, {"text": "won't", "rating": 1}],
    "aspects": {"room": {"subjects": ["it"]}}})",
                                       {"room"});
  ASSERT_TRUE(templates.ok()) << templates.error().message;
  int bare = 0;
  constexpr int kTexts = 1000;
  for (std::uint64_t i = 0; i < kTexts; ++i) {
    const std::string text = templates.value().Make(1, i).text;
    bare += text.find('\'') == std::string::npos ? 1 : 0;
  }
  EXPECT_GT(bare, kTexts * 2 / 100);
  EXPECT_LT(bare, kTexts * 12 / 100);
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
  EXPECT_NE(ProblemOf(R"({"frames": [{"text": "{subject", "rating": 1},
                                     {"text": "{subject}", "rating": 0}],
                          "aspects": {"room": {"subjects": ["a"]},
                                      "staff": {"subjects": ["b"]}}})")
                .find("nothing stands for \"{subject\""),
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
  // `common` are every aspect's notes, `own` those of the staff.
  const auto problem_of_notes = [](const std::string& common,
                                   const std::string& own) {
    return ProblemOf(R"({"frames": [{"text": "yes", "rating": 1},
                                    {"text": "no", "rating": 0}],
                         "notes": [)" +
                     common + R"(],
                         "aspects": {"room": {"subjects": ["a"]},
                                     "staff": {"subjects": ["b"],
                                               "notes": [)" +
                     own + "]}}}");
  };
  const std::string yes = R"({"text": "yes", "rating": 1})";
  const std::string no = R"({"text": "no", "rating": 0})";
  EXPECT_EQ(problem_of_notes(yes + ", " + no, ""), "");
  EXPECT_NE(problem_of_notes(yes, no).find(
                "\"notes\" has no frame that blames \"room\""),
            std::string::npos);
  EXPECT_NE(problem_of_notes("", no).find(
                "\"notes\" has no frame that praises \"room\""),
            std::string::npos);
  EXPECT_NE(problem_of_notes(R"({"text": "{wonderful}", "rating": 1})", no)
                .find("nothing stands for \"wonderful\""),
            std::string::npos);
  EXPECT_NE(
      problem_of_notes(yes + ", " + no, R"({"text": "{dire}", "rating": 0})")
          .find("nothing stands for \"dire\" of \"staff\""),
      std::string::npos);
  EXPECT_NE(ProblemOf(R"({"frames": [{"text": "yes", "rating": 1},
                                     {"text": "no", "rating": 0}],
                          "neutral_notes": ["loud parrots"],
                          "aspects": {"room": {"subjects": ["a"]},
                                      "staff": {"subjects": ["b"]}}})")
                .find("\"neutral_notes\" without \"notes\""),
            std::string::npos);
  const auto problem_of_overall = [](const std::string& frames) {
    std::string content = kTwoAspects;
    content.replace(content.rfind('}'), 1, R"(, "overall": [)" + frames + "]}");
    return ProblemOf(content);
  };
  EXPECT_NE(problem_of_overall(R"({"text": "stay away", "rating": 0.05})")
                .find("\"overall\" has no frame that praises"),
            std::string::npos);
  // Which of the aspects has the words and the subject?
  for (const char* text : {"{good} hotel", "{subject} shone"}) {
    EXPECT_NE(problem_of_overall(R"({"text": "stay away", "rating": 0.05},
                                    {"text": ")" +
                                 std::string(text) + R"(", "rating": 0.9})")
                  .find("nothing stands for"),
              std::string::npos)
        << text;
  }
}

}  // namespace
}  // namespace whylight
