#include "tests/bench/web/rationale_reader.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "core/format/safetensors.h"

namespace whylight::bench {
namespace {

using Words = std::vector<std::int32_t>;

// States that are judged at once, as many as the package does.
constexpr Index kJudgedRows = 64;

Projection SideBySide(std::initializer_list<const LayerWeights*> layers) {
  const Index hidden = (*layers.begin())->words.rows();
  const Index width = (*layers.begin())->words.cols();
  Matrix words(hidden, width * static_cast<Index>(layers.size()));
  RowVector bias(words.cols());
  Index column = 0;
  for (const LayerWeights* layer : layers) {
    words.middleCols(column, width) = layer->words;
    bias.segment(column, width) = layer->word_bias;
    column += width;
  }
  return {MakeFloatWeight(words), std::move(bias), {}};
}

WordProjections ProjectionsOf(std::shared_ptr<const std::string> file,
                              Index words, Index hidden, Projection projection,
                              std::size_t bytes) {
  const SafetensorsView tensors =
      SafetensorsView::Parse(*file, "the vectors").value();
  const StoredMatrix vectors =
      StoredMatrix::Find(tensors, "vectors", words, hidden).value();
  return {std::move(file), vectors, std::move(projection), bytes};
}

// As much memory as the package takes, divided as it does.
ProjectionBytes BytesOf(const LayerWeights& generator,
                        const LayerWeights& encoder) {
  return {RationaleEngineOptions{}.projection_bytes,
          2 * generator.cell.word_width(), encoder.cell.word_width()};
}

// The input of a layer for words, from a column of their rows on.
std::vector<const Real*> FromColumn(const std::vector<const Real*>& rows,
                                    Index column) {
  std::vector<const Real*> own(rows.size());
  std::transform(rows.begin(), rows.end(), own.begin(),
                 [column](const Real* row) { return row + column; });
  return own;
}

}  // namespace

RationaleReader::Weights::Weights(Index hidden, WeightReader& weights)
    : forward(hidden, weights),
      backward(hidden, weights),
      lower(hidden, weights),
      upper(hidden, weights),
      probability(2 * hidden, 1, weights),
      rating(2 * hidden, kAspects, weights) {}

RationaleReader::RationaleReader(Index hidden, WeightReader weights,
                                 Index words,
                                 std::shared_ptr<const std::string> file)
    : RationaleReader(hidden, Weights(hidden, weights), words,
                      std::move(file)) {}

RationaleReader::RationaleReader(Index hidden, Weights weights, Index words,
                                 std::shared_ptr<const std::string> file)
    : hidden_(hidden),
      projections_(
          ProjectionsOf(file, words, hidden,
                        SideBySide({&weights.forward, &weights.backward}),
                        BytesOf(weights.forward, weights.lower).generator)),
      lower_projections_(
          ProjectionsOf(file, words, hidden, SideBySide({&weights.lower}),
                        BytesOf(weights.forward, weights.lower).encoder)),
      forward_(std::move(weights.forward.cell)),
      backward_(std::move(weights.backward.cell)),
      lower_(std::move(weights.lower.cell)),
      upper_(std::move(weights.upper.cell)),
      upper_projection_(SideBySide({&weights.upper})),
      probability_(std::move(weights.probability)),
      rating_(std::move(weights.rating)),
      probabilities_(0, 1),
      upper_rows_(0, upper_.word_width()) {}

RationaleReader::Answer RationaleReader::Read(Words words) {
  const std::vector<const Real*> rows = projections_.Find(words);
  Generate(rows, FindCommonEnds(words, words_));

  Answer answer;
  answer.selected = Select();
  Words rationale;
  for (const std::int32_t t : answer.selected) {
    rationale.push_back(words[static_cast<std::size_t>(t)]);
  }
  Encode(lower_projections_.Find(rationale),
         FindCommonEnds(rationale, rationale_));
  words_ = std::move(words);
  rationale_ = std::move(rationale);

  const Index last = upper_states_.size() - 1;
  Matrix ends(1, 2 * hidden_);
  std::copy_n(lower_states_.state(last), hidden_, ends.data());
  std::copy_n(upper_states_.state(last), hidden_, ends.data() + hidden_);
  rating_.Run(ends, answer.ratings.data());
  return answer;
}

void RationaleReader::Generate(const std::vector<const Real*>& rows,
                               const CommonEnds& same) {
  const auto length = static_cast<Index>(rows.size());
  const RcnnStates::Range forward =
      forward_states_.Read(forward_, FromColumn(rows, 0), same.start, same.end);
  std::vector<const Real*> backwards = FromColumn(rows, forward_.word_width());
  std::reverse(backwards.begin(), backwards.end());
  const RcnnStates::Range backward =
      backward_states_.Read(backward_, backwards, same.end, same.start);

  const Index from = std::min(forward.from, length - backward.to);
  const Index to = std::max(forward.to, length - backward.from);
  SpliceRows(from, to, length, &probabilities_);
  Matrix states;
  for (Index first = from; first < to; first += kJudgedRows) {
    states.resize(std::min(kJudgedRows, to - first), 2 * hidden_);
    for (Index i = 0; i < states.rows(); ++i) {
      const Index t = first + i;
      Real* const both = states.row(i).data();
      std::copy_n(forward_states_.state(t), hidden_, both);
      std::copy_n(backward_states_.state(length - 1 - t), hidden_,
                  both + hidden_);
    }
    probability_.Run(states, probabilities_.data() + first);
  }
}

// As selectWords of reading.mjs does.
std::vector<std::int32_t> RationaleReader::Select() const {
  constexpr double kSelectedShare = 0.15;
  const auto length = static_cast<std::size_t>(probabilities_.size());
  const auto count = static_cast<std::ptrdiff_t>(
      std::ceil(kSelectedShare * static_cast<double>(length)));
  std::vector<Real> sorted(probabilities_.data(),
                           probabilities_.data() + length);
  const auto least = sorted.begin() + (count - 1);
  std::nth_element(sorted.begin(), least, sorted.end(), std::greater<>());
  std::ptrdiff_t equals =
      count - std::count_if(sorted.begin(), least,
                            [least](Real p) { return p > *least; });
  std::vector<std::int32_t> selected;
  for (std::size_t t = 0; t < length; ++t) {
    const Real p = probabilities_.data()[t];
    if (p > *least || (p == *least && equals-- > 0)) {
      selected.push_back(static_cast<std::int32_t>(t));
    }
  }
  return selected;
}

void RationaleReader::Encode(const std::vector<const Real*>& rows,
                             const CommonEnds& same) {
  const auto length = static_cast<Index>(rows.size());
  const RcnnStates::Range changed =
      lower_states_.Read(lower_, rows, same.start, same.end);

  SpliceRows(changed.from, changed.to, length, &upper_rows_);
  const Index count = changed.to - changed.from;
  Matrix states(count, hidden_);
  for (Index i = 0; i < count; ++i) {
    std::copy_n(lower_states_.state(changed.from + i), hidden_,
                states.row(i).data());
  }
  auto projected = upper_rows_.middleRows(changed.from, count);
  upper_projection_.weight->Multiply(states, upper_projection_.bias.data(),
                                     projected);

  std::vector<const Real*> upper(rows.size());
  for (Index t = 0; t < length; ++t) {
    upper[static_cast<std::size_t>(t)] = upper_rows_.row(t).data();
  }
  upper_states_.Read(upper_, upper, changed.from, length - changed.to);
}

}  // namespace whylight::bench
