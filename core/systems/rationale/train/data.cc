#include "core/systems/rationale/train/data.h"

#include <Eigen/Dense>
#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>

#include "core/base/random.h"
#include "core/model/find_words.h"
#include "core/text/tokenizer.h"

namespace whylight {
namespace {

constexpr std::size_t kLeastSentence = 3;
constexpr std::size_t kMostSentence = 60;

void AddRows(const Matrix& rows, Matrix* below) {
  Matrix all(below->rows() + rows.rows(), below->cols());
  all << *below, rows;
  *below = std::move(all);
}

// Least-squares predictions of every column from all others and a constant.
Matrix Regressions(const Matrix& ratings) {
  const Eigen::MatrixXd y = ratings.cast<double>();
  Eigen::MatrixXd predicted(y.rows(), y.cols());
  for (Index column = 0; column < y.cols(); ++column) {
    Eigen::MatrixXd x = y;
    x.col(column).setOnes();
    // A column that is a combination of others has no unique solution; the
    // pseudo-inverse still predicts.
    const Eigen::MatrixXd normal = x.transpose() * x;
    predicted.col(column) = x * normal.completeOrthogonalDecomposition().solve(
                                    x.transpose() * y.col(column));
  }
  return predicted.cast<Real>();
}

// The rows that give every rating.
std::vector<Index> CompleteRows(const Matrix& ratings) {
  std::vector<Index> rows;
  for (Index row = 0; row < ratings.rows(); ++row) {
    if (!ratings.row(row).hasNaN()) rows.push_back(row);
  }
  return rows;
}

// Of rows that give every rating.
Matrix CompleteResiduals(const Matrix& ratings, double share, double stretch) {
  const RowVector mean = ratings.colwise().mean();
  const Matrix centred = ratings.rowwise() - mean;
  const Matrix regression = Regressions(ratings).rowwise() - mean;
  return (static_cast<Real>(stretch) *
          (centred - static_cast<Real>(share) * regression))
             .rowwise() +
         mean;
}

// What each word's clause is about.
std::vector<std::int16_t> AspectsOf(
    const std::vector<Token>& tokens,
    const std::vector<TemplateClause>& clauses) {
  std::vector<std::int16_t> aspects(tokens.size(), RatedTexts::kNoAspect);
  for (const TemplateClause& clause : clauses) {
    for (std::size_t t = 0; t < tokens.size(); ++t) {
      if (tokens[t].span.start >= clause.span.start &&
          tokens[t].span.end <= clause.span.end) {
        aspects[t] = clause.aspect == TemplateClause::kEveryAspect
                         ? RatedTexts::kEveryAspect
                         : static_cast<std::int16_t>(clause.aspect);
      }
    }
  }
  return aspects;
}

class RatedTextsBuilder {
 public:
  RatedTextsBuilder(const std::vector<std::string>& names,
                    const Vocabulary& vocabulary)
      : names_(names), vocabulary_(vocabulary) {}

  void Add(const Review& review) {
    texts_.push_back(FindWords(vocabulary_, Tokenize(review.text)));
    ratings_.insert(ratings_.end(), review.ratings.begin(),
                    review.ratings.end());
  }

  RatedTexts Build() {
    const auto rows = static_cast<Index>(texts_.size());
    const auto columns = static_cast<Index>(names_.size());
    return {.names = names_,
            .texts = std::move(texts_),
            .ratings = ConstMatrixView(ratings_.data(), rows, columns),
            .reviews = static_cast<std::size_t>(rows)};
  }

 private:
  const std::vector<std::string>& names_;
  const Vocabulary& vocabulary_;
  std::vector<WordIds> texts_;
  std::vector<Real> ratings_;
};

}  // namespace

Result<RatedTexts> ReadRatedTexts(const std::vector<std::string>& paths,
                                  const std::vector<std::string>& names,
                                  const Vocabulary& vocabulary,
                                  const DataOptions& options) {
  RatedTextsBuilder builder(names, vocabulary);
  for (const std::string& path : paths) {
    const Status read =
        VisitReviews(path, names, options, [&](const Review& review) -> Status {
          builder.Add(review);
          return {};
        });
    if (!read.ok()) return read.error();
  }
  return builder.Build();
}

void AddSentences(double share, std::uint64_t seed,
                  const Vocabulary& vocabulary, RatedTexts* set) {
  if (share == 0) return;
  std::vector<bool> ends;
  for (std::size_t word = 0; word < vocabulary.size(); ++word) {
    ends.push_back(
        std::string_view(".!?").find(vocabulary.word(word).front()) !=
        std::string_view::npos);
  }
  std::vector<Index> rows;
  const CounterRandom random(seed, RandomPurpose::kSample);
  for (std::size_t review = 0; review < set->reviews; ++review) {
    const WordIds text = set->texts[review];
    std::vector<std::pair<std::size_t, std::size_t>> sentences;
    std::size_t start = 0;
    for (std::size_t t = 0; t < text.size(); ++t) {
      const bool last =
          t + 1 == text.size() ||
          (text[t] != kUnknownWord && ends[static_cast<std::size_t>(text[t])]);
      if (!last) continue;
      const std::size_t words = t + 1 - start;
      if (words >= kLeastSentence && words <= kMostSentence) {
        sentences.emplace_back(start, t + 1);
      }
      start = t + 1;
    }
    if (sentences.size() < 2) continue;
    const auto drawn =
        static_cast<std::size_t>(share + random.Uniform(2 * review));
    for (std::size_t i = 0; i < std::min(drawn, sentences.size()); ++i) {
      const auto [from, to] =
          sentences[(random.Below(2 * review + 1, sentences.size()) + i) %
                    sentences.size()];
      set->texts.emplace_back(text.begin() + static_cast<std::ptrdiff_t>(from),
                              text.begin() + static_cast<std::ptrdiff_t>(to));
      rows.push_back(static_cast<Index>(review));
    }
  }
  set->sentences = rows.size();
  const Matrix ratings = set->ratings(rows, Eigen::all);
  AddRows(ratings, &set->ratings);
}

void AddTemplateTexts(const TextTemplates& templates, std::size_t aspects,
                      std::size_t count, std::uint64_t seed,
                      const Vocabulary& vocabulary, RatedTexts* set,
                      std::size_t step) {
  Matrix ratings =
      Matrix::Constant(static_cast<Index>((count + step - 1) / step),
                       set->ratings.cols(), kUnrated);
  for (Index row = 0; row < ratings.rows(); ++row) {
    const TemplateText made =
        templates.Make(seed, static_cast<std::size_t>(row) * step);
    const std::vector<Token> tokens = Tokenize(made.text);
    set->texts.push_back(FindWords(vocabulary, tokens));
    set->about.push_back(AspectsOf(tokens, made.clauses));
    for (std::size_t a = 0; a < aspects; ++a) {
      ratings(row, static_cast<Index>(a)) = made.ratings[a];
    }
  }
  AddRows(ratings, &set->ratings);
}

RatedTexts ToRatedTexts(const std::vector<Review>& reviews,
                        const std::vector<std::string>& names,
                        const Vocabulary& vocabulary) {
  RatedTextsBuilder builder(names, vocabulary);
  for (const Review& review : reviews) builder.Add(review);
  return builder.Build();
}

void AddUnratedTexts(const std::vector<WordIds>& texts, RatedTexts* set) {
  set->texts.insert(set->texts.end(), texts.begin(), texts.end());
  AddRows(Matrix::Constant(static_cast<Index>(texts.size()),
                           set->ratings.cols(), kUnrated),
          &set->ratings);
  for (const WordIds& text : texts) {
    set->about.emplace_back(text.size(), RatedTexts::kNoAspect);
  }
}

Matrix PartialResiduals(const Matrix& ratings, double share, double stretch) {
  Matrix targets = ratings;
  const std::vector<Index> complete = CompleteRows(ratings);
  if (!complete.empty()) {
    targets(complete, Eigen::all) =
        CompleteResiduals(ratings(complete, Eigen::all), share, stretch);
  }
  return targets;
}

std::vector<std::size_t> MostDecorrelated(const Matrix& ratings,
                                          std::size_t aspects,
                                          std::size_t count) {
  const std::vector<Index> complete = CompleteRows(ratings);
  std::vector<double> score(static_cast<std::size_t>(ratings.rows()), -1.0);
  if (!complete.empty()) {
    const Matrix rated = ratings(complete, Eigen::all);
    const RowVector mean = rated.colwise().mean();
    const RowVector variance =
        (rated.rowwise() - mean).array().square().colwise().mean();
    const Matrix residual = rated - Regressions(rated);
    for (std::size_t i = 0; i < complete.size(); ++i) {
      double& sum = score[static_cast<std::size_t>(complete[i])];
      sum = 0;
      for (std::size_t a = 0; a < aspects; ++a) {
        const auto column = static_cast<Index>(a);
        if (variance(column) == Real{0}) continue;
        const Real r = residual(static_cast<Index>(i), column);
        sum += static_cast<double>(r * r / variance(column));
      }
    }
  }
  std::vector<std::size_t> order(score.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&score](std::size_t left, std::size_t right) {
                     return score[left] > score[right];
                   });
  order.resize(std::min(count, order.size()));
  return order;
}

}  // namespace whylight
