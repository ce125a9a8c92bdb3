#include "core/systems/parser/options.h"

#include "core/format/fields.h"
#include "core/model/labels.h"
#include "core/model/layer_fields.h"

namespace whylight {
namespace {

constexpr std::size_t kMostRelations = 512;
constexpr std::size_t kMostParserTags = 512;

const Fields<TransitionOptions>& TransitionFields() {
  using Options = TransitionOptions;
  static const Names<TransitionSystem> systems = {
      {"arc-hybrid", TransitionSystem::kArcHybrid},
      {"arc-standard", TransitionSystem::kArcStandard}};
  static const Names<TransitionOracle> oracles = {
      {"static", TransitionOracle::kStatic},
      {"dynamic", TransitionOracle::kDynamic}};
  static const Names<TransitionActivation> activations = {
      {"tanh", TransitionActivation::kTanh},
      {"relu", TransitionActivation::kRelu},
      {"cube", TransitionActivation::kCube}};
  static const auto fields =
      Fields<Options>("The transitions that a tree is made of.")
          .Choice("system", &Options::system, systems,
                  "The system of transitions.")
          .Choice("oracle", &Options::oracle, oracles,
                  "Which transitions are right: those on one way to the tree, "
                  "or all that cost nothing; `dynamic` is for `arc-hybrid`.")
          .When("loss is softmax")
          .Number(
              "explore", &Options::explore, {0, 1},
              "Probability with which training continues as the model would.")
          .When("oracle is dynamic")
          .Count("stack", &Options::stack, {1, 16},
                 "Number of words that are read from the top of the stack.")
          .Count("buffer", &Options::buffer, {1, 16},
                 "Number of words that are read from the front of the buffer.")
          .Choice("activation", &Options::activation, activations,
                  "The activation of the hidden layer that scores "
                  "transitions.")
          .Count(
              "beam", &Options::beam, {1, 64},
              "Number of sequences of transitions that are followed side by "
              "side, in answers and, unless `loss` is `softmax`, in training.");
  return fields;
}

const Fields<ParserTagOptions>& ParserTagFields() {
  using Options = ParserTagOptions;
  static const Names<TagUse> uses = {{"none", TagUse::kNone},
                                     {"given", TagUse::kGiven},
                                     {"shared", TagUse::kShared},
                                     {"cascade", TagUse::kCascade}};
  static const auto fields =
      Fields<Options>("How tags of words are used.")
          .Choice(
              "use", &Options::use, uses,
              "How tags are used: `none`: not at all; `given`: they come with "
              "each sentence and are read; `shared`: they are learned, too, "
              "with `layers` that tags and trees have in common; `cascade`: "
              "the same, and they are then read to make trees.")
          .Texts("labels", &Options::labels,
                 "The tags, in the order of the model; by default those of "
                 "`train`, sorted.")
          .WrittenIf(
              [](const Options& options) { return !options.labels.empty(); })
          .Count("width", &Options::width, {1, 4096},
                 "Width of the vector of a tag.")
          .When("use is given or cascade")
          .Other("layers", "LayerSpec | LayerSpec[]",
                 ReadInto(&Options::layers), WriteFrom(&Options::layers),
                 "Layers for trees alone, after those in common.")
          .When("use is shared or cascade")
          .Number("weight", &Options::weight, {0, 1000},
                  "Weight of the loss of tags; that of trees has weight 1.")
          .When("use is shared or cascade");
  return fields;
}

const Fields<RerankOptions>& RerankFields() {
  using Options = RerankOptions;
  static const auto fields =
      Fields<Options>("How the best trees are scored again, as wholes.")
          .Count("best", &Options::best, {0, 64},
                 "Number of the best trees that are scored again; 0: none.")
          .Count("hidden", &Options::hidden, {1, 512},
                 "Width of the vector of a word with all that depends on it.");
  return fields;
}

std::string FindProblemOfParserTags(const ParserTagOptions& tags) {
  std::string problem;
  if (tags.use != TagUse::kNone) {
    problem = FindProblemOfLabels(tags.labels, kMostParserTags);
  } else if (!tags.labels.empty()) {
    problem = "\"labels\": expected none where \"use\" is \"none\", found " +
              std::to_string(tags.labels.size());
  }
  if (problem.empty()) problem = FindTooManyLayers(tags.layers);
  if (problem.empty() && !tags.learned() && !tags.layers.empty()) {
    problem =
        "\"layers\": expected none unless \"use\" is \"shared\" or "
        "\"cascade\", found " +
        std::to_string(tags.layers.size());
  }
  return problem.empty() ? problem : "\"tags\": " + problem;
}

std::string FindProblemOfTransitions(const ParserOptions& options) {
  if (options.method != ParserMethod::kTransition ||
      options.transitions.oracle != TransitionOracle::kDynamic) {
    return {};
  }
  const char* const expected =
      "\"transitions\": \"oracle\": expected \"static\" ";
  if (options.transitions.system != TransitionSystem::kArcHybrid) {
    return std::string(expected) + "of \"arc-standard\", found \"dynamic\"";
  }
  if (options.loss != ParserLoss::kSoftmax) {
    return std::string(expected) +
           "unless \"loss\" is \"softmax\", found \"dynamic\"";
  }
  return {};
}

}  // namespace

const Fields<ParserOptions>& ParserOptionsFields() {
  using Options = ParserOptions;
  static const Names<ParserMethod> methods = {
      {"graph", ParserMethod::kGraph},
      {"transition", ParserMethod::kTransition}};
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
          .Choice("method", &Options::method, methods,
                  "What trees are made of: arcs that are all scored, or "
                  "transitions from word to word.")
          .Choice("arcs", &Options::arcs, arcs,
                  "How a word is scored as the head of another: by a bilinear "
                  "form of both, or by a layer that reads both.")
          .When("method is graph")
          .Part("transitions", &Options::transitions, TransitionFields())
          .When("method is transition")
          .WrittenIf([](const Options& options) {
            return options.method == ParserMethod::kTransition;
          })
          .Count(
              "hidden", &Options::hidden, {1, 4096},
              "Width of the layers that score arcs, transitions and relations.")
          .Choice("loss", &Options::loss, losses,
                  "What is learned: trees as a whole, or each word's head, or "
                  "each transition, by itself.")
          .Flag("spelling", &Options::spelling,
                "Whether a word that is not in the vocabulary is read as the "
                "one that it most likely misspells, and an emoji as a word "
                "that says the same.")
          .Flag("train_vectors", &Options::train_vectors,
                "Whether training changes word vectors; by default it does "
                "where they are random.")
          .Part("surface", &Options::surface, SurfaceFields(),
                "How words are written, as features.")
          .WrittenIf(&Options::has_surface)
          .Part("tags", &Options::tags, ParserTagFields(),
                "Tags of words, such as their parts of speech.")
          .WrittenIf([](const Options& options) {
            return options.tags.use != TagUse::kNone;
          })
          .Part("rerank", &Options::rerank, RerankFields(),
                "A choice among the best trees, by scores of whole trees.")
          .When("method is graph")
          .WrittenIf(&Options::reranks);
  return fields;
}

Status CheckParserOptions(const ParserOptions& options) {
  std::string problem =
      FindProblemOfLabels(options.relations, kMostRelations, "", "relations");
  if (problem.empty()) problem = FindTooManyLayers(options.layers);
  if (problem.empty()) problem = FindProblemOfTransitions(options);
  if (problem.empty()) problem = FindProblemOfParserTags(options.tags);
  if (problem.empty() && options.reranks() &&
      options.method != ParserMethod::kGraph) {
    problem =
        "\"rerank\": \"best\": expected 0 unless \"method\" is \"graph\", "
        "found " +
        std::to_string(options.rerank.best);
  }
  if (problem.empty()) return {};
  return Invalid(problem);
}

}  // namespace whylight
