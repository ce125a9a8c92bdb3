#include "core/layers/self_attention.h"

#include <functional>

#include "core/layers/check_size.h"
#include "core/layers/layer_names.h"
#include "core/ops/ops.h"
#include "core/ops/quaternion.h"

namespace whylight {
namespace {

MapInitialisation MapsOf(const SelfAttentionOptions& options) {
  return InitialisationOf(options.quaternion, options.initialisation);
}

PairScorerOptions ScorerOptions(const SelfAttentionOptions& options) {
  return {.inputs = options.inputs,
          .hidden = options.hidden,
          .score = options.score,
          .heads = options.heads,
          .initialisation = MapsOf(options)};
}

AttentionValues ReadItself(const Sequences& input, Var values) {
  return {values, input.batch, input.mask, /*itself=*/true};
}

}  // namespace

const Fields<SelfAttentionOptions>& SelfAttentionFields() {
  static const auto fields =
      Fields<SelfAttentionOptions>(
          "Each word as a mean of all words of its text, weighted by attention "
          "(Tay19 section 2.5).")
          .Fixed("type", "self_attention", "Attention within a text.")
          .Choice("score", &SelfAttentionOptions::score, AttentionScoreNames(),
                  "How two words are scored: q · k / √width, q · k, "
                  "u · tanh(q + k) or xᵀ M y.")
          .Count("heads", &SelfAttentionOptions::heads, {1, kMaxWidth},
                 "Number of heads, which divides the width; 1 where the score "
                 "is bilinear.")
          .Flag("output_matrix", &SelfAttentionOptions::output_matrix,
                "Whether the heads' output goes through a dense layer.")
          .Flag("quaternion", &SelfAttentionOptions::quaternion,
                "Whether maps and scores are Hamilton products of quaternions; "
                "each part has weights of its own.")
          .When("score is scaled or dot")
          .Include(std::identity(), WidthFields<SelfAttentionOptions>());
  return fields;
}

Status CheckHeads(const std::string& layer, Index heads, Index width) {
  if (heads >= 1 && width % heads == 0) return {};
  return Error{ErrorCode::kInvalidArgument,
               layer +
                   ": \"heads\": expected a number that divides the width " +
                   std::to_string(width) + ", found " + std::to_string(heads)};
}

Status CheckQuaternionHeads(const std::string& layer, const std::string& key,
                            Index heads, Index width) {
  const Status checked = CheckQuaternionWidth(layer, key, width);
  if (!checked.ok()) return checked;
  const Index quaternions = width / kQuaternionParts;
  if (heads >= 1 && quaternions % heads == 0) return {};
  return Error{ErrorCode::kInvalidArgument,
               layer + ": \"heads\": expected a number that divides " +
                   std::to_string(quaternions) + " quaternions, found " +
                   std::to_string(heads)};
}

Status CheckSelfAttentionOptions(const SelfAttentionOptions& options) {
  const std::string layer = "self_attention";
  Status checked = CheckSize(layer, "inputs", options.inputs);
  if (checked.ok()) checked = CheckSize(layer, "hidden", options.hidden);
  if (checked.ok()) checked = CheckHeads(layer, options.heads, options.hidden);
  if (!checked.ok()) return checked;
  if (options.score == AttentionScore::kBilinear && options.heads > 1) {
    return Error{ErrorCode::kInvalidArgument,
                 layer +
                     ": \"heads\": expected 1 where the score is bilinear, "
                     "found " +
                     std::to_string(options.heads)};
  }
  if (!options.quaternion) return {};
  if (options.score != AttentionScore::kScaled &&
      options.score != AttentionScore::kDot) {
    return Error{ErrorCode::kInvalidArgument,
                 layer +
                     ": \"score\": expected scaled or dot of quaternions, "
                     "found another"};
  }
  checked = CheckQuaternionWidth(layer, "inputs", options.inputs);
  if (checked.ok()) {
    checked =
        CheckQuaternionHeads(layer, "hidden", options.heads, options.hidden);
  }
  if (!checked.ok()) return checked;
  return CheckQuaternionInitialisation(layer, options.initialisation);
}

SelfAttentionLayer::SelfAttentionLayer(const std::string& name,
                                       const SelfAttentionOptions& options,
                                       std::uint64_t seed)
    : options_(options),
      scorer_(name, ScorerOptions(options), seed),
      values_(name + ".v", options.inputs, options.hidden, /*bias=*/true, seed,
              MapsOf(options)) {
  if (options.output_matrix) {
    output_.emplace(name + ".o", options.hidden, options.hidden, /*bias=*/true,
                    seed, MapsOf(options));
  }
}

Var SelfAttentionLayer::Output(Graph& graph, Var heads) const {
  return output_ ? output_->Apply(graph, heads) : heads;
}

Attention SelfAttentionLayer::Attend(Graph& graph,
                                     const Sequences& input) const {
  const PairScoring scoring = scorer_.Scoring(graph);
  const auto [queries, keys] = scorer_.Project(graph, input.words, input.words);
  const Var scores =
      PairScores(graph, queries, input.batch, keys, input.batch, scoring);
  Attention attended = AttendByScores(
      graph, scores, WordPairs(input.batch, input.batch, scoring.heads),
      Asks::kLeft, ReadItself(input, values_.Apply(graph, input.words)));
  attended.vectors = Output(graph, attended.vectors);
  return attended;
}

Sequences SelfAttentionLayer::Apply(Graph& graph,
                                    const Sequences& input) const {
  const auto [queries, keys] = scorer_.Project(graph, input.words, input.words);
  const Var values = values_.Apply(graph, input.words);
  const Var heads =
      whylight::Attend(graph, queries, input.batch, keys,
                       ReadItself(input, values), scorer_.Scoring(graph));
  return AtEveryPosition(Output(graph, heads), input);
}

std::vector<LayerTensor> SelfAttentionLayer::Tensors() {
  std::vector<LayerTensor> tensors = scorer_.Tensors();
  values_.AddTensors("v.", "h", "d", &tensors);
  if (output_) output_->AddTensors("o.", "h", "h", &tensors);
  return tensors;
}

}  // namespace whylight
