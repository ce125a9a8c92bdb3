#include "core/systems/questions/options.h"

#include "core/format/fields.h"
#include "core/layers/layer_names.h"
#include "core/model/limits.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

// One specification, or a list of them.
Status ReadLayerSpecs(const json& value, const std::string&,
                      RetrieverOptions* options) {
  if (value.is_array()) {
    options->layers.assign(value.begin(), value.end());
  } else {
    options->layers = {value};
  }
  return {};
}

const Fields<ScoreCalibration>& CalibrationFields() {
  static const auto fields =
      Fields<ScoreCalibration>(
          "The curve that makes a score the probability that a text asks the "
          "same; training fits it on `dev`.")
          .Number("slope", &ScoreCalibration::slope, {-1e6, 1e6},
                  "What a score is multiplied by.")
          .Number("intercept", &ScoreCalibration::intercept, {-1e6, 1e6},
                  "What is added.");
  return fields;
}

std::string FindProblemOfLayers(const RetrieverOptions& options) {
  if (options.layers.size() > kMaxListedLayers) {
    return "\"layers\": expected at most " + std::to_string(kMaxListedLayers) +
           ", found " + std::to_string(options.layers.size());
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
          .Other(
              "layers", "LayerSpec | LayerSpec[]", ReadLayerSpecs,
              [](const Options& options) {
                ordered_json layers = ordered_json::array();
                for (const json& layer : options.layers) {
                  layers.push_back(ordered_json(layer));
                }
                return layers;
              },
              "The layers, each with its width as `hidden`; none: the word "
              "vectors themselves are pooled.")
          .Choice("pooling", &Options::pooling, TextPoolingNames(),
                  "How the vectors of the words become one.")
          .Choice("output", &Options::output, StackOutputNames(),
                  "Whether a text's vector is that of the last layer, or of "
                  "all layers side by side.")
          .Flag("with_words", &Options::with_words,
                "Whether the mean of the word vectors stands beside it.")
          .Flag("title_and_body", &Options::title_and_body,
                "Whether the first sentence and the rest of a text have a "
                "vector each, whose mean is the text's.")
          .Count("longest", &Options::longest, {1, kMaxWords},
                 "Number of words of a text that are read.")
          .Choice("similarity", &Options::similarity, similarities,
                  "How alike two texts are: the cosine of their vectors, or "
                  "their distance in the Poincaré ball.")
          .Flag("train_vectors", &Options::train_vectors,
                "Whether training changes word vectors.")
          .Part("subwords", &Options::subwords, SubwordFields())
          .Number("weight", &Options::weight, {0, 1},
                  "Weight of the model beside BM25 in hybrid search, unless a "
                  "search says otherwise.")
          .Part("calibration", &Options::calibration, CalibrationFields())
          .Check(FindProblemOfLayers);
  return fields;
}

}  // namespace whylight
