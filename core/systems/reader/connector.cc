#include "core/systems/reader/connector.h"

#include "core/model/layer_list.h"
#include "core/model/sides.h"

namespace whylight {

AlignmentOptions ReaderAlignment(const ReaderOptions& options, Index inputs) {
  return {.inputs = inputs,
          .hidden = options.align,
          .score = AttentionScore::kScaled};
}

Connector::Connector(const std::string& name, const ReaderOptions& options,
                     Index inputs, std::uint64_t seed)
    : align_(name + ".align", ReaderAlignment(options, inputs), seed),
      numbers_(name + ".numbers",
               {.inputs = inputs, .factors = options.factors}, seed) {}

Index Connector::Size(const ReaderOptions& options, Index inputs) {
  // [a; b], a - b and a ⊙ b.
  return inputs * (options.align + 4 * options.factors);
}

Connector::Numbers Connector::Apply(Graph& graph, const Sequences& left,
                                    const Sequences& right) const {
  const Alignment aligned = align_.Align(graph, left, right);
  return {
      numbers_.Apply(graph, aligned.left.vectors, AtPositions(graph, left)),
      numbers_.Apply(graph, aligned.right.vectors, AtPositions(graph, right))};
}

Var Connector::ApplyToLeft(Graph& graph, const Sequences& left,
                           const Sequences& right) const {
  const WordPairs pairs(left.batch, right.batch);
  const Attention read =
      AttendByScores(graph, align_.Scores(graph, left, right), pairs,
                     Asks::kLeft, {right.words, right.batch});
  return numbers_.Apply(graph, read.vectors, AtPositions(graph, left));
}

std::vector<Parameter*> Connector::Parameters() {
  std::vector<Parameter*> parameters;
  AddParametersOf(align_.Tensors(), &parameters);
  AddParametersOf(numbers_.Tensors(), &parameters);
  return parameters;
}

}  // namespace whylight
