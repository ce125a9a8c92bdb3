#include "core/systems/tagger/options.h"

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/model/labels.h"
#include "core/model/layer_fields.h"
#include "core/systems/tagger/bio.h"

namespace whylight {
namespace {

// Each word costs the square of it.
constexpr std::size_t kMostTags = 512;

std::string FindProblemOfTags(const TaggerOptions& options) {
  std::string problem = FindProblemOfLabels(options.labels, kMostTags);
  if (!problem.empty() || !options.bio) return problem;
  problem = FindProblemOfBio(options.labels);
  return problem.empty() ? problem : "\"labels\": " + problem;
}

}  // namespace

const Fields<TaggerOptions>& TaggerOptionsFields() {
  using Options = TaggerOptions;
  static const Names<TagLoss> losses = {{"crf", TagLoss::kCrf},
                                        {"hinge", TagLoss::kHinge},
                                        {"perceptron", TagLoss::kPerceptron},
                                        {"softmax", TagLoss::kSoftmax}};
  static const auto fields =
      Fields<Options>("The shape of the model.")
          .Texts("labels", &Options::labels,
                 "The tags, in the order of the model; by default those of "
                 "`train`, sorted.")
          .WrittenIf(
              [](const Options& options) { return !options.labels.empty(); })
          .Other("layers", "LayerSpec | LayerSpec[]",
                 ReadInto(&Options::layers), WriteFrom(&Options::layers),
                 "The layers, each with its width as `hidden` and a vector at "
                 "every word; none: a word's vector alone scores its tags.")
          .Choice("loss", &Options::loss, losses,
                  "What is learned: the tags of a text as a whole, with scores "
                  "for adjacent tags, or each by itself.")
          .Flag("bio", &Options::bio,
                "Whether tags mark spans, as `B-place`, `I-place` and `O` do; "
                "answers are then always such spans.")
          .Flag("spelling", &Options::spelling,
                "Whether a word that is not in the vocabulary is read as the "
                "one that it most likely misspells, and an emoji as a word "
                "that says the same.")
          .Flag("train_vectors", &Options::train_vectors,
                "Whether training changes word vectors; by default it does "
                "where they are random.")
          .Part("surface", &Options::surface, SurfaceFields(),
                "How words are written, as features.")
          .WrittenIf(&Options::has_surface);
  return fields;
}

Status CheckTaggerOptions(const TaggerOptions& options) {
  std::string problem = FindProblemOfTags(options);
  if (problem.empty()) problem = FindTooManyLayers(options.layers);
  if (problem.empty()) return {};
  return Invalid(problem);
}

}  // namespace whylight
