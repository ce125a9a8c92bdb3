#include "core/systems/questions/options.h"

#include "core/format/fields.h"
#include "core/layers/layer_names.h"
#include "core/model/layer_fields.h"
#include "core/model/limits.h"

namespace whylight {
namespace {

const Fields<WordChoiceOptions>& WordChoiceFields() {
  using Options = WordChoiceOptions;
  static const auto fields =
      Fields<Options>(
          "The choice of the few words of a text that say what is asked.")
          .Other("layers", "LayerSpec | LayerSpec[]",
                 ReadInto(&Options::layers), WriteFrom(&Options::layers),
                 "The layers that read word vectors before words are chosen, "
                 "each with its width as `hidden`; none: every word is chosen "
                 "by its own vector.")
          .Number("share", &Options::share, {0, 0.99},
                  "Share of the words that are chosen; 0: no choice is "
                  "learned.")
          .Number("threshold", &Options::threshold, {0, 1},
                  "Lowest probability of a chosen word; training sets it so "
                  "that `share` of dev's words are chosen.")
          .Check([](const Options& options) {
            return FindTooManyLayers(options.layers);
          });
  return fields;
}

constexpr Range kAnyLogit = {-1e6, 1e6};

const Fields<HitCalibration>& HitCalibrationFields() {
  static const auto fields =
      Fields<HitCalibration>("The curve of both the cosine and BM25's share.")
          .Number("cosine", &HitCalibration::cosine, kAnyLogit,
                  "What the cosine is multiplied by.")
          .Number("share", &HitCalibration::share, kAnyLogit,
                  "What BM25's share of its largest possible score is "
                  "multiplied by.")
          .Number("intercept", &HitCalibration::intercept, kAnyLogit,
                  "What is added.");
  return fields;
}

const Fields<ScoreCalibration>& CalibrationFields() {
  using Calibration = ScoreCalibration;
  static const auto fields =
      Fields<Calibration>(
          "The curves that make scores the probability that a text asks the "
          "same; training fits them on `dev`.")
          .Number("slope", &Calibration::slope, kAnyLogit,
                  "What the model's score alone is multiplied by.")
          .Number("intercept", &Calibration::intercept, kAnyLogit,
                  "What is added.")
          .Part("hits", &Calibration::hits, HitCalibrationFields())
          .Number("held_out_error", &Calibration::held_out_error, {0, 1},
                  "The expected calibration error of `hits` on queries that it "
                  "was not fitted on.")
          .Number("threshold", &Calibration::threshold, {0, 1},
                  "Probability below which no hit counts as right: the one "
                  "that best tells held-out queries with a right hit from "
                  "those without.");
  return fields;
}

std::string FindProblemOfLayers(const RetrieverOptions& options) {
  if (std::string problem = FindTooManyLayers(options.layers);
      !problem.empty()) {
    return problem;
  }
  if (options.layers.empty() && options.output == StackOutput::kAll) {
    return "\"output\": expected \"last\" where there are no layers, found "
           "\"all\"";
  }
  if (options.layers.empty() && options.with_words) {
    return "\"with_words\": expected layers, whose vectors those of words "
           "stand beside, found none";
  }
  return {};
}

}  // namespace

const Fields<RetrieverOptions>& RetrieverOptionsFields() {
  using Options = RetrieverOptions;
  static const Names<Similarity> similarities = {
      {"cosine", Similarity::kCosine}, {"poincare", Similarity::kPoincare}};
  static const auto fields =
      Fields<Options>("The shape of the model.")
          .Other("layers", "LayerSpec | LayerSpec[]",
                 ReadInto(&Options::layers), WriteFrom(&Options::layers),
                 "The layers, each with its width as `hidden`; none: the word "
                 "vectors themselves are pooled.")
          .Choice("pooling", &Options::pooling, TextPoolingNames(),
                  "How the vectors of the words become one.")
          .Choice("output", &Options::output, StackOutputNames(),
                  "Whether a text's vector is that of the last layer, or of "
                  "all layers side by side.")
          .Flag("with_words", &Options::with_words,
                "Whether the mean of the word vectors is appended to a text's "
                "vector.")
          .Flag("title_and_body", &Options::title_and_body,
                "Whether the first sentence and the rest of a text each have a "
                "vector, whose mean is the text's.")
          .Count("longest", &Options::longest, {1, kMaxWords},
                 "Number of words of a text that are read.")
          .Choice("similarity", &Options::similarity, similarities,
                  "How alike two texts are: the cosine of their vectors, or "
                  "their distance in the Poincaré ball.")
          .Flag("train_vectors", &Options::train_vectors,
                "Whether training changes word vectors.")
          .Part("subwords", &Options::subwords, SubwordFields())
          .Part("rationale", &Options::rationale, WordChoiceFields())
          .Number("weight", &Options::weight, {0, 1},
                  "Weight of the model beside BM25 in hybrid search, unless a "
                  "search says otherwise.")
          .Part("calibration", &Options::calibration, CalibrationFields())
          .Check(FindProblemOfLayers);
  return fields;
}

}  // namespace whylight
