#include "core/systems/parser/options.h"

#include "core/format/fields.h"
#include "core/model/labels.h"
#include "core/model/layer_fields.h"

namespace whylight {
namespace {

constexpr std::size_t kMostRelations = 512;

}  // namespace

const Fields<ParserOptions>& ParserOptionsFields() {
  using Options = ParserOptions;
  static const Names<ArcScoring> arcs = {{"biaffine", ArcScoring::kBiaffine},
                                         {"mlp", ArcScoring::kMlp}};
  static const Names<ParserLoss> losses = {
      {"hinge", ParserLoss::kHinge},
      {"perceptron", ParserLoss::kPerceptron},
      {"softmax", ParserLoss::kSoftmax},
      {"crf", ParserLoss::kCrf}};
  static const auto fields =
      Fields<Options>("The shape of the model.")
          .Texts("relations", &Options::relations,
                 "The relations, in the order of the model; by default those "
                 "of `train`, sorted.")
          .WrittenIf(
              [](const Options& options) { return !options.relations.empty(); })
          .Other("layers", "LayerSpec | LayerSpec[]",
                 ReadInto(&Options::layers), WriteFrom(&Options::layers),
                 "The layers, each with its width as `hidden` and a vector at "
                 "every word; none: words' vectors alone are compared.")
          .Choice("arcs", &Options::arcs, arcs,
                  "How a word is scored as the head of another: by a bilinear "
                  "form of both, or by a layer that reads both.")
          .Count("hidden", &Options::hidden, {1, 4096},
                 "Width of the layers that score arcs and relations.")
          .Choice("loss", &Options::loss, losses,
                  "What is learned: trees as a whole, or each word's head by "
                  "itself.")
          .Flag("spelling", &Options::spelling,
                "Whether words that are not in the vocabulary are read as "
                "those that they are likely misspellings of.")
          .Flag("train_vectors", &Options::train_vectors,
                "Whether training changes word vectors.");
  return fields;
}

Status CheckParserOptions(const ParserOptions& options) {
  std::string problem =
      FindProblemOfLabels(options.relations, kMostRelations, "", "relations");
  if (problem.empty()) problem = FindTooManyLayers(options.layers);
  if (problem.empty()) return {};
  return Invalid(problem);
}

}  // namespace whylight
