#include "core/retrieval/bm25.h"

#include <cmath>

#include "core/format/fields.h"
#include "core/retrieval/check_options.h"

namespace whylight {

const Fields<Bm25Options>& Bm25Fields() {
  static const auto fields =
      Fields<Bm25Options>("How BM25 weighs the occurrences of a term.")
          .Number("k1", &Bm25Options::k1, {0, 100},
                  "How much more occurrences of a term say than the first: 0 "
                  "counts only whether it is there.")
          .Number("b", &Bm25Options::b, {0, 1},
                  "How much the occurrences in a long text are discounted: 0 "
                  "not at all, 1 in proportion to its length.");
  return fields;
}

Status CheckBm25Options(const Bm25Options& options) {
  return CheckOptions(Bm25Fields(), options, "bm25");
}

double Bm25Idf(std::size_t documents, std::size_t containing) {
  const auto n = static_cast<double>(containing);
  return std::log(1 + (static_cast<double>(documents) - n + 0.5) / (n + 0.5));
}

double Bm25Length(const Bm25Options& options, double length, double mean) {
  if (!(mean > 0)) return 1;
  return 1 - options.b + options.b * (length / mean);
}

double Bm25Saturation(const Bm25Options& options, double occurrences) {
  // With k1 = 0 nothing would be divided by nothing.
  if (!(occurrences > 0)) return 0;
  return (options.k1 + 1) * occurrences / (options.k1 + occurrences);
}

void CollectionStatistics::Add(std::span<const std::string> tokens) {
  ++documents_;
  tokens_ += tokens.size();
  const TextSet distinct(tokens.begin(), tokens.end());
  for (const std::string& term : distinct) ++containing_[term];
}

std::size_t CollectionStatistics::Containing(std::string_view term) const {
  const auto found = containing_.find(term);
  return found == containing_.end() ? 0 : found->second;
}

double CollectionStatistics::MeanLength() const {
  if (documents_ == 0) return 0;
  return static_cast<double>(tokens_) / static_cast<double>(documents_);
}

Bm25Score ScoreBm25(const Bm25Options& options,
                    const CollectionStatistics& collection,
                    std::span<const std::string> query,
                    std::span<const std::string> document) {
  TextMap<std::size_t> occurrences;
  for (const std::string& term : query) occurrences.try_emplace(term, 0);
  for (const std::string& token : document) {
    const auto found = occurrences.find(token);
    if (found != occurrences.end()) ++found->second;
  }
  const double length = Bm25Length(
      options, static_cast<double>(document.size()), collection.MeanLength());
  Bm25Score result;
  for (const std::string& term : query) {
    const auto count = static_cast<double>(occurrences.find(term)->second);
    const double part =
        count == 0
            ? 0
            : Bm25Idf(collection.documents(), collection.Containing(term)) *
                  Bm25Saturation(options, count / length);
    result.parts.push_back(part);
    result.score += part;
  }
  return result;
}

}  // namespace whylight
