#include "core/systems/questions/match.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/systems/questions/taken_text.h"

namespace whylight {
namespace {

// N-grams of each text whose pairs are looked at.
constexpr std::size_t kNgramsOfText = 64;

Status CheckCosine(const Retriever& model) {
  if (model.options().similarity == Similarity::kCosine) return {};
  return Error{ErrorCode::kInvalidArgument,
               "expected a model whose similarity is the cosine, which is a "
               "sum, found one of distances"};
}

// A text of length 0 has no direction, and the cosine 0 with all.
double InverseNorm(const Eigen::RowVectorXd& vector) {
  const double norm = vector.norm();
  return norm > 0 ? 1 / norm : 0;
}

std::vector<Span> SpansOf(const TakenText& text,
                          const std::vector<Index>& words) {
  std::vector<Span> spans;
  for (const Index word : words) {
    spans.push_back(text.words[static_cast<std::size_t>(word)]);
  }
  return spans;
}

std::vector<MatchedWord> WordsOf(const TakenText& text,
                                 const std::vector<double>& contributions) {
  std::vector<MatchedWord> words;
  for (std::size_t i = 0; i < contributions.size(); ++i) {
    words.push_back({text.words[i], contributions[i]});
  }
  return words;
}

}  // namespace

double Match::error() const {
  return std::abs(score - (pairs + bias + residual));
}

double Preference::error() const {
  return std::abs(first - second - (ngrams + bias + residual));
}

Result<Match> ExplainMatch(const Retriever& model, std::string_view query,
                           std::string_view text, std::size_t count) {
  if (Status cosine = CheckCosine(model); !cosine.ok()) return cosine.error();
  const Result<TakenText> left = TakeTextApart(model, query);
  if (!left.ok()) return left.error();
  const Result<TakenText> right = TakeTextApart(model, text);
  if (!right.ok()) return right.error();
  const TakenText& q = left.value();
  const TakenText& d = right.value();
  const double scale = InverseNorm(q.vector) * InverseNorm(d.vector);
  Match match;
  match.score = scale * q.vector.dot(d.vector);
  match.pairs = scale * q.ngrams.dot(d.ngrams);
  match.bias = scale * (q.ngrams.dot(d.bias) + q.bias.dot(d.ngrams) +
                        q.bias.dot(d.bias));
  match.residual = scale * (q.residual.dot(d.ngrams + d.bias + d.residual) +
                            (q.ngrams + q.bias).dot(d.residual));

  const Result<HeadNgrams> of_query =
      AttributeToHead(q, scale * d.vector, kNgramsOfText);
  if (!of_query.ok()) return of_query.error();
  const Result<HeadNgrams> of_text =
      AttributeToHead(d, scale * q.vector, kNgramsOfText);
  if (!of_text.ok()) return of_text.error();
  match.query_words = WordsOf(q, of_query.value().words);
  match.text_words = WordsOf(d, of_text.value().words);

  const std::vector<NgramContribution>& rows = of_query.value().strongest;
  const std::vector<NgramContribution>& columns = of_text.value().strongest;
  const Result<MatrixOf<double>> row_vectors = VectorsOf(q, rows);
  if (!row_vectors.ok()) return row_vectors.error();
  const Result<MatrixOf<double>> column_vectors = VectorsOf(d, columns);
  if (!column_vectors.ok()) return column_vectors.error();
  const MatrixOf<double> pairs =
      scale * row_vectors.value() * column_vectors.value().transpose();
  std::vector<Index> order(static_cast<std::size_t>(pairs.size()));
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i] = static_cast<Index>(i);
  }
  const auto magnitude = [&](Index i) { return std::abs(pairs.data()[i]); };
  const std::size_t listed = std::min(count, order.size());
  std::partial_sort(
      order.begin(), order.begin() + static_cast<std::ptrdiff_t>(listed),
      order.end(), [&](Index a, Index b) {
        return std::pair(-magnitude(a), a) < std::pair(-magnitude(b), b);
      });
  for (std::size_t i = 0; i < listed; ++i) {
    const Index row = order[i] / pairs.cols();
    const Index column = order[i] % pairs.cols();
    match.strongest.push_back(
        {SpansOf(q, rows[static_cast<std::size_t>(row)].words),
         SpansOf(d, columns[static_cast<std::size_t>(column)].words),
         pairs(row, column)});
  }
  return match;
}

Result<Preference> ExplainPreference(const Retriever& model,
                                     std::string_view query,
                                     std::string_view first,
                                     std::string_view second,
                                     std::size_t count) {
  if (Status cosine = CheckCosine(model); !cosine.ok()) return cosine.error();
  const Result<TakenText> taken = TakeTextApart(model, query);
  if (!taken.ok()) return taken.error();
  const TakenText& q = taken.value();
  const std::string_view texts[] = {first, second};
  const Matrix points = model.Encode(texts);
  const Eigen::RowVectorXd one = points.row(0).cast<double>();
  const Eigen::RowVectorXd other = points.row(1).cast<double>();
  Preference preference;
  const double scale = InverseNorm(q.vector);
  preference.first = scale * q.vector.dot(one);
  preference.second = scale * q.vector.dot(other);
  const Eigen::RowVectorXd head = scale * (one - other);
  preference.ngrams = q.ngrams.dot(head);
  preference.bias = q.bias.dot(head);
  preference.residual = q.residual.dot(head);
  const Result<HeadNgrams> ngrams = AttributeToHead(q, head, count);
  if (!ngrams.ok()) return ngrams.error();
  for (const NgramContribution& ngram : ngrams.value().strongest) {
    preference.strongest.push_back(
        {SpansOf(q, ngram.words), ngram.contribution});
  }
  return preference;
}

}  // namespace whylight
