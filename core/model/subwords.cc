#include "core/model/subwords.h"

#include <cstdint>
#include <utility>

#include "core/base/hash.h"
#include "core/format/fields.h"
#include "core/text/utf8.h"

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
  std::vector<std::size_t> starts;
  for (std::size_t at = 0; at < padded.size();
       at += DecodeUtf8(padded, at).bytes) {
    starts.push_back(at);
  }
  starts.push_back(padded.size());
  const std::size_t characters = starts.size() - 1;
  WordIds rows;
  const auto add = [&](std::size_t begin, std::size_t end) {
    const std::string_view ngram = std::string_view(padded).substr(
        starts[begin], starts[end] - starts[begin]);
    rows.push_back(static_cast<std::int32_t>(
        Fnv1a(ngram) % static_cast<std::uint64_t>(options.buckets)));
  };
  for (auto n = static_cast<std::size_t>(options.shortest);
       n <= static_cast<std::size_t>(options.longest); ++n) {
    for (std::size_t i = 0; i + n <= characters; ++i) add(i, i + n);
  }
  // A word shorter than the shortest n-gram is one by itself.
  if (rows.empty()) add(0, characters);
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
