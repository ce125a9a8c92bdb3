#include "core/training/engine/optimiser.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

namespace whylight {
namespace {

// The rule of an optimiser for one number, as its paper has it.
struct Rule {
  std::string name;
  OptimiserOptions options;
  // Gets the number, its gradient, two memories and the update from 1.
  std::function<void(double&, double, double&, double&, int)> update;

  friend void PrintTo(const Rule& rule, std::ostream* out) {
    *out << rule.name;
  }
};

constexpr double kRate = 0.1;

std::vector<Rule> Rules() {
  return {
      {"Sgd",
       {.type = OptimiserType::kSgd},
       [](double& x, double g, double&, double&, int) { x -= kRate * g; }},
      {"Momentum",
       {.type = OptimiserType::kSgd, .momentum = 0.9},
       [](double& x, double g, double& v, double&, int) {
         v = 0.9 * v + g;
         x -= kRate * v;
       }},
      {"Nesterov",
       {.type = OptimiserType::kSgd, .momentum = 0.9, .nesterov = true},
       [](double& x, double g, double& v, double&, int) {
         v = 0.9 * v + g;
         x -= kRate * (g + 0.9 * v);
       }},
      {"AdaGrad",
       {.type = OptimiserType::kAdaGrad, .epsilon = 1e-6},
       [](double& x, double g, double& s, double&, int) {
         s += g * g;
         x -= kRate * g / (std::sqrt(s) + 1e-6);
       }},
      {"AdaDelta",
       {.type = OptimiserType::kAdaDelta, .rho = 0.9, .epsilon = 1e-3},
       [](double& x, double g, double& s, double& d, int) {
         s = 0.9 * s + 0.1 * g * g;
         const double step = std::sqrt(d + 1e-3) / std::sqrt(s + 1e-3) * g;
         d = 0.9 * d + 0.1 * step * step;
         x -= kRate * step;
       }},
      // Kingma and Ba 2015, the more efficient order of section 2.
      {"Adam",
       {.type = OptimiserType::kAdam, .beta1 = 0.8, .beta2 = 0.95},
       [](double& x, double g, double& m, double& v, int t) {
         m = 0.8 * m + 0.2 * g;
         v = 0.95 * v + 0.05 * g * g;
         const double rate =
             kRate * std::sqrt(1 - std::pow(0.95, t)) / (1 - std::pow(0.8, t));
         x -= rate * m / (std::sqrt(v) + 1e-8);
       }},
      {"AdamW",
       {.type = OptimiserType::kAdamW, .weight_decay = 0.3},
       [](double& x, double g, double& m, double& v, int t) {
         m = 0.9 * m + 0.1 * g;
         v = 0.999 * v + 0.001 * g * g;
         const double rate =
             kRate * std::sqrt(1 - std::pow(0.999, t)) / (1 - std::pow(0.9, t));
         x -= kRate * 0.3 * x;
         x -= rate * m / (std::sqrt(v) + 1e-8);
       }},
  };
}

double GradientAt(Index row, Index col, int update) {
  return std::sin(1.7 * static_cast<double>(row) +
                  0.9 * static_cast<double>(col) + 2.3 * update);
}

class OptimiserTest : public testing::TestWithParam<Rule> {
 protected:
  Parameter parameter_{"x", Matrix::Constant(4, 3, Real(0.5))};
};

TEST_P(OptimiserTest, FollowsItsRule) {
  Optimiser optimiser({&parameter_}, GetParam().options);
  Eigen::ArrayXXd x = Eigen::ArrayXXd::Constant(4, 3, 0.5);
  Eigen::ArrayXXd memory1 = Eigen::ArrayXXd::Zero(4, 3);
  Eigen::ArrayXXd memory2 = Eigen::ArrayXXd::Zero(4, 3);
  for (int update = 1; update <= 5; ++update) {
    Matrix gradient(4, 3);
    for (Index i = 0; i < 4; ++i) {
      for (Index j = 0; j < 3; ++j) {
        // Half of it, as clipping would have it.
        gradient(i, j) = static_cast<Real>(2 * GradientAt(i, j, update));
        GetParam().update(x(i, j), GradientAt(i, j, update), memory1(i, j),
                          memory2(i, j), update);
      }
    }
    optimiser.BeginUpdate(kRate);
    const Gradient all{MatrixView(gradient.data(), 4, 3), std::nullopt};
    // In parts, last first.
    optimiser.Apply(0, all, 2, 4, Real(0.5));
    optimiser.Apply(0, all, 0, 2, Real(0.5));
  }
  EXPECT_LT((parameter_.value.cast<double>().array() - x).abs().maxCoeff(),
            2e-6);
}

TEST_P(OptimiserTest, LeavesRowsWithoutAGradientAlone) {
  Parameter dense = parameter_;
  Optimiser sparse_optimiser({&parameter_}, GetParam().options);
  Optimiser dense_optimiser({&dense}, GetParam().options);
  for (int update = 1; update <= 3; ++update) {
    Matrix rows(2, 3);
    Matrix all = Matrix::Constant(4, 3, 1);
    for (Index j = 0; j < 3; ++j) {
      rows(0, j) = static_cast<Real>(GradientAt(1, j, update));
      rows(1, j) = static_cast<Real>(GradientAt(3, j, update));
    }
    all.row(1) = rows.row(0);
    all.row(3) = rows.row(1);
    sparse_optimiser.BeginUpdate(kRate);
    sparse_optimiser.Apply(
        0, {MatrixView(rows.data(), 2, 3), std::vector<std::int32_t>{1, 3}}, 0,
        2, Real{1});
    dense_optimiser.BeginUpdate(kRate);
    dense_optimiser.Apply(0, {MatrixView(all.data(), 4, 3), std::nullopt}, 0, 4,
                          Real{1});
  }
  for (const Index row : {0, 2}) {
    EXPECT_EQ(parameter_.value.row(row), Matrix::Constant(1, 3, Real(0.5)));
  }
  for (const Index row : {1, 3}) {
    EXPECT_EQ(parameter_.value.row(row), dense.value.row(row));
  }
}

INSTANTIATE_TEST_SUITE_P(Optimisers, OptimiserTest, testing::ValuesIn(Rules()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace whylight
