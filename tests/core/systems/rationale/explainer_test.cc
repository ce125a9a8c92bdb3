#include "core/systems/rationale/explainer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/core/systems/rationale/text_readers.h"
#include "tests/core/systems/rationale/tiny_model.h"

namespace whylight {
namespace {

constexpr WordsRead kBoth[] = {WordsRead::kRationale, WordsRead::kAll};
constexpr std::size_t kAroma = 1;
constexpr std::size_t kEvery = 1000000;

const std::string kText =
    "Pours a hazy gold with a thick white head. The nose is grapefruit, pine "
    "and a little honey, and the finish is dry.";

const RationaleModel& Tiny() {
  static const RationaleModel model = TinyModel();
  return model;
}

// From few words to many; the tiny model's own thresholds lie between.
const RationaleModel& Dialled() {
  static const RationaleModel model = TinyModelWithPoints(
      {{0.1, {Real(-0.2), Real(-0.1)}, {1, 1}}, {0.5, {-2, -2}, {1, 1}}});
  return model;
}

RationaleExplainer ExplainerOf(const std::string& text) {
  return RationaleExplainer::Make(Tiny(), text).value();
}

// The words whose span the text has at `spans`, in one string.
std::string At(const std::string& text, const std::vector<Span>& spans) {
  std::string words;
  for (const Span& span : spans) {
    words += text.substr(span.start, span.end - span.start) + " ";
  }
  return words;
}

std::vector<Span> SpansOf(const std::vector<SpanNumber>& words) {
  std::vector<Span> spans;
  for (const SpanNumber& word : words) spans.push_back(word.span);
  return spans;
}

TEST(RationaleExplainerTest, NgramsBiasAndResidualAddUpToTheLogit) {
  for (const WordsRead read : kBoth) {
    for (std::size_t aspect = 0; aspect < 2; ++aspect) {
      const auto found = ExplainerOf(kText).Ngrams(aspect, read, 10);
      ASSERT_TRUE(found.ok()) << found.error().message;
      EXPECT_LT(found.value().completeness.error(), 1e-5);
      // A model whose encoder is a line would prove little.
      EXPECT_GT(std::abs(found.value().completeness.residual), 1e-3);
    }
  }
}

TEST(RationaleExplainerTest, RatingIsThatOfTheModelAtItsPoint) {
  for (const PointIndex point : {PointIndex(), PointIndex(0), PointIndex(1)}) {
    const auto explainer =
        RationaleExplainer::Make(Dialled(), kText, point).value();
    const auto explained = Dialled().Explain(kText, point).value();
    for (std::size_t aspect = 0; aspect < 2; ++aspect) {
      const auto ngrams = explainer.Ngrams(aspect, WordsRead::kRationale, 1);
      const auto curve = explainer.Curve(aspect, WordsRead::kRationale);
      const auto scores = explainer.MeasureSelection(aspect, {});
      ASSERT_TRUE(ngrams.ok() && curve.ok() && scores.ok());
      EXPECT_NEAR(ngrams.value().rating, explained.RatingOrPrior(aspect), 1e-5);
      EXPECT_NEAR(curve.value().rating, explained.RatingOrPrior(aspect), 1e-5);
      EXPECT_NEAR(scores.value().scores.selection,
                  explained.RatingOrPrior(aspect), 1e-5);
    }
  }
}

TEST(RationaleExplainerTest, WordsReadAtAPointAreItsRationale) {
  std::vector<std::size_t> counts;
  for (std::size_t point = 0; point < 2; ++point) {
    const auto explainer =
        RationaleExplainer::Make(Dialled(), kText, point).value();
    const auto explained = Dialled().Explain(kText, point).value();
    std::vector<Span> rationale;
    for (std::size_t t = 0; t < explained.words.size(); ++t) {
      if (explained.selected(static_cast<Index>(t), kAroma) != 0) {
        rationale.push_back(explained.words[t]);
      }
    }
    const auto ngrams = explainer.Ngrams(kAroma, WordsRead::kRationale, 1);
    const auto curve = explainer.Curve(kAroma, WordsRead::kRationale);
    const auto gates = explainer.Gates(kAroma, WordsRead::kRationale);
    ASSERT_TRUE(ngrams.ok() && curve.ok() && gates.ok());
    EXPECT_EQ(SpansOf(ngrams.value().words), rationale);
    EXPECT_EQ(SpansOf(curve.value().words), rationale);
    EXPECT_EQ(gates.value().words, rationale);
    counts.push_back(rationale.size());
  }
  EXPECT_LT(counts[0], counts[1]);
}

TEST(RationaleExplainerTest, PointThatIsNotThereIsRefusedAsByTheModel) {
  for (const RationaleModel* model : {&Tiny(), &Dialled()}) {
    const auto made = RationaleExplainer::Make(*model, kText, 2);
    ASSERT_FALSE(made.ok());
    EXPECT_EQ(made.error().code, ErrorCode::kInvalidArgument);
    EXPECT_EQ(made.error().message, model->Explain(kText, 2).error().message);
  }
}

TEST(RationaleExplainerTest, AllNgramsListedAddUpToTheirSum) {
  for (const WordsRead read : kBoth) {
    const auto found = ExplainerOf(kText).Ngrams(kAroma, read, kEvery);
    ASSERT_TRUE(found.ok());
    const auto words = static_cast<double>(found.value().words.size());
    // Of one word and of two.
    EXPECT_EQ(static_cast<double>(found.value().ngrams.size()),
              words + words * (words - 1) / 2);
    double sum = 0;
    for (const SpanNgram& ngram : found.value().ngrams) {
      sum += ngram.contribution;
    }
    EXPECT_NEAR(sum, found.value().completeness.ngrams, 1e-5);
  }
}

// Of more than fifty million: those within a window are listed, the sums are
// of all.
TEST(RationaleExplainerTest, ManyNgramsAreListedWithinAWindow) {
  RationaleOptions options = OptionsOf({"Rcnn", "", ""}, 3);
  options.encoder.order = 4;
  const RationaleModel model = ModelOf(options);
  std::string text;
  for (int i = 0; i < 200; ++i)
    text += std::string(1, "abcde"[i * i % 5]) + ' ';
  const auto explainer = RationaleExplainer::Make(model, text).value();
  const auto found = explainer.Ngrams(0, WordsRead::kAll, 3);
  ASSERT_TRUE(found.ok()) << found.error().message;
  EXPECT_EQ(found.value().words.size(), 200u);
  EXPECT_EQ(found.value().ngrams.size(), 3u);
  EXPECT_LT(found.value().window, 200u);
  EXPECT_GT(found.value().window, 40u);
  EXPECT_LT(found.value().completeness.error(), 1e-5);
  const auto none = explainer.Ngrams(0, WordsRead::kAll, 0);
  ASSERT_TRUE(none.ok()) << none.error().message;
  EXPECT_TRUE(none.value().ngrams.empty());
  const auto few = RationaleExplainer::Make(model, "a b c d e")
                       .value()
                       .Ngrams(0, WordsRead::kAll, 3);
  ASSERT_TRUE(few.ok()) << few.error().message;
  EXPECT_EQ(few.value().window, 5u);
}

TEST(RationaleExplainerTest, WordsAddUpToTheSumOfNgrams) {
  for (const WordsRead read : kBoth) {
    const auto found = ExplainerOf(kText).Ngrams(kAroma, read, 1);
    ASSERT_TRUE(found.ok());
    double sum = 0;
    for (const SpanNumber& word : found.value().words) sum += word.number;
    EXPECT_NEAR(sum, found.value().completeness.ngrams, 1e-5);
  }
}

TEST(RationaleExplainerTest, NgramsReadFromLeftToRightStrongestFirst) {
  const auto found = ExplainerOf(kText).Ngrams(kAroma, WordsRead::kAll, kEvery);
  ASSERT_TRUE(found.ok());
  const auto before = [](const Span& a, const Span& b) {
    return a.end <= b.start;
  };
  const auto& [rating, completeness, ngrams, window, words] = found.value();
  for (std::size_t w = 1; w < words.size(); ++w) {
    EXPECT_TRUE(before(words[w - 1].span, words[w].span));
  }
  for (std::size_t i = 0; i < ngrams.size(); ++i) {
    if (i > 0) {
      EXPECT_GE(std::abs(ngrams[i - 1].contribution),
                std::abs(ngrams[i].contribution));
    }
    const std::vector<Span>& spans = ngrams[i].words;
    for (std::size_t w = 1; w < spans.size(); ++w) {
      EXPECT_TRUE(before(spans[w - 1], spans[w]));
    }
  }
}

TEST(RationaleExplainerTest, ShorterListIsTheHeadOfALongerOne) {
  const RationaleExplainer explainer = ExplainerOf(kText);
  const auto few = explainer.Ngrams(kAroma, WordsRead::kAll, 3);
  const auto many = explainer.Ngrams(kAroma, WordsRead::kAll, 10);
  ASSERT_TRUE(few.ok() && many.ok());
  ASSERT_EQ(few.value().ngrams.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(few.value().ngrams[i].words, many.value().ngrams[i].words);
  }
}

TEST(RationaleExplainerTest, OneWordIsTheOnlyNgram) {
  const auto found = ExplainerOf("hazy").Ngrams(0, WordsRead::kAll, 10);
  ASSERT_TRUE(found.ok());
  ASSERT_EQ(found.value().ngrams.size(), 1u);
  EXPECT_EQ(found.value().ngrams[0].words, (std::vector<Span>{{0, 4}}));
  EXPECT_NEAR(found.value().ngrams[0].contribution,
              found.value().completeness.ngrams, 1e-6);
}

TEST(RationaleExplainerTest, NoWordsLeaveTheBias) {
  for (const char* text : {"", " \t\n"}) {
    const RationaleExplainer explainer = ExplainerOf(text);
    const auto ngrams = explainer.Ngrams(kAroma, WordsRead::kRationale, 10);
    ASSERT_TRUE(ngrams.ok()) << ngrams.error().message;
    EXPECT_EQ(ngrams.value().completeness.logit,
              ngrams.value().completeness.bias);
    EXPECT_EQ(ngrams.value().completeness.ngrams, 0);
    EXPECT_EQ(ngrams.value().completeness.residual, 0);
    EXPECT_TRUE(ngrams.value().ngrams.empty());
    EXPECT_TRUE(ngrams.value().words.empty());

    const auto curve = explainer.Curve(kAroma, WordsRead::kRationale);
    ASSERT_TRUE(curve.ok()) << curve.error().message;
    EXPECT_EQ(curve.value().logit, ngrams.value().completeness.logit);
    EXPECT_EQ(curve.value().mean_logit, curve.value().logit);
    EXPECT_TRUE(curve.value().words.empty());

    const auto gates = explainer.Gates(kAroma, WordsRead::kRationale);
    ASSERT_TRUE(gates.ok()) << gates.error().message;
    EXPECT_TRUE(gates.value().words.empty());
  }
}

TEST(RationaleExplainerTest, CurveOfOneWordIsTheRating) {
  const auto curve = ExplainerOf("hazy").Curve(0, WordsRead::kAll);
  ASSERT_TRUE(curve.ok());
  ASSERT_EQ(curve.value().words.size(), 1u);
  EXPECT_NEAR(curve.value().words[0].number, curve.value().rating, 1e-6);
  EXPECT_NEAR(curve.value().mean_logit, curve.value().logit, 1e-6);
}

TEST(RationaleExplainerTest, MeanLogitIsThatOfTheCurve) {
  const auto curve = ExplainerOf(kText).Curve(kAroma, WordsRead::kAll);
  ASSERT_TRUE(curve.ok());
  double sum = 0;
  for (const SpanNumber& word : curve.value().words) {
    sum += std::log(word.number / (1 - word.number));
  }
  EXPECT_NEAR(curve.value().mean_logit,
              sum / static_cast<double>(curve.value().words.size()), 1e-4);
}

// At the last word the forward states are those of the whole text, at the
// first word the backward ones.
TEST(RationaleExplainerTest, CurveJoinsTheStatesOfBothDirectionsAtAWord) {
  const std::string text = "hazy gold head";
  const WordIds ids = Tiny().Ids(Tokenize(text));
  Graph graph(Graph::Mode::kInference);
  const WordIds* const pointer = &ids;
  const WordBatch batch = MakeWordBatch({&pointer, 1});
  const auto inputs =
      Tiny().encoder().rcnn()->Project(graph, Tiny().Lookup(graph, batch));
  const Matrix forward =
      graph.value(RunRcnn(graph, inputs.forward, batch.sequences,
                          Direction::kForward, Keep::kEverything)
                      .states);
  const Matrix backward =
      graph.value(RunRcnn(graph, inputs.backward, batch.sequences,
                          Direction::kBackward, Keep::kEverything)
                      .states);
  const Dense& output = Tiny().encoder_output();
  const auto curve = ExplainerOf(text).Curve(kAroma, WordsRead::kAll);
  ASSERT_TRUE(curve.ok());
  for (Index t = 0; t < 3; ++t) {
    RowVector states(forward.cols() + backward.cols());
    states << forward.row(t), backward.row(t);
    const double logit =
        states.dot(output.weight().value.col(kAroma).transpose()) +
        output.bias().value(0, kAroma);
    EXPECT_NEAR(curve.value().words[static_cast<std::size_t>(t)].number,
                1 / (1 + std::exp(-logit)), 1e-6);
  }
}

TEST(RationaleExplainerTest, MemoryIsOneWordWhereADirectionBegins) {
  const auto found = ExplainerOf(kText).Gates(kAroma, WordsRead::kAll);
  ASSERT_TRUE(found.ok());
  const auto& [words, forward, backward] = found.value();
  ASSERT_EQ(forward.memory.size(), words.size());
  ASSERT_EQ(backward.memory.size(), words.size());
  EXPECT_EQ(forward.memory.front(), 1);
  EXPECT_EQ(backward.memory.back(), 1);
  for (std::size_t w = 0; w < words.size(); ++w) {
    EXPECT_LE(forward.memory[w], static_cast<Real>(w + 1));
    EXPECT_LE(backward.memory[w], static_cast<Real>(words.size() - w));
    for (const GateProfile* gates : {&forward, &backward}) {
      EXPECT_GT(gates->mean[w], 0);
      EXPECT_LE(gates->mean[w], gates->max[w]);
      EXPECT_LT(gates->max[w], 1);
      EXPECT_GE(gates->memory[w], 1);
    }
  }
}

TEST(RationaleExplainerTest, SelectionIsTheModelsRationaleUnlessGiven) {
  const RationaleExplainer explainer = ExplainerOf(kText);
  const auto rationale = Tiny().Explain(kText).value().rationales[kAroma];
  ASSERT_FALSE(rationale.empty());
  const auto chosen = explainer.MeasureSelection(kAroma, {});
  const auto given =
      explainer.MeasureSelection(kAroma, {.selection = rationale});
  ASSERT_TRUE(chosen.ok() && given.ok());
  EXPECT_EQ(chosen.value().scores.selection, given.value().scores.selection);
  EXPECT_EQ(chosen.value().scores.complement, given.value().scores.complement);
}

TEST(RationaleExplainerTest, LeftOutWordIsTheSelectionsComplement) {
  const RationaleExplainer explainer = ExplainerOf("hazy gold head");
  const auto every = explainer.MeasureSelection(
      kAroma, {.selection = {{{0, 14}}}, .leave_one_out = true});
  ASSERT_TRUE(every.ok());
  ASSERT_EQ(every.value().leave_one_out.size(), 3u);
  for (const SpanNumber& word : every.value().leave_one_out) {
    const auto one =
        explainer.MeasureSelection(kAroma, {.selection = {{word.span}}});
    ASSERT_TRUE(one.ok());
    EXPECT_NEAR(one.value().scores.comprehensiveness(), word.number, 1e-6);
  }
}

TEST(RationaleExplainerTest, StepsOutliveTheExplainer) {
  const FaithfulnessOptions options{.selection = {}, .leave_one_out = true};
  auto ngrams = ExplainerOf(kText).BeginNgrams(kAroma, WordsRead::kAll, 5);
  auto measured = ExplainerOf(kText).BeginMeasuring(kAroma, options);
  const auto listed = Finished(std::move(ngrams));
  const auto rated = Finished(std::move(measured));
  ASSERT_TRUE(listed.ok() && rated.ok());
  const RationaleExplainer explainer = ExplainerOf(kText);
  const auto all = explainer.Ngrams(kAroma, WordsRead::kAll, 5);
  ASSERT_EQ(listed.value().ngrams.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(listed.value().ngrams[i].words, all.value().ngrams[i].words);
    EXPECT_EQ(listed.value().ngrams[i].contribution,
              all.value().ngrams[i].contribution);
  }
  EXPECT_EQ(rated.value().leave_one_out.size(), listed.value().words.size());
}

// Nobody is to wait for all of it: a text of 40 words has at least as many
// steps.
TEST(RationaleExplainerTest, LongWorkIsManySteps) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += i % 2 == 0 ? "hazy " : "gold ";
  const RationaleExplainer explainer = ExplainerOf(text);
  const auto count = [](auto begun) {
    EXPECT_TRUE(begun.ok());
    if (!begun.ok()) return 0;
    int steps = 0;
    while (begun.value()->Step()) ++steps;
    EXPECT_TRUE(begun.value()->Finish().ok());
    EXPECT_FALSE(begun.value()->Step());
    return steps;
  };
  EXPECT_GE(count(explainer.BeginNgrams(kAroma, WordsRead::kAll, 5)), 40);
  EXPECT_GE(count(BeginMatchingTexts(Tiny(), text, text, {}, 5)), 40);
  std::string longer;
  for (int i = 0; i < 20; ++i) longer += text;
  const FaithfulnessOptions options{.selection = {{{0, 4}}}};
  EXPECT_GE(count(ExplainerOf(longer).BeginMeasuring(kAroma, options)), 5);
}

TEST(RationaleExplainerTest, SelectionThatTouchesNoWordIsRefused) {
  // Between two words, and beyond the text.
  for (const Span& span : {Span{4, 5}, Span{100, 101}}) {
    const auto found = ExplainerOf("hazy gold head")
                           .MeasureSelection(kAroma, {.selection = {{span}}});
    ASSERT_FALSE(found.ok());
    EXPECT_EQ(found.error().code, ErrorCode::kInvalidArgument);
    EXPECT_EQ(found.error().message.substr(0, 10), "selection:");
  }
}

TEST(RationaleExplainerTest, SelectionEndsWhereTheTextDoes) {
  // Two units each.
  const RationaleExplainer explainer = ExplainerOf("gold \U0001F37A");
  EXPECT_TRUE(
      explainer.MeasureSelection(kAroma, {.selection = {{{0, 7}}}}).ok());
  const auto beyond =
      explainer.MeasureSelection(kAroma, {.selection = {{{0, 2}, {0, 8}}}});
  ASSERT_FALSE(beyond.ok());
  EXPECT_EQ(beyond.error().message,
            "selection: expected spans within the text, which ends at 7, "
            "found one to 8");
}

TEST(RationaleExplainerTest, WordsBeyondTheLimitAreRefusedWhereTimeIsSquare) {
  std::string text;
  for (int i = 0; i < 1001; ++i) text += "gold ";
  const RationaleExplainer explainer = ExplainerOf(text);
  EXPECT_EQ(explainer.Ngrams(kAroma, WordsRead::kAll, 1).error().code,
            ErrorCode::kTextTooLong);
  EXPECT_EQ(
      explainer
          .MeasureSelection(kAroma, {.selection = {}, .leave_one_out = true})
          .error()
          .code,
      ErrorCode::kTextTooLong);
  EXPECT_EQ(MatchTexts(Tiny(), text, "gold", {}, 1).error().code,
            ErrorCode::kTextTooLong);
  EXPECT_TRUE(explainer.Curve(kAroma, WordsRead::kAll).ok());
  EXPECT_TRUE(explainer.Gates(kAroma, WordsRead::kAll).ok());
}

TEST(MatchTextsTest, WordsSpelledAlikeMatchEvenIfUnknown) {
  const auto found =
      MatchTexts(Tiny(), "zyzzyva gold", "the zyzzyva", {.order = 1}, 10);
  ASSERT_TRUE(found.ok()) << found.error().message;
  ASSERT_FALSE(found.value().matches.empty());
  bool matched = false;
  for (const SpanMatch& match : found.value().matches) {
    if (At("zyzzyva gold", match.x) != "zyzzyva ") continue;
    if (At("the zyzzyva", match.y) != "zyzzyva ") continue;
    matched = true;
    EXPECT_EQ(match.similarities, std::vector<double>{1});
  }
  EXPECT_TRUE(matched);
}

TEST(MatchTextsTest, UnknownWordsSpelledOtherwiseAreNotAlike) {
  const auto found = MatchTexts(Tiny(), "zyzzyva", "qwertz", {.order = 1}, 10);
  ASSERT_TRUE(found.ok()) << found.error().message;
  EXPECT_EQ(found.value().kernel, 0);
  EXPECT_TRUE(found.value().matches.empty());
}

TEST(MatchTextsTest, KernelIsSymmetric) {
  const std::string x = "a hazy gold with a white head";
  const std::string y = "thick white head, hazy body";
  const StringKernelOptions options{.weighting = GapWeighting::kSpan};
  const auto xy = MatchTexts(Tiny(), x, y, options, 5);
  const auto yx = MatchTexts(Tiny(), y, x, options, 5);
  ASSERT_TRUE(xy.ok() && yx.ok());
  EXPECT_NEAR(xy.value().kernel, yx.value().kernel, 1e-5);
  ASSERT_FALSE(xy.value().matches.empty());
  EXPECT_EQ(At(x, xy.value().matches[0].x), At(y, xy.value().matches[0].y));
}

}  // namespace
}  // namespace whylight
