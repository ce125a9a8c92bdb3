#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/random.h"
#include "core/layers/dense.h"
#include "core/layers/embedding.h"
#include "core/layers/rcnn.h"
#include "core/model/word_batch.h"
#include "core/ops/ops.h"
#include "tests/bench/train/workload.h"

namespace whylight {
namespace {

constexpr Index kRatings = 5;
constexpr double kSelected = 0.15;
// Of texts by their users: 256 of them of 145 words have about 15 % distinct
// words, as film reviews do.
constexpr std::size_t kVocabulary = 30000;
constexpr double kZipfExponent = 1.25;
constexpr double kZipfShift = 2.7;

struct Parts {
  Parts(Index hidden, Index layers, Index choices)
      : generator("generator", Options(hidden), 1),
        choice("choice", 2 * hidden, choices, 1),
        output("output", layers * hidden, kRatings, 1) {
    for (Index k = 0; k < layers; ++k) {
      encoder.emplace_back("encoder." + std::to_string(k), Options(hidden), 1);
    }
  }

  static RcnnOptions Options(Index hidden) {
    return {.inputs = hidden, .hidden = hidden};
  }

  std::vector<Parameter*> Parameters() {
    std::vector<Parameter*> all = generator.Parameters();
    const auto add = [&](const std::vector<Parameter*>& parameters) {
      all.insert(all.end(), parameters.begin(), parameters.end());
    };
    add(choice.Parameters());
    for (RcnnLayer& layer : encoder) add(layer.Parameters());
    add(output.Parameters());
    return all;
  }

  // Ratings from the last states of all layers.
  Var Rate(Graph& graph, Sequences words) const {
    std::optional<Var> all;
    for (const RcnnLayer& layer : encoder) {
      const SequenceBatch read = words.batch;
      words = layer.Apply(graph, words);
      const Var last =
          FinalState(graph, words.words, read, Direction::kForward);
      all = all ? ConcatColumns(graph, *all, last) : last;
    }
    return Sigmoid(graph, output.Apply(graph, *all));
  }

  BidirectionalRcnn generator;
  Dense choice;
  std::vector<RcnnLayer> encoder;
  Dense output;
};

StageOptions Options(const WorkloadSizes& sizes) {
  StageOptions options;
  options.batch = static_cast<std::size_t>(sizes.batch);
  options.optimiser.type = OptimiserType::kAdam;
  options.clip_norm = 0;
  return options;
}

// Of one layer for each word: W_1, W_2 and the gate's W, which read the word,
// and its U, which reads the state.
double ForwardFlop(Index hidden) {
  const auto square = static_cast<double>(hidden * hidden);
  return 2 * 4 * square;
}

// Words are not learned, and a mask's gradient needs no product: what reads
// words goes back to its weights alone.
double FirstLayerFlop(Index hidden) {
  const auto square = static_cast<double>(hidden * hidden);
  return 2 * (2 * 3 * square + 3 * square);
}

double Flop(const WorkloadSizes& sizes) {
  const auto words = static_cast<double>(sizes.batch * sizes.length);
  const auto upper = static_cast<double>(sizes.layers - 1);
  return words * (3 * FirstLayerFlop(sizes.hidden) +
                  upper * 3 * ForwardFlop(sizes.hidden));
}

WorkloadSizes WithDefaults(WorkloadSizes sizes) {
  if (sizes.batch == 0) sizes.batch = 256;
  if (sizes.length == 0) sizes.length = 145;
  if (sizes.hidden == 0) sizes.hidden = 200;
  if (sizes.layers == 0) sizes.layers = 2;
  return sizes;
}

// Word vectors, ratings, and the number of each word of each text.
struct Examples {
  explicit Examples(const WorkloadSizes& sizes, std::size_t vocabulary)
      : vectors(UniformMatrix(static_cast<Index>(vocabulary), sizes.hidden, 1,
                              1, "vectors")),
        ratings(
            UniformMatrix(sizes.batch, kRatings, 0.5, 1, "ratings").array() +
            Real(0.5)) {}

  Matrix Ratings(const Shard& shard) const {
    Matrix target(static_cast<Index>(shard.examples.size()), kRatings);
    for (std::size_t i = 0; i < shard.examples.size(); ++i) {
      target.row(static_cast<Index>(i)) =
          ratings.row(static_cast<Index>(shard.examples[i]));
    }
    return target;
  }

  Embedding vectors;
  Matrix ratings;
  std::vector<WordIds> texts;
};

class RationaleStage : public WorkloadStage {
 public:
  explicit RationaleStage(const WorkloadSizes& sizes)
      : WorkloadStage(Options(sizes), sizes),
        parts_(sizes.hidden, sizes.layers, 1),
        examples_(sizes, static_cast<std::size_t>(sizes.batch * sizes.length)) {
  }

  std::vector<Parameter*> Parameters() override { return parts_.Parameters(); }

  Var Loss(Graph& graph, const Shard& shard, const Step& step,
           const std::vector<double>& /*totals*/) override {
    const SequenceBatch sequences = EveryRowAWord(
        sizes().length, static_cast<Index>(shard.examples.size()));
    std::vector<std::int32_t> ids;
    ids.reserve(sequences.rows.size());
    for (Index t = 0; t < sizes().length; ++t) {
      for (const std::size_t example : shard.examples) {
        ids.push_back(static_cast<std::int32_t>(example) *
                          static_cast<std::int32_t>(sizes().length) +
                      static_cast<std::int32_t>(t));
      }
    }
    const Var words = examples_.vectors.Lookup(graph, ids);
    const auto inputs = parts_.generator.Project(graph, words);
    const Var mask = Sigmoid(
        graph, parts_.choice.Apply(
                   graph, parts_.generator.States(graph, inputs, sequences)));
    const Var ratings = parts_.Rate(graph, {words, sequences, mask});
    const Matrix target = examples_.Ratings(shard);
    return SquaredError(
        graph, ratings, target,
        Matrix::Constant(target.rows(), target.cols(),
                         Real(1) / static_cast<Real>(step.batch_size)));
  }

 private:
  Parts parts_;
  Examples examples_;
};

// Frequent words and rare ones: word r is drawn as often as 1 / (r + q)^s.
std::vector<WordIds> ZipfTexts(Index texts, Index length) {
  std::vector<double> sums;
  sums.reserve(kVocabulary);
  double sum = 0;
  for (std::size_t r = 1; r <= kVocabulary; ++r) {
    sum += std::pow(static_cast<double>(r) + kZipfShift, -kZipfExponent);
    sums.push_back(sum);
  }
  const CounterRandom random(1, RandomPurpose::kShuffle);
  std::vector<WordIds> drawn(static_cast<std::size_t>(texts));
  std::uint64_t position = 0;
  for (WordIds& text : drawn) {
    for (Index t = 0; t < length; ++t) {
      const auto found = std::upper_bound(sums.begin(), sums.end(),
                                          sum * random.Uniform(position++));
      text.push_back(static_cast<std::int32_t>(found - sums.begin()));
    }
  }
  return drawn;
}

class SelectionStage : public WorkloadStage {
 public:
  explicit SelectionStage(const WorkloadSizes& sizes)
      : WorkloadStage(Options(sizes), sizes),
        parts_(sizes.hidden, sizes.layers, 2),
        examples_(sizes, kVocabulary) {
    examples_.texts = ZipfTexts(sizes.batch, sizes.length);
  }

  std::vector<Parameter*> Parameters() override { return parts_.Parameters(); }

  // Of the words of all shards, those that are projected.
  double DistinctShare() const {
    std::size_t projected = 0;
    for (std::size_t s = 0; s < kShards; ++s) {
      std::vector<const WordIds*> texts;
      for (std::size_t i = s; i < examples_.texts.size(); i += kShards) {
        texts.push_back(&examples_.texts[i]);
      }
      if (!texts.empty()) projected += MakeWordBatch(texts).words.size();
    }
    return static_cast<double>(projected) /
           static_cast<double>(sizes().batch * sizes().length);
  }

  Var Loss(Graph& graph, const Shard& shard, const Step& step,
           const std::vector<double>& /*totals*/) override {
    std::vector<const WordIds*> texts;
    for (const std::size_t example : shard.examples) {
      texts.push_back(&examples_.texts[example]);
    }
    const WordBatch batch = MakeWordBatch(texts);
    const Var words = examples_.vectors.Lookup(graph, batch.words);
    const auto inputs = parts_.generator.Project(graph, words);
    const Var logits = parts_.choice.Apply(
        graph, parts_.generator.States(graph, inputs, batch.sequences));

    // Drawn at the wanted rate, so that every step reads as many words.
    const std::size_t count = texts.size();
    std::vector<std::int32_t> selection(batch.sequences.rows.size());
    std::vector<WordIds> selected(count);
    std::vector<const WordIds*> selected_texts;
    for (std::size_t b = 0; b < count; ++b) {
      const CounterRandom random(1, RandomPurpose::kSelection, step.number,
                                 shard.examples[b]);
      for (std::size_t t = 0; t < texts[b]->size(); ++t) {
        const bool z = random.Uniform(t) < kSelected;
        selection[t * count + b] = z ? 1 : 0;
        if (z) selected[b].push_back((*texts[b])[t]);
      }
      selected_texts.push_back(&selected[b]);
    }
    const WordBatch rationale = MakeWordBatch(selected_texts);
    const Var ratings =
        parts_.Rate(graph, {examples_.vectors.Lookup(graph, rationale.words),
                            rationale.sequences, std::nullopt});

    const Matrix target = examples_.Ratings(shard);
    const Real share = Real(1) / static_cast<Real>(step.batch_size);
    const Var error =
        SquaredError(graph, ratings, target,
                     Matrix::Constant(target.rows(), target.cols(), share));
    // cost · log p(z), whose gradient is that of the expected cost.
    const Matrix costs =
        (graph.value(ratings) - target).array().square().rowwise().sum();
    std::vector<Real> weights(selection.size());
    for (std::size_t i = 0; i < weights.size(); ++i) {
      weights[i] = -share * costs(static_cast<Index>(i % count), 0);
    }
    const Var chosen = SoftmaxCrossEntropy(graph, logits, selection, weights);
    return WeightedSum(graph, {error, chosen}, {1, 1});
  }

 private:
  Parts parts_;
  Examples examples_;
};

}  // namespace

Workload RationaleWorkload(WorkloadSizes sizes) {
  sizes = WithDefaults(sizes);
  Workload workload;
  workload.sizes = sizes;
  workload.words = static_cast<std::uint64_t>(sizes.batch * sizes.length);
  workload.flop = Flop(sizes);
  workload.task = OneStage(std::make_unique<RationaleStage>(sizes));
  return workload;
}

Workload SelectionWorkload(WorkloadSizes sizes) {
  sizes = WithDefaults(sizes);
  Workload workload;
  workload.sizes = sizes;
  workload.words = static_cast<std::uint64_t>(sizes.batch * sizes.length);
  auto stage = std::make_unique<SelectionStage>(sizes);
  workload.distinct_share = stage->DistinctShare();
  workload.task = OneStage(std::move(stage));
  return workload;
}

}  // namespace whylight
