#include "core/explain/ngram_problem.h"

namespace whylight {
namespace {

std::string ShapeOf(const Matrix& matrix) {
  return std::to_string(matrix.rows()) + " x " + std::to_string(matrix.cols());
}

Status CheckRecord(const RcnnRecord& record) {
  if (record.form.pooling != NgramPooling::kSum) {
    return BadNgrams(
        "form.pooling: expected the sum, as a maximum is no sum over n-grams");
  }
  if (record.form.same_step &&
      record.form.mapping != Mapping::kMultiplicative) {
    return BadNgrams(
        "form.same_step: expected a multiplicative mapping, found an additive "
        "one");
  }
  const Index units = record.decays.cols();
  if (units == 0 || record.products.cols() == 0 ||
      record.products.cols() % units != 0 ||
      record.products.rows() != record.decays.rows()) {
    return BadNgrams(
        "expected products [words x order * units] beside decays " +
        ShapeOf(record.decays) + ", found " + ShapeOf(record.products));
  }
  if (!record.products.allFinite()) {
    return BadNgrams("expected finite products");
  }
  if (!((record.decays.array() >= 0) && (record.decays.array() <= 1)).all()) {
    return BadNgrams("expected decays in [0, 1]");
  }
  return {};
}

Status CheckWeights(const char* name, const Matrix& weights,
                    const RcnnRecord& record) {
  if (weights.size() == 0) return {};
  if (weights.rows() != record.products.rows() ||
      weights.cols() != record.products.cols()) {
    return BadNgrams("expected " + std::string(name) +
                     " of the shape of the products, " +
                     ShapeOf(record.products) + ", found " + ShapeOf(weights));
  }
  if (!weights.allFinite()) {
    return BadNgrams("expected finite " + std::string(name));
  }
  return {};
}

MatrixOf<double> InDoubles(const Matrix& weights, Index rows, Index cols) {
  if (weights.size() == 0) return MatrixOf<double>::Zero(rows, cols);
  return weights.cast<double>();
}

}  // namespace

Error BadNgrams(const std::string& message) {
  return {ErrorCode::kInvalidArgument, "n-grams: " + message};
}

Status CheckNgramProblem(const RcnnRecord& record,
                         const StateFunctional& functional) {
  for (const Status& status :
       {CheckRecord(record),
        CheckWeights("c_weights", functional.c_weights, record),
        CheckWeights("z_weights", functional.z_weights, record)}) {
    if (!status.ok()) return status;
  }
  return {};
}

NgramProblem::NgramProblem(const RcnnRecord& record,
                           const StateFunctional& functional)
    : form(record.form),
      words(record.decays.rows()),
      units(record.decays.cols()),
      order(record.products.cols() / units),
      products(record.products.cast<double>()),
      decays(record.decays.cast<double>()),
      gates(form.normalized ? Doubles(1 - decays.array())
                            : Doubles::Ones(words, units)),
      c_weights(InDoubles(functional.c_weights, words, order * units)),
      z_weights(InDoubles(functional.z_weights, words, order * units)) {}

MatrixOf<double> EndWeights(const NgramProblem& problem) {
  const Index units = problem.units;
  MatrixOf<double> ends =
      MatrixOf<double>::Zero(problem.words, problem.order * units);
  MatrixOf<double> later = MatrixOf<double>::Zero(1, problem.order * units);
  for (Index i = problem.words - 1; i >= 0; --i) {
    later += problem.c_weights.row(i);
    ends.row(i) = problem.z_weights.row(i);
    for (Index j = 1; j <= problem.order; ++j) {
      NgramProblem::Level(ends, i, j, units) +=
          problem.gates.row(i).array() *
          NgramProblem::Level(later, 0, j, units);
      NgramProblem::Level(later, 0, j, units) *= problem.decays.row(i).array();
    }
  }
  return ends;
}

MatrixOf<double> DecaysBefore(const NgramProblem& problem) {
  MatrixOf<double> before =
      MatrixOf<double>::Ones(problem.words, problem.units);
  for (Index i = 1; i < problem.words; ++i) {
    before.row(i) = before.row(i - 1).cwiseProduct(problem.decays.row(i - 1));
  }
  return before;
}

}  // namespace whylight
