#include "core/layers/alignment.h"

#include "core/layers/check_size.h"
#include "core/layers/layer_names.h"

namespace whylight {
namespace {

PairScorerOptions AlignmentScorer(const AlignmentOptions& options) {
  return {.inputs = options.inputs,
          .hidden = options.hidden,
          .score = options.score,
          .activation = options.activation,
          .shared = options.score != AttentionScore::kAdditive,
          .initialisation = options.initialisation};
}

}  // namespace

const Fields<AlignmentOptions>& AlignmentFields() {
  static const auto fields =
      Fields<AlignmentOptions>(
          "Attention of the words of two texts to each other (Tay19 section "
          "3.2).")
          .Choice(
              "score", &AlignmentOptions::score, AttentionScoreNames(),
              "How two words are scored: F(x) · F(y) / √width, F(x) · F(y), "
              "u · tanh(q + k) or xᵀ M y.")
          .Count("hidden", &AlignmentOptions::hidden, {1, kMaxWidth},
                 "Width of F, or of q and k; without it F(x) is x.")
          .WrittenIf([](const AlignmentOptions& options) {
            return options.hidden > 0;
          })
          .Choice("activation", &AlignmentOptions::activation,
                  ActivationNames(), "The activation of F.")
          .When("score is dot or scaled")
          .Choice("initialisation", &AlignmentOptions::initialisation,
                  InitialisationNames(), "How matrices are initialised.")
          .When("the layer is to be trained");
  return fields;
}

Status CheckAlignmentOptions(const AlignmentOptions& options) {
  const auto wrong = [&](const std::string& expected) {
    return Error{ErrorCode::kInvalidArgument,
                 "alignment: \"hidden\": expected " + expected + ", found " +
                     std::to_string(options.hidden)};
  };
  if (options.hidden < 0) return wrong("a width, or none");
  if (options.score == AttentionScore::kAdditive && options.hidden == 0) {
    return wrong("a width where the score is additive");
  }
  if (options.score == AttentionScore::kBilinear && options.hidden > 0) {
    return wrong("none where the score is bilinear");
  }
  return CheckSize("alignment", "inputs", options.inputs);
}

Alignment AlignByScores(Graph& graph, Var scores, const Sequences& left,
                        const Sequences& right) {
  const WordPairs pairs(left.batch, right.batch);
  const auto read = [&](Asks asks, const Sequences& text) {
    return AttendByScores(graph, scores, pairs, asks,
                          {text.words, text.batch, text.mask});
  };
  return {pairs, scores, read(Asks::kLeft, right), read(Asks::kRight, left)};
}

AlignmentLayer::AlignmentLayer(const std::string& name,
                               const AlignmentOptions& options,
                               std::uint64_t seed)
    : options_(options), scorer_(name, AlignmentScorer(options), seed) {}

Var AlignmentLayer::Scores(Graph& graph, const Sequences& left,
                           const Sequences& right) const {
  const auto [queries, keys] = scorer_.Project(graph, left.words, right.words);
  return PairScores(graph, queries, left.batch, keys, right.batch,
                    scorer_.Scoring(graph));
}

Alignment AlignmentLayer::Align(Graph& graph, const Sequences& left,
                                const Sequences& right) const {
  return AlignByScores(graph, Scores(graph, left, right), left, right);
}

Sequences AlignmentLayer::AlignToItself(Graph& graph,
                                        const Sequences& text) const {
  const auto [queries, keys] = scorer_.Project(graph, text.words, text.words);
  return AtEveryPosition(
      Attend(graph, queries, text.batch, keys,
             {text.words, text.batch, text.mask, /*itself=*/true},
             scorer_.Scoring(graph)),
      text);
}

}  // namespace whylight
