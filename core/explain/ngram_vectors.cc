#include "core/explain/ngram_vectors.h"

#include <string>

#include "core/explain/ngram_problem.h"

namespace whylight {
namespace {

using Row = Eigen::Array<double, 1, Eigen::Dynamic>;

Status CheckWords(const std::vector<Index>& words,
                  const NgramProblem& problem) {
  const auto refuse = [](const std::string& found) {
    return BadNgrams("expected positions of words in ascending order, found " +
                     found);
  };
  if (words.empty()) return refuse("none");
  Index smallest = 0;
  for (const Index word : words) {
    if (word < smallest || word >= problem.words) {
      return refuse(std::to_string(word));
    }
    smallest = problem.form.same_step ? word : word + 1;
  }
  return {};
}

// What `words` give as an n-gram of level j.
Row LevelTerms(const NgramProblem& problem, const MatrixOf<double>& ends,
               const MatrixOf<double>& before, const std::vector<Index>& words,
               Index j) {
  const auto members = static_cast<Index>(words.size());
  const bool is_whole = j == members;
  if (j < members || !(is_whole || problem.begins_in_padding())) {
    return Row::Zero(problem.units);
  }
  Row weights = NgramProblem::Level(ends, words.back(), j, problem.units);
  Row features = problem.Product(words.back(), j);
  for (Index m = 1; m < members; ++m) {
    const Index word = words[static_cast<std::size_t>(members - 1 - m)];
    const Index next = words[static_cast<std::size_t>(members - m)];
    weights *= problem.gates.row(word).array();
    // Those passed over; with the same step, members too.
    for (Index between = problem.form.same_step ? word : word + 1;
         between < next; ++between) {
      const Index passed = problem.form.same_step ? between + 1 : between;
      weights *= problem.decays.row(passed).array();
    }
    if (problem.additive()) {
      features += problem.Product(word, j - m);
    } else {
      features *= problem.Product(word, j - m);
    }
  }
  if (!is_whole) weights *= before.row(words.front()).array();
  return weights * features;
}

}  // namespace

Result<MatrixOf<double>> NgramVectors(
    const RcnnRecord& record, const StateFunctional& functional,
    const std::vector<std::vector<Index>>& ngrams) {
  if (Status checked = CheckNgramProblem(record, functional); !checked.ok()) {
    return checked.error();
  }
  const NgramProblem problem(record, functional);
  const MatrixOf<double> ends = EndWeights(problem);
  const MatrixOf<double> before = DecaysBefore(problem);
  MatrixOf<double> vectors =
      MatrixOf<double>::Zero(static_cast<Index>(ngrams.size()), problem.units);
  for (std::size_t i = 0; i < ngrams.size(); ++i) {
    if (Status words = CheckWords(ngrams[i], problem); !words.ok()) {
      return words.error();
    }
    for (Index j = 1; j <= problem.order; ++j) {
      vectors.row(static_cast<Index>(i)).array() +=
          LevelTerms(problem, ends, before, ngrams[i], j);
    }
  }
  return vectors;
}

}  // namespace whylight
