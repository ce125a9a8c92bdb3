#include "core/systems/rationale/train/calibration.h"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/systems/rationale/boundaries.h"
#include "core/systems/rationale/selection.h"
#include "core/systems/rationale/train/estimators.h"
#include "core/systems/rationale/train/scores.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kTextsRead = 32;
// How far below the threshold of reviews that of short texts is looked for, and
// which of them is taken: the last whose error is nearly the least. What people
// write is less plain than templates, so taking more of a sentence is safer.
constexpr std::array<Real, 7> kLowerBy = {0, 0.5, 1, 1.5, 2, 3, 4.5};
constexpr double kNearlyLeast = 1.01;

// Fewer errors than these tell nothing of how far a rating may be off.
constexpr std::size_t kFewestErrors = 10;

// At most this share of dev's reviews is taken for texts of another domain.
constexpr double kMissed = 0.045;

// Pieces of texts that count as texts of the domain: this many, this long.
constexpr std::size_t kMostPieces = 4000;
constexpr std::size_t kMostPieceWords = 6;

// Weight of the squared coefficients of the domain's score, per text.
constexpr double kRidge = 1e-5;

// Calls `visit` with the states of each batch of texts and its first text, on
// several threads at once.
void VisitStates(const RationaleModel& model, const std::vector<WordIds>& texts,
                 ThreadPool& pool,
                 const std::function<void(const ConstMatrixView& states,
                                          const WordBatch& batch,
                                          std::size_t first)>& visit) {
  const std::size_t pieces = (texts.size() + kTextsRead - 1) / kTextsRead;
  pool.ParallelFor(pieces, [&](std::size_t piece) {
    const std::size_t first = piece * kTextsRead;
    std::vector<const WordIds*> some;
    for (std::size_t i = first; i < std::min(first + kTextsRead, texts.size());
         ++i) {
      some.push_back(&texts[i]);
    }
    const WordBatch batch = MakeWordBatch(some);
    Graph graph(Graph::Mode::kInference);
    const Var states = model.GeneratorStates(graph, model.Lookup(graph, batch),
                                             batch.sequences);
    visit(graph.value(states), batch, first);
  });
}

// The lowest threshold between two neighbours of `values`, each of which is on
// one side or the other, whose mean of the two sides' accuracies is at most
// `slack` below the largest, and that mean.
std::pair<double, double> LowestGoodThreshold(
    std::vector<std::pair<double, bool>> values, double slack) {
  std::sort(values.begin(), values.end());
  double above = 0;
  for (const auto& [value, yes] : values) above += yes ? 1 : 0;
  const double yes = std::max(above, 1.0);
  const double no = std::max(static_cast<double>(values.size()) - above, 1.0);
  double below = 0;                // Of those that are not.
  std::vector<double> accuracies;  // Of the threshold before each value.
  for (const auto& [value, is_above] : values) {
    accuracies.push_back((above / yes + below / no) / 2);
    is_above ? above -= 1 : below += 1;
  }
  if (values.empty()) return {0, 0};
  const double enough =
      *std::max_element(accuracies.begin(), accuracies.end()) - slack;
  const auto first =
      std::find_if(accuracies.begin(), accuracies.end(),
                   [&](double accuracy) { return accuracy >= enough; });
  const auto at = static_cast<std::size_t>(first - accuracies.begin());
  const double upper = values[at].first;
  const double lower = at == 0 ? upper : values[at - 1].first;
  return {(lower + upper) / 2, *first};
}

// The coefficients, none below zero, with the least squared error of
// features · coefficients: of all choices of those that are not zero the best.
std::array<double, 3> NonNegativeLeastSquares(const Eigen::MatrixXd& features,
                                              const Eigen::VectorXd& values) {
  std::array<double, 3> best = {0, 0, 0};
  double least = values.squaredNorm();
  for (unsigned subset = 1; subset < 8; ++subset) {
    std::vector<Index> columns;
    for (Index c = 0; c < 3; ++c) {
      if ((subset >> c) & 1U) columns.push_back(c);
    }
    const Eigen::MatrixXd some = features(Eigen::all, columns);
    const Eigen::VectorXd found = (some.transpose() * some)
                                      .completeOrthogonalDecomposition()
                                      .solve(some.transpose() * values);
    if (found.minCoeff() < 0) continue;
    const double error = (some * found - values).squaredNorm();
    if (error >= least) continue;
    least = error;
    best = {0, 0, 0};
    for (std::size_t i = 0; i < columns.size(); ++i) {
      best[static_cast<std::size_t>(columns[i])] = found(static_cast<Index>(i));
    }
  }
  return best;
}

// Means of the generator's states and of the words' vectors, side by side, a
// row per text: [texts x (width + d)].
Eigen::MatrixXd MeanWords(const RationaleModel& model,
                          const std::vector<WordIds>& texts, ThreadPool& pool) {
  const Index width = 2 * model.options().generator.hidden;
  const Index length = model.options().generator.inputs;
  Eigen::MatrixXd means =
      Eigen::MatrixXd::Zero(static_cast<Index>(texts.size()), width + length);
  VisitStates(
      model, texts, pool,
      [&](const ConstMatrixView& states, const WordBatch& batch,
          std::size_t first) {
        Graph graph(Graph::Mode::kInference);
        const ConstMatrixView vectors = graph.value(model.Lookup(graph, batch));
        ForEachWord(batch.sequences, [&](Index b, Index, Index row) {
          auto own = means.row(static_cast<Index>(first) + b);
          own.head(width) += states.row(row).cast<double>();
          own.tail(length) +=
              vectors.row(batch.sequences.rows[static_cast<std::size_t>(row)])
                  .cast<double>();
        });
        for (Index b = 0; b < batch.sequences.batch(); ++b) {
          const Index words =
              batch.sequences.lengths[static_cast<std::size_t>(b)];
          means.row(static_cast<Index>(first) + b) /=
              static_cast<double>(std::max<Index>(words, 1));
        }
      });
  return means;
}

// Logistic regression with a bias, by Newton's method: the weights, and last
// the bias. Both sides weigh the same, and on each side every kind of text.
Eigen::VectorXd FitLogistic(const std::vector<Eigen::MatrixXd>& inside,
                            const std::vector<Eigen::MatrixXd>& outside) {
  const Index width = inside.front().cols();
  Index rows = 0;
  for (const auto* side : {&inside, &outside}) {
    for (const Eigen::MatrixXd& kind : *side) rows += kind.rows();
  }
  Eigen::MatrixXd x(rows, width + 1);
  x.col(width).setOnes();
  Eigen::VectorXd y(rows);
  Eigen::VectorXd share(rows);
  Index row = 0;
  for (const auto* side : {&inside, &outside}) {
    for (const Eigen::MatrixXd& kind : *side) {
      x.block(row, 0, kind.rows(), width) = kind;
      y.segment(row, kind.rows()).setConstant(side == &inside ? 1 : 0);
      share.segment(row, kind.rows())
          .setConstant(0.5 / static_cast<double>(kind.rows()) /
                       static_cast<double>(side->size()));
      row += kind.rows();
    }
  }
  Eigen::VectorXd weights = Eigen::VectorXd::Zero(width + 1);
  Eigen::VectorXd ridge = Eigen::VectorXd::Constant(width + 1, kRidge);
  ridge(width) = 0;
  for (int step = 0; step < 30; ++step) {
    const Eigen::ArrayXd p = 1 / (1 + (-(x * weights).array()).exp());
    const Eigen::VectorXd gradient =
        x.transpose() * (share.array() * (p - y.array())).matrix() +
        ridge.cwiseProduct(weights);
    const Eigen::ArrayXd curvature = share.array() * (p * (1 - p) + 1e-9);
    const Eigen::MatrixXd scaled = x.array().colwise() * curvature.sqrt();
    // Its lower half, which is all that is read.
    Eigen::MatrixXd hessian = Eigen::MatrixXd::Zero(width + 1, width + 1);
    hessian.selfadjointView<Eigen::Lower>().rankUpdate(scaled.transpose());
    hessian.diagonal() += ridge;
    const Eigen::VectorXd move = hessian.ldlt().solve(gradient);
    weights -= move;
    if (move.norm() < 1e-8) break;
  }
  return weights;
}

Eigen::ArrayXd Probabilities(const Eigen::MatrixXd& means,
                             const Eigen::VectorXd& weights) {
  const Index width = means.cols();
  return 1 /
         (1 + (-(means * weights.head(width)).array() - weights(width)).exp());
}

// What the encoder says of an aspect from the `selected` words of some texts.
std::vector<double> RateSelected(
    const RationaleModel& model, const RatedTexts& set,
    const std::vector<std::vector<std::uint8_t>>& selected,
    const std::vector<std::size_t>& which, std::size_t aspect) {
  std::vector<double> found;
  Graph graph(Graph::Mode::kInference);
  for (std::size_t start = 0; start < which.size(); start += kTextsRead) {
    const std::size_t end = std::min(start + kTextsRead, which.size());
    std::vector<WordIds> rationales;
    for (std::size_t i = start; i < end; ++i) {
      rationales.push_back(TakeWords(set.texts[which[i]], selected[which[i]]));
    }
    std::vector<const WordIds*> texts;
    for (const WordIds& words : rationales) texts.push_back(&words);
    const Matrix ratings = model.Rate(graph, MakeWordBatch(texts));
    for (Index row = 0; row < ratings.rows(); ++row) {
      found.push_back(
          static_cast<double>(ratings(row, static_cast<Index>(aspect))));
    }
  }
  return found;
}

// The threshold with the least cost of `inside` below and `outside` above it.
double CheapestThreshold(const std::vector<Eigen::MatrixXd>& inside,
                         const std::vector<Eigen::MatrixXd>& outside,
                         const Eigen::VectorXd& weights,
                         double turn_away_cost) {
  // Probabilities, and what each text adds to the cost once it is below.
  std::vector<std::pair<double, double>> seen;
  for (const auto* side : {&inside, &outside}) {
    const double cost = side == &inside ? turn_away_cost : -1;
    for (const Eigen::MatrixXd& kind : *side) {
      for (const double probability : Probabilities(kind, weights)) {
        seen.emplace_back(
            probability,
            cost / static_cast<double>(kind.rows() *
                                       static_cast<Index>(side->size())));
      }
    }
  }
  std::sort(seen.begin(), seen.end());
  double cost = 0;
  double least = 0;
  double threshold = 0;
  for (const auto& [probability, added] : seen) {
    cost += added;
    if (cost < least) {
      least = cost;
      threshold = probability + 1e-9;
    }
  }
  return threshold;
}

SetSelections SelectWords(const RationaleModel& model,
                          const std::vector<WordIds>& texts, ThreadPool& pool) {
  RatedTexts set;
  set.texts = texts;
  return SelectWords(model, set, pool);
}

// Those of some texts in which words are chosen. What speaks of nothing that
// the model rates may as well be a text of another domain.
std::vector<WordIds> WithChosenWords(const std::vector<WordIds>& texts,
                                     const SetSelections& selections) {
  std::vector<WordIds> some;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const bool chosen = std::any_of(
        selections.begin(), selections.end(), [&](const auto& selected) {
          return std::find(selected[i].begin(), selected[i].end(), 1) !=
                 selected[i].end();
        });
    if (chosen) some.push_back(texts[i]);
  }
  return some;
}

// What would be chosen in some texts, each run of words as a text of its own
// with the end of the sentence, where that is next.
std::vector<WordIds> ChosenPieces(const RationaleModel& model,
                                  const std::vector<WordIds>& texts,
                                  const SetSelections& selections) {
  std::vector<WordIds> pieces;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const WordIds& words = texts[i];
    const WordFlags flags = model.Flags(words);
    for (const auto& selected : selections) {
      for (const Run& run : SelectedRuns(selected[i])) {
        std::size_t end = run.last + 1;
        if (end - run.first > kMostPieceWords) continue;
        if (end < words.size() && EndsSentence(flags[end])) ++end;
        pieces.emplace_back(
            words.begin() + static_cast<std::ptrdiff_t>(run.first),
            words.begin() + static_cast<std::ptrdiff_t>(end));
      }
    }
  }
  std::vector<WordIds> some;
  const std::size_t step = pieces.size() / kMostPieces + 1;
  for (std::size_t i = 0; i < pieces.size(); i += step) {
    some.push_back(std::move(pieces[i]));
  }
  return some;
}

// The share of the words selected for an aspect, in those `texts` of a set,
// that stand in clauses about other aspects.
double ShareAstray(const RatedTexts& set,
                   const std::vector<std::vector<std::uint8_t>>& selected,
                   const std::vector<std::size_t>& texts, std::size_t aspect) {
  std::size_t words = 0;
  std::size_t astray = 0;
  for (const std::size_t text : texts) {
    const std::vector<std::int16_t>& about = set.AboutOf(text);
    for (std::size_t t = 0; t < about.size(); ++t) {
      if (!selected[text][t]) continue;
      ++words;
      const bool of_one = about[t] != RatedTexts::kNoAspect &&
                          about[t] != RatedTexts::kEveryAspect;
      if (of_one && about[t] != static_cast<std::int16_t>(aspect)) {
        ++astray;
      }
    }
  }
  return words == 0 ? 0
                    : static_cast<double>(astray) / static_cast<double>(words);
}

}  // namespace

ordered_json FitMention(RationaleModel& model, const RatedTexts& templates,
                        double slack, ThreadPool& pool) {
  ordered_json accuracies = ordered_json::object();
  if (templates.size() == 0) return accuracies;
  ForgetThresholds(model);
  const std::size_t aspects = model.options().aspects.size();
  Matrix best = Matrix::Constant(static_cast<Index>(templates.size()),
                                 static_cast<Index>(aspects), Real(-1e9));
  VisitStates(model, templates.texts, pool,
              [&](const ConstMatrixView& states, const WordBatch& batch,
                  std::size_t first) {
                const auto found = model.Select(states, batch);
                ForEachWord(batch.sequences, [&](Index b, Index, Index row) {
                  auto own = best.row(static_cast<Index>(first) + b);
                  own = own.cwiseMax(found.scores.row(row));
                });
              });
  for (std::size_t a = 0; a < aspects; ++a) {
    std::vector<std::pair<double, bool>> values;
    for (std::size_t i = 0; i < templates.size(); ++i) {
      const auto row = static_cast<Index>(i);
      const auto column = static_cast<Index>(a);
      values.emplace_back(static_cast<double>(best(row, column)),
                          IsRated(templates.ratings(row, column)));
    }
    const auto [threshold, accuracy] =
        LowestGoodThreshold(std::move(values), slack);
    model.SetMention(a, static_cast<Real>(threshold));
    accuracies[model.options().aspects[a].name] = accuracy;
  }
  return accuracies;
}

void FitShortTexts(RationaleModel& model, const RatedTexts& templates,
                   std::optional<double> most_astray, ThreadPool& pool) {
  const std::size_t aspects = model.aspects().size();
  std::vector<std::vector<std::size_t>> rated(aspects);
  for (std::size_t i = 0; i < templates.size(); ++i) {
    if (templates.texts[i].size() > kShortWords) continue;
    for (std::size_t a = 0; a < aspects; ++a) {
      if (IsRated(templates.ratings(static_cast<Index>(i),
                                    static_cast<Index>(a)))) {
        rated[a].push_back(i);
      }
    }
  }
  // The squared errors of each aspect at each threshold, up to the first at
  // which too many words are astray.
  std::vector<std::vector<double>> errors(aspects);
  std::vector<bool> ended(aspects);
  for (const Real lower : kLowerBy) {
    if (std::find(ended.begin(), ended.end(), false) == ended.end()) break;
    for (std::size_t a = 0; a < aspects; ++a) {
      model.SetShortThreshold(
          a, model.options().aspects[a].decoding.threshold - lower);
    }
    const SetSelections selections = SelectWords(model, templates, pool);
    for (std::size_t a = 0; a < aspects; ++a) {
      double sum = 0;
      const std::vector<double> ratings =
          RateSelected(model, templates, selections[a], rated[a], a);
      for (std::size_t i = 0; i < ratings.size(); ++i) {
        const double error = ratings[i] - static_cast<double>(templates.ratings(
                                              static_cast<Index>(rated[a][i]),
                                              static_cast<Index>(a)));
        sum += error * error;
      }
      if (most_astray && lower > 0 &&
          ShareAstray(templates, selections[a], rated[a], a) > *most_astray) {
        ended[a] = true;
      }
      if (!ended[a]) errors[a].push_back(sum);
    }
  }
  for (std::size_t a = 0; a < aspects; ++a) {
    std::optional<Real> threshold;
    const double enough =
        kNearlyLeast * *std::min_element(errors[a].begin(), errors[a].end());
    const auto last = std::find_if(errors[a].rbegin(), errors[a].rend(),
                                   [&](double sum) { return sum <= enough; });
    const Real lower =
        kLowerBy[static_cast<std::size_t>(errors[a].rend() - last - 1)];
    if (!rated[a].empty() && lower > 0) {
      threshold = model.options().aspects[a].decoding.threshold - lower;
    }
    model.SetShortThreshold(a, threshold);
  }
}

void FitSpread(RationaleModel& model, const RatedTexts& dev, ThreadPool& pool) {
  const SetSelections selections = SelectWords(model, dev, pool);
  pool.ParallelFor(model.aspects().size(), [&](std::size_t a) {
    const auto column = static_cast<Index>(a);
    std::vector<std::size_t> rated;
    for (std::size_t i = 0; i < dev.size(); ++i) {
      const auto& selected = selections[a][i];
      if (IsRated(dev.ratings(static_cast<Index>(i), column)) &&
          std::count(selected.begin(), selected.end(), 1) > 0) {
        rated.push_back(i);
      }
    }
    if (rated.size() < kFewestErrors) {
      model.SetSpread(a, std::nullopt);
      return;
    }
    const auto count = static_cast<Index>(rated.size());
    Eigen::MatrixXd features(count, 3);
    Eigen::VectorXd squares(count);
    const std::vector<double> ratings =
        RateSelected(model, dev, selections[a], rated, a);
    for (std::size_t i = 0; i < rated.size(); ++i) {
      const auto row = static_cast<Index>(i);
      const auto& selected = selections[a][rated[i]];
      const double r = ratings[i];
      const double error = r - static_cast<double>(dev.ratings(
                                   static_cast<Index>(rated[i]), column));
      features.row(row) << 1, r * (1 - r),
          1 / (1 + static_cast<double>(
                       std::count(selected.begin(), selected.end(), 1)));
      squares(row) = error * error;
    }
    model.SetSpread(a, NonNegativeLeastSquares(features, squares));
  });
}

bool FitsDomain(const RationaleModel& model, const CalibrationTexts& texts) {
  return !texts.outside.empty() && ReadsByRcnns(model.options());
}

ordered_json FitDomain(RationaleModel& model, const CalibrationTexts& texts,
                       double turn_away_cost, ThreadPool& pool) {
  if (!FitsDomain(model, texts)) return nullptr;
  model.UnsetDomain();
  const auto means = [&](const std::vector<std::vector<WordIds>>& kinds) {
    std::vector<Eigen::MatrixXd> found;
    for (const auto& kind : kinds) {
      if (!kind.empty()) found.push_back(MeanWords(model, kind, pool));
    }
    return found;
  };
  std::vector<std::vector<WordIds>> own;
  std::vector<WordIds> pieces;  // Of the first kind, the reviews.
  for (const std::vector<WordIds>& kind : texts.inside) {
    const SetSelections selections = SelectWords(model, kind, pool);
    if (own.empty()) pieces = ChosenPieces(model, kind, selections);
    std::vector<WordIds> some = WithChosenWords(kind, selections);
    own.push_back(some.empty() ? kind : std::move(some));
  }
  own.push_back(std::move(pieces));
  const std::vector<Eigen::MatrixXd> inside = means(own);
  const std::vector<Eigen::MatrixXd> outside = means(texts.outside);
  const std::vector<WordIds> reviews(
      texts.dev.texts.begin(),
      texts.dev.texts.begin() + static_cast<std::ptrdiff_t>(texts.dev.reviews));
  const Eigen::MatrixXd dev = MeanWords(model, reviews, pool);
  const Eigen::VectorXd weights = FitLogistic(inside, outside);
  const Eigen::ArrayXd of_dev = Probabilities(dev, weights);
  std::vector<double> sorted(of_dev.data(), of_dev.data() + of_dev.size());
  std::sort(sorted.begin(), sorted.end());
  const double least = sorted[static_cast<std::size_t>(
      kMissed * static_cast<double>(sorted.size()))];
  const double threshold =
      std::min({least, 0.5,
                CheapestThreshold(inside, outside, weights, turn_away_cost)});
  const Index width = 2 * model.options().generator.hidden;
  const Index length = dev.cols() - width;
  model.SetDomain(static_cast<Real>(threshold),
                  weights.head(width).cast<Real>(),
                  static_cast<Real>(weights(width + length)),
                  weights.segment(width, length).cast<Real>());
  const auto share = [&](const Eigen::ArrayXd& probabilities) {
    return static_cast<double>((probabilities >= threshold).count()) /
           static_cast<double>(std::max<Index>(probabilities.size(), 1));
  };
  // Kinds weigh the same.
  const auto mean_share = [&](const std::vector<Eigen::MatrixXd>& kinds) {
    double sum = 0;
    for (const Eigen::MatrixXd& kind : kinds) {
      sum += share(Probabilities(kind, weights));
    }
    return sum / static_cast<double>(kinds.size());
  };
  return {{"dev", share(of_dev)},
          {"inside", mean_share(inside)},
          {"outside", mean_share(outside)}};
}

}  // namespace whylight
