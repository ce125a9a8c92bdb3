#include "tests/bench/web/network_r.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/math/gemm_with_bias.h"

namespace whylight::bench {
namespace {

// Words that are projected at a time: enough for the product to pay, few enough
// to be in the cache when they are read.
constexpr Index kProjectedWords = 64;

class NoWeight : public Weight {
 public:
  void Multiply(const ConstRef<Real>&, const Real*, MutableRef<Real>) override {
  }
};

}  // namespace

std::unique_ptr<Weight> MakeNoWeight(const ConstRef<Real>&) {
  return std::make_unique<NoWeight>();
}

Matrix WeightReader::Read(Index rows, Index cols) {
  const auto count = static_cast<std::size_t>(rows * cols);
  const Matrix numbers = Eigen::Map<const Matrix>(rest_.data(), rows, cols);
  rest_ = rest_.subspan(count);
  return numbers;
}

LayerWeights::LayerWeights(Index hidden, WeightReader& weights,
                           WeightMaker state_products)
    : words(weights.Read(hidden, (kOrder + 1) * hidden)),
      word_bias(RowVector::Zero(words.cols())),
      cell([&] {
        auto state = state_products(weights.Read(hidden, hidden));
        const RowVector bias = weights.Read(1, hidden).row(0);
        return RcnnCell(hidden, kOrder, std::move(state), bias);
      }()) {
  word_bias.tail(hidden) = weights.Read(1, hidden);
}

Dense::Dense(Index inputs, Index outputs, WeightReader& weights)
    : weight(weights.Read(inputs, outputs)),
      bias(weights.Read(1, outputs).row(0)) {}

void Dense::Run(const ConstRef<Real>& rows, Real* results) const {
  Eigen::Map<Matrix> sums(results, rows.rows(), bias.size());
  GemmWithBias<Real>(rows, weight, bias.data(), sums);
  Sigmoid(results, results, sums.size());
}

Network::Layer::Layer(Index hidden, WeightReader& weights,
                      const Computed& which)
    : Layer(LayerWeights(hidden, weights, which.state_products), which) {}

Network::Layer::Layer(LayerWeights weights, const Computed& which)
    : projection{which.word_products(weights.words),
                 std::move(weights.word_bias),
                 {}},
      cell(std::move(weights.cell)),
      computed(which.layers),
      // Numbers, even if there are no products.
      projected(Matrix::Zero(kProjectedWords, cell.word_width())),
      levels(2, cell.levels_width()) {}

void Network::Layer::Read(const ConstRef<Real>& words, Direction direction,
                          MutableRef<Real> states) {
  if (!computed) return;
  const bool forward = direction == Direction::kForward;
  const Index length = words.rows();
  const Index stride = states.outerStride();
  std::optional<RcnnCell::Memory<const Real>> before;
  for (Index done = 0; done < length;) {
    const Index count = std::min(kProjectedWords, length - done);
    const Index first = forward ? done : length - done - count;
    auto rows = projected.topRows(count);
    projection.weight->Multiply(words.middleRows(first, count),
                                projection.bias.data(), rows);
    for (Index i = 0; i < count; ++i) {
      const Index row = forward ? i : count - 1 - i;
      const Real* const word = &projected.coeffRef(row, 0);
      const RcnnCell::Memory<Real> after = {
          &states.coeffRef(first + row, 0), stride,
          &levels.coeffRef((done + i) % 2, 0), levels.cols()};
      cell.Step(1, &word, before, after);
      before = {after.h, stride, after.levels, levels.cols()};
    }
    done += count;
  }
}

Network::Network(Index hidden, WeightReader weights, const Computed& computed)
    : hidden_(hidden),
      forward_(hidden, weights, computed),
      backward_(hidden, weights, computed),
      lower_(hidden, weights, computed),
      upper_(hidden, weights, computed),
      probability_(2 * hidden, 1, weights),
      rating_(2 * hidden, kAspects, weights) {}

std::span<const Real> Network::Run(const ConstRef<Real>& words) {
  const Index length = words.rows();
  if (states_.rows() != length) states_.setZero(length, 2 * hidden_);
  answer_.resize(static_cast<std::size_t>(length + kAspects));

  forward_.Read(words, Direction::kForward, states_.leftCols(hidden_));
  backward_.Read(words, Direction::kBackward, states_.rightCols(hidden_));
  Real* const probabilities = answer_.data();
  probability_.Run(states_, probabilities);

  masked_ = words.array().colwise() *
            Eigen::Map<const Eigen::Array<Real, Eigen::Dynamic, 1>>(
                probabilities, length);
  lower_.Read(masked_, Direction::kForward, states_.leftCols(hidden_));
  upper_.Read(states_.leftCols(hidden_), Direction::kForward,
              states_.rightCols(hidden_));
  rating_.Run(states_.bottomRows(1), probabilities + length);
  return answer_;
}

LayerAlone::LayerAlone(Index hidden, WeightReader weights)
    : words_(weights.Read(kProjectedWords, hidden)),
      projection_{MakeFloatWeight(weights.Read(hidden, (kOrder + 1) * hidden)),
                  RowVector::Zero((kOrder + 1) * hidden),
                  {}},
      state_(MakeFloatWeight(weights.Read(hidden, hidden))),
      cell_(hidden, kOrder, MakeNoWeight(words_), RowVector::Zero(hidden)),
      projected_(Matrix::Zero(kProjectedWords, cell_.word_width())),
      states_(Matrix::Zero(2, hidden)),
      levels_(Matrix::Zero(2, cell_.levels_width())) {}

void LayerAlone::MultiplyWords(int words) {
  for (Index done = 0; done < words; done += kProjectedWords) {
    const Index count = std::min(kProjectedWords, words - done);
    projection_.weight->Multiply(words_.topRows(count), projection_.bias.data(),
                                 projected_.topRows(count));
  }
}

void LayerAlone::MultiplyStates(int words) {
  for (Index t = 0; t < words; ++t) {
    state_->Multiply(words_.topRows(1), nullptr, states_.topRows(1));
  }
}

void LayerAlone::ReadWords(int words) {
  std::optional<RcnnCell::Memory<const Real>> before;
  for (Index t = 0; t < words; ++t) {
    const Real* const word = &projected_.coeffRef(t % kProjectedWords, 0);
    const RcnnCell::Memory<Real> after = {
        &states_.coeffRef(t % 2, 0), states_.cols(),
        &levels_.coeffRef(t % 2, 0), levels_.cols()};
    cell_.Step(1, &word, before, after);
    before = {after.h, states_.cols(), after.levels, levels_.cols()};
  }
}

}  // namespace whylight::bench
