#include "core/systems/language_model/train/bidirectional_stage.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/base/random.h"
#include "core/model/find_words.h"
#include "core/ops/ops.h"
#include "core/text/tokenizer.h"
#include "core/training/data/batches.h"
#include "core/training/data/reader.h"

namespace whylight {
namespace {

constexpr std::array kDirections = {Direction::kForward, Direction::kBackward};

std::vector<std::uint64_t> CountWords(const std::vector<WordIds>& pieces,
                                      std::size_t words) {
  std::vector<std::uint64_t> counts(words);
  for (const WordIds& piece : pieces) {
    for (const std::int32_t word : piece) {
      if (word != kUnknownWord) ++counts[static_cast<std::size_t>(word)];
    }
  }
  return counts;
}

// The rows of W that a shard looks at: first those that all are compared with.
struct OutputRows {
  std::vector<std::int32_t> words;
  Index candidates;
  std::vector<std::int32_t> targets;  // Among `words`.
};

OutputRows FindRows(std::vector<std::int32_t> candidates,
                    const std::vector<std::int32_t>& targets) {
  OutputRows rows{std::move(candidates), 0, {}};
  rows.candidates = static_cast<Index>(rows.words.size());
  std::vector<std::int32_t> distinct = targets;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  std::vector<std::int32_t> others;
  std::set_difference(distinct.begin(), distinct.end(), rows.words.begin(),
                      rows.words.end(), std::back_inserter(others));
  const auto find = [](const std::vector<std::int32_t>& sorted,
                       std::int32_t word) {
    const auto at = std::lower_bound(sorted.begin(), sorted.end(), word);
    return at != sorted.end() && *at == word
               ? static_cast<std::int32_t>(at - sorted.begin())
               : -1;
  };
  for (const std::int32_t target : targets) {
    std::int32_t row = find(rows.words, target);
    if (row < 0) {
      row = static_cast<std::int32_t>(rows.candidates) + find(others, target);
    }
    rows.targets.push_back(row);
  }
  rows.words.insert(rows.words.end(), others.begin(), others.end());
  return rows;
}

}  // namespace

void CutIntoPieces(const WordIds& text, std::size_t most,
                   std::vector<WordIds>* pieces) {
  const std::size_t count = (text.size() + most - 1) / most;
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = [&](std::size_t piece) {
      return text.begin() +
             static_cast<std::ptrdiff_t>(text.size() * piece / count);
    };
    if (at(i + 1) - at(i) > 1) pieces->emplace_back(at(i), at(i + 1));
  }
}

Result<std::vector<WordIds>> ReadPieces(const std::string& path,
                                        const DataOptions& data,
                                        const Vocabulary& vocabulary,
                                        std::size_t most) {
  std::vector<WordIds> pieces;
  const Status read = VisitTexts(
      path,
      [&](std::string_view text, std::size_t) -> Status {
        CutIntoPieces(FindWords(vocabulary, Tokenize(text)), most, &pieces);
        return {};
      },
      data);
  if (!read.ok()) return read.error();
  if (pieces.empty()) {
    return Error{ErrorCode::kBadData,
                 path + ": expected texts of at least two words, found none"};
  }
  return pieces;
}

BidirectionalPerplexity MeasurePerplexity(
    const BidirectionalLanguageModel& model, const std::vector<WordIds>& pieces,
    std::size_t most, ThreadPool& pool, const Progress& progress) {
  std::size_t all = 0;
  for (const WordIds& piece : pieces) all += piece.size();
  const std::size_t every =
      most == 0 ? 1 : std::max<std::size_t>(1, (all + most - 1) / most);
  std::vector<const WordIds*> chosen;
  for (std::size_t i = 0; i < pieces.size(); i += every) {
    chosen.push_back(&pieces[i]);
  }
  constexpr std::size_t kBatch = 8;
  const std::size_t batches = (chosen.size() + kBatch - 1) / kBatch;
  std::vector<std::array<double, 2>> losses(batches);
  std::vector<std::array<std::size_t, 2>> counts(batches);
  const PackedMatrix<Real> output =
      PackedMatrix<Real>::Transposed(model.output().value);
  const RowVector bias = model.bias().value.transpose();
  const auto measure = [&](std::size_t i) {
    const auto at = [&](std::size_t batch) {
      return chosen.begin() + static_cast<std::ptrdiff_t>(
                                  std::min(batch * kBatch, chosen.size()));
    };
    const std::vector<const WordIds*> texts(at(i), at(i + 1));
    for (const Direction direction : kDirections) {
      Graph graph(Graph::Mode::kInference);
      const ForetoldWords foretold =
          model.Foretell(graph, model.Lookup(graph, MakeWordBatch(texts).words),
                         texts, direction);
      const ConstMatrixView states = graph.value(foretold.states);
      const Var logits = graph.NewValue(states.rows(), output.cols());
      MatrixView values = graph.MutableValue(logits);
      values.rowwise() = bias;
      Gemm<Real>(states, output, values, Into::kAdd);
      const std::vector<Real> weights(foretold.targets.size(), Real{1});
      const Var loss =
          SoftmaxCrossEntropy(graph, logits, foretold.targets, weights);
      const auto d = static_cast<std::size_t>(direction);
      losses[i][d] = static_cast<double>(graph.value(loss)(0, 0));
      counts[i][d] = weights.size();
    }
  };
  pool.ParallelFor(batches, measure, progress);
  std::array<double, 2> loss{};
  std::array<double, 2> count{};
  for (std::size_t i = 0; i < batches; ++i) {
    for (std::size_t d = 0; d < 2; ++d) {
      loss[d] += losses[i][d];
      count[d] += static_cast<double>(counts[i][d]);
    }
  }
  for (std::size_t d = 0; d < 2; ++d) {
    loss[d] /= std::max(count[d], 1.0);
  }
  return {.words = static_cast<std::size_t>(count[0]),
          .forward = std::exp(loss[0]),
          .backward = std::exp(loss[1]),
          .both = std::exp((loss[0] + loss[1]) / 2)};
}

BidirectionalStage::BidirectionalStage(BidirectionalLanguageModel& model,
                                       const std::vector<WordIds>& train,
                                       const std::vector<WordIds>& dev,
                                       const LanguageModelTraining& training)
    : model_(model),
      train_(train),
      dev_(dev),
      training_(training),
      sampler_(CountWords(train, model.vocabulary().size())) {}

std::vector<std::vector<std::size_t>> BidirectionalStage::Batches(
    int epoch) const {
  return LengthBatches(LengthsOf(train_), options().batch, training_.seed,
                       static_cast<std::uint64_t>(epoch));
}

std::string BidirectionalStage::ExampleName(std::size_t example) const {
  return "piece " + std::to_string(example + 1);
}

Var BidirectionalStage::Loss(Graph& graph, const Shard& shard, const Step& step,
                             const std::vector<double>& /*totals*/) {
  std::vector<const WordIds*> texts;
  for (const std::size_t example : shard.examples) {
    texts.push_back(&train_[example]);
  }
  const auto drop = [&](Var x, std::uint64_t place,
                        const std::vector<std::uint64_t>& keys) {
    if (training_.dropout == 0) return x;
    return Dropout(graph, x, static_cast<Real>(training_.dropout),
                   CounterRandom(training_.seed, RandomPurpose::kDropout,
                                 step.number, place),
                   keys);
  };
  const std::vector<std::int32_t> words = MakeWordBatch(texts).words;
  std::vector<std::uint64_t> of_words;
  for (const std::int32_t word : words) {
    of_words.push_back(static_cast<std::uint64_t>(word + 1));
  }
  const Var vectors = drop(model_.Lookup(graph, words), 0, of_words);
  std::vector<Var> states;
  std::vector<std::int32_t> targets;
  for (const Direction direction : kDirections) {
    const ForetoldWords foretold =
        model_.Foretell(graph, vectors, texts, direction);
    // A state of its own for each place in the batch.
    std::vector<std::uint64_t> places(foretold.targets.size());
    std::iota(places.begin(), places.end(),
              static_cast<std::uint64_t>(shard.index) << 32);
    states.push_back(drop(foretold.states,
                          1 + static_cast<std::uint64_t>(direction), places));
    targets.insert(targets.end(), foretold.targets.begin(),
                   foretold.targets.end());
  }
  std::vector<std::int32_t> candidates;
  if (training_.samples > 0) {
    candidates = sampler_.Draw(
        training_.samples,
        CounterRandom(training_.seed, RandomPurpose::kNegative, step.number));
  } else {
    candidates.resize(model_.vocabulary().size());
    std::iota(candidates.begin(), candidates.end(), 0);
  }
  const OutputRows rows = FindRows(std::move(candidates), targets);
  std::vector<Real> log_expected(rows.words.size());
  for (std::size_t i = 0; i < rows.words.size() && training_.samples > 0; ++i) {
    log_expected[i] = sampler_.LogExpected(rows.words[i], training_.samples);
  }
  const std::vector<Real> weights(
      targets.size(),
      static_cast<Real>(1 / static_cast<double>(step.batch_size)));
  return SampledSoftmaxCrossEntropy(graph, ConcatRows(graph, states),
                                    graph.UseRows(model_.output(), rows.words),
                                    graph.UseRows(model_.bias(), rows.words),
                                    rows.candidates, log_expected, rows.targets,
                                    weights);
}

Result<nlohmann::ordered_json> BidirectionalStage::Evaluate(ThreadPool& pool) {
  const BidirectionalPerplexity found =
      MeasurePerplexity(model_, dev_, kPerplexityWords, pool);
  return nlohmann::ordered_json{{"perplexity", found.both},
                                {"forward", found.forward},
                                {"backward", found.backward}};
}

}  // namespace whylight
