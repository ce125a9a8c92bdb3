#include "core/training/probes/judge_probes.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace whylight {
namespace {

Probe MakeProbe(Expectation expectation, std::optional<double> above = {},
                std::optional<double> below = {}) {
  return {.kind = "plain",
          .expectation = expectation,
          .above = above,
          .below = below};
}

TextRatings Rated(double number, std::string label = {}) {
  return {TextRating{number, std::move(label)}};
}

const TextRatings kUnratedText = {std::nullopt};

TEST(HoldsTest, TheFirstOfAPairMustBeHigher) {
  const Probe probe = MakeProbe(Expectation::kOrder);
  EXPECT_TRUE(Holds(probe, {Rated(0.6), Rated(0.5)}));
  EXPECT_FALSE(Holds(probe, {Rated(0.5), Rated(0.5)}));
  EXPECT_FALSE(Holds(probe, {Rated(0.4), Rated(0.5)}));
}

TEST(HoldsTest, TextsRatedAlikeDifferByATenthAtMost) {
  const Probe probe = MakeProbe(Expectation::kAlike);
  EXPECT_TRUE(Holds(probe, {Rated(0.5), Rated(0.59)}));
  EXPECT_FALSE(Holds(probe, {Rated(0.5), Rated(0.39)}));
  EXPECT_FALSE(Holds(probe, {Rated(0.5), Rated(0.57), Rated(0.43)}));
}

TEST(HoldsTest, TextsRatedAlikeHaveTheSameClass) {
  const Probe probe = MakeProbe(Expectation::kAlike);
  EXPECT_TRUE(Holds(probe, {Rated(0.5, "good"), Rated(0.51, "good")}));
  EXPECT_FALSE(Holds(probe, {Rated(0.5, "good"), Rated(0.5, "bad")}));
}

TEST(HoldsTest, BoundsAreOutside) {
  const Probe above = MakeProbe(Expectation::kSide, 0.5);
  EXPECT_TRUE(Holds(above, {Rated(0.51)}));
  EXPECT_FALSE(Holds(above, {Rated(0.5)}));
  const Probe below = MakeProbe(Expectation::kSide, {}, 0.5);
  EXPECT_TRUE(Holds(below, {Rated(0.49)}));
  EXPECT_FALSE(Holds(below, {Rated(0.5)}));
  const Probe between = MakeProbe(Expectation::kSide, 0.3, 0.7);
  EXPECT_TRUE(Holds(between, {Rated(0.5)}));
  EXPECT_FALSE(Holds(between, {Rated(0.2)}));
  EXPECT_FALSE(Holds(between, {Rated(0.8)}));
}

TEST(HoldsTest, ATextWithoutARatingIsRightWhereThatIsExpectedAlone) {
  EXPECT_FALSE(
      Holds(MakeProbe(Expectation::kOrder), {Rated(0.9), kUnratedText}));
  EXPECT_FALSE(
      Holds(MakeProbe(Expectation::kAlike), {kUnratedText, kUnratedText}));
  EXPECT_FALSE(Holds(MakeProbe(Expectation::kSide, 0.5), {kUnratedText}));
  const Probe nothing = MakeProbe(Expectation::kNothing);
  EXPECT_TRUE(Holds(nothing, {kUnratedText}));
  EXPECT_FALSE(Holds(nothing, {Rated(0.5)}));
  // Of several aspects none may be rated.
  EXPECT_TRUE(Holds(nothing, {{std::nullopt, std::nullopt}}));
  EXPECT_FALSE(Holds(nothing, {{std::nullopt, TextRating{0.5}}}));
}

// Rates the length of a text, as aspect "long", and a tenth as "short" where
// there is an "s".
TextRater LengthRater() {
  return {.aspects = {"long", "short"},
          .rate = [](std::string_view text) -> Result<TextRatings> {
            if (text == "fail") return Invalid("no such luck");
            const double length = static_cast<double>(text.size()) / 10;
            return TextRatings{TextRating{length},
                               text.find('s') == std::string_view::npos
                                   ? std::nullopt
                                   : std::optional(TextRating{length / 10})};
          },
          .labels = {{}, {}}};
}

Probe AskAbout(std::string aspect, Expectation expectation,
               std::vector<std::string> texts, std::string kind = "plain") {
  return {.kind = std::move(kind),
          .aspect = std::move(aspect),
          .expectation = expectation,
          .texts = std::move(texts),
          .place = {"a.jsonl", 7}};
}

TEST(JudgeProbesTest, ComparesTheAspectThatIsAskedAbout) {
  const auto outcomes = JudgeProbes(
      LengthRater(), {AskAbout("long", Expectation::kOrder, {"aaa", "s"}),
                      AskAbout("short", Expectation::kOrder, {"aaa", "s"}),
                      AskAbout("short", Expectation::kNothing, {"aaa"}),
                      AskAbout("", Expectation::kNothing, {"aaa"})});
  ASSERT_TRUE(outcomes.ok()) << outcomes.error().message;
  EXPECT_TRUE(outcomes.value()[0].right);
  EXPECT_FALSE(outcomes.value()[1].right);  // Only one has a rating.
  EXPECT_TRUE(outcomes.value()[2].right);
  EXPECT_FALSE(outcomes.value()[3].right);  // It has one of "long".
  EXPECT_EQ(outcomes.value()[3].aspects,
            (std::vector<std::string>{"long", "short"}));
}

TEST(JudgeProbesTest, ErrorsNameTheLine) {
  const auto error = [](const TextRater& rater, Probe probe) {
    return JudgeProbes(rater, {std::move(probe)}).error().message;
  };
  const TextRater rater = LengthRater();
  EXPECT_EQ(error(rater, AskAbout("taste", Expectation::kNothing, {"a"})),
            "a.jsonl:7: \"aspect\": expected one of \"long\", \"short\", found "
            "\"taste\"");
  EXPECT_EQ(error(rater, AskAbout("", Expectation::kSide, {"a"})),
            "a.jsonl:7: \"aspect\": expected one of \"long\", \"short\", found "
            "none");
  EXPECT_EQ(error(rater, AskAbout("long", Expectation::kSide, {"fail"})),
            "a.jsonl:7: no such luck");
  TextRater always = rater;
  always.always_rates = true;
  EXPECT_EQ(error(always, AskAbout("long", Expectation::kNothing, {"a"})),
            "a.jsonl:7: \"none\": expected a probe of another form, since the "
            "model rates every text");
}

TEST(JudgeProbesTest, TheOnlyAspectNeedNotBeNamed) {
  TextRater rater = LengthRater();
  rater.aspects = {"long"};
  EXPECT_TRUE(
      JudgeProbes(rater, {AskAbout("", Expectation::kOrder, {"aa", "a"})})
          .value()[0]
          .right);
  EXPECT_FALSE(
      JudgeProbes(rater, {AskAbout("short", Expectation::kOrder, {"aa", "a"})})
          .ok());
}

// Says "longer" or "shorter" of the second of two texts.
TextRater LengthComparer() {
  return {.labels = {{"longer", "shorter"}},
          .compare = [](std::string_view first,
                        std::string_view second) -> Result<PairVerdict> {
            if (first == second) return Invalid("no such luck");
            if (second.size() > first.size())
              return PairVerdict{"longer", 0.75};
            return PairVerdict{"shorter", 0.5};
          }};
}

Probe AskOfTwo(std::string label, std::vector<std::string> texts) {
  Probe probe = AskAbout("", Expectation::kLabel, std::move(texts), "roles");
  probe.label = std::move(label);
  return probe;
}

TEST(JudgeProbesTest, TwoTextsMustHaveTheLabelInTheirOrder) {
  const auto outcomes = JudgeProbes(
      LengthComparer(),
      {AskOfTwo("longer", {"a", "bb"}), AskOfTwo("longer", {"bb", "a"})});
  ASSERT_TRUE(outcomes.ok()) << outcomes.error().message;
  EXPECT_TRUE(outcomes.value()[0].right);
  EXPECT_FALSE(outcomes.value()[1].right);
  EXPECT_EQ(OutcomeToJson(outcomes.value()[1]).dump(),
            R"({"file":"a.jsonl","line":7,"kind":"roles",)"
            R"("expected":"longer","texts":[{"text":"bb"},{"text":"a"}],)"
            R"("label":"shorter","probability":0.5})");
}

TEST(JudgeProbesTest, ErrorsOfTwoTextsNameTheLine) {
  const auto error = [](const TextRater& rater, Probe probe) {
    return JudgeProbes(rater, {std::move(probe)}).error().message;
  };
  EXPECT_EQ(error(LengthComparer(), AskOfTwo("long", {"a", "bb"})),
            "a.jsonl:7: \"label\": expected one of \"longer\", \"shorter\", "
            "found \"long\"");
  EXPECT_EQ(error(LengthComparer(), AskOfTwo("longer", {"a", "a"})),
            "a.jsonl:7: no such luck");
  EXPECT_EQ(error(LengthRater(), AskOfTwo("longer", {"a", "bb"})),
            "a.jsonl:7: \"other\": expected a probe of another form, since "
            "the model rates single texts");
  EXPECT_EQ(error(LengthComparer(), AskAbout("", Expectation::kNothing, {"a"})),
            "a.jsonl:7: expected \"text\", \"other\" and \"label\", since the "
            "model compares two texts");
}

// Says "long" or "short" of a text, without numbers.
TextRater LengthClassifier() {
  return {.aspects = {"label"},
          .always_rates = true,
          .has_numbers = false,
          .rate = [](std::string_view text) -> Result<TextRatings> {
            return TextRatings{
                TextRating{.label = text.size() > 3 ? "long" : "short"}};
          },
          .labels = {{"long", "short"}}};
}

TEST(JudgeProbesTest, ATextMustHaveTheLabel) {
  const auto outcomes =
      JudgeProbes(LengthClassifier(),
                  {AskOfTwo("long", {"aaaa"}), AskOfTwo("short", {"aaaa"}),
                   AskAbout("", Expectation::kAlike, {"a", "bb"}),
                   AskAbout("label", Expectation::kAlike, {"a", "bbbb"})});
  ASSERT_TRUE(outcomes.ok()) << outcomes.error().message;
  EXPECT_TRUE(outcomes.value()[0].right);
  EXPECT_FALSE(outcomes.value()[1].right);
  EXPECT_TRUE(outcomes.value()[2].right);
  EXPECT_FALSE(outcomes.value()[3].right);
  EXPECT_EQ(OutcomeToJson(outcomes.value()[1]).dump(),
            R"({"file":"a.jsonl","line":7,"kind":"roles",)"
            R"("expected":"short","texts":[{"text":"aaaa",)"
            R"("ratings":{"label":null},"classes":{"label":"long"}}]})");
}

TEST(JudgeProbesTest, LabelsAndNumbersAreAskedOfModelsThatHaveThem) {
  const auto error = [](const TextRater& rater, Probe probe) {
    return JudgeProbes(rater, {std::move(probe)}).error().message;
  };
  EXPECT_EQ(error(LengthClassifier(), AskOfTwo("longish", {"a"})),
            "a.jsonl:7: \"label\": expected one of \"long\", \"short\", found "
            "\"longish\"");
  const std::string no_grades =
      "a.jsonl:7: expected \"text\" and \"label\", or \"same\", since the "
      "labels of the model have no grades";
  EXPECT_EQ(
      error(LengthClassifier(), AskAbout("", Expectation::kOrder, {"aa", "a"})),
      no_grades);
  EXPECT_EQ(error(LengthClassifier(), AskAbout("", Expectation::kSide, {"a"})),
            no_grades);
  EXPECT_EQ(error(LengthRater(), AskOfTwo("long", {"a"})),
            "a.jsonl:7: \"label\": expected a probe of another form, since the "
            "model has no labels");
  // Each aspect has its own.
  TextRater rater = LengthRater();
  rater.labels = {{"no", "yes"}, {}};
  const auto ask_about = [](std::string aspect, std::string label) {
    Probe probe = AskOfTwo(std::move(label), {"a"});
    probe.aspect = std::move(aspect);
    return probe;
  };
  EXPECT_EQ(error(rater, ask_about("long", "maybe")),
            "a.jsonl:7: \"label\": expected one of \"no\", \"yes\", found "
            "\"maybe\"");
  EXPECT_EQ(error(rater, ask_about("short", "yes")),
            "a.jsonl:7: \"label\": expected a probe of another form, since "
            "\"short\" has no labels");
}

TEST(CountProbesTest, CountsByKindAndLeavesIronyOutOfTheTotal) {
  const auto outcome = [](const std::string& kind, bool right) {
    return ProbeOutcome{
        .probe = AskAbout("long", Expectation::kOrder, {"a", "b"}, kind),
        .right = right};
  };
  const ProbeFigures figures =
      CountProbes({outcome("irony", false), outcome("negation far", true),
                   outcome("plain", true), outcome("plain", false),
                   outcome("double negation", false),
                   outcome("negation near", true), outcome("plain", true)});
  // In the order of tables.
  const std::vector<std::string> kinds = {
      "plain", "negation near", "negation far", "double negation", "irony"};
  ASSERT_EQ(figures.kinds.size(), kinds.size());
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    EXPECT_EQ(figures.kinds[i].first, kinds[i]);
  }
  EXPECT_EQ(figures.kinds[0].second.n, 3u);
  EXPECT_EQ(figures.kinds[0].second.right, 2u);
  EXPECT_EQ(figures.negation.n, 3u);
  EXPECT_EQ(figures.negation.right, 2u);
  EXPECT_EQ(figures.total.n, 6u);
  EXPECT_EQ(figures.total.right, 4u);
  EXPECT_DOUBLE_EQ(figures.total.share(), 4.0 / 6);
  EXPECT_EQ(ProbeCount{}.share(), 0);
}

TEST(OutcomeToJsonTest, TellsWhatWasSeen) {
  const auto outcomes = JudgeProbes(
      LengthRater(), {AskAbout("short", Expectation::kOrder, {"aaa", "s"})});
  EXPECT_EQ(OutcomeToJson(outcomes.value()[0]).dump(),
            R"({"file":"a.jsonl","line":7,"kind":"plain",)"
            R"("expected":"the first higher","texts":[)"
            R"({"text":"aaa","ratings":{"short":null}},)"
            R"({"text":"s","ratings":{"short":0.01}}]})");
}

TEST(OutcomeToJsonTest, TellsClassesWhereThereAreSome) {
  const ProbeOutcome outcome{
      .probe = AskAbout("", Expectation::kAlike, {"a", "b"}, "names"),
      .aspects = {"grade"},
      .ratings = {Rated(0.5, "good"), Rated(0.25, "bad")}};
  EXPECT_EQ(OutcomeToJson(outcome)["texts"][1].dump(),
            R"({"text":"b","ratings":{"grade":0.25},)"
            R"("classes":{"grade":"bad"}})");
}

}  // namespace
}  // namespace whylight
