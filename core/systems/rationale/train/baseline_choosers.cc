#include "core/systems/rationale/train/baseline_choosers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>
#include <utility>

#include "core/model/find_words.h"
#include "core/text/characters.h"
#include "core/text/utf8.h"

namespace whylight {
namespace {

// Further away than any word of the same clause.
constexpr Real kOtherClause = Real(1e6);

bool EndsClause(const Token& token) {
  return KindOf(DecodeUtf8(token.text, 0).value) == CharacterKind::kPunctuation;
}

}  // namespace

WordScorer ScoreByKeywords(const AspectKeywords& keywords,
                           const std::vector<std::string>& aspects) {
  std::vector<std::unordered_set<std::string>> sets;
  for (const std::string& aspect : aspects) {
    const auto found = keywords.find(aspect);
    auto& set = sets.emplace_back();
    if (found == keywords.end()) continue;
    set.insert(found->second.begin(), found->second.end());
  }
  return [sets](const std::vector<Token>& tokens) {
    const auto words = static_cast<Index>(tokens.size());
    std::vector<std::size_t> clause;
    std::size_t clauses = 0;
    for (const Token& token : tokens) {
      clause.push_back(clauses);
      if (EndsClause(token)) ++clauses;
    }
    Matrix scores = Matrix::Constant(words, static_cast<Index>(sets.size()),
                                     -2 * kOtherClause);
    for (std::size_t a = 0; a < sets.size(); ++a) {
      for (std::size_t k = 0; k < tokens.size(); ++k) {
        if (!sets[a].contains(tokens[k].text)) continue;
        for (std::size_t t = 0; t < tokens.size(); ++t) {
          const auto distance = static_cast<Real>(t > k ? t - k : k - t);
          Real& score = scores(static_cast<Index>(t), static_cast<Index>(a));
          score = std::max(
              score, -distance - (clause[t] == clause[k] ? 0 : kOtherClause));
        }
      }
    }
    return scores;
  };
}

WordScorer ScoreByWeights(std::shared_ptr<const LinearRatings> ratings,
                          const Vocabulary& vocabulary, std::size_t aspects) {
  return [ratings = std::move(ratings), &vocabulary,
          aspects](const std::vector<Token>& tokens) {
    const WordIds ids = FindWords(vocabulary, tokens);
    Matrix scores(static_cast<Index>(ids.size()), static_cast<Index>(aspects));
    for (std::size_t a = 0; a < aspects; ++a) {
      const std::vector<Real> weights = ratings->WordWeights(ids, a);
      for (std::size_t t = 0; t < weights.size(); ++t) {
        scores(static_cast<Index>(t), static_cast<Index>(a)) = weights[t];
      }
    }
    return scores;
  };
}

WordChooser ChooseBest(const WordScorer& scorer,
                       const std::vector<Review>& reviews,
                       const std::vector<double>& rates) {
  std::vector<std::vector<Real>> all(rates.size());
  for (const Review& review : reviews) {
    const Matrix scores = scorer(Tokenize(review.text));
    for (std::size_t a = 0; a < rates.size(); ++a) {
      for (Index t = 0; t < scores.rows(); ++t) {
        all[a].push_back(scores(t, static_cast<Index>(a)));
      }
    }
  }
  // Words worth at least so much are chosen.
  std::vector<Real> least;
  for (std::size_t a = 0; a < rates.size(); ++a) {
    std::vector<Real>& scores = all[a];
    std::sort(scores.begin(), scores.end(), std::greater<>());
    const double wanted = rates[a] * static_cast<double>(scores.size());
    const auto place = static_cast<std::size_t>(wanted);
    if (scores.empty() || place == 0) {
      least.push_back(std::numeric_limits<Real>::infinity());
      continue;
    }
    const Real at = scores[std::min(place, scores.size()) - 1];
    const auto [first, last] =
        std::equal_range(scores.begin(), scores.end(), at, std::greater<>());
    const auto without = static_cast<double>(first - scores.begin());
    const auto with = static_cast<double>(last - scores.begin());
    least.push_back(with - wanted <= wanted - without
                        ? at
                        : std::nextafter(at, std::numeric_limits<Real>::max()));
  }
  return [scorer, least](const std::vector<Token>& tokens,
                         const RationaleExplanation&) {
    ChosenWords chosen{{}, scorer(tokens)};
    chosen.selected.resize(chosen.scores.rows(), chosen.scores.cols());
    for (Index a = 0; a < chosen.scores.cols(); ++a) {
      chosen.selected.col(a) =
          (chosen.scores.col(a).array() >= least[static_cast<std::size_t>(a)])
              .cast<std::uint8_t>();
    }
    return chosen;
  };
}

WordChooser ChooseFirst(const std::vector<double>& rates) {
  return [rates](const std::vector<Token>& tokens,
                 const RationaleExplanation&) {
    const auto words = static_cast<Index>(tokens.size());
    const auto aspects = static_cast<Index>(rates.size());
    ChosenWords chosen{SelectionMatrix::Zero(words, aspects),
                       Matrix(words, aspects)};
    // Columns of no words have no place to begin at.
    if (words == 0) return chosen;
    for (Index a = 0; a < aspects; ++a) {
      const double share = rates[static_cast<std::size_t>(a)];
      const auto count =
          static_cast<Index>(std::lround(share * static_cast<double>(words)));
      chosen.selected.col(a).head(count).setOnes();
      chosen.scores.col(a).setLinSpaced(Real{0}, static_cast<Real>(-words));
    }
    return chosen;
  };
}

}  // namespace whylight
