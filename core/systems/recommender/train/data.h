// Ratings with reviews as the system "recommender" trains on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/word_batch.h"
#include "core/systems/recommender/bank.h"
#include "core/systems/recommender/model.h"
#include "core/text/vocabulary.h"
#include "core/training/data/data_options.h"
#include "core/training/vectors/known_words.h"

namespace whylight {

/// What users rated items, and wrote of them, as a file has it.
struct RatingsFile {
  std::string path;
  std::vector<std::string> users;  ///< One a rating.
  std::vector<std::string> items;
  std::vector<double> ratings;
  std::vector<WordIds> texts;  ///< In words of the file's own.
  std::vector<std::size_t> lines;
  /// Distinct words in the order they came.
  std::vector<std::string> words;
  std::vector<std::uint64_t> word_counts;

  std::size_t size() const { return ratings.size(); }
  WordCounts counts() const { return {path, words, word_counts}; }
};

/// Reads the columns "user", "item" and "rating", which `options.columns` may
/// rename, and the text of JSON lines or a table. Names are texts or whole
/// numbers. Fails if there is no rating.
Result<RatingsFile> ReadRatingsFile(const std::string& path,
                                    const DataOptions& options);

/// The names and the mean rating of a file.
RatedNames NamesOf(const RatingsFile& file);

/// The lowest and the highest rating of a file.
std::vector<double> RangeOf(const RatingsFile& file);

/// The reviews of a file as a model reads them, in the order of the file.
ReviewBank BankOf(const RatingsFile& file, const Vocabulary& vocabulary,
                  const RecommenderOptions& model);

/// Ratings in the numbers of a model and of a bank of reviews.
struct RatedItems {
  struct Numbers {
    std::int32_t user;
    std::int32_t item;
  };
  std::string path;
  std::vector<Numbers> in_model;
  std::vector<Numbers> in_bank;
  std::vector<double> ratings;
  std::vector<std::size_t> lines;

  std::size_t size() const { return ratings.size(); }
};

RatedItems ToRatedItems(const RatingsFile& file, const Recommender& model,
                        const ReviewBank& bank);

/// What `model` reads to predict a rating: no review that the user wrote of the
/// item. It points into `bank`.
Interaction InteractionOf(const RatedItems& rated, std::size_t example,
                          const ReviewBank& bank,
                          const RecommenderOptions& model);

}  // namespace whylight
