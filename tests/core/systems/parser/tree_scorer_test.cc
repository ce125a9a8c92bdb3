#include "core/systems/parser/tree_scorer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

constexpr Index kWidth = 3;
constexpr Index kHidden = 2;

// The scores as the comment on the class has them, by recursion.
class PlainScorer {
 public:
  PlainScorer(const std::vector<Parameter*>& parameters, const Matrix& table,
              const Heads& heads, const std::vector<std::int32_t>& rows)
      : parameters_(parameters), table_(table), heads_(heads), rows_(rows) {
    Read(0);
  }

  Real score() const { return score_; }

 private:
  const Matrix& Of(const std::string& name) const {
    for (const Parameter* parameter : parameters_) {
      if (parameter->name == name) return parameter->value;
    }
    ADD_FAILURE() << name;
    return table_;
  }
  // g(x W + b) of the Dense layer.
  Matrix Layer(const std::string& name, const Matrix& x) const {
    return (x * Of(name + ".W") + Of(name + ".b")).array().tanh();
  }
  Matrix Both(const Matrix& left, const Matrix& right) const {
    Matrix both(1, left.cols() + right.cols());
    both << left, right;
    return both;
  }

  // The vector of a word with all that hangs on it.
  Matrix Read(std::int32_t head) {
    const auto count = static_cast<std::int32_t>(heads_.size());
    Matrix state =
        Layer("rerank.word", table_.row(rows_[static_cast<std::size_t>(head)]));
    const auto take = [&](std::int32_t word) {
      if (word < 1 || heads_[static_cast<std::size_t>(word) - 1] != head) {
        return;
      }
      const Matrix part = Read(word);
      state = word < head ? Layer("rerank.0.1", Both(part, state))
                          : Layer("rerank", Both(state, part));
      score_ += (state * Of("rerank.output"))(0, 0);
    };
    for (std::int32_t word = head - 1; word >= 1; --word) take(word);
    for (std::int32_t word = head + 1; word <= count; ++word) take(word);
    return state;
  }

  std::vector<Parameter*> parameters_;
  const Matrix& table_;
  Heads heads_;
  std::vector<std::int32_t> rows_;
  Real score_ = 0;
};

TEST(TreeScorerTest, ScoresTreesAsRecursionDoes) {
  TreeScorer scorer({.best = 3, .hidden = kHidden}, kWidth, 7);
  for (Parameter* parameter : scorer.Parameters()) {
    parameter->value = RandomMatrix(parameter->value.rows(),
                                    parameter->value.cols(), parameter->name);
  }
  const Matrix table = RandomMatrix(5, kWidth, "table");
  // Sentences of rows 1 3 4 2 3, of 2, and of none.
  const SequenceBatch words{
      .lengths = {5, 1, 0},
      .max_length = 5,
      .rows = {1, 2, -1, 3, -1, -1, 4, -1, -1, 2, -1, -1, 3, -1, -1}};
  const std::vector<std::vector<ScoredTree>> trees = {
      {{{2, 0, 2, 5, 3}, 0}, {{0, 1, 2, 3, 4}, 0}, {{3, 3, 0, 3, 3}, 0}},
      {{{0}, 0}},
      {{{}, 0}}};
  Graph graph(Graph::Mode::kInference);
  const SentenceVectors sentences{graph.Constant(table), words};
  const Matrix scores = graph.value(scorer.Score(graph, sentences, trees));
  ASSERT_EQ(scores.rows(), 5);
  const std::vector<std::vector<std::int32_t>> rows = {
      {0, 1, 3, 4, 2, 3}, {0, 2}, {0}};
  Index next = 0;
  for (std::size_t b = 0; b < trees.size(); ++b) {
    for (const ScoredTree& tree : trees[b]) {
      const PlainScorer plain(scorer.Parameters(), table, tree.heads, rows[b]);
      EXPECT_NEAR(scores(next++, 0), plain.score(), 1e-5);
    }
  }
}

}  // namespace
}  // namespace whylight
