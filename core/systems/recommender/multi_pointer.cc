#include "core/systems/recommender/multi_pointer.h"

#include <algorithm>
#include <utility>

#include "core/base/random.h"
#include "core/layers/bag.h"
#include "core/layers/initialise.h"
#include "core/model/limits.h"
#include "core/ops/attention.h"
#include "core/ops/chosen_words.h"
#include "core/ops/ops.h"
#include "core/ops/pair_pooling.h"

namespace whylight {
namespace {

// A score beside which every other is chosen.
constexpr Real kNever = -1e30f;

// The random numbers of one pointer.
struct Draw {
  const RecommenderNoise& noise;
  std::uint64_t number;  // Of the pointer, and of the side.
};

// What is added to the scores, a row for each sequence of `among`.
Matrix AddedToScores(const SequenceBatch& among, const Draw& draw) {
  Matrix added = Matrix::Constant(among.batch(), among.max_length, kNever);
  for (Index b = 0; b < among.batch(); ++b) {
    const Index length = among.lengths[static_cast<std::size_t>(b)];
    added.row(b).head(length).setZero();
    if (!draw.noise.gumbel) continue;
    const TextDropout& step = draw.noise.dropout;
    const CounterRandom random(step.seed, RandomPurpose::kSelection, step.step,
                               step.examples[static_cast<std::size_t>(b)]);
    for (Index r = 0; r < length; ++r) {
      const std::uint64_t at =
          draw.number * static_cast<std::uint64_t>(kMaxWords) +
          static_cast<std::uint64_t>(r);
      added(b, r) = static_cast<Real>(random.Gumbel(at));
    }
  }
  return added;
}

// One-hot at one text of each sequence of `among`, by scores, [max_length·batch
// x 1].
Var ChooseOne(Graph& graph, Var scores, const SequenceBatch& among,
              const Draw& draw) {
  const Index batch = among.batch();
  const Index most = among.max_length;
  // Time-major, and a row for each sequence.
  std::vector<std::int32_t> by_sequence(among.rows.size());
  std::vector<std::int32_t> by_time(among.rows.size());
  for (Index b = 0; b < batch; ++b) {
    for (Index r = 0; r < most; ++r) {
      const Index row = b * most + r;
      const Index at = r * batch + b;
      by_sequence[static_cast<std::size_t>(row)] =
          static_cast<std::int32_t>(at);
      by_time[static_cast<std::size_t>(at)] = static_cast<std::int32_t>(row);
    }
  }
  const Var rows =
      Reshape(graph, Gather(graph, scores, by_sequence), batch, most);
  const Var choice =
      StraightThroughSoftmax(graph, rows, AddedToScores(among, draw),
                             static_cast<Real>(draw.noise.temperature));
  return Gather(graph, Reshape(graph, choice, batch * most, 1), by_time);
}

// The words of the texts chosen, as rows of what ChosenWords gives.
SequenceBatch WordsOfChoice(const Graph& graph, Var choice,
                            const SequenceBatch& among,
                            const SequenceBatch& texts) {
  SequenceBatch words;
  for (Index b = 0; b < among.batch(); ++b) {
    Index length = 0;
    for (Index r = 0; r < among.lengths[static_cast<std::size_t>(b)]; ++r) {
      if (graph.value(choice)(r * among.batch() + b, 0) == Real{0}) continue;
      length = texts.lengths[static_cast<std::size_t>(among.row(r, b))];
    }
    words.lengths.push_back(length);
    words.max_length = std::max(words.max_length, length);
  }
  for (Index t = 0; t < words.max_length; ++t) {
    for (Index b = 0; b < words.batch(); ++b) {
      const bool there = t < words.lengths[static_cast<std::size_t>(b)];
      words.rows.push_back(
          there ? static_cast<std::int32_t>(t * words.batch() + b)
                : SequenceBatch::kPadding);
    }
  }
  return words;
}

// What a text says of texts of either side: F of the rows of `x`.
Var Forward(Graph& graph, const std::vector<Dense>& layers, Var x) {
  for (const Dense& layer : layers) x = Relu(graph, layer.Apply(graph, x));
  return x;
}

Var ConcatAll(Graph& graph, const std::vector<Var>& parts) {
  Var all = parts.front();
  for (std::size_t k = 1; k < parts.size(); ++k) {
    all = ConcatColumns(graph, all, parts[k]);
  }
  return all;
}

Var Combine(Graph& graph, const std::vector<Var>& parts,
            PointerCombination combination, const std::optional<Dense>& dense) {
  if (combination == PointerCombination::kSum) {
    Var sum = parts.front();
    for (std::size_t k = 1; k < parts.size(); ++k) {
      sum = Add(graph, sum, parts[k]);
    }
    return sum;
  }
  const Var all = ConcatAll(graph, parts);
  return dense ? Relu(graph, dense->Apply(graph, all)) : all;
}

void AddTo(std::vector<Parameter*>* all, std::vector<Parameter*> more) {
  all->insert(all->end(), more.begin(), more.end());
}

}  // namespace

MultiPointer::MultiPointer(const RecommenderOptions& options, Index inputs,
                           std::uint64_t seed)
    : options_(options) {
  if (options.gate) {
    gate_.emplace("gate", inputs, inputs, seed);
    update_.emplace("update", inputs, inputs, seed);
  }
  for (Index k = 1; k <= options.pointers; ++k) {
    const std::string name = "pointer." + std::to_string(k);
    Pointer& pointer = pointers_.emplace_back();
    pointer.reviews =
        MakeScorer(name + ".reviews", options.depth, inputs, seed);
    if (!options.word_level) continue;
    pointer.words = MakeScorer(name + ".words", options.depth, inputs, seed);
  }
  if (options.combination == PointerCombination::kDense) {
    const Index all = options.pointers * inputs;
    combine_users_.emplace("combine.users", all, inputs, seed);
    combine_items_.emplace("combine.items", all, inputs, seed);
  }
}

MultiPointer::Scorer MultiPointer::MakeScorer(const std::string& name,
                                              Index depth, Index inputs,
                                              std::uint64_t seed) {
  Scorer scorer;
  for (Index l = 1; l <= depth; ++l) {
    scorer.layers.emplace_back(name + "." + std::to_string(l), inputs, inputs,
                               seed);
  }
  const std::string matrix = name + ".M";
  scorer.matrix = {matrix, InitialMatrix(Initialisation::kXavier, inputs,
                                         inputs, seed, matrix)};
  return scorer;
}

std::uint64_t MultiPointer::Size(const RecommenderOptions& options,
                                 Index inputs) {
  const auto d = static_cast<std::uint64_t>(inputs);
  const auto depth = static_cast<std::uint64_t>(options.depth);
  const auto pointers = static_cast<std::uint64_t>(options.pointers);
  const std::uint64_t dense = d * (d + 1);
  const std::uint64_t scorer = depth * dense + d * d;
  std::uint64_t size = pointers * scorer * (options.word_level ? 2 : 1);
  if (options.gate) size += 2 * dense;
  if (options.combination == PointerCombination::kDense) {
    size += 2 * d * (pointers * d + 1);
  }
  return size;
}

Index MultiPointer::Width(const RecommenderOptions& options, Index inputs) {
  const Index parts =
      options.combination == PointerCombination::kConcat ? options.pointers : 1;
  return (parts + (options.all_reviews ? 1 : 0)) * inputs;
}

Var MultiPointer::Gated(Graph& graph, Var sums) const {
  if (!gate_) return sums;
  return Multiply(graph, Sigmoid(graph, gate_->Apply(graph, sums)),
                  Tanh(graph, update_->Apply(graph, sums)));
}

MultiPointer::Reading MultiPointer::Apply(Graph& graph, const Reviews& reviews,
                                          const RecommenderNoise& noise) const {
  const Index inputs = graph.value(reviews.table).cols();
  const Var sums = BagLayer({.inputs = inputs, .mode = BagMode::kSum})
                       .Apply(graph, {reviews.table, reviews.texts, {}})
                       .words;
  const Var gated = Gated(graph, sums);
  Reading reading{gated, gated, {}};
  std::array<std::vector<Var>, 2> parts;
  for (std::size_t k = 0; k < pointers_.size(); ++k) {
    reading.pointers.push_back(
        Point(graph, pointers_[k], reviews, gated, noise, k));
    for (const std::size_t side : {0U, 1U}) {
      parts[side].push_back(reading.pointers.back()[side].vectors);
    }
  }
  std::array<Var, 2> sides = {
      Combine(graph, parts[0], options_.combination, combine_users_),
      Combine(graph, parts[1], options_.combination, combine_items_)};
  if (options_.all_reviews) {
    const BagLayer mean({.inputs = inputs});
    const auto all = [&](const SequenceBatch& texts) {
      return mean.Apply(graph, {sums, texts, {}}).words;
    };
    sides[0] = ConcatColumns(graph, sides[0], all(reviews.of_users));
    sides[1] = ConcatColumns(graph, sides[1], all(reviews.of_items));
  }
  reading.users = sides[0];
  reading.items = sides[1];
  return reading;
}

std::array<MultiPointer::Side, 2> MultiPointer::Point(
    Graph& graph, const Pointer& pointer, const Reviews& reviews, Var gated,
    const RecommenderNoise& noise, std::uint64_t number) const {
  const SequenceBatch& users = reviews.of_users;
  const SequenceBatch& items = reviews.of_items;
  const Var forward = Forward(graph, pointer.reviews.layers, gated);
  const Var queries = MatMul(graph, forward, graph.Use(pointer.reviews.matrix));
  const Var scores = PairScores(graph, queries, users, forward, items, {});
  const WordPairs pairs(users, items);
  const auto choose = [&](const SequenceBatch& among, Asks asks,
                          std::uint64_t side) {
    const Var best = PoolPairScores(graph, scores, pairs, asks, std::nullopt,
                                    PairPooling::kMax);
    return Side{
        .scores = best,
        .choice = ChooseOne(graph, best, among, {noise, 2 * number + side})};
  };
  std::array<Side, 2> sides = {choose(users, Asks::kLeft, 0),
                               choose(items, Asks::kRight, 1)};
  if (pointer.words) {
    WeighWords(graph, *pointer.words, reviews, &sides);
  } else {
    sides[0].vectors =
        WeightedSumOverWords(graph, gated, users, sides[0].choice);
    sides[1].vectors =
        WeightedSumOverWords(graph, gated, items, sides[1].choice);
  }
  return sides;
}

void MultiPointer::WeighWords(Graph& graph, const Scorer& scorer,
                              const Reviews& reviews,
                              std::array<Side, 2>* sides) {
  std::array<Var, 2> tables = {reviews.table, reviews.table};
  for (const std::size_t s : {0U, 1U}) {
    Side& side = (*sides)[s];
    const SequenceBatch& among = s == 0 ? reviews.of_users : reviews.of_items;
    side.words = WordsOfChoice(graph, side.choice, among, reviews.texts);
    tables[s] = ChosenWords(graph, reviews.table, reviews.texts, among,
                            side.choice, side.words.max_length);
  }
  const SequenceBatch& left = (*sides)[0].words;
  const SequenceBatch& right = (*sides)[1].words;
  const Var queries = MatMul(graph, Forward(graph, scorer.layers, tables[0]),
                             graph.Use(scorer.matrix));
  const Var scores =
      PairScores(graph, queries, left, Forward(graph, scorer.layers, tables[1]),
                 right, {});
  const WordPairs pairs(left, right);
  for (const std::size_t s : {0U, 1U}) {
    Side& side = (*sides)[s];
    const Var mean = PoolPairScores(graph, scores, pairs,
                                    s == 0 ? Asks::kLeft : Asks::kRight,
                                    std::nullopt, PairPooling::kMean);
    side.weights =
        SoftmaxOverWords(graph, mean, side.words.lengths, std::nullopt);
    side.vectors =
        WeightedSumOverWords(graph, tables[s], side.words, *side.weights);
  }
}

std::vector<Parameter*> MultiPointer::Parameters() {
  std::vector<Parameter*> all;
  for (std::optional<Dense>* dense :
       {&gate_, &update_, &combine_users_, &combine_items_}) {
    if (dense->has_value()) AddTo(&all, (*dense)->Parameters());
  }
  const auto add = [&all](Scorer* scorer) {
    for (Dense& layer : scorer->layers) AddTo(&all, layer.Parameters());
    all.push_back(&scorer->matrix);
  };
  for (Pointer& pointer : pointers_) {
    add(&pointer.reviews);
    if (pointer.words) add(&*pointer.words);
  }
  return all;
}

}  // namespace whylight
