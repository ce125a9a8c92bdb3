#include "core/retrieval/tf_idf.h"

#include <algorithm>
#include <cmath>

#include "core/format/fields.h"
#include "core/retrieval/check_options.h"

namespace whylight {

const Fields<TfIdfOptions>& TfIdfFields() {
  static const auto fields =
      Fields<TfIdfOptions>("How texts become vectors of n-grams.")
          .Count("order", &TfIdfOptions::order, {1, 10},
                 "The words of the longest n-grams.")
          .Texts("stop_words", &TfIdfOptions::stop_words,
                 "Words that are left out before n-grams are formed.");
  return fields;
}

double DotProduct(const WeightedTerms& x, const WeightedTerms& y) {
  double sum = 0;
  auto a = x.begin();
  auto b = y.begin();
  while (a != x.end() && b != y.end()) {
    const int order = a->first.compare(b->first);
    if (order == 0) sum += a->second * b->second;
    if (order <= 0) ++a;
    if (order >= 0) ++b;
  }
  return sum;
}

TfIdf::TfIdf(const TfIdfOptions& options)
    : order_(options.order),
      stop_words_(options.stop_words.begin(), options.stop_words.end()) {}

Result<TfIdf> TfIdf::Make(const TfIdfOptions& options) {
  if (Status checked = CheckOptions(TfIdfFields(), options, "tf_idf");
      !checked.ok()) {
    return checked.error();
  }
  return TfIdf(options);
}

std::vector<std::string> TfIdf::Ngrams(
    std::span<const std::string> tokens) const {
  std::vector<const std::string*> words;
  for (const std::string& token : tokens) {
    if (!stop_words_.contains(token)) words.push_back(&token);
  }
  std::vector<std::string> ngrams;
  for (std::size_t first = 0; first < words.size(); ++first) {
    std::string ngram;
    const std::size_t end = std::min(words.size(), first + order_);
    for (std::size_t last = first; last < end; ++last) {
      if (last > first) ngram.push_back(' ');
      ngram.append(*words[last]);
      ngrams.push_back(ngram);
    }
  }
  return ngrams;
}

void TfIdf::Add(std::span<const std::string> tokens) {
  collection_.Add(Ngrams(tokens));
}

WeightedTerms TfIdf::Weigh(std::span<const std::string> tokens) const {
  std::vector<std::string> ngrams = Ngrams(tokens);
  std::sort(ngrams.begin(), ngrams.end());
  WeightedTerms terms;
  for (std::string& ngram : ngrams) {
    if (terms.empty() || terms.back().first != ngram) {
      terms.emplace_back(std::move(ngram), 0);
    }
    terms.back().second += 1;
  }
  const auto all = static_cast<double>(collection_.documents());
  double squares = 0;
  for (auto& [ngram, weight] : terms) {
    const auto containing = static_cast<double>(collection_.Containing(ngram));
    weight *= std::log((1 + all) / (1 + containing)) + 1;
    squares += weight * weight;
  }
  for (auto& [ngram, weight] : terms) weight /= std::sqrt(squares);
  return terms;
}

}  // namespace whylight
