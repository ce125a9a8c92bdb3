#include "core/systems/rationale/train/scores.h"

#include <algorithm>
#include <cmath>

#include "core/base/random.h"
#include "core/ops/ops.h"
#include "core/systems/rationale/selection.h"

namespace whylight {

namespace {

constexpr std::size_t kTextsAtOnce = 16;
constexpr int kHalvings = 40;
// Each asks the generator of all texts anew.
constexpr int kDependentHalvings = 20;

// Scores of every aspect for every word of a set: [aspect][text][word].
using RationaleScores = std::vector<std::vector<std::vector<Real>>>;

// [aspect][text][word] of what `read` finds in the selections of a batch: a
// matrix [positions x aspects].
template <typename Value, typename Read>
std::vector<std::vector<std::vector<Value>>> CollectByWord(
    const RationaleModel& model, const RatedTexts& set, ThreadPool& pool,
    const Read& read) {
  std::vector<std::vector<std::vector<Value>>> found(
      model.options().aspects.size());
  // All made beforehand: small vectors made between the large ones of a graph
  // keep the allocator from using the memory of those again.
  for (auto& aspect : found) {
    aspect.reserve(set.size());
    for (const WordIds& text : set.texts) aspect.emplace_back(text.size());
  }
  const std::size_t pieces = (set.size() + kTextsAtOnce - 1) / kTextsAtOnce;
  pool.ParallelFor(pieces, [&](std::size_t piece) {
    const std::size_t start = piece * kTextsAtOnce;
    const std::size_t end = std::min(start + kTextsAtOnce, set.size());
    std::vector<const WordIds*> texts;
    for (std::size_t i = start; i < end; ++i) texts.push_back(&set.texts[i]);
    const WordBatch batch = MakeWordBatch(texts);
    Graph graph(Graph::Mode::kInference);
    const Var states = model.GeneratorStates(graph, model.Lookup(graph, batch),
                                             batch.sequences);
    const auto selections = model.Select(graph.value(states), batch);
    for (std::size_t a = 0; a < found.size(); ++a) {
      for (std::size_t b = 0; b < texts.size(); ++b) {
        for (std::size_t t = 0; t < texts[b]->size(); ++t) {
          found[a][start + b][t] = read(selections)(
              static_cast<Index>(t * texts.size() + b), static_cast<Index>(a));
        }
      }
    }
  });
  return found;
}

RationaleScores ScoreWords(const RationaleModel& model, const RatedTexts& set,
                           ThreadPool& pool) {
  using Selections = RationaleModel::Selections;
  return CollectByWord<Real>(
      model, set, pool, [](const Selections& selections) -> const auto& {
        return selections.scores;
      });
}

// The threshold between two others that selects the wanted share, which falls
// as the threshold rises.
struct Bracket {
  double low = 0;
  double high = 0;

  Real middle() const { return static_cast<Real>((low + high) / 2); }
  void Narrow(double share, double wanted) {
    (share > wanted ? low : high) = (low + high) / 2;
  }
};

// Count, mean and spread of an aspect's scores, and where they lie.
struct Spread {
  double count = 0;
  double deviation = 0;
  double lowest = 0;
  double highest = 0;
};

Spread SpreadOf(const std::vector<std::vector<Real>>& texts) {
  Spread spread;
  double sum = 0;
  double squares = 0;
  for (const auto& text : texts) {
    for (const Real score : text) {
      const auto x = static_cast<double>(score);
      spread.count += 1;
      sum += x;
      squares += x * x;
      spread.lowest = std::min(spread.lowest, x);
      spread.highest = std::max(spread.highest, x);
    }
  }
  if (spread.count == 0) return spread;
  const double mean = sum / spread.count;
  spread.deviation =
      std::sqrt(std::max(squares / spread.count - mean * mean, 0.0));
  return spread;
}

std::vector<WordFlags> FlagsOf(const RationaleModel& model,
                               const RatedTexts& set) {
  std::vector<WordFlags> flags;
  for (const WordIds& text : set.texts) flags.push_back(model.Flags(text));
  return flags;
}

// The threshold at which a share `rate` of all words is selected for an aspect,
// where `costs` says what runs cost in each text and `cost` is the most that a
// cut beside a break does.
Real ThresholdFor(double rate, const RationaleAspect& aspect,
                  const std::vector<std::vector<Real>>& texts,
                  const std::vector<RunCosts>& costs, const Spread& spread,
                  Real cost) {
  Bracket bracket{spread.lowest - 2 * static_cast<double>(cost) - 1,
                  spread.highest + 1};
  for (int i = 0; i < kHalvings; ++i) {
    double selected = 0;
    for (std::size_t text = 0; text < texts.size(); ++text) {
      for (const std::uint8_t z : SelectForAspect(aspect, bracket.middle(),
                                                  costs[text], texts[text])) {
        selected += z;
      }
    }
    bracket.Narrow(selected / spread.count, rate);
  }
  return static_cast<Real>(bracket.high);
}

// Scores hardly depend on the thresholds, so all are found at once.
void CalibrateInOrder(RationaleModel& model, const RatedTexts& dev,
                      const RationaleTraining& training,
                      const std::vector<Spread>& spreads, ThreadPool& pool) {
  std::vector<Bracket> brackets;
  for (const Spread& spread : spreads) {
    brackets.push_back({spread.lowest - 1, spread.highest + 1});
  }
  for (int i = 0; i < kDependentHalvings; ++i) {
    for (std::size_t a = 0; a < brackets.size(); ++a) {
      model.SetDecoding(a, {brackets[a].middle(), 0});
    }
    const SetSelections selections = SelectWords(model, dev, pool);
    for (std::size_t a = 0; a < brackets.size(); ++a) {
      double selected = 0;
      for (const auto& text : selections[a]) {
        for (const std::uint8_t z : text) selected += z;
      }
      brackets[a].Narrow(selected / std::max(spreads[a].count, 1.0),
                         training.targets[a].shown_rate);
    }
  }
  for (std::size_t a = 0; a < brackets.size(); ++a) {
    model.SetDecoding(a, {static_cast<Real>(brackets[a].high), 0});
  }
}

}  // namespace

void ForgetThresholds(RationaleModel& model) {
  if (!model.depends()) return;
  for (std::size_t a = 0; a < model.options().aspects.size(); ++a) {
    model.SetDecoding(a, {0, 0});
  }
}

SetSelections SelectWords(const RationaleModel& model, const RatedTexts& set,
                          ThreadPool& pool) {
  using Selections = RationaleModel::Selections;
  return CollectByWord<std::uint8_t>(
      model, set, pool, [](const Selections& selections) -> const auto& {
        return selections.selected;
      });
}

std::vector<SetSelections> SelectAtPoints(const RationaleModel& model,
                                          const RatedTexts& set,
                                          ThreadPool& pool) {
  const RationaleScores scores = ScoreWords(model, set, pool);
  std::vector<SetSelections> selections(model.options().points.size());
  for (SetSelections& selected : selections) {
    selected.resize(scores.size());
    for (auto& aspect : selected) aspect.resize(set.size());
  }
  const std::vector<WordFlags> flags = FlagsOf(model, set);
  pool.ParallelFor(set.size(), [&](std::size_t i) {
    for (std::size_t point = 0; point < selections.size(); ++point) {
      for (std::size_t a = 0; a < scores.size(); ++a) {
        const Decoding decoding = DecodingAt(model.options(), a, point);
        selections[point][a][i] = SelectForAspect(
            model.options().aspects[a], decoding.threshold,
            model.Costs(flags[i], decoding.transition_cost), scores[a][i]);
      }
    }
  });
  return selections;
}

WordIds TakeWords(const WordIds& text,
                  const std::vector<std::uint8_t>& selected) {
  WordIds words;
  for (std::size_t t = 0; t < text.size(); ++t) {
    if (selected[t]) words.push_back(text[t]);
  }
  return words;
}

void CalibrateDecoding(RationaleModel& model, const RatedTexts& dev,
                       const RationaleTraining& training, ThreadPool& pool) {
  ForgetThresholds(model);
  const RationaleScores scores = ScoreWords(model, dev, pool);
  std::vector<Spread> spreads;
  for (const auto& aspect : scores) spreads.push_back(SpreadOf(aspect));
  if (model.depends()) {
    CalibrateInOrder(model, dev, training, spreads, pool);
    return;
  }
  const std::vector<WordFlags> flags = FlagsOf(model, dev);
  const std::size_t reported = model.aspects().size();
  std::vector<OperatingPoint> points;
  for (const double rate : training.points) {
    points.push_back(
        {rate, std::vector<Real>(reported), std::vector<double>(reported)});
  }
  pool.ParallelFor(scores.size(), [&](std::size_t a) {
    if (spreads[a].count == 0) return;
    const auto cost = static_cast<Real>(training.selection.decoding_cost *
                                        spreads[a].deviation);
    std::vector<RunCosts> costs;
    for (const WordFlags& text : flags) {
      costs.push_back(model.Costs(text, cost));
    }
    const auto threshold = [&](double rate) {
      return ThresholdFor(rate, model.options().aspects[a], scores[a], costs,
                          spreads[a], cost);
    };
    model.SetDecoding(a, {threshold(training.targets[a].shown_rate), cost});
    if (a >= reported) return;
    for (OperatingPoint& point : points) {
      point.thresholds[a] = threshold(point.rate);
    }
  });
  model.SetPoints(std::move(points));
}

void MeasurePoints(RationaleModel& model, const RatedTexts& dev,
                   ThreadPool& pool) {
  std::vector<OperatingPoint> points = model.options().points;
  const auto selections = SelectAtPoints(model, dev, pool);
  const std::size_t reported = model.aspects().size();
  pool.ParallelFor(points.size() * reported, [&](std::size_t i) {
    const std::size_t point = i / reported;
    const std::size_t a = i % reported;
    const auto column = static_cast<Index>(a);
    Graph graph(Graph::Mode::kInference);
    double sum = 0;
    double rated = 0;
    for (std::size_t start = 0; start < dev.size(); start += kTextsAtOnce) {
      const std::size_t end = std::min(start + kTextsAtOnce, dev.size());
      std::vector<WordIds> rationales;
      for (std::size_t text = start; text < end; ++text) {
        rationales.push_back(
            TakeWords(dev.texts[text], selections[point][a][text]));
      }
      std::vector<const WordIds*> texts;
      for (const WordIds& words : rationales) texts.push_back(&words);
      const Matrix ratings = model.Rate(graph, MakeWordBatch(texts));
      const auto own = dev.ratings.col(column).segment(
          static_cast<Index>(start), static_cast<Index>(end - start));
      const auto missing = own.array().isNaN();
      const auto error = (ratings.col(column) - own).array();
      sum += static_cast<double>(
          missing.select(Real{0}, error).matrix().squaredNorm());
      rated += static_cast<double>((!missing).count());
    }
    points[point].errors[a] = sum / std::max(rated, 1.0);
  });
  model.SetPoints(std::move(points));
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

std::vector<double> ErrorScales(const Matrix& ratings,
                                const std::vector<std::size_t>& rows,
                                std::size_t aspects) {
  std::vector<double> scales;
  for (std::size_t a = 0; a < aspects; ++a) {
    double count = 0;
    double sum = 0;
    double squares = 0;
    for (const std::size_t row : rows) {
      const Real rating =
          ratings(static_cast<Index>(row), static_cast<Index>(a));
      if (!IsRated(rating)) continue;
      const auto y = static_cast<double>(rating);
      count += 1;
      sum += y;
      squares += y * y;
    }
    if (count == 0) {
      scales.push_back(1);  // Of no errors.
      continue;
    }
    const double mean = sum / count;
    // A constant rating has nothing to explain; any positive scale will do.
    const double variance = std::max(squares / count - mean * mean, 1e-6);
    scales.push_back(variance * (count / static_cast<double>(rows.size())));
  }
  return scales;
}

Real MeanRating(const Matrix& ratings, Index column) {
  std::vector<Index> rated;
  for (Index row = 0; row < ratings.rows(); ++row) {
    if (IsRated(ratings(row, column))) rated.push_back(row);
  }
  const Matrix own = ratings(rated, Eigen::all);
  return own.col(column).mean();
}

}  // namespace whylight
