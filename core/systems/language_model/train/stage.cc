#include "core/systems/language_model/train/stage.h"

#include <cmath>
#include <string>
#include <utility>

#include "core/base/random.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

// The layers read and give what dropout leaves: on the way in and out alone.
enum class Place : std::uint64_t { kIn = 0, kOut = 1 };

}  // namespace

LanguageModelStage::LanguageModelStage(LanguageModel& model,
                                       const std::vector<std::int32_t>& train,
                                       const std::vector<std::int32_t>& dev,
                                       const LanguageModelTraining& training)
    : model_(model),
      dev_(dev),
      training_(training),
      chunks_(train, training.stage.batch, training.unroll,
              model.end_of_sentence()) {
  for (std::size_t s = 0; s < kShards; ++s) {
    const std::size_t streams =
        chunks_.streams() / kShards + (s < chunks_.streams() % kShards ? 1 : 0);
    if (streams == 0) continue;
    for (Matrix& matrix : model.Start(static_cast<Index>(streams))) {
      const std::string name = "carried." + std::to_string(s) + "." +
                               std::to_string(carried_[s].size());
      carried_[s].push_back({name, std::move(matrix)});
    }
  }
}

std::vector<Parameter*> LanguageModelStage::CarriedState(std::size_t shard) {
  std::vector<Parameter*> state;
  for (Parameter& each : carried_[shard]) state.push_back(&each);
  return state;
}

std::vector<std::vector<std::size_t>> LanguageModelStage::Batches(
    int /*epoch*/) const {
  std::vector<std::vector<std::size_t>> batches(chunks_.chunks());
  std::size_t example = 0;
  for (std::vector<std::size_t>& batch : batches) {
    for (std::size_t b = 0; b < chunks_.streams(); ++b) {
      batch.push_back(example++);
    }
  }
  return batches;
}

std::uint64_t LanguageModelStage::Words(std::size_t example) const {
  return chunks_.words(example / chunks_.streams());
}

std::string LanguageModelStage::ExampleName(std::size_t example) const {
  return "chunk " + std::to_string(example / chunks_.streams() + 1) +
         " of stream " + std::to_string(example % chunks_.streams() + 1);
}

Var LanguageModelStage::Loss(Graph& graph, const Shard& shard, const Step& step,
                             const std::vector<double>& /*totals*/) {
  const std::size_t chunk = shard.examples.front() / chunks_.streams();
  std::vector<std::size_t> streams;
  for (const std::size_t example : shard.examples) {
    streams.push_back(example % chunks_.streams());
  }
  const StreamChunks::Chunk words = chunks_.Get(chunk, streams);
  const auto batch = static_cast<Index>(streams.size());
  whylight::CarriedState state;
  if (chunk == 0) {
    state = model_.Start(batch);
  } else {
    for (const Parameter& each : carried_[shard.index]) {
      state.push_back(each.value);
    }
  }

  std::vector<std::uint64_t> keys;
  for (Index t = 0; t < words.length; ++t) {
    for (const std::size_t stream : streams) {
      keys.push_back((static_cast<std::uint64_t>(stream) << 32) |
                     static_cast<std::uint64_t>(t));
    }
  }
  const auto drop = [&](Var x, Place place) {
    if (training_.dropout == 0) return x;
    const CounterRandom random(training_.seed, RandomPurpose::kDropout,
                               step.number, static_cast<std::uint64_t>(place));
    return Dropout(graph, x, static_cast<Real>(training_.dropout), random,
                   keys);
  };
  const Sequences states =
      model_.Read(graph,
                  {drop(model_.Lookup(graph, words.inputs), Place::kIn),
                   EveryRowAWord(words.length, batch), std::nullopt},
                  state);
  const Var logits = model_.NextWord(graph, drop(states.words, Place::kOut));
  for (std::size_t k = 0; k < state.size(); ++k) {
    carried_[shard.index][k].value = std::move(state[k]);
  }
  const std::vector<Real> weights(words.targets.size(),
                                  Real(1) / static_cast<Real>(step.batch_size));
  return SoftmaxCrossEntropy(graph, logits, words.targets, weights);
}

Result<nlohmann::ordered_json> LanguageModelStage::Evaluate(ThreadPool& pool) {
  return nlohmann::ordered_json{
      {"perplexity", Perplexity(model_, dev_, training_, pool)}};
}

double Perplexity(const LanguageModel& model,
                  const std::vector<std::int32_t>& words,
                  const LanguageModelTraining& training, ThreadPool& pool,
                  const Progress& progress) {
  const StreamChunks chunks(words, training.stage.batch, training.unroll,
                            model.end_of_sentence());
  std::array<double, kShards> losses{};
  std::array<double, kShards> counts{};
  pool.ParallelFor(kShards, [&](std::size_t s) {
    std::vector<std::size_t> streams;
    for (std::size_t b = s; b < chunks.streams(); b += kShards) {
      streams.push_back(b);
    }
    if (streams.empty()) return;
    const auto batch = static_cast<Index>(streams.size());
    CarriedState state = model.Start(batch);
    Graph graph(Graph::Mode::kInference);
    for (std::size_t chunk = 0; chunk < chunks.chunks(); ++chunk) {
      graph.Clear();
      const StreamChunks::Chunk read = chunks.Get(chunk, streams);
      const Sequences states =
          model.Read(graph,
                     {model.Lookup(graph, read.inputs),
                      EveryRowAWord(read.length, batch), std::nullopt},
                     state);
      const std::vector<Real> weights(read.targets.size(), Real(1));
      const Var loss = SoftmaxCrossEntropy(
          graph, model.NextWord(graph, states.words), read.targets, weights);
      losses[s] += static_cast<double>(graph.value(loss)(0, 0));
      counts[s] += static_cast<double>(read.targets.size());
      // All shards are as long: the first speaks for all.
      if (s == 0 && progress) progress(chunk + 1, chunks.chunks());
    }
  });
  double loss = 0;
  double count = 0;
  for (std::size_t s = 0; s < kShards; ++s) {
    loss += losses[s];
    count += counts[s];
  }
  return std::exp(loss / count);
}

}  // namespace whylight
