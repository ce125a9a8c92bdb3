#include "core/model/word_features.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/format/fields.h"
#include "core/model/sides.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

using Column = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

Column Matches(const WordIds& words, const WordIds& other) {
  const std::set<std::int32_t> there(other.begin(), other.end());
  Column matches(static_cast<Index>(words.size()));
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool same = words[i] != kUnknownWord && there.contains(words[i]);
    matches(static_cast<Index>(i)) = same ? 1 : 0;
  }
  return matches;
}

Column Frequencies(const WordIds& words) {
  std::map<std::int32_t, std::size_t> counts;
  std::size_t most = 1;
  for (const std::int32_t word : words) {
    if (word == kUnknownWord) continue;
    most = std::max(most, ++counts[word]);
  }
  Column frequencies(static_cast<Index>(words.size()));
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::size_t count = words[i] == kUnknownWord ? 1 : counts[words[i]];
    frequencies(static_cast<Index>(i)) =
        static_cast<Real>(count) / static_cast<Real>(most);
  }
  return frequencies;
}

Column Similarities(const WordIds& words, const WordIds& other,
                    const Matrix& directions) {
  std::map<std::int32_t, Real> largest;
  Column similarities(static_cast<Index>(words.size()));
  for (std::size_t i = 0; i < words.size(); ++i) {
    Real similarity = 0;
    if (words[i] != kUnknownWord) {
      const auto [found, is_new] = largest.try_emplace(words[i], Real{0});
      if (is_new) {
        for (const std::int32_t word : other) {
          if (word == kUnknownWord) continue;
          found->second =
              std::max(found->second,
                       directions.row(words[i]).dot(directions.row(word)));
        }
      }
      similarity = found->second;
    }
    similarities(static_cast<Index>(i)) = similarity;
  }
  return similarities;
}

}  // namespace

const Fields<WordFeatureOptions>& WordFeatureFields() {
  using Options = WordFeatureOptions;
  static const auto fields =
      Fields<Options>("Numbers beside the vectors of words.")
          .Flag("match", &Options::match,
                "Whether a number beside each word's vector says if the word "
                "is in the other text.")
          .Flag("frequency", &Options::frequency,
                "Whether a number beside each word's vector says how often the "
                "word is in its own text, relative to the most frequent word.")
          .Flag("similarity", &Options::similarity,
                "Whether a number beside each word's vector is its cosine with "
                "the most similar word of the other text.");
  return fields;
}

Matrix WordFeatures(const WordFeatureOptions& options, const WordIds& words,
                    const WordIds& other, const Matrix& directions) {
  Matrix features(static_cast<Index>(words.size()), options.count());
  // Columns of no rows have no place.
  if (words.empty()) return features;
  Index column = 0;
  if (options.match) features.col(column++) = Matches(words, other);
  if (options.frequency) features.col(column++) = Frequencies(words);
  if (options.similarity) {
    features.col(column++) = Similarities(words, other, directions);
  }
  return features;
}

Matrix Directions(const Matrix& vectors) {
  Matrix directions = vectors;
  for (Index i = 0; i < directions.rows(); ++i) {
    const Real norm = directions.row(i).norm();
    if (norm > 0) directions.row(i) /= norm;
  }
  return directions;
}

Sequences Beside(Graph& graph, const Sequences& words, Var numbers) {
  return AtEveryPosition(
      ConcatColumns(graph, AtPositions(graph, words), numbers), words);
}

}  // namespace whylight
