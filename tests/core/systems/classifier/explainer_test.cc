#include "core/systems/classifier/explainer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

using nlohmann::json;

const std::vector<std::string> kWords = {"a",    "fine", "flat", "pint",
                                         "hazy", "gold", "is",   "not"};
constexpr Index kDimensions = 4;
const std::string kText = "A hazy pint is NOT flat, not \U0001F37A flat.";
constexpr std::size_t kTextWords = 11;
constexpr std::size_t kEvery = 1000000;

// A model in which no number is zero, so that mistakes have nowhere to hide.
Classifier MakeModel(const std::string& layers,
                     ClassifierOptions options = {}) {
  options.labels = {"0", "1", "2"};
  options.layers = json::parse(layers).get<std::vector<json>>();
  Classifier model =
      Classifier::Make(options, Vocabulary::FromWords(kWords).value(),
                       2 * RandomMatrix(static_cast<Index>(kWords.size()),
                                        kDimensions, "vectors"),
                       3)
          .value();
  for (Parameter* parameter : model.Parameters()) {
    parameter->value = RandomMatrix(parameter->value.rows(),
                                    parameter->value.cols(), parameter->name);
  }
  return model;
}

ClassifierOptions Graded() { return {.grades = {-1, 0.5, 2}}; }

Classification Classify(const Classifier& model, const std::string& text,
                        const ClassifierQuestion& question = {}) {
  const Result<Classification> found =
      ClassifyWithReasons(model, text, question);
  EXPECT_TRUE(found.ok()) << found.error().message;
  return found.value();
}

// Layers of 1 to 3 recurrences of every order and form, with every gate.
std::vector<std::string> SumLayers() {
  std::vector<std::string> all;
  for (const char* order : {"1", "2", "3"}) {
    for (const char* form :
         {R"("mapping": "additive", "normalized": true)",
          R"("mapping": "additive", "normalized": false, "state": "sum_z")",
          R"("mapping": "multiplicative", "normalized": true,
             "state": "sum_c", "bias": false)",
          R"("mapping": "multiplicative", "normalized": false, "state": "mix",
             "output_matrix": true)",
          R"("mapping": "multiplicative", "same_step": true, "state": "z",
             "output_gate": true)",
          R"("mapping": "additive", "highway": true, "output_gate": true,
             "output_matrix": true)"}) {
      for (const char* decay : {R"({"type": "constant", "value": 0.3})",
                                R"({"type": "trained", "scalar": true})",
                                R"({"type": "x"})", R"({"type": "xh"})"}) {
        all.push_back(
            std::string(R"({"type": "rcnn", "hidden": 4, "order": )") + order +
            ", " + form + R"(, "decay": )" + decay);
      }
    }
  }
  return all;
}

std::vector<std::string> WithActivation(const char* activation) {
  const std::vector<std::string> kinds = SumLayers();
  const auto layer = [&](std::size_t i) {
    return kinds[i % kinds.size()] + R"(, "activation": ")" + activation +
           "\"}";
  };
  std::vector<std::string> stacks;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    stacks.push_back("[" + layer(i) + "]");
    stacks.push_back("[" + layer(i) + "," + layer(i + 29) + "]");
    stacks.push_back("[" + layer(i) + "," + layer(i + 1) + "," + layer(i + 43) +
                     "]");
  }
  stacks.push_back(R"([{"type": "bidirectional", "layer": )" + layer(5) + "}]");
  stacks.push_back(R"([{"type": "stacked", "output": "all", "layers": [)" +
                   layer(1) + "," + layer(2) + "]}]");
  return stacks;
}

const std::vector<std::string> kTensorConvolutions = {
    R"([{"type": "tensor_conv", "hidden": 4, "order": 1}])",
    R"([{"type": "tensor_conv", "hidden": 5, "order": 3, "layers": 3}])",
    R"([{"type": "tensor_conv", "hidden": 5, "order": 2},
        {"type": "tensor_conv", "hidden": 3, "order": 3, "decay": 0.2}])"};

// The scale of rounding.
double Tolerance(const Classification& found) {
  return 1e-5 * std::max(1.0, std::abs(found.completeness.logit));
}

void ExpectComplete(const Classifier& model, const ClassifierQuestion& question,
                    bool is_line) {
  const Classification found = Classify(model, kText, question);
  EXPECT_LT(found.completeness.error(), Tolerance(found));
  if (is_line) {
    EXPECT_EQ(found.completeness.residual, 0);
  }
  EXPECT_EQ(found.window, kTextWords);
  double sum = 0;
  for (const SpanNgram& ngram : found.ngrams) sum += ngram.contribution;
  EXPECT_NEAR(sum, found.completeness.ngrams, Tolerance(found));
}

TEST(ClassifierExplainerTest, NgramsAndBiasAddUpToTheValueWhereAllIsLines) {
  for (const char* activation : {"relu", "identity"}) {
    std::vector<std::string> stacks = WithActivation(activation);
    stacks.insert(stacks.end(), kTensorConvolutions.begin(),
                  kTensorConvolutions.end());
    stacks.push_back("[]");
    for (const std::string& layers : stacks) {
      SCOPED_TRACE(layers);
      for (const StackOutput output : {StackOutput::kLast, StackOutput::kAll}) {
        if (layers == "[]" && output == StackOutput::kAll) continue;
        for (const TextPooling pooling :
             {TextPooling::kMean, TextPooling::kLast}) {
          ClassifierOptions options = Graded();
          options.output = output;
          options.pooling = pooling;
          const Classifier model = MakeModel(layers, options);
          ExpectComplete(model, {.ngrams = kEvery}, true);
          ExpectComplete(model, {.ngrams = kEvery, .label = 1}, true);
        }
      }
    }
  }
}

TEST(ClassifierExplainerTest, TangentsOfTanhLeaveAResidual) {
  for (const std::string& layers : WithActivation("tanh")) {
    SCOPED_TRACE(layers);
    ClassifierOptions options = Graded();
    options.output = StackOutput::kAll;
    const Classifier model = MakeModel(layers, options);
    ExpectComplete(model, {.ngrams = kEvery}, false);
    EXPECT_GT(std::abs(Classify(model, kText).completeness.residual), 1e-4);
  }
}

TEST(ClassifierExplainerTest, OfLayersInARowTheLastOneCountsAlone) {
  const std::string one =
      R"({"type": "rcnn", "hidden": 4, "order": 1, "activation": "relu",
          "decay": {"type": "constant", "value": 0.3}})";
  const std::string two =
      R"({"type": "rcnn", "hidden": 4, "order": 2, "mapping": "multiplicative",
          "activation": "relu", "decay": {"type": "constant", "value": 0.3}})";
  const auto lengths = [&](const std::string& layers, StackOutput output) {
    ClassifierOptions options = Graded();
    options.output = output;
    std::vector<std::size_t> found;
    for (const SpanNgram& ngram :
         Classify(MakeModel(layers, options), kText, {.ngrams = kEvery})
             .ngrams) {
      found.push_back(ngram.words.size());
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  };
  const std::string layers = "[" + one + "," + two + "]";
  EXPECT_EQ(lengths(layers, StackOutput::kLast), std::vector<std::size_t>{2});
  EXPECT_EQ(lengths(layers, StackOutput::kAll),
            (std::vector<std::size_t>{1, 2}));
}

// The value of the model for a text.
double ValueOf(const Classifier& model, const std::string& text) {
  return Classify(model, text, {.label = 1}).completeness.logit;
}

TEST(ClassifierExplainerTest, NgramsAreWhatTheirWordsMakeTogether) {
  // A line in the words: what a pair adds is the mixed difference.
  const Classifier model = MakeModel(
      R"([{"type": "rcnn", "hidden": 3, "order": 2, "mapping": "multiplicative",
           "normalized": false, "activation": "identity",
           "decay": {"type": "constant", "value": 0.4}}])");
  // Words that the model does not know are zero vectors.
  const double both = ValueOf(model, "fine zyx flat zyx");
  const double first = ValueOf(model, "fine zyx zyx zyx");
  const double second = ValueOf(model, "zyx zyx flat zyx");
  const double none = ValueOf(model, "zyx zyx zyx zyx");
  const Classification found =
      Classify(model, "fine zyx flat zyx", {.ngrams = kEvery, .label = 1});
  const auto& strongest = found.ngrams.front();
  ASSERT_EQ(strongest.words.size(), 2u);
  EXPECT_EQ(strongest.words[0].start, 0u);
  EXPECT_EQ(strongest.words[1].start, 9u);
  EXPECT_NEAR(strongest.contribution, both - first - second + none, 1e-5);
}

TEST(ClassifierExplainerTest, SaysWhatTheModelSays) {
  for (const char* layers :
       {R"([{"type": "lstm", "hidden": 4}, {"type": "rcnn", "hidden": 3}])",
        R"([{"type": "tensor_conv", "hidden": 4, "pooled": true}])",
        R"([{"type": "convolution", "hidden": 3, "border": "wide"}])", "[]"}) {
    for (const TextPooling pooling :
         {TextPooling::kMean, TextPooling::kMax, TextPooling::kLast}) {
      ClassifierOptions options = Graded();
      options.pooling = pooling;
      const Classifier model = MakeModel(layers, options);
      for (const std::string& text : {kText, std::string(), std::string("!")}) {
        Graph graph(Graph::Mode::kInference);
        const std::vector<Real> expected = model.Classify(text, graph).value();
        const Classification found = Classify(model, text);
        ASSERT_EQ(found.probabilities.size(), expected.size());
        for (std::size_t k = 0; k < expected.size(); ++k) {
          EXPECT_NEAR(found.probabilities[k], expected[k], 1e-6);
        }
        EXPECT_EQ(found.label,
                  static_cast<std::size_t>(
                      std::max_element(expected.begin(), expected.end()) -
                      expected.begin()));
        EXPECT_LT(found.completeness.error(), Tolerance(found));
      }
    }
  }
}

TEST(ClassifierExplainerTest, LayersThatAreNoSumsAreInTheResidual) {
  struct Case {
    const char* layers;
    TextPooling pooling = TextPooling::kMean;
  };
  for (const Case& each :
       {Case{R"([{"type": "lstm", "hidden": 4}])"},
        Case{R"([{"type": "tensor_conv", "hidden": 4, "pooled": true}])"},
        Case{R"([{"type": "rcnn", "hidden": 4, "pooling": "max",
                  "decay": {"type": "constant"}}])"},
        Case{R"([{"type": "rcnn", "hidden": 4}])", TextPooling::kMax}}) {
    ClassifierOptions options = Graded();
    options.pooling = each.pooling;
    const Classification found =
        Classify(MakeModel(each.layers, options), kText);
    EXPECT_TRUE(found.ngrams.empty()) << each.layers;
    EXPECT_EQ(found.completeness.ngrams, 0);
    EXPECT_NE(found.completeness.residual, 0);
    EXPECT_LT(found.completeness.error(), Tolerance(found));
  }
}

TEST(ClassifierExplainerTest, TakesApartWhatIsASumBesideWhatIsNone) {
  ClassifierOptions options = Graded();
  options.output = StackOutput::kAll;
  const Classification found = Classify(
      MakeModel(R"([{"type": "rcnn", "hidden": 4, "activation": "relu"},
                    {"type": "gru", "hidden": 3}])",
                options),
      kText);
  EXPECT_FALSE(found.ngrams.empty());
  EXPECT_NE(found.completeness.ngrams, 0);
  EXPECT_NE(found.completeness.residual, 0);
  EXPECT_LT(found.completeness.error(), Tolerance(found));
}

TEST(ClassifierExplainerTest, LocalLogitsHaveTheMeanOfTheText) {
  ClassifierOptions options = Graded();
  options.output = StackOutput::kAll;
  for (const char* layers :
       {R"([{"type": "tensor_conv", "hidden": 4, "layers": 2}])",
        R"([{"type": "lstm", "hidden": 4}, {"type": "rcnn", "hidden": 3}])"}) {
    const Classifier model = MakeModel(layers, options);
    const Classification found = Classify(model, kText);
    ASSERT_EQ(found.local_probabilities.rows(), static_cast<Index>(kTextWords));
    ASSERT_EQ(found.local_grades.size(), kTextWords);
    // Logits up to a constant per word, which softmax does not show.
    const Matrix logits = found.local_probabilities.array().log();
    const RowVector mean = logits.colwise().mean();
    for (Index k = 1; k < mean.size(); ++k) {
      const double expected =
          std::log(found.probabilities[static_cast<std::size_t>(k)]) -
          std::log(found.probabilities[0]);
      EXPECT_NEAR(mean(k) - mean(0), expected, 1e-4);
    }
  }
}

TEST(ClassifierExplainerTest, OfTheLastStateTheCurveTellsOfTheTextUpToAWord) {
  ClassifierOptions options = Graded();
  options.output = StackOutput::kAll;
  options.pooling = TextPooling::kLast;
  const Classifier model = MakeModel(
      R"([{"type": "rcnn", "hidden": 4}, {"type": "gru", "hidden": 3}])",
      options);
  const std::string text = "A hazy pint is NOT flat, not flat.";
  const Classification found = Classify(model, text);
  ASSERT_FALSE(found.words.empty());
  ASSERT_EQ(found.local_grades.size(), found.words.size());
  for (std::size_t t = 0; t < found.words.size(); ++t) {
    const Classification before =
        Classify(model, text.substr(0, found.words[t].end));
    EXPECT_NEAR(found.local_grades[t], *before.grade, 1e-5);
    for (std::size_t k = 0; k < before.probabilities.size(); ++k) {
      EXPECT_NEAR(found.local_probabilities(static_cast<Index>(t),
                                            static_cast<Index>(k)),
                  before.probabilities[k], 1e-5);
    }
  }
}

TEST(ClassifierExplainerTest, GradesAreMeansOfThoseOfTheLabels) {
  const Classifier model =
      MakeModel(R"([{"type": "rcnn", "hidden": 4}])", Graded());
  const std::vector<double>& grades = model.options().grades;
  const Classification found = Classify(model, kText);
  ASSERT_TRUE(found.grade);
  const GradeScale::Reading expected = GradeScale(grades).Read(
      {found.probabilities.begin(), found.probabilities.end()});
  EXPECT_EQ(found.label, expected.label);
  EXPECT_NEAR(*found.grade, expected.grade, 1e-5);
  for (const Real grade : found.local_grades) {
    EXPECT_GE(grade, -1);
    EXPECT_LE(grade, 2);
  }
}

TEST(ClassifierExplainerTest, ClassGradeAndEndOfTheCurveNeverContradict) {
  ClassifierOptions options = Graded();
  options.pooling = TextPooling::kLast;
  const Classifier model =
      MakeModel(R"([{"type": "rcnn", "hidden": 4}])", options);
  std::string text;
  for (std::size_t i = 0; i < 40; ++i) {
    text += kWords[(i * i + 3 * i) % kWords.size()] + " ";
    const Classification found = Classify(model, text);
    ASSERT_TRUE(found.grade);
    for (const double grade : options.grades) {
      EXPECT_LE(std::abs(options.grades[found.label] -
                         static_cast<double>(*found.grade)),
                std::abs(grade - static_cast<double>(*found.grade)));
    }
    EXPECT_NEAR(found.local_grades.back(), *found.grade, 1e-5);
  }
}

TEST(ClassifierExplainerTest, WithoutGradesTheLikeliestLabelIsTakenApart) {
  const Classifier model = MakeModel(R"([{"type": "rcnn", "hidden": 4}])");
  const Classification found = Classify(model, kText);
  EXPECT_FALSE(found.grade);
  EXPECT_TRUE(found.local_grades.empty());
  EXPECT_GT(found.local_probabilities.size(), 0);
  const Classification asked = Classify(model, kText, {.label = found.label});
  EXPECT_EQ(found.completeness.logit, asked.completeness.logit);
}

TEST(ClassifierExplainerTest, OfNoWordsBiasesAreAllThereIs) {
  const Classification found = Classify(
      MakeModel(R"([{"type": "rcnn", "hidden": 4}])", Graded()), " \n ");
  EXPECT_TRUE(found.words.empty() && found.ngrams.empty());
  EXPECT_EQ(found.local_probabilities.size(), 0);
  EXPECT_EQ(found.completeness.ngrams, 0);
  EXPECT_NEAR(found.completeness.bias, found.completeness.logit, 1e-6);
}

std::string Repeated(std::size_t words) {
  std::string text;
  for (std::size_t i = 0; i < words; ++i) text += kWords[i * i % 8] + " ";
  return text;
}

TEST(ClassifierExplainerTest, OfManyWordsListsNgramsOfNeighbours) {
  const Classifier model = MakeModel(
      R"([{"type": "tensor_conv", "hidden": 20, "order": 3, "layers": 3}])",
      Graded());
  const std::string text = Repeated(kMaxWordsTakenApart);
  const Classification found = Classify(model, text, {.ngrams = 100});
  // Sums of products grow, and rounding with them.
  EXPECT_LT(found.completeness.error(),
            1e-4 * std::abs(found.completeness.logit));
  EXPECT_GT(found.window, 10u);
  EXPECT_LT(found.window, 200u);
  ASSERT_EQ(found.ngrams.size(), 100u);
  std::vector<std::size_t> starts;
  for (const Span& word : found.words) starts.push_back(word.start);
  const auto position = [&](const Span& word) {
    return std::lower_bound(starts.begin(), starts.end(), word.start) -
           starts.begin();
  };
  for (const SpanNgram& ngram : found.ngrams) {
    EXPECT_LT(position(ngram.words.back()) - position(ngram.words.front()),
              static_cast<std::ptrdiff_t>(found.window));
  }
}

TEST(ClassifierExplainerTest, TextsBeyondTheLimitAreSortedNotTakenApart) {
  const Classifier model =
      MakeModel(R"([{"type": "rcnn", "hidden": 4}])", Graded());
  const Classification found =
      Classify(model, Repeated(kMaxWordsTakenApart + 1));
  EXPECT_TRUE(found.ngrams.empty());
  EXPECT_EQ(found.local_grades.size(), kMaxWordsTakenApart + 1);
  EXPECT_EQ(found.completeness.ngrams, 0);
  EXPECT_LT(found.completeness.error(), Tolerance(found));
  const auto refused = ClassifyWithReasons(model, Repeated(100001), {});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kTextTooLong);
  EXPECT_FALSE(ClassifyWithReasons(model, kText, {.label = 3}).ok());
}

}  // namespace
}  // namespace whylight
