#include "core/training/vectors/known_words.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/format/fields.h"
#include "core/layers/check_size.h"
#include "core/layers/initialise.h"
#include "core/training/data/labels.h"
#include "core/training/vectors/prepare_vectors.h"

namespace whylight {
namespace {

Result<KnownWords> ReadVectors(const WordSource& source,
                               const std::string& name,
                               const WordCounts& train) {
  Result<WordVectors> read = PrepareVectors(source.vectors, source.words,
                                            source.vector_length, train.words);
  if (!read.ok()) return read.error();
  WordVectors& words = read.value();
  if (source.dimensions > 0 && source.dimensions != words.vectors.cols()) {
    return Error{ErrorCode::kInvalidArgument,
                 name + ": \"dimensions\": expected " +
                     std::to_string(words.vectors.cols()) +
                     ", the width of the vectors at " + source.vectors +
                     ", found " + std::to_string(source.dimensions)};
  }
  return KnownWords{std::move(words.vocabulary), std::move(words.vectors)};
}

// Random vectors for the words of the training texts.
Result<KnownWords> DrawVectors(const WordSource& source, Index dimensions,
                               std::uint64_t seed, const WordCounts& train) {
  Result<Vocabulary> vocabulary =
      FrequentWords(train, source.min_count, source.words);
  if (!vocabulary.ok()) return vocabulary.error();
  Matrix vectors = NormalMatrix(static_cast<Index>(vocabulary.value().size()),
                                dimensions, 1, seed, "embedding");
  vectors *=
      static_cast<Real>(source.vector_length) / vectors.rowwise().norm().mean();
  return KnownWords{std::move(vocabulary).value(), std::move(vectors)};
}

// `words` and after them those of `more` that are not among them.
Result<KnownWords> AddWords(const KnownWords& words, const KnownWords& more) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < words.vocabulary.size(); ++i) {
    all.emplace_back(words.vocabulary.word(i));
  }
  std::vector<Index> added;
  for (std::size_t i = 0; i < more.vocabulary.size(); ++i) {
    if (words.vocabulary.Find(more.vocabulary.word(i)) >= 0) continue;
    all.emplace_back(more.vocabulary.word(i));
    added.push_back(static_cast<Index>(i));
  }
  Result<Vocabulary> vocabulary = Vocabulary::FromWords(all);
  if (!vocabulary.ok()) return vocabulary.error();
  Matrix vectors(static_cast<Index>(vocabulary.value().size()),
                 words.vectors.cols());
  vectors.topRows(words.vectors.rows()) = words.vectors;
  for (std::size_t i = 0; i < added.size(); ++i) {
    vectors.row(words.vectors.rows() + static_cast<Index>(i)) =
        more.vectors.row(added[i]);
  }
  return KnownWords{std::move(vocabulary).value(), std::move(vectors)};
}

}  // namespace

const Fields<WordSource>& WordSourceFields() {
  using Source = WordSource;
  static const auto fields =
      Fields<Source>("Where words and their vectors come from.")
          .Text("vectors", &Source::vectors,
                "Word vectors: a folder that `whylight vectors` wrote, or a "
                "word2vec or GloVe file; by default random.")
          .Count("dimensions", &Source::dimensions, {1, kMaxWidth},
                 "Width of word vectors: 100 by default where they are random; "
                 "where they are given, it must be theirs.")
          .WrittenIf([](const Source& source) { return source.dimensions > 0; })
          .Count("words", &Source::words, {0, 1e9},
                 "Size of the vocabulary: words of `train` first, then the "
                 "most frequent others; 0: all.")
          .Flag("add_words", &Source::add_words,
                "Whether words of `train` that have no vector get a random "
                "one.")
          .Count("min_count", &Source::min_count, {1, 1e9},
                 "Number of times that a word must occur in `train` to get a "
                 "random vector.")
          .Number("vector_length", &Source::vector_length, {0.001, 1000},
                  "Mean length to which vectors are scaled.")
          .Flag("unit_vectors", &Source::unit_vectors,
                "Whether every single vector is scaled to that length.");
  return fields;
}

bool LearnsRandomVectors(const nlohmann::json& config,
                         const WordSource& source) {
  return source.vectors.empty() && !config.contains("train_vectors");
}

Result<KnownWords> FindKnownWords(const WordSource& source,
                                  const std::string& name, std::uint64_t seed,
                                  const WordCounts& train) {
  const Index width = source.dimensions > 0 ? source.dimensions : kRandomWidth;
  Result<KnownWords> words = source.vectors.empty()
                                 ? DrawVectors(source, width, seed, train)
                                 : ReadVectors(source, name, train);
  if (words.ok() && source.add_words && !source.vectors.empty()) {
    Result<KnownWords> drawn =
        DrawVectors(source, words.value().vectors.cols(), seed, train);
    if (!drawn.ok()) return drawn;
    words = AddWords(words.value(), drawn.value());
  }
  if (!words.ok() || !source.unit_vectors) return words;
  Matrix& vectors = words.value().vectors;
  for (Index i = 0; i < vectors.rows(); ++i) {
    const Real norm = vectors.row(i).norm();
    if (norm > 0) {
      vectors.row(i) *= static_cast<Real>(source.vector_length) / norm;
    }
  }
  return words;
}

Result<Vocabulary> FrequentWords(const WordCounts& file,
                                 std::uint64_t min_count, std::size_t most) {
  std::vector<std::size_t> order(file.words.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return file.counts[a] != file.counts[b] ? file.counts[a] > file.counts[b]
                                            : file.words[a] < file.words[b];
  });
  std::vector<std::string> words;
  for (const std::size_t i : order) {
    if (file.counts[i] < min_count) break;
    if (most > 0 && words.size() == most) break;
    words.push_back(file.words[i]);
  }
  if (words.empty()) {
    return Error{ErrorCode::kBadData,
                 file.path + ": expected words that occur at least " +
                     std::to_string(min_count) + " times, found none"};
  }
  return Vocabulary::FromWords(words);
}

Status CheckKnowsWords(const Vocabulary& vocabulary, const std::string& source,
                       const WordCounts& file) {
  constexpr std::size_t kNamed = 3;
  std::uint64_t all = 0;
  std::uint64_t known = 0;
  std::vector<std::size_t> unknown;
  for (std::size_t i = 0; i < file.words.size(); ++i) {
    all += file.counts[i];
    if (vocabulary.Find(file.words[i]) >= 0) {
      known += file.counts[i];
    } else {
      unknown.push_back(i);
    }
  }
  if (100 * known >= kLeastKnownPercent * all) return {};
  std::stable_sort(unknown.begin(), unknown.end(),
                   [&](std::size_t a, std::size_t b) {
                     return file.counts[a] > file.counts[b];
                   });
  std::vector<std::string> named;
  for (std::size_t i = 0; i < std::min(unknown.size(), kNamed); ++i) {
    named.push_back(file.words[unknown[i]]);
  }
  return Error{ErrorCode::kBadData,
               source + ": expected at least " +
                   std::to_string(kLeastKnownPercent) + " % of the words of " +
                   file.path + ", found " + std::to_string(100 * known / all) +
                   " %; it lacks " + ListLabels(named)};
}

}  // namespace whylight
