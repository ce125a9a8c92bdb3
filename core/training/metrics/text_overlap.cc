#include "core/training/metrics/text_overlap.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/retrieval/terms.h"

namespace whylight {
namespace {

using NgramCounts = std::map<TextWords, std::size_t>;

NgramCounts CountNgrams(const TextWords& words, std::size_t order) {
  NgramCounts counts;
  for (std::size_t i = 0; i + order <= words.size(); ++i) {
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(i);
    ++counts[TextWords(first, first + static_cast<std::ptrdiff_t>(order))];
  }
  return counts;
}

std::size_t CommonSubsequence(const TextWords& x, const TextWords& y) {
  std::vector<std::size_t> lengths(y.size() + 1, 0);
  for (const std::string& word : x) {
    std::size_t diagonal = 0;
    for (std::size_t j = 0; j < y.size(); ++j) {
      const std::size_t above = lengths[j + 1];
      lengths[j + 1] =
          word == y[j] ? diagonal + 1 : std::max(above, lengths[j]);
      diagonal = above;
    }
  }
  return lengths.back();
}

std::size_t Distance(std::size_t x, std::size_t y) {
  return x < y ? y - x : x - y;
}

}  // namespace

TextWords OverlapWords(std::string_view utf8) {
  TextWords words;
  for (TextTerm& term : TermsOf(utf8)) words.push_back(std::move(term.text));
  return words;
}

void BleuCounts::Add(const TextWords& written,
                     const std::vector<TextWords>& right) {
  for (std::size_t n = 1; n <= kLongest; ++n) {
    NgramCounts most;
    for (const TextWords& one : right) {
      for (const auto& [ngram, count] : CountNgrams(one, n)) {
        most[ngram] = std::max(most[ngram], count);
      }
    }
    for (const auto& [ngram, count] : CountNgrams(written, n)) {
      written_[n - 1] += static_cast<double>(count);
      const auto there = most.find(ngram);
      if (there == most.end()) continue;
      right_[n - 1] += static_cast<double>(std::min(count, there->second));
    }
  }
  const auto nearest = std::min_element(
      right.begin(), right.end(), [&](const TextWords& x, const TextWords& y) {
        const std::size_t of_x = Distance(x.size(), written.size());
        const std::size_t of_y = Distance(y.size(), written.size());
        return of_x != of_y ? of_x < of_y : x.size() < y.size();
      });
  length_ += static_cast<double>(written.size());
  if (nearest != right.end()) {
    right_length_ += static_cast<double>(nearest->size());
  }
}

double BleuCounts::Bleu(std::size_t order) const {
  double log_mean = 0;
  for (std::size_t n = 0; n < order; ++n) {
    if (right_[n] == 0) return 0;
    log_mean += std::log(right_[n] / written_[n]) / static_cast<double>(order);
  }
  return std::exp(log_mean + std::min(0.0, 1 - right_length_ / length_));
}

double RougeL(const TextWords& written, const std::vector<TextWords>& right) {
  constexpr double kBetaSquared = 1.2 * 1.2;
  double best = 0;
  for (const TextWords& one : right) {
    const auto common = static_cast<double>(CommonSubsequence(written, one));
    if (common == 0) continue;
    const double precision = common / static_cast<double>(written.size());
    const double recall = common / static_cast<double>(one.size());
    best = std::max(best, (1 + kBetaSquared) * precision * recall /
                              (recall + kBetaSquared * precision));
  }
  return best;
}

}  // namespace whylight
