// How alike two texts are by their words and characters, in many numbers: what
// a ranking support vector machine reads, of the kinds that Lei17 section 2.5.3
// compares with (Bär et al. 2013). Nothing of a model is among them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/retrieval/soft_cosine.h"
#include "core/systems/questions/train/data.h"
#include "core/systems/questions/train/file_words.h"

namespace whylight {

/// Compares the texts of a file.
class SimilarityFeatures {
 public:
  /// Words are counted over the distinct candidates of the file.
  static Result<SimilarityFeatures> Make(const QueryFile& file);

  /// The names of the numbers, in order.
  static const std::vector<std::string>& Names();

  /// Of two texts by their numbers in the file. Each is in [0, 1]. Takes time
  /// in the product of their lengths.
  std::vector<double> Compare(std::size_t query, std::size_t candidate) const;

 private:
  // Hashes of n-grams, sorted, each once.
  using NgramSet = std::vector<std::uint64_t>;
  struct Text {
    std::array<NgramSet, 3> words;       // Of 1 to 3 words.
    std::array<NgramSet, 3> characters;  // Of 2 to 4 characters.
    SoftText soft;
  };

  explicit SimilarityFeatures(FileWords words) : words_(std::move(words)) {}

  FileWords words_;
  std::vector<Text> texts_;
};

}  // namespace whylight
