#include "core/systems/pairs/word_numbers.h"

#include <optional>
#include <utility>

#include "core/ops/ops.h"
#include "core/ops/pair_pooling.h"

namespace whylight {
namespace {

// Row b at every position of text b, zeros at padding.
Var AtPositionsOfTexts(Graph& graph, Var rows, const SequenceBatch& batch) {
  std::vector<std::int32_t> texts;
  for (Index t = 0; t < batch.max_length; ++t) {
    for (Index b = 0; b < batch.batch(); ++b) {
      const bool inside = t < batch.lengths[static_cast<std::size_t>(b)];
      texts.push_back(inside ? static_cast<std::int32_t>(b) : -1);
    }
  }
  return Gather(graph, rows, texts);
}

// The softmax of what each word of a text has in common with the other text.
Var WeightsByScores(Graph& graph, const Sequences& words,
                    const Sequences& other, const Alignment& aligned, Asks asks,
                    PairPooling pooling) {
  const Var scores = PoolPairScores(graph, aligned.scores, aligned.pairs, asks,
                                    other.mask, pooling);
  return SoftmaxOverWords(graph, scores, words.batch.lengths, words.mask);
}

PairPooling PoolingOf(WordSum sum) {
  return sum == WordSum::kMax ? PairPooling::kMax : PairPooling::kMean;
}

PairCompressionOptions CompressionOf(const PairOptions& options, Index inputs) {
  return {.inputs = inputs,
          .compression = options.compression,
          .factors = options.factors};
}

// The sums of a kind, and what their numbers are called.
std::vector<std::pair<WordSum, const char*>> SumsOf(PairKind kind) {
  std::vector<std::pair<WordSum, const char*>> sums = {
      {WordSum::kOwn, "own_numbers"}, {WordSum::kOther, "other_numbers"}};
  if (kind == PairKind::kMcan) {
    sums.emplace_back(WordSum::kMax, "max_numbers");
    sums.emplace_back(WordSum::kMean, "mean_numbers");
  }
  return sums;
}

}  // namespace

WordNumbers::WordNumbers(const std::string& prefix, const PairOptions& options,
                         Index inputs, std::uint64_t seed)
    : kind_(options.kind),
      inputs_(inputs),
      align_(prefix + "align", AlignmentOf(options, inputs), seed),
      own_align_(prefix + "own_align", AlignmentOf(options, inputs), seed) {
  for (const auto& [sum, name] : SumsOf(options.kind)) {
    compared_.push_back(
        {sum,
         PairCompression(prefix + name, CompressionOf(options, inputs), seed)});
  }
}

Status WordNumbers::Check(const PairOptions& options, Index inputs) {
  Status checked = CheckAlignmentOptions(AlignmentOf(options, inputs));
  if (!checked.ok()) return checked;
  return CheckPairCompressionOptions(CompressionOf(options, inputs));
}

Index WordNumbers::Size(const PairOptions& options, Index inputs) {
  const auto sums = static_cast<Index>(SumsOf(options.kind).size());
  // [a; b], a - b and a ⊙ b.
  const Index machines = options.compression == Compression::kFactorisation
                             ? 4 * sums * options.factors
                             : 0;
  return inputs * (2 * options.align + machines);
}

Index WordNumbers::Count(PairKind kind) {
  return static_cast<Index>(SumsOf(kind).size()) * PairCompression::kOutputs;
}

Var WordNumbers::Sum(Graph& graph, WordSum sum, const Sequences& words,
                     const Sequences& other, const Alignment& aligned,
                     Asks asks) const {
  switch (sum) {
    case WordSum::kOwn:
      return own_align_.AlignToItself(graph, words).words;
    case WordSum::kOther:
      return (asks == Asks::kLeft ? aligned.left : aligned.right).vectors;
    default:
      break;
  }
  const Var weights =
      WeightsByScores(graph, words, other, aligned, asks, PoolingOf(sum));
  return AtPositionsOfTexts(
      graph, WeightedSumOverWords(graph, words.words, words.batch, weights),
      words.batch);
}

Sequences WordNumbers::Beside(Graph& graph, const Sequences& words,
                              const Sequences& other, const Alignment& aligned,
                              Asks asks) const {
  const Var at_positions = AtPositions(graph, words);
  Var with_numbers = at_positions;
  for (const Compared& compared : compared_) {
    const Var sum = Sum(graph, compared.sum, words, other, aligned, asks);
    with_numbers = ConcatColumns(
        graph, with_numbers, compared.numbers.Apply(graph, sum, at_positions));
  }
  return AtEveryPosition(with_numbers, words);
}

ComparedWords WordNumbers::Apply(Graph& graph, const Sequences& first,
                                 const Sequences& second) const {
  const Alignment aligned = Align(graph, first, second);
  return {Beside(graph, first, second, aligned, Asks::kLeft),
          Beside(graph, second, first, aligned, Asks::kRight)};
}

Matrix WordNumbers::Weights(Graph& graph, WordSum sum, const Sequences& words,
                            const Sequences& other, const Alignment& aligned,
                            Asks asks) const {
  const Index count = words.batch.max_length;
  const auto of_each = [&](const Attention& read) -> Matrix {
    const ConstMatrixView weights = graph.value(read.weights);
    return Eigen::Map<const Matrix>(weights.data(), count,
                                    weights.size() / count);
  };
  switch (sum) {
    case WordSum::kOwn:
      return of_each(own_align_.Align(graph, words, words).left);
    case WordSum::kOther:
      return of_each(asks == Asks::kLeft ? aligned.left : aligned.right);
    default:
      break;
  }
  const Var weights =
      WeightsByScores(graph, words, other, aligned, asks, PoolingOf(sum));
  return graph.value(weights).transpose().replicate(count, 1);
}

std::vector<SplitFeature> WordNumbers::SplitSide(Graph& graph,
                                                 const Sequences& words,
                                                 const Sequences& other,
                                                 const Alignment& aligned,
                                                 Asks asks) const {
  const Matrix own_words = AtWords(graph, words.words, words.batch);
  const Matrix other_words = AtWords(graph, other.words, other.batch);
  std::vector<SplitFeature> features;
  for (const Compared& compared : compared_) {
    const Var sums = Sum(graph, compared.sum, words, other, aligned, asks);
    const Matrix values = graph.value(
        compared.numbers.Apply(graph, sums, AtPositions(graph, words)));
    const Matrix weights =
        Weights(graph, compared.sum, words, other, aligned, asks);
    const Matrix& read =
        compared.sum == WordSum::kOther ? other_words : own_words;
    const std::size_t start = features.size();
    for (Index part = 0; part < PairCompression::kOutputs; ++part) {
      features.push_back({.sum = compared.sum,
                          .part = static_cast<std::size_t>(part),
                          .values = values.col(part).transpose(),
                          .alone = RowVector(values.rows()),
                          .parts = weights});
    }
    for (Index i = 0; i < values.rows(); ++i) {
      const auto split =
          compared.numbers.Split(graph.value(sums).row(i), own_words.row(i));
      for (std::size_t part = 0; part < split.size(); ++part) {
        SplitFeature& feature = features[start + part];
        feature.alone(i) = split[part].alone;
        feature.parts.row(i).array() *=
            (split[part].slope * read.transpose()).array();
      }
    }
  }
  return features;
}

SplitFeatures WordNumbers::Split(Graph& graph, const Sequences& first,
                                 const Sequences& second) const {
  const Alignment aligned = Align(graph, first, second);
  return {SplitSide(graph, first, second, aligned, Asks::kLeft),
          SplitSide(graph, second, first, aligned, Asks::kRight)};
}

std::vector<Parameter*> WordNumbers::Parameters() {
  std::vector<Parameter*> parameters;
  AddParametersOf(align_.Tensors(), &parameters);
  AddParametersOf(own_align_.Tensors(), &parameters);
  for (Compared& compared : compared_) {
    AddParametersOf(compared.numbers.Tensors(), &parameters);
  }
  return parameters;
}

}  // namespace whylight
