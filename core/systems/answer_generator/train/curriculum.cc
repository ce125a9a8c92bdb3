#include "core/systems/answer_generator/train/curriculum.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "core/base/random.h"
#include "core/format/fields.h"

namespace whylight {
namespace {

// Columns of the state.
constexpr Index kRound = 0;
constexpr Index kSwaps = 1;
constexpr Index kBest = 2;

// LengthBatches (core/training/data/batches.h) draws by the keys 0 and 1.
constexpr std::uint64_t kRankKey = 2;
constexpr std::uint64_t kOrderKey = 3;

std::vector<std::size_t> Draw(std::size_t count, std::uint64_t seed,
                              std::uint64_t key) {
  return Permutation(count,
                     CounterRandom(seed, RandomPurpose::kShuffle, 0, key));
}

}  // namespace

Curriculum::Curriculum(const CurriculumOptions& options, std::size_t examples,
                       std::uint64_t seed)
    : swap_(options.swap),
      order_(Draw(options.chunks.size(), seed, kOrderKey)),
      rank_(examples),
      state_{"curriculum", Matrix::Zero(1, 3)} {
  const std::vector<std::size_t> order = Draw(examples, seed, kRankKey);
  for (std::size_t i = 0; i < examples; ++i) rank_[order[i]] = i;
  // Below every score.
  state_.value(0, kBest) = std::numeric_limits<Real>::lowest();
}

std::size_t Curriculum::round() const {
  return static_cast<std::size_t>(state_.value(0, kRound));
}

std::size_t Curriculum::hard() const {
  const double share = static_cast<double>(state_.value(0, kSwaps)) * swap_;
  const auto count = static_cast<double>(rank_.size());
  return static_cast<std::size_t>(std::min(count, std::round(share * count)));
}

void Curriculum::Observe(double score) {
  const Real found = static_cast<Real>(score);
  if (found > state_.value(0, kBest)) {
    state_.value(0, kBest) = found;
  } else if (hard() < rank_.size()) {
    state_.value(0, kSwaps) += 1;
  } else if (round() + 1 < order_.size()) {
    state_.value(0, kRound) += 1;
    state_.value(0, kSwaps) = 0;
  }
}

ExcerptFinder::ExcerptFinder()
    : tf_idf_(TfIdf::Make({.order = 3, .stop_words = {}}).value()) {}

std::vector<std::size_t> ExcerptFinder::Find(
    const std::vector<std::string>& text, const std::vector<std::string>& query,
    std::size_t chunk, std::size_t words) const {
  const WeightedTerms wanted = tf_idf_.Weigh(query);
  std::vector<double> nearness;
  for (std::size_t first = 0; first < text.size(); first += chunk) {
    const std::size_t length = std::min(chunk, text.size() - first);
    nearness.push_back(DotProduct(
        wanted, tf_idf_.Weigh(std::span(text).subspan(first, length))));
  }
  std::vector<std::size_t> order(nearness.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(
      order.begin(), order.end(),
      [&](std::size_t x, std::size_t y) { return nearness[x] > nearness[y]; });
  order.resize(std::min(order.size(), std::max<std::size_t>(1, words / chunk)));
  std::sort(order.begin(), order.end());
  std::vector<std::size_t> kept;
  for (const std::size_t one : order) {
    const std::size_t end = std::min(text.size(), (one + 1) * chunk);
    for (std::size_t i = one * chunk; i < end; ++i) kept.push_back(i);
  }
  return kept;
}

const Fields<CurriculumOptions>& CurriculumFields() {
  using Options = CurriculumOptions;
  static const auto fields =
      Fields<Options>("From easy excerpts of texts to hard ones.")
          .Numbers("chunks", &Options::chunks, {1, 10000},
                   "Lengths, in words, of the chunks that excerpts are made "
                   "of, used one after another in an order drawn from the "
                   "seed; none: whole texts are read.")
          .Count("words", &Options::words, {1, 100000},
                 "Number of words of an excerpt, which has as many whole "
                 "chunks as fit, and at least one.")
          .When("there are chunks")
          .Number("swap", &Options::swap, {0.001, 1},
                  "Share of the examples that switch to hard excerpts whenever "
                  "an epoch is no better on `dev` than all before it, by the "
                  "metric of `early_stopping`.")
          .When("there are chunks")
          .Check([](const Options& options) {
            const bool whole = std::all_of(
                options.chunks.begin(), options.chunks.end(),
                [](double chunk) { return chunk == std::floor(chunk); });
            return whole ? std::string()
                         : std::string(
                               "\"chunks\": expected whole numbers, "
                               "found others");
          });
  return fields;
}

}  // namespace whylight
