#include "core/systems/reader/options.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/format/fields.h"
#include "core/model/layer_fields.h"

namespace whylight {
namespace {

// Each of them has numbers of every other.
constexpr std::size_t kMostConnected = 10;
// What a text costs grows with it.
constexpr Index kLongestAnswer = 1000;

const Fields<AnswerCalibration>& AnswerCalibrationFields() {
  using Calibration = AnswerCalibration;
  constexpr Range kAnyLogit = {-1e6, 1e6};
  static const auto fields =
      Fields<Calibration>(
          "The curve that makes scores the probability that a text answers a "
          "question; training fits it on `dev`.")
          .Number("slope", &Calibration::slope, kAnyLogit,
                  "What the logarithm of the odds of an answer is multiplied "
                  "by.")
          .Number("intercept", &Calibration::intercept, kAnyLogit,
                  "What is added.")
          .Number("threshold", &Calibration::threshold, {0, 1},
                  "Probability below which the text is taken not to answer the "
                  "question.");
  return fields;
}

std::string FindProblemOfConnectors(const ReaderOptions& options) {
  if (options.connects_layers() && options.layers.empty()) {
    return "\"layers\": expected some of these connectors, found none";
  }
  if (options.connects_layers() && options.layers.size() > kMostConnected) {
    return "\"layers\": expected at most " + std::to_string(kMostConnected) +
           " of these connectors, found " +
           std::to_string(options.layers.size());
  }
  const bool gated = options.connectors == ReaderConnectors::kDecaprop;
  if (gated && options.core.empty()) {
    return "\"core\": expected layers of these connectors, found none";
  }
  if (!gated && !options.core.empty()) {
    return "\"core\": expected none of these connectors, found some";
  }
  if (options.beside.similarity && options.train_vectors) {
    return "\"similarity\": expected none where vectors are trained, found "
           "true";
  }
  return {};
}

// The words of a text that others read would reach them unselected.
std::string FindProblemOfSelection(const ReaderOptions& options) {
  if (!options.selects()) return {};
  if (options.connectors != ReaderConnectors::kAlignment) {
    return "\"connectors\": expected \"alignment\" where words are selected, "
           "found others";
  }
  if (options.band > 0) {
    return "\"band\": expected 0 where words are selected, found " +
           std::to_string(options.band);
  }
  return {};
}

}  // namespace

double AnswerCalibration::Probability(double score) const {
  return 1 / (1 + std::exp(-(slope * score + intercept)));
}

double AnswerCalibration::LogProbability(double score) const {
  const double logit = slope * score + intercept;
  // Far below 0 the probability itself would be 0.
  return std::min(logit, 0.0) - std::log1p(std::exp(-std::abs(logit)));
}

const Fields<ReaderOptions>& ReaderOptionsFields() {
  using Options = ReaderOptions;
  static const Names<ReaderConnectors> connectors = {
      {"alignment", ReaderConnectors::kAlignment},
      {"bac", ReaderConnectors::kBac},
      {"decaprop", ReaderConnectors::kDecaprop}};
  static const auto fields =
      Fields<Options>("The shape of the model.")
          .Other("layers", "LayerSpec | LayerSpec[]",
                 ReadInto(&Options::layers), WriteFrom(&Options::layers),
                 "The layers that read question and text alike, each with its "
                 "width as `hidden` and a vector at every word.")
          .Include(&Options::beside, WordFeatureFields())
          .Choice("connectors", &Options::connectors, connectors,
                  "Where the words of question and text are compared: after "
                  "all layers, after each one, or between all of them.")
          .Count("align", &Options::align, {0, kMaxWidth},
                 "Width of ReLU(W x + b), whose products say how well two "
                 "words match; 0: the products of the words themselves say it.")
          .Count("compare", &Options::compare, {1, kMaxWidth},
                 "Number of units that compare a word with what it reads.")
          .When("connectors is alignment or bac")
          .Count("factors", &Options::factors, {1, 1000},
                 "Number of factors of the factorisation machines.")
          .When("connectors is bac or decaprop")
          .Other("core", "LayerSpec | LayerSpec[]", ReadInto(&Options::core),
                 WriteFrom(&Options::core),
                 "The layers that read words after a gate, each with its width "
                 "as `hidden`; the last is as wide as `layers`.")
          .When("connectors is decaprop")
          .WrittenIf(
              [](const Options& options) { return !options.core.empty(); })
          .Count("band", &Options::band, {0, kMaxWords},
                 "How many words on each side a word reads in its own text; 0: "
                 "none.")
          .Other("after", "LayerSpec | LayerSpec[]", ReadInto(&Options::after),
                 WriteFrom(&Options::after),
                 "The layers that read the words once they have been compared: "
                 "the last tells where answers end, the one before it where "
                 "they start.")
          .Part("selector", &Options::selector, SelectorFields(),
                "What selects words of a text; answers are found from these "
                "alone.")
          .When("connectors is alignment and band is 0")
          .WrittenIf([](const Options& options) { return options.selects(); })
          .Count("longest", &Options::longest, {1, kLongestAnswer},
                 "Largest number of words of an answer.")
          .Flag("spelling", &Options::spelling,
                "Whether a word that is not in the vocabulary is read as the "
                "one that it most likely misspells, and an emoji as a word "
                "that says the same.")
          .Flag("train_vectors", &Options::train_vectors,
                "Whether training changes word vectors; by default it does "
                "where they are random and there is no `similarity`.")
          .Part("calibration", &Options::calibration,
                AnswerCalibrationFields());
  return fields;
}

Status CheckReaderOptions(const ReaderOptions& options) {
  std::string problem = FindTooManyLayers(options.layers);
  if (problem.empty()) problem = FindTooManyLayers(options.core, "core");
  if (problem.empty()) problem = FindTooManyLayers(options.after, "after");
  if (problem.empty()) {
    problem = FindTooManyLayers(options.selector.layers, "selector.layers");
  }
  if (problem.empty()) problem = FindProblemOfConnectors(options);
  if (problem.empty()) problem = FindProblemOfSelection(options);
  if (problem.empty()) return {};
  return Invalid(problem);
}

}  // namespace whylight
