#include "core/systems/pairs/options.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/layers/layer_names.h"
#include "core/model/labels.h"
#include "core/model/layer_fields.h"

namespace whylight {
namespace {

constexpr std::size_t kMaxOutcomes = 1000;
// Published ones have 2 to 5. All of their words meet, and each of them has
// numbers beside it.
constexpr std::size_t kMaxStack = 10;

std::string FindProblemOfNames(const PairOptions& options) {
  const std::vector<std::string>& labels = options.labels;
  const std::string problem =
      FindProblemOfLabels(labels, kMaxOutcomes, ", or \"grades\"");
  if (!problem.empty()) return problem;
  if (!options.positive.empty() &&
      std::find(labels.begin(), labels.end(), options.positive) ==
          labels.end()) {
    return "\"positive\": expected one of \"labels\", found " +
           Quote(options.positive);
  }
  return {};
}

std::string FindProblemOfGrades(const PairOptions& options) {
  const std::vector<double>& grades = options.grades;
  if (!options.labels.empty()) {
    return "\"grades\": expected none beside \"labels\", found some";
  }
  if (!options.positive.empty()) {
    return "\"positive\": expected none beside \"grades\", found " +
           Quote(options.positive);
  }
  if (grades.size() < 2 || grades.size() > kMaxOutcomes) {
    return "\"grades\": expected 2 to " + std::to_string(kMaxOutcomes) +
           ", found " + std::to_string(grades.size());
  }
  const auto falls =
      std::adjacent_find(grades.begin(), grades.end(), std::greater_equal<>());
  if (falls == grades.end()) return {};
  return "\"grades\": expected numbers that ascend, found " +
         nlohmann::json(*(falls + 1)).dump() + " after " +
         nlohmann::json(*falls).dump();
}

std::string FindProblemOfStack(const PairOptions& options) {
  const bool stacked = options.kind == PairKind::kCsran;
  if (stacked && options.stack.empty()) {
    return "\"stack\": expected layers of this kind, found none";
  }
  if (!stacked && !options.stack.empty()) {
    return "\"stack\": expected none of this kind, found some";
  }
  if (options.stack.size() <= kMaxStack) return {};
  return "\"stack\": expected at most " + std::to_string(kMaxStack) +
         " layers, found " + std::to_string(options.stack.size());
}

// Numbers say what a word is to all words of the other text.
std::string FindProblemOfNumbers(const PairOptions& options) {
  if (options.beside.count() > 0 && options.selects()) {
    return "\"selector\": expected none where numbers stand beside words, "
           "found one";
  }
  if (options.beside.similarity && options.train_vectors) {
    return "\"similarity\": expected none where vectors are trained, found "
           "true";
  }
  return {};
}

}  // namespace

const Fields<PairOptions>& PairOptionsFields() {
  using Options = PairOptions;
  static const Names<PairKind> kinds = {
      {"siamese", PairKind::kSiamese},
      {"decomposable", PairKind::kDecomposable},
      {"esim", PairKind::kEsim},
      {"cafe", PairKind::kCafe},
      {"mcan", PairKind::kMcan},
      {"csran", PairKind::kCsran}};
  static const Names<PairDifference> differences = {
      {"signed", PairDifference::kSigned},
      {"absolute", PairDifference::kAbsolute}};
  static const auto fields =
      Fields<Options>("The shape of the model.")
          .Texts("labels", &Options::labels,
                 "The relations that two texts may have, in the order of the "
                 "model; by default the labels of `train`, sorted.")
          .When("there are no grades")
          .WrittenIf(
              [](const Options& options) { return !options.labels.empty(); })
          .Numbers("grades", &Options::grades, {-1e9, 1e9},
                   "Numbers, ascending: two texts get a grade between the "
                   "first and the last instead of a label.")
          .WrittenIf(
              [](const Options& options) { return !options.grades.empty(); })
          .Text("positive", &Options::positive,
                "The label whose F1 is reported as `f1`.")
          .When("there are no grades")
          .Choice("kind", &Options::kind, kinds,
                  "How the texts are compared: each as one vector, or word by "
                  "word.")
          .Include(&Options::beside, WordFeatureFields())
          .Other("layers", "LayerSpec | LayerSpec[]",
                 ReadInto(&Options::layers), WriteFrom(&Options::layers),
                 "The layers, each with its width as `hidden`; none: the word "
                 "vectors themselves are pooled.")
          .Choice("pooling", &Options::pooling, TextPoolingNames(),
                  "How the vectors of the words become one.")
          .When("kind is siamese")
          .Choice("output", &Options::output, StackOutputNames(),
                  "Whether a text's vector is that of the last layer, or of "
                  "all layers side by side.")
          .When("kind is siamese")
          .Choice(
              "difference", &Options::difference, differences,
              "Whether x - y or |x - y| is read beside x, y and their product.")
          .When("kind is siamese")
          .Count("hidden", &Options::hidden, {1, kMaxWidth},
                 "Number of units that read both texts, before the softmax.")
          .Other("head", "LayerSpec | LayerSpec[]", ReadInto(&Options::head),
                 WriteFrom(&Options::head),
                 "The layers that read these units, before the softmax.")
          .WrittenIf(
              [](const Options& options) { return !options.head.empty(); })
          .Count("align", &Options::align, {0, kMaxWidth},
                 "Width of ReLU(W x + b), whose products say how well two "
                 "words match; 0: the products of the words themselves say it.")
          .When("kind is not siamese")
          .Count("compare", &Options::compare, {1, kMaxWidth},
                 "Number of units that compare a word with what it reads.")
          .When("kind is decomposable or esim")
          .Choice("compression", &Options::compression, CompressionNames(),
                  "What turns a word and what it reads into one number.")
          .When("kind is cafe, mcan or csran")
          .WrittenIf([](const Options& options) {
            return options.compression != Compression::kFactorisation;
          })
          .Count("factors", &Options::factors, {1, 1000},
                 "Number of factors of the factorisation machines.")
          .When("kind is cafe, mcan or csran and compression is factorisation")
          .Other("stack", "LayerSpec | LayerSpec[]", ReadInto(&Options::stack),
                 WriteFrom(&Options::stack),
                 "The stacked layers, each with its width as `hidden`, the "
                 "same for all; the words of each layer are compared with "
                 "those of all.")
          .When("kind is csran")
          .WrittenIf(
              [](const Options& options) { return !options.stack.empty(); })
          .Other("composition", "LayerSpec | LayerSpec[]",
                 ReadInto(&Options::composition),
                 WriteFrom(&Options::composition),
                 "The layers that read compared words, each with its width as "
                 "`hidden`.")
          .When("kind is esim, cafe, mcan or csran")
          .Part("selector", &Options::selector, SelectorFields(),
                "What selects words of both texts; the outcome rests on these "
                "alone.")
          .WrittenIf([](const Options& options) { return options.selects(); })
          .Flag("spelling", &Options::spelling,
                "Whether a word that is not in the vocabulary is read as the "
                "one that it most likely misspells, and an emoji as a word "
                "that says the same.")
          .Flag("train_vectors", &Options::train_vectors,
                "Whether training changes word vectors; by default it does "
                "where they are random and there is no `similarity`.");
  return fields;
}

Status CheckPairOptions(const PairOptions& options) {
  std::string problem = options.grades.empty() ? FindProblemOfNames(options)
                                               : FindProblemOfGrades(options);
  if (problem.empty()) problem = FindProblemOfNumbers(options);
  if (problem.empty()) problem = FindTooManyLayers(options.layers);
  if (problem.empty()) problem = FindTooManyLayers(options.head, "head");
  if (problem.empty()) {
    problem = FindTooManyLayers(options.composition, "composition");
  }
  if (problem.empty()) problem = FindProblemOfStack(options);
  if (problem.empty()) {
    problem = FindTooManyLayers(options.selector.layers, "selector.layers");
  }
  if (problem.empty() && options.selects() && !options.words_meet() &&
      options.pooling == TextPooling::kLast) {
    problem =
        "\"pooling\": expected \"mean\" or \"max\" where words are selected, "
        "found \"last\"";
  }
  if (problem.empty() && !options.composition.empty() &&
      (options.kind == PairKind::kSiamese ||
       options.kind == PairKind::kDecomposable)) {
    problem = "\"composition\": expected none of this kind, found some";
  }
  if (problem.empty() && options.words_meet() &&
      options.output == StackOutput::kAll) {
    problem = "\"output\": expected \"last\" where words meet, found \"all\"";
  }
  if (problem.empty() && options.layers.empty() &&
      options.output == StackOutput::kAll) {
    problem =
        "\"output\": expected \"last\" where there are no layers, found "
        "\"all\"";
  }
  if (problem.empty()) return {};
  return Invalid(problem);
}

std::string FindUnfitReader(const PairOptions& options,
                            const std::vector<nlohmann::json>& specs,
                            const std::string& where, const LayerList& layers,
                            WordOutput least) {
  return FindUnfitLayer(specs, where, layers,
                        options.selects() ? WordOutput::kCandidate : least);
}

}  // namespace whylight
