#include "core/systems/parser/transition_scorer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "core/base/random.h"
#include "core/layers/initialise.h"
#include "core/math/kernels.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

constexpr double kForbidden = -std::numeric_limits<double>::infinity();
// In place of it where gradients pass: no softmax gives it anything.
constexpr Real kBarrier = -1e6;

Index PlacesIn(const TransitionOptions& options) {
  return static_cast<Index>(options.stack + options.buffer);
}

RowVector Activated(RowVector x, TransitionActivation activation) {
  switch (activation) {
    case TransitionActivation::kRelu:
      return x.cwiseMax(Real{0});
    case TransitionActivation::kCube:
      return x.array().cube();
    case TransitionActivation::kTanh:
      break;
  }
  Tanh(x.data(), x.data(), x.size());
  return x;
}

Var Activated(Graph& graph, Var x, TransitionActivation activation) {
  switch (activation) {
    case TransitionActivation::kRelu:
      return Relu(graph, x);
    case TransitionActivation::kCube:
      return Multiply(graph, x, Multiply(graph, x, x));
    case TransitionActivation::kTanh:
      break;
  }
  return Tanh(graph, x);
}

std::size_t NumberOf(Transition transition) {
  return static_cast<std::size_t>(transition);
}

// The one with the largest score among those for which `holds`.
template <typename Scores, typename Holds>
Transition BestWhere(const Scores& scores, const Holds& holds) {
  std::optional<Transition> best;
  for (const Transition each : kAllTransitions) {
    if (!holds(each)) continue;
    if (!best || scores[NumberOf(each)] > scores[NumberOf(*best)]) best = each;
  }
  return best.value_or(Transition::kShift);
}

}  // namespace

// A sequence of transitions, and where it has led.
struct TransitionScorer::Hypothesis {
  Configuration at;
  double score = 0;
  // Of each step the places before it, and what was done.
  std::vector<Places> places = {};
  std::vector<Transition> steps = {};
  bool right = true;  // Whether all steps are those of the oracle.
};

std::size_t TransitionScorer::Visited::Add(Places at,
                                           const Configuration& configuration) {
  std::array<bool, kTransitions> may{};
  for (const Transition each : kAllTransitions) {
    may[NumberOf(each)] = configuration.Allows(each);
  }
  places.push_back(std::move(at));
  allowed.push_back(may);
  return places.size() - 1;
}

TransitionScorer::TransitionScorer(const ParserOptions& options, Index inputs,
                                   std::uint64_t seed)
    : loss_(options.loss),
      options_(options.transitions),
      hidden_(options.hidden),
      features_{"transitions.features",
                // Of all places together one matrix, each below the other.
                Matrix::Zero(inputs, PlacesIn(options_) * hidden_)},
      bias_{"transitions.bias", Matrix::Zero(1, hidden_)},
      output_("transitions.output", hidden_, static_cast<Index>(kTransitions),
              seed) {
  const Index places = PlacesIn(options_);
  const Matrix all = InitialMatrix(Initialisation::kXavier, inputs * places,
                                   hidden_, seed, features_.name);
  for (Index place = 0; place < places; ++place) {
    features_.value.middleCols(place * hidden_, hidden_) =
        all.middleRows(place * inputs, inputs);
  }
}

Var TransitionScorer::Project(Graph& graph,
                              const SentenceVectors& sentences) const {
  return MatMul(graph, sentences.table, graph.Use(features_));
}

TransitionScorer::Places TransitionScorer::PlacesOf(
    const SentenceVectors& sentences, Index b, const Configuration& at) const {
  Places places;
  const auto add = [&](std::int32_t word) {
    places.push_back(word == Configuration::kNoWord ? -1
                                                    : sentences.row(word, b));
  };
  for (std::size_t k = 0; k < options_.stack; ++k) add(at.stack(k));
  for (std::size_t k = 0; k < options_.buffer; ++k) add(at.buffer(k));
  return places;
}

TransitionScorer::Scores TransitionScorer::ScoresOf(
    const Graph& graph, Var projected, const Places& places,
    const Configuration& at) const {
  const ConstMatrixView table = graph.value(projected);
  RowVector hidden = bias_.value;
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (places[k] < 0) continue;
    hidden +=
        table.row(places[k]).segment(static_cast<Index>(k) * hidden_, hidden_);
  }
  const RowVector scores =
      Activated(hidden, options_.activation) * output_.weight().value +
      output_.bias().value;
  Scores found;
  double all = 0;
  for (const Transition each : kAllTransitions) {
    const std::size_t k = NumberOf(each);
    found[k] = at.Allows(each)
                   ? static_cast<double>(scores(static_cast<Index>(k)))
                   : kForbidden;
  }
  if (loss_ != ParserLoss::kSoftmax) return found;
  const double largest = *std::max_element(found.begin(), found.end());
  for (const double score : found) all += std::exp(score - largest);
  for (double& score : found) score -= largest + std::log(all);
  return found;
}

Var TransitionScorer::Score(Graph& graph, Var projected,
                            const Visited& visited) const {
  const std::size_t places = static_cast<std::size_t>(PlacesIn(options_));
  std::optional<Var> sum;
  for (std::size_t k = 0; k < places; ++k) {
    std::vector<std::int32_t> rows;
    for (const Places& each : visited.places) rows.push_back(each[k]);
    const Var part = Gather(
        graph,
        Columns(graph, projected, static_cast<Index>(k) * hidden_, hidden_),
        rows);
    sum = sum ? Add(graph, *sum, part) : part;
  }
  return output_.Apply(graph,
                       Activated(graph, AddBias(graph, *sum, graph.Use(bias_)),
                                 options_.activation));
}

std::vector<TransitionScorer::Hypothesis> TransitionScorer::Extend(
    const Graph& graph, const SentenceVectors& sentences, Var projected,
    Index b, const std::vector<Hypothesis>& beam, const Heads* right) const {
  struct Step {
    double score;
    std::size_t from;
    Transition transition;
  };
  std::vector<Step> steps;
  std::vector<Places> places;
  for (std::size_t i = 0; i < beam.size(); ++i) {
    places.push_back(PlacesOf(sentences, b, beam[i].at));
    const Scores scores = ScoresOf(graph, projected, places.back(), beam[i].at);
    for (const Transition each : kAllTransitions) {
      if (!beam[i].at.Allows(each)) continue;
      // What is no number has no place among others.
      const double score = beam[i].score + scores[NumberOf(each)];
      steps.push_back({std::isnan(score) ? kForbidden : score, i, each});
    }
  }
  std::stable_sort(steps.begin(), steps.end(),
                   [](const Step& one, const Step& other) {
                     return one.score > other.score;
                   });
  if (steps.size() > options_.beam) steps.resize(options_.beam);
  std::vector<Hypothesis> extended;
  for (const Step& step : steps) {
    Hypothesis& next = extended.emplace_back(beam[step.from]);
    if (right != nullptr) {
      next.right =
          next.right && step.transition == StaticOracle(next.at, *right);
      next.places.push_back(places[step.from]);
      next.steps.push_back(step.transition);
    }
    next.at.Apply(step.transition);
    next.score = step.score;
  }
  return extended;
}

ScoredTree TransitionScorer::BestTreeOf(const Graph& graph,
                                        const SentenceVectors& sentences,
                                        Var projected, Index b) const {
  std::vector<Hypothesis> beam = {{Configuration(
      options_.system, static_cast<std::size_t>(sentences.size(b)))}};
  while (!beam.front().at.done()) {
    beam = Extend(graph, sentences, projected, b, beam, nullptr);
  }
  return {beam.front().at.heads(), beam.front().score};
}

Var TransitionScorer::Loss(Graph& graph, const SentenceVectors& sentences,
                           Var projected,
                           const std::vector<const Heads*>& heads,
                           std::span<const Real> weights,
                           const TextDropout& draws) const {
  if (loss_ == ParserLoss::kSoftmax) {
    return LossOfEach(graph, sentences, projected, heads, weights, draws);
  }
  return LossOfSequences(graph, sentences, projected, heads, weights);
}

Var TransitionScorer::LossOfEach(Graph& graph, const SentenceVectors& sentences,
                                 Var projected,
                                 const std::vector<const Heads*>& heads,
                                 std::span<const Real> weights,
                                 const TextDropout& draws) const {
  Visited visited;
  std::vector<std::int32_t> targets;
  std::vector<Real> of_targets;
  for (std::size_t b = 0; b < heads.size(); ++b) {
    const auto sentence = static_cast<Index>(b);
    const CounterRandom random(draws.seed, RandomPurpose::kSample, draws.step,
                               draws.examples.empty() ? b : draws.examples[b]);
    Configuration at(options_.system, heads[b]->size());
    for (std::uint64_t step = 0; !at.done(); ++step) {
      const Places places = PlacesOf(sentences, sentence, at);
      Transition target = StaticOracle(at, *heads[b]);
      Transition next = target;
      if (options_.oracle == TransitionOracle::kDynamic) {
        // The likeliest of the best, and now and then what the model does.
        const Scores scores = ScoresOf(graph, projected, places, at);
        const auto costs = DynamicCosts(at, *heads[b]);
        int least = std::numeric_limits<int>::max();
        for (const Transition each : kAllTransitions) {
          if (at.Allows(each)) least = std::min(least, costs[NumberOf(each)]);
        }
        target = BestWhere(scores, [&](Transition each) {
          return at.Allows(each) && costs[NumberOf(each)] == least;
        });
        next = random.Uniform(step) < options_.explore
                   ? BestWhere(scores,
                               [&](Transition each) { return at.Allows(each); })
                   : target;
      }
      visited.Add(places, at);
      targets.push_back(static_cast<std::int32_t>(target));
      of_targets.push_back(weights[b]);
      at.Apply(next);
    }
  }
  if (targets.empty()) return graph.Constant(Matrix::Zero(1, 1));
  Matrix barriers = Matrix::Zero(static_cast<Index>(targets.size()),
                                 static_cast<Index>(kTransitions));
  for (std::size_t i = 0; i < targets.size(); ++i) {
    for (std::size_t k = 0; k < kTransitions; ++k) {
      if (visited.allowed[i][k]) continue;
      barriers(static_cast<Index>(i), static_cast<Index>(k)) = kBarrier;
    }
  }
  const Var scores =
      Add(graph, Score(graph, projected, visited), graph.Constant(barriers));
  return SoftmaxCrossEntropy(graph, scores, targets, of_targets);
}

Var TransitionScorer::LossOfSequences(Graph& graph,
                                      const SentenceVectors& sentences,
                                      Var projected,
                                      const std::vector<const Heads*>& heads,
                                      std::span<const Real> weights) const {
  // Of each sentence the beam where the right sequence falls out of it, or at
  // the end, and that sequence.
  Visited visited;
  struct Candidates {
    std::vector<std::vector<std::pair<std::size_t, Transition>>> parts;
    std::vector<double> costs;
  };
  std::vector<Candidates> of_sentences;
  for (std::size_t b = 0; b < heads.size(); ++b) {
    const auto sentence = static_cast<Index>(b);
    Hypothesis gold{Configuration(options_.system, heads[b]->size())};
    std::vector<Hypothesis> beam = {gold};
    bool kept = true;
    while (kept && !gold.at.done()) {
      gold.places.push_back(PlacesOf(sentences, sentence, gold.at));
      gold.steps.push_back(StaticOracle(gold.at, *heads[b]));
      gold.at.Apply(gold.steps.back());
      beam = Extend(graph, sentences, projected, sentence, beam, heads[b]);
      kept = std::any_of(beam.begin(), beam.end(),
                         [](const Hypothesis& each) { return each.right; });
    }
    if (gold.steps.empty()) continue;
    Candidates& candidates = of_sentences.emplace_back();
    const auto add = [&](const Hypothesis& each) {
      auto& parts = candidates.parts.emplace_back();
      double wrong = 0;
      Configuration at(options_.system, heads[b]->size());
      for (std::size_t i = 0; i < each.steps.size(); ++i) {
        parts.emplace_back(visited.Add(each.places[i], at), each.steps[i]);
        wrong += each.steps[i] != gold.steps[i];
        at.Apply(each.steps[i]);
      }
      candidates.costs.push_back(wrong);
    };
    add(gold);
    for (const Hypothesis& each : beam) {
      if (!each.right) add(each);
    }
  }
  if (visited.places.empty()) return graph.Constant(Matrix::Zero(1, 1));
  const Var scores = Score(graph, projected, visited);
  const Index numbers = graph.value(scores).size();
  const Var row = Reshape(graph, scores, 1, numbers);
  std::vector<Var> losses;
  std::vector<Real> of_losses;
  std::size_t next = 0;
  for (std::size_t b = 0; b < heads.size(); ++b) {
    if (heads[b]->empty()) continue;
    const Candidates& candidates = of_sentences[next++];
    // Which numbers each sequence adds up.
    Matrix counts =
        Matrix::Zero(numbers, static_cast<Index>(candidates.parts.size()));
    Matrix costs(1, counts.cols());
    for (std::size_t s = 0; s < candidates.parts.size(); ++s) {
      for (const auto& [at, step] : candidates.parts[s]) {
        counts(static_cast<Index>(at * kTransitions + NumberOf(step)),
               static_cast<Index>(s)) += 1;
      }
      costs(0, static_cast<Index>(s)) =
          loss_ == ParserLoss::kHinge ? static_cast<Real>(candidates.costs[s])
                                      : Real{0};
    }
    const Var sums = Add(graph, MatMul(graph, row, graph.Constant(counts)),
                         graph.Constant(costs));
    of_losses.push_back(weights[b]);
    if (loss_ == ParserLoss::kCrf) {
      const std::int32_t target = 0;
      const Real whole = 1;
      losses.push_back(
          SoftmaxCrossEntropy(graph, sums, {&target, 1}, {&whole, 1}));
      continue;
    }
    Index best = 0;
    graph.value(sums).row(0).maxCoeff(&best);
    losses.push_back(Columns(graph, sums, best, 1));
    losses.push_back(Columns(graph, sums, 0, 1));
    of_losses.push_back(-weights[b]);
  }
  return WeightedSum(graph, losses, of_losses);
}

namespace {

template <typename Parameter, typename Features, typename Bias, typename Output>
std::vector<Parameter*> ListParameters(Features& features, Bias& bias,
                                       Output& output) {
  return {&features, &bias, &output.weight(), &output.bias()};
}

}  // namespace

std::vector<Parameter*> TransitionScorer::Parameters() {
  return ListParameters<Parameter>(features_, bias_, output_);
}

std::vector<const Parameter*> TransitionScorer::Parameters() const {
  return ListParameters<const Parameter>(features_, bias_, output_);
}

std::uint64_t TransitionScorer::Size(const ParserOptions& options,
                                     Index inputs) {
  const auto hidden = static_cast<std::uint64_t>(options.hidden);
  return static_cast<std::uint64_t>(inputs * PlacesIn(options.transitions)) *
             hidden +
         hidden + kTransitions * (hidden + 1);
}

}  // namespace whylight
