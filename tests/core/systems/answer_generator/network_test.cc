#include "core/systems/answer_generator/network.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <string>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

constexpr Index kWidth = 4;
constexpr Index kLength = 6;

// Reads a text of kLength words, and a question of three, without layers.
class AnswerNetworkTest : public testing::TestWithParam<Index> {
 protected:
  static AnswerNetwork MakeNetwork(Index band) {
    AnswerNetwork network =
        AnswerNetwork::Make({.beside = {.match = false, .frequency = false},
                             .align = GetParam(),
                             .band = band,
                             .state = 2,
                             .attention = 2,
                             .generated = 2},
                            kWidth, 1)
            .value();
    for (Parameter* parameter : network.Parameters()) {
      parameter->value = RandomMatrix(parameter->value.rows(),
                                      parameter->value.cols(), parameter->name);
    }
    return network;
  }

  // y, a row a word.
  Matrix Read(Index band) const {
    const AnswerNetwork network = MakeNetwork(band);
    Graph graph(Graph::Mode::kInference);
    const auto side = [&graph](const Matrix& words) {
      return PairSide{
          {graph.Constant(words), EveryRowAWord(words.rows(), 1), {}}, {}};
    };
    return graph.value(
        network.Read(graph, side(question_), side(text_)).words.words);
  }

  // The same by loops over words, as network.h has it.
  Matrix ReadSlowly(Index band) const {
    AnswerNetwork network = MakeNetwork(band);
    std::map<std::string, Matrix> of;
    for (const Parameter* parameter : network.Parameters()) {
      of[parameter->name] = parameter->value;
    }
    const auto fit = [&of](const Matrix& x, const std::string& name) {
      const Matrix y = (x * of[name + ".W"]).rowwise() + of[name + ".b"].row(0);
      return Matrix(y.cwiseMax(Real(0)));
    };
    const auto fits = [&](const Matrix& x) {
      return GetParam() > 0 ? fit(x, "align.f") : x;
    };
    const Matrix read =
        Attended(fits(text_), fits(question_), question_, 1, kLength);
    Matrix met(kLength, 4 * kWidth);
    met << text_, read, text_.cwiseProduct(read), text_ - read;
    if (band == 0) return met;
    const Matrix near = fit(met, "near");
    const Real scale = 1 / std::sqrt(static_cast<Real>(near.cols()));
    Matrix both(kLength, 8 * kWidth);
    both << Attended(near, near, met, scale, band), met;
    return both;
  }

  Matrix question_ = RandomMatrix(3, kWidth, "question");
  Matrix text_ = RandomMatrix(kLength, kWidth, "text");

 private:
  // What each word reads of those at most `most` away.
  static Matrix Attended(const Matrix& asks, const Matrix& answers,
                         const Matrix& values, Real scale, Index most) {
    Matrix read = Matrix::Zero(asks.rows(), values.cols());
    for (Index i = 0; i < asks.rows(); ++i) {
      Real sum = 0;
      for (Index j = 0; j < values.rows(); ++j) {
        if (std::abs(i - j) > most) continue;
        const Real weight = std::exp(scale * asks.row(i).dot(answers.row(j)));
        sum += weight;
        read.row(i) += weight * values.row(j);
      }
      read.row(i) /= sum;
    }
    return read;
  }
};

TEST_P(AnswerNetworkTest, ReadsAsItsEquationsSay) {
  for (const Index band : {0, 1, 2, 5, 100}) {
    const Matrix found = Read(band);
    const Matrix expected = ReadSlowly(band);
    ASSERT_EQ(found.cols(), expected.cols());
    EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-4) << band;
  }
}

TEST_P(AnswerNetworkTest, ABandAsLongAsTheTextIsAllOfIt) {
  const Matrix all = Read(kLength - 1);
  EXPECT_EQ(Read(kLength), all);
  EXPECT_EQ(Read(100000), all);
  EXPECT_GT((Read(kLength - 2) - all).cwiseAbs().maxCoeff(), 1e-3);
}

INSTANTIATE_TEST_SUITE_P(WithAndWithoutAMap, AnswerNetworkTest,
                         testing::Values(3, 0));

}  // namespace
}  // namespace whylight
