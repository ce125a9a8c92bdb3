#include "core/train/rationale/rationale_trainer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "core/base/random.h"
#include "core/ops/ops.h"
#include "core/train/data/batches.h"
#include "core/train/engine/adam.h"
#include "core/train/engine/thread_pool.h"

namespace whylight {
namespace {

// Scores of every aspect for every word of a set: [aspect][text][word].
using Scores = std::vector<std::vector<std::vector<Real>>>;

double Ramp(double progress, double from, double to) {
  return std::clamp((progress - from) / (to - from), 0.0, 1.0);
}

class RationaleTrainer {
 public:
  RationaleTrainer(RationaleModel& model, const RatedTexts& train,
                   const RatedTexts& dev, const RationaleTraining& training,
                   const RationaleHooks& hooks)
      : model_(model),
        train_(train),
        dev_(dev),
        training_(training),
        hooks_(hooks),
        aspects_(model.options().aspects.size()),
        pool_(hooks.threads) {
    for (auto& graph : graphs_) {
      graph = std::make_unique<Graph>(Graph::Mode::kTraining);
    }
  }

  Status Run() {
    StartAtMeans();
    if (Status done = LearnSelection(); !done.ok()) return done;
    return Refit();
  }

 private:
  // What a shard of a selection batch leaves between forward and backward.
  struct SelectionShard {
    std::vector<Var> errors;       // One an aspect, over the batch.
    std::vector<Var> transitions;  // One an aspect.
    std::vector<Var> selected;     // One an aspect: how many words.
    std::size_t words = 0;
  };

  bool Stopped() const { return hooks_.stop != nullptr && *hooks_.stop; }

  // `words` are those of an epoch.
  static RationaleProgress StartOf(std::string_view stage, int epochs,
                                   std::uint64_t words) {
    return {.stage = stage,
            .epoch = 0,
            .epochs = epochs,
            .words_done = 0,
            .words_total = words * static_cast<std::uint64_t>(epochs),
            .loss = 0};
  }

  // A rating predicted from no words is then the mean rating.
  void StartAtMeans() {
    Parameter& bias = model_.OutputBias();
    for (std::size_t a = 0; a < aspects_; ++a) {
      const auto column = static_cast<Index>(a);
      const Real mean =
          std::clamp(train_.ratings.col(column).mean(), Real(0.01), Real(0.99));
      bias.value(0, column) = std::log(mean / (1 - mean));
    }
  }

  Status LearnSelection() {
    const SelectionOptions& options = training_.selection;
    const Matrix targets = PartialResiduals(
        train_.ratings, options.residual_share, options.residual_stretch);
    const std::vector<std::size_t> rows = MostDecorrelated(
        train_.ratings, aspects_,
        options.reviews == 0 ? train_.size() : options.reviews);
    SetVariances(targets, rows);

    std::vector<Parameter*> parameters = model_.GeneratorParameters();
    for (Parameter* parameter : model_.EncoderParameters()) {
      parameters.push_back(parameter);
    }
    Adam adam(parameters, {.learning_rate = options.learning_rate});
    std::uint64_t words = 0;
    for (const std::size_t row : rows) words += train_.texts[row].size();
    RationaleProgress progress = StartOf("select", options.epochs, words);

    std::uint64_t step = 0;
    for (int epoch = 0; epoch < options.epochs; ++epoch) {
      progress.epoch = epoch + 1;
      double losses = 0;
      const auto batches =
          LengthBatches(rows, train_.texts, options.batch, training_.seed,
                        static_cast<std::uint64_t>(epoch));
      for (std::size_t i = 0; i < batches.size(); ++i, ++step) {
        const double done =
            static_cast<double>(step) /
            static_cast<double>(batches.size() *
                                static_cast<std::size_t>(options.epochs));
        const Result<double> loss =
            SelectionStep(batches[i], targets, step, done, parameters, adam);
        if (!loss.ok()) return loss.error();
        losses += loss.value();
        progress.loss = losses / static_cast<double>(i + 1);
        for (const std::size_t row : batches[i]) {
          progress.words_done += train_.texts[row].size();
        }
        if (hooks_.on_step) hooks_.on_step(progress);
        if (Stopped()) return StopHere();
      }
      Calibrate();
      if (Status epoch_done = EndEpoch(progress); !epoch_done.ok()) {
        return epoch_done;
      }
    }
    return {};
  }

  Status EndEpoch(const RationaleProgress& progress) const {
    return hooks_.on_epoch ? hooks_.on_epoch(progress) : Status{};
  }

  Status StopHere() {
    Calibrate();
    return Error{ErrorCode::kInterrupted, "training was interrupted"};
  }

  void SetVariances(const Matrix& targets,
                    const std::vector<std::size_t>& rows) {
    variances_.assign(aspects_, 0);
    for (std::size_t a = 0; a < aspects_; ++a) {
      double sum = 0;
      double squares = 0;
      for (const std::size_t row : rows) {
        const auto y = static_cast<double>(
            targets(static_cast<Index>(row), static_cast<Index>(a)));
        sum += y;
        squares += y * y;
      }
      const double mean = sum / static_cast<double>(rows.size());
      // A constant rating has nothing to explain; any positive scale will do.
      variances_[a] = std::max(
          squares / static_cast<double>(rows.size()) - mean * mean, 1e-6);
    }
  }

  // The rows of shard `s` of a batch: every kShards-th, so that shards are
  // about equally long.
  static std::vector<std::size_t> ShardRows(
      const std::vector<std::size_t>& batch, std::size_t s) {
    std::vector<std::size_t> rows;
    for (std::size_t i = s; i < batch.size(); i += kShards) {
      rows.push_back(batch[i]);
    }
    return rows;
  }

  // Adds the shards' gradients in a fixed binary tree and takes a step.
  Status Update(const std::vector<Parameter*>& parameters,
                const std::array<bool, kShards>& used, Adam& adam) {
    std::vector<Matrix> sums;
    sums.reserve(parameters.size());
    for (Parameter* parameter : parameters) {
      std::array<std::optional<Matrix>, kShards> parts;
      for (std::size_t s = 0; s < kShards; ++s) {
        if (used[s]) {
          parts[s] = graphs_[s]->Gradient(graphs_[s]->Use(*parameter));
        }
      }
      for (std::size_t width = 1; width < kShards; width *= 2) {
        for (std::size_t s = 0; s < kShards; s += 2 * width) {
          std::optional<Matrix>& left = parts[s];
          std::optional<Matrix>& right = parts[s + width];
          if (left && right) {
            *left += *right;
          } else if (right) {
            left = std::move(right);
          }
        }
      }
      sums.push_back(std::move(*parts[0]));
    }
    return adam.Step(sums);
  }

  // Word vectors with dropout, drawn a word type and step.
  Var DroppedVectors(Graph& graph, const WordBatch& batch, Var vectors,
                     double rate, std::uint64_t step,
                     std::uint64_t reader) const {
    if (rate == 0) return vectors;
    std::vector<std::uint64_t> keys;
    keys.reserve(batch.words.size());
    for (const std::int32_t word : batch.words) {
      keys.push_back(static_cast<std::uint64_t>(word + 1));
    }
    return Dropout(
        graph, vectors, static_cast<Real>(rate),
        CounterRandom(training_.seed, RandomPurpose::kDropout, step, reader),
        keys);
  }

  SelectionShard SelectionForward(Graph& graph,
                                  const std::vector<std::size_t>& rows,
                                  std::size_t batch_size, const Matrix& targets,
                                  std::uint64_t step,
                                  double noise_scale) const {
    const SelectionOptions& options = training_.selection;
    SelectionShard shard;
    std::vector<const WordIds*> texts;
    for (const std::size_t row : rows) {
      texts.push_back(&train_.texts[row]);
      shard.words += train_.texts[row].size();
    }
    const WordBatch batch = MakeWordBatch(texts);
    const SequenceBatch& sequences = batch.sequences;
    const Var vectors = model_.Lookup(graph, batch);
    const Var logits = model_.GeneratorLogits(
        graph, DroppedVectors(graph, batch, vectors, options.dropout, step, 0),
        sequences);

    const auto choices = static_cast<Index>(aspects_) + 1;
    Matrix noise = Matrix::Zero(graph.value(logits).rows(), choices);
    for (Index b = 0; b < sequences.batch(); ++b) {
      const CounterRandom random(training_.seed, RandomPurpose::kSelection,
                                 step, rows[static_cast<std::size_t>(b)]);
      const Index length = sequences.lengths[static_cast<std::size_t>(b)];
      for (Index t = 0; t < length; ++t) {
        for (Index k = 0; k < choices; ++k) {
          noise(t * sequences.batch() + b, k) = static_cast<Real>(
              noise_scale *
              random.Gumbel(static_cast<std::uint64_t>(t * choices + k)));
        }
      }
    }
    const Var choice = StraightThroughSoftmax(
        graph, logits, noise, static_cast<Real>(options.temperature));

    const auto inputs = model_.EncoderInputs(
        graph, DroppedVectors(graph, batch, vectors, options.dropout, step, 1));
    Matrix target(sequences.batch(), static_cast<Index>(aspects_));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      target.row(static_cast<Index>(i)) =
          targets.row(static_cast<Index>(rows[i])).head(target.cols());
    }
    for (std::size_t a = 0; a < aspects_; ++a) {
      const auto column = static_cast<Index>(a);
      const Var mask = Columns(graph, choice, column, 1);
      const Var ratings = model_.EncoderRatings(graph, inputs, sequences, mask);
      Matrix weight = Matrix::Zero(target.rows(), target.cols());
      weight.col(column).setConstant(static_cast<Real>(
          1 / (variances_[a] * static_cast<double>(batch_size))));
      shard.errors.push_back(SquaredError(graph, ratings, target, weight));
      shard.transitions.push_back(Transitions(graph, mask, sequences.lengths));
      shard.selected.push_back(SumOverWords(graph, mask, sequences.lengths));
    }
    return shard;
  }

  // One step of stage 1; returns the loss of the batch. `done` is the share of
  // the stage's steps that lie behind.
  Result<double> SelectionStep(const std::vector<std::size_t>& batch,
                               const Matrix& targets, std::uint64_t step,
                               double done,
                               const std::vector<Parameter*>& parameters,
                               Adam& adam) {
    const SelectionOptions& options = training_.selection;
    const double noise =
        options.noise_from +
        (options.noise_to - options.noise_from) * Ramp(done, 0.3, 0.9);
    const double coherence =
        options.coherence_ramp > 0 ? Ramp(done, 0, options.coherence_ramp) : 1;
    std::array<SelectionShard, kShards> shards;
    std::array<bool, kShards> used{};
    pool_.ParallelFor(kShards, [&](std::size_t s) {
      const std::vector<std::size_t> rows = ShardRows(batch, s);
      graphs_[s]->Clear();
      used[s] = !rows.empty();
      if (!used[s]) return;
      shards[s] = SelectionForward(*graphs_[s], rows, batch.size(), targets,
                                   step, noise);
    });

    // The rate is that of the whole batch, so the weight of a selected word is
    // known only when all shards have been forward.
    double words = 0;
    for (const SelectionShard& shard : shards) {
      words += static_cast<double>(shard.words);
    }
    words = std::max(words, 1.0);
    double loss = 0;
    std::vector<Real> coefficients;
    for (std::size_t a = 0; a < aspects_; ++a) {
      double error = 0;
      double transitions = 0;
      double selected = 0;
      for (std::size_t s = 0; s < kShards; ++s) {
        if (!used[s]) continue;
        const auto number = [&](Var var) {
          return static_cast<double>(graphs_[s]->value(var)(0, 0));
        };
        error += number(shards[s].errors[a]);
        transitions += number(shards[s].transitions[a]);
        selected += number(shards[s].selected[a]);
      }
      const SelectionTarget& target = training_.targets[a];
      const double wanted =
          options.rate_from +
          (target.rate - options.rate_from) * Ramp(done, 0, 0.5);
      const double excess = selected / words - wanted;
      const double pull = options.rate_weight * (excess > 0 ? 1 : -1) / words;
      const double change = coherence * target.coherence / words;
      loss +=
          error + options.rate_weight * std::abs(excess) + change * transitions;
      coefficients.insert(
          coefficients.end(),
          {Real{1}, static_cast<Real>(change), static_cast<Real>(pull)});
    }
    if (!std::isfinite(loss)) {
      return Error{ErrorCode::kNotFinite, "the loss is not finite at step " +
                                              std::to_string(step) +
                                              " of stage select"};
    }
    pool_.ParallelFor(kShards, [&](std::size_t s) {
      if (!used[s]) return;
      std::vector<Var> terms;
      for (std::size_t a = 0; a < aspects_; ++a) {
        terms.insert(terms.end(),
                     {shards[s].errors[a], shards[s].transitions[a],
                      shards[s].selected[a]});
      }
      graphs_[s]->Backward(WeightedSum(*graphs_[s], terms, coefficients));
    });
    if (Status updated = Update(parameters, used, adam); !updated.ok()) {
      return updated.error();
    }
    return loss;
  }

  // Scores of all aspects for every text of a set.
  Scores Score(const RatedTexts& set) {
    constexpr std::size_t kTexts = 16;
    Scores scores(aspects_);
    for (auto& aspect : scores) aspect.resize(set.size());
    const std::size_t pieces = (set.size() + kTexts - 1) / kTexts;
    pool_.ParallelFor(pieces, [&](std::size_t piece) {
      const std::size_t start = piece * kTexts;
      const std::size_t end = std::min(start + kTexts, set.size());
      std::vector<const WordIds*> texts;
      for (std::size_t i = start; i < end; ++i) texts.push_back(&set.texts[i]);
      const WordBatch batch = MakeWordBatch(texts);
      Graph graph(Graph::Mode::kInference);
      const Var logits = model_.GeneratorLogits(
          graph, model_.Lookup(graph, batch), batch.sequences);
      for (std::size_t a = 0; a < aspects_; ++a) {
        const std::vector<Real> all = RationaleModel::AspectScores(
            graph.value(logits), static_cast<Index>(a));
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

  // Sets each aspect's transition cost by the spread of its scores on dev, and
  // its threshold so that the wanted share of dev's words is selected.
  void Calibrate() {
    const Scores scores = Score(dev_);
    for (std::size_t a = 0; a < aspects_; ++a) {
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
          static_cast<Real>(training_.selection.decoding_cost * spread);
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
        if (selected / count > training_.targets[a].shown_rate) {
          low = middle;
        } else {
          high = middle;
        }
      }
      model_.SetDecoding(a, {static_cast<Real>(high), cost});
    }
  }

  // An aspect's words of one review, to rate from.
  struct RefitExample {
    std::size_t review;
    std::size_t aspect;
  };

  Status Refit() {
    const RefitOptions& options = training_.refit;
    // Examples (review, aspect) share the machinery of texts.
    std::vector<WordIds> rationales;
    std::vector<RefitExample> examples;
    {
      const Scores scores = Score(train_);
      for (std::size_t i = 0; i < train_.size(); ++i) {
        for (std::size_t a = 0; a < aspects_; ++a) {
          const std::vector<std::uint8_t> selected = DecodeSelection(
              scores[a][i], model_.options().aspects[a].decoding);
          WordIds words;
          for (std::size_t t = 0; t < selected.size(); ++t) {
            if (selected[t]) words.push_back(train_.texts[i][t]);
          }
          rationales.push_back(std::move(words));
          examples.push_back({i, a});
        }
      }
    }
    std::vector<std::size_t> rows(examples.size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    std::vector<std::size_t> reviews(train_.size());
    std::iota(reviews.begin(), reviews.end(), std::size_t{0});
    SetVariances(train_.ratings, reviews);

    const std::vector<Parameter*> parameters = model_.EncoderParameters();
    Adam adam(parameters, {.learning_rate = options.learning_rate});
    std::uint64_t words = 0;
    for (const WordIds& rationale : rationales) words += rationale.size();
    RationaleProgress progress = StartOf("refit", options.epochs, words);

    // Steps of stage 2 draw other random numbers than those of stage 1.
    std::uint64_t step = std::uint64_t{1} << 40;
    for (int epoch = 0; epoch < options.epochs; ++epoch) {
      progress.epoch = epoch + 1;
      double losses = 0;
      const auto batches = LengthBatches(
          rows, rationales, options.batch, training_.seed,
          (std::uint64_t{1} << 40) + static_cast<std::uint64_t>(epoch));
      for (std::size_t i = 0; i < batches.size(); ++i, ++step) {
        // Falls linearly to a tenth.
        const double done =
            (static_cast<double>(epoch) +
             static_cast<double>(i) / static_cast<double>(batches.size())) /
            static_cast<double>(options.epochs);
        adam.SetLearningRate(options.learning_rate * (1 - 0.9 * done));
        const Result<double> loss =
            RefitStep(batches[i], rationales, examples, step, parameters, adam);
        if (!loss.ok()) return loss.error();
        losses += loss.value();
        progress.loss = losses / static_cast<double>(i + 1);
        for (const std::size_t row : batches[i]) {
          progress.words_done += rationales[row].size();
        }
        if (hooks_.on_step) hooks_.on_step(progress);
        if (Stopped()) {
          return Error{ErrorCode::kInterrupted, "training was interrupted"};
        }
      }
      if (Status epoch_done = EndEpoch(progress); !epoch_done.ok()) {
        return epoch_done;
      }
    }
    return {};
  }

  Result<double> RefitStep(const std::vector<std::size_t>& batch,
                           const std::vector<WordIds>& rationales,
                           const std::vector<RefitExample>& examples,
                           std::uint64_t step,
                           const std::vector<Parameter*>& parameters,
                           Adam& adam) {
    std::array<bool, kShards> used{};
    std::array<double, kShards> losses{};
    pool_.ParallelFor(kShards, [&](std::size_t s) {
      const std::vector<std::size_t> rows = ShardRows(batch, s);
      Graph& graph = *graphs_[s];
      graph.Clear();
      used[s] = !rows.empty();
      if (!used[s]) return;
      std::vector<const WordIds*> texts;
      const auto count = static_cast<Index>(rows.size());
      const auto width = static_cast<Index>(aspects_);
      Matrix target = Matrix::Zero(count, width);
      Matrix weight = Matrix::Zero(count, width);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        texts.push_back(&rationales[rows[i]]);
        const RefitExample& example = examples[rows[i]];
        const auto row = static_cast<Index>(i);
        const auto column = static_cast<Index>(example.aspect);
        target(row, column) =
            train_.ratings(static_cast<Index>(example.review), column);
        weight(row, column) =
            static_cast<Real>(1 / (variances_[example.aspect] *
                                   static_cast<double>(batch.size())));
      }
      const WordBatch words = MakeWordBatch(texts);
      const Var vectors =
          DroppedVectors(graph, words, model_.Lookup(graph, words),
                         training_.refit.dropout, step, 1);
      const Var ratings =
          model_.EncoderRatings(graph, model_.EncoderInputs(graph, vectors),
                                words.sequences, std::nullopt);
      const Var loss = SquaredError(graph, ratings, target, weight);
      graph.Backward(loss);
      losses[s] = static_cast<double>(graph.value(loss)(0, 0));
    });
    if (Status updated = Update(parameters, used, adam); !updated.ok()) {
      return updated.error();
    }
    return std::accumulate(losses.begin(), losses.end(), 0.0);
  }

  RationaleModel& model_;
  const RatedTexts& train_;
  const RatedTexts& dev_;
  const RationaleTraining& training_;
  const RationaleHooks& hooks_;
  std::size_t aspects_;
  ThreadPool pool_;
  std::array<std::unique_ptr<Graph>, kShards> graphs_;
  std::vector<double> variances_;  // Of the targets, to make errors comparable.
};

}  // namespace

Status TrainRationale(RationaleModel& model, const RatedTexts& train,
                      const RatedTexts& dev, const RationaleTraining& training,
                      const RationaleHooks& hooks) {
  return RationaleTrainer(model, train, dev, training, hooks).Run();
}

}  // namespace whylight
