#include "core/train/rationale/rationale_scores.h"

#include <algorithm>
#include <cmath>

#include "core/base/random.h"
#include "core/ops/ops.h"

namespace whylight {

RationaleScores ScoreWords(const RationaleModel& model, const RatedTexts& set,
                           ThreadPool& pool) {
  constexpr std::size_t kTexts = 16;
  RationaleScores scores(model.options().aspects.size());
  for (auto& aspect : scores) aspect.resize(set.size());
  const std::size_t pieces = (set.size() + kTexts - 1) / kTexts;
  pool.ParallelFor(pieces, [&](std::size_t piece) {
    const std::size_t start = piece * kTexts;
    const std::size_t end = std::min(start + kTexts, set.size());
    std::vector<const WordIds*> texts;
    for (std::size_t i = start; i < end; ++i) texts.push_back(&set.texts[i]);
    const WordBatch batch = MakeWordBatch(texts);
    Graph graph(Graph::Mode::kInference);
    const Var logits = model.GeneratorLogits(graph, model.Lookup(graph, batch),
                                             batch.sequences);
    for (std::size_t a = 0; a < scores.size(); ++a) {
      const std::vector<Real> all =
          AspectScores(graph.value(logits), static_cast<Index>(a));
      for (std::size_t b = 0; b < texts.size(); ++b) {
        std::vector<Real>& own = scores[a][start + b];
        for (std::size_t t = 0; t < texts[b]->size(); ++t) {
          own.push_back(all[t * texts.size() + b]);
        }
      }
    }
  });
  return scores;
}

void CalibrateDecoding(RationaleModel& model, const RatedTexts& dev,
                       const RationaleTraining& training, ThreadPool& pool) {
  const RationaleScores scores = ScoreWords(model, dev, pool);
  for (std::size_t a = 0; a < scores.size(); ++a) {
    double count = 0;
    double sum = 0;
    double squares = 0;
    double lowest = 0;
    double highest = 0;
    for (const auto& text : scores[a]) {
      for (const Real score : text) {
        const auto x = static_cast<double>(score);
        count += 1;
        sum += x;
        squares += x * x;
        lowest = std::min(lowest, x);
        highest = std::max(highest, x);
      }
    }
    if (count == 0) continue;
    const double mean = sum / count;
    const double spread =
        std::sqrt(std::max(squares / count - mean * mean, 0.0));
    const auto cost =
        static_cast<Real>(training.selection.decoding_cost * spread);
    // The share falls as the threshold rises: bisection.
    double low = lowest - 2 * static_cast<double>(cost) - 1;
    double high = highest + 1;
    for (int i = 0; i < 40; ++i) {
      const double middle = (low + high) / 2;
      const Decoding decoding{static_cast<Real>(middle), cost};
      double selected = 0;
      for (const auto& text : scores[a]) {
        for (const std::uint8_t z : DecodeSelection(text, decoding)) {
          selected += z;
        }
      }
      if (selected / count > training.targets[a].shown_rate) {
        low = middle;
      } else {
        high = middle;
      }
    }
    model.SetDecoding(a, {static_cast<Real>(high), cost});
  }
}

Var DropWords(Graph& graph, const WordBatch& batch, Var vectors, double rate,
              std::uint64_t seed, std::uint64_t step, std::uint64_t reader) {
  if (rate == 0) return vectors;
  std::vector<std::uint64_t> keys;
  keys.reserve(batch.words.size());
  for (const std::int32_t word : batch.words) {
    keys.push_back(static_cast<std::uint64_t>(word + 1));
  }
  return Dropout(graph, vectors, static_cast<Real>(rate),
                 CounterRandom(seed, RandomPurpose::kDropout, step, reader),
                 keys);
}

std::vector<double> RatingVariances(const Matrix& ratings,
                                    const std::vector<std::size_t>& rows,
                                    std::size_t aspects) {
  std::vector<double> variances;
  const auto count = static_cast<double>(rows.size());
  for (std::size_t a = 0; a < aspects; ++a) {
    double sum = 0;
    double squares = 0;
    for (const std::size_t row : rows) {
      const auto y = static_cast<double>(
          ratings(static_cast<Index>(row), static_cast<Index>(a)));
      sum += y;
      squares += y * y;
    }
    const double mean = sum / count;
    // A constant rating has nothing to explain; any positive scale will do.
    variances.push_back(std::max(squares / count - mean * mean, 1e-6));
  }
  return variances;
}

}  // namespace whylight
