// The words that a model is to know, and the vector each of them starts with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/math/matrix.h"
#include "core/text/vocabulary.h"

namespace whylight {

/// The width of vectors that start at random, where nothing says it.
constexpr Index kRandomWidth = 100;

/// Where words and vectors come from.
struct WordSource {
  std::string vectors;     ///< Word vectors. Without, they start at random,
  Index dimensions = 0;    ///< this wide or, of 0, kRandomWidth; else 0 or the
                           ///< width they have.
  std::size_t words = 0;   ///< Keep the most frequent words; 0: all.
  bool add_words = false;  ///< Words of `train` without a vector get one.
  std::uint64_t min_count = 1;  ///< Of words whose vectors start at random.
  double vector_length = 1;   ///< What word vectors are scaled to, in the mean,
  bool unit_vectors = false;  ///< or each by itself.
};

/// The keys of a config that say so.
const Fields<WordSource>& WordSourceFields();

/// Whether training is to change word vectors though `config` does not say so
/// by "train_vectors": they start at random, and so tell nothing of a word yet.
bool LearnsRandomVectors(const nlohmann::json& config,
                         const WordSource& source);

/// The distinct words of a data file, and how often each occurs there.
struct WordCounts {
  const std::string& path;
  const std::vector<std::string>& words;
  const std::vector<std::uint64_t>& counts;
};

struct KnownWords {
  Vocabulary vocabulary;
  Matrix vectors;  ///< A row per word.
};

/// The words of `source` or, without vectors, those of the training texts. What
/// is random is drawn from `seed`. Fails with kInvalidArgument, naming the key
/// of the config called `name`.
Result<KnownWords> FindKnownWords(const WordSource& source,
                                  const std::string& name, std::uint64_t seed,
                                  const WordCounts& train);

/// The words that occur at least `min_count` times, the most frequent `most`
/// (0: all) of them, by falling count and then by the alphabet.
Result<Vocabulary> FrequentWords(const WordCounts& file,
                                 std::uint64_t min_count, std::size_t most);

/// Word vectors have at least this share of the running words of a file.
inline constexpr std::uint64_t kLeastKnownPercent = 20;

/// Fails with the most frequent of the words that `vocabulary` does not have if
/// it has less than a fifth of the file's running words: it is then of another
/// language, or spelled in another way. `source` is where it comes from.
Status CheckKnowsWords(const Vocabulary& vocabulary, const std::string& source,
                       const WordCounts& file);

}  // namespace whylight
