#include "core/systems/pairs/dense_comparison.h"

#include "core/ops/ops.h"

namespace whylight {
DenseComparison::DenseComparison(const PairOptions& options, Index inputs,
                                 std::uint64_t seed)
    : align_("align", AlignmentOf(options, inputs), seed),
      compare_("compare", 4 * inputs, options.compare, seed,
               Initialisation::kHe) {}

Status DenseComparison::Check(const PairOptions& options, Index inputs) {
  return CheckAlignmentOptions(AlignmentOf(options, inputs));
}

Index DenseComparison::Size(const PairOptions& options, Index inputs) {
  return inputs * (options.align + 4 * options.compare);
}

ComparedWords DenseComparison::Compare(Graph& graph, const PairSide& first,
                                       const PairSide& second,
                                       std::uint64_t reader) const {
  const Alignment aligned = Align(graph, first, second);
  const auto compared = [&](const PairSide& side, const Attention& read) {
    const Var words = AtPositions(graph, side.words);
    const Sequences both =
        AtEveryPosition(SideBySide(graph, words, read.vectors), side.words);
    const Var dropped = DropOfWords(graph, both, side.dropout, reader).words;
    return AtEveryPosition(Relu(graph, compare_.Apply(graph, dropped)),
                           side.words);
  };
  return {compared(first, aligned.left), compared(second, aligned.right)};
}

std::vector<Parameter*> DenseComparison::Parameters() {
  std::vector<Parameter*> parameters;
  AddParametersOf(align_.Tensors(), &parameters);
  for (Parameter* parameter : compare_.Parameters()) {
    parameters.push_back(parameter);
  }
  return parameters;
}

}  // namespace whylight
