// The language a text is in: a linear model of character n-grams (Cavnar and
// Trenkle 1994 compare their counts, Joulin et al. 2017 learn their weights),
//
//   logit of language k = b_k + the mean over the text's n-grams g of W[h(g),
//   k]
//
// where h hashes an n-gram into one of so many rows. A logit is a sum over
// words, so its reasons are exact.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/span.h"
#include "core/format/model_folder.h"
#include "core/format/quantise.h"
#include "core/graph/graph.h"
#include "core/graph/parameter.h"
#include "core/model/word_batch.h"
#include "core/systems/language_id/options.h"
#include "core/text/tokenizer.h"

namespace whylight {

/// A word, and what its n-grams add to a logit.
struct WordShare {
  Span span;
  double contribution = 0;
};

struct Identification {
  std::size_t language = 0;           ///< The likeliest.
  std::vector<double> probabilities;  ///< One per language.
  /// Of the language that was asked about: how far its logit is above the mean
  /// logit of all languages, which equals `bias` plus the contributions of
  /// `words`.
  double lead = 0;
  double bias = 0;
  std::vector<WordShare> words;
};

class LanguageIdentifier {
 public:
  /// A model to train, which knows nothing yet: all its numbers are zero. Fails
  /// with kInvalidArgument, naming the option.
  static Result<LanguageIdentifier> Make(LanguageIdOptions options);

  /// Reads a model from the bytes of its files. Trusts nothing in them.
  static Result<LanguageIdentifier> Load(const ModelFiles& files);

  /// The files of this model. `about` is a JSON object for people, kept in
  /// config.json as "training".
  Result<ModelFiles> Save(Dtype weights, std::string_view about) const;

  const LanguageIdOptions& options() const { return options_; }
  const std::vector<std::string>& languages() const {
    return options_.languages;
  }

  /// The rows of the n-grams of a word, from one character to the longest; a
  /// space stands at either end of the word.
  WordIds Ngrams(std::string_view word) const;

  /// Those of all words of a text.
  WordIds Ngrams(const std::vector<Token>& tokens) const;

  /// For each text, given by its n-grams, the logit of each language:
  /// [texts x languages].
  Var Logits(Graph& graph, const WordBatch& ngrams) const;

  /// Any bytes are accepted; a text without words gets the answer to no words.
  /// The parts are those of `language`, or else of the likeliest. Fails with
  /// kTextTooLong beyond kMaxWords.
  Result<Identification> Identify(
      std::string_view utf8, std::optional<std::size_t> language = {}) const;

  /// The parameters that training changes.
  std::vector<Parameter*> Parameters() { return {&weights_, &bias_}; }

 private:
  explicit LanguageIdentifier(LanguageIdOptions options);

  LanguageIdOptions options_;
  Parameter weights_;  // [buckets x languages]
  Parameter bias_;     // [1 x languages]
};

}  // namespace whylight
