#include "core/model/subwords.h"

#include <cstdint>
#include <utility>

#include "core/base/hash.h"
#include "core/format/fields.h"
#include "core/text/character_ngrams.h"

namespace whylight {

const Fields<SubwordOptions>& SubwordFields() {
  static const auto fields =
      Fields<SubwordOptions>(
          "Vectors of unknown words from their character n-grams.")
          .Count("buckets", &SubwordOptions::buckets, {0, 1 << 20},
                 "Number of rows into which n-grams are hashed; 0: unknown "
                 "words have no vector.")
          .Count("shortest", &SubwordOptions::shortest, {1, 8},
                 "Length of the shortest n-gram, in characters.")
          .Count("longest", &SubwordOptions::longest, {1, 8},
                 "Length of the longest n-gram, in characters.")
          .Check([](const SubwordOptions& options) -> std::string {
            if (options.shortest <= options.longest) return {};
            return "\"longest\": expected at least " +
                   std::to_string(options.shortest) + ", found " +
                   std::to_string(options.longest);
          });
  return fields;
}

WordIds Subwords(std::string_view word, const SubwordOptions& options) {
  const std::string padded = "<" + std::string(word) + ">";
  std::vector<std::string_view> ngrams =
      CharacterNgrams(padded, static_cast<std::size_t>(options.shortest),
                      static_cast<std::size_t>(options.longest));
  // A word shorter than the shortest n-gram is one by itself.
  if (ngrams.empty()) ngrams.emplace_back(padded);
  WordIds rows;
  for (const std::string_view ngram : ngrams) {
    rows.push_back(static_cast<std::int32_t>(
        Fnv1a(ngram) % static_cast<std::uint64_t>(options.buckets)));
  }
  return rows;
}

WordIds UnknownWords::Find(const Vocabulary& vocabulary,
                           const std::vector<Token>& tokens) {
  WordIds ids;
  ids.reserve(tokens.size());
  for (const Token& token : tokens) {
    std::int32_t id = vocabulary.Find(token.text);
    if (id < 0 && options_.buckets > 0) {
      const auto [entry, is_new] =
          known_.try_emplace(token.text, subwords_.size());
      if (is_new) subwords_.push_back(Subwords(token.text, options_));
      id = static_cast<std::int32_t>(vocabulary.size() + entry->second);
    }
    ids.push_back(id < 0 ? kUnknownWord : id);
  }
  return ids;
}

RowVector SubwordVector(const Matrix& table, const WordIds& subwords) {
  RowVector sum = RowVector::Zero(table.cols());
  for (const std::int32_t row : subwords) sum += table.row(row);
  return sum / static_cast<Real>(subwords.size());
}

}  // namespace whylight
