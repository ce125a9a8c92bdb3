// The engine's view of a training: its examples, its parameters, and what a
// share of a batch costs. Trainer (trainer.h) does everything else.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/format/model_folder.h"
#include "core/graph/graph.h"
#include "core/training/engine/stage_options.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {

/// The position of a batch in a stage.
struct Step {
  std::uint64_t number = 0;    ///< Batches before it in this stage.
  int epoch = 0;               ///< From 0.
  double progress = 0;         ///< Share of the stage's batches before it.
  std::size_t batch_size = 0;  ///< Examples in all shards of the batch.
};

/// The share of a batch that one graph computes, whatever the threads and
/// ranks. Shard s holds every kShards-th example of the batch, from the s-th.
struct Shard {
  std::size_t index = 0;
  std::vector<std::size_t> examples;
};

/// The figure that judges a stage on dev.
struct Criterion {
  std::string metric;  ///< A key of what `Evaluate` returns.
  bool larger_is_better = false;
};

/// One stage of a training: some parameters, learned from some examples. Its
/// course depends on nothing but the seed, the data and the parameters.
class Stage {
 public:
  virtual ~Stage() = default;

  /// "select", say: for progress and logs.
  virtual std::string_view name() const = 0;
  virtual const StageOptions& options() const = 0;

  /// Called once before the first step, and again when a run is resumed in the
  /// middle of the stage, with the parameters as they are then.
  virtual Status Begin(ThreadPool& /*pool*/) { return {}; }

  /// Called after `Begin` where a run goes on within the stage, once parameters
  /// and OwnState are as they were.
  virtual Status GoOn(ThreadPool& /*pool*/) { return {}; }

  /// The parameters that this stage trains.
  virtual std::vector<Parameter*> Parameters() = 0;

  /// What the learning rate of each of them is multiplied with in an epoch
  /// (from 0); empty: all are trained alike.
  virtual std::vector<double> RateFactors(int /*epoch*/) const { return {}; }

  /// State that a shard carries from one batch to its next besides parameters,
  /// to be kept in checkpoints: the states of a language model's streams, say.
  /// Names differ between shards.
  virtual std::vector<Parameter*> CarriedState(std::size_t /*shard*/) {
    return {};
  }

  /// State that the stage as a whole carries from step to step, to be kept in
  /// checkpoints: multipliers and running means, say. `AfterStep` changes it,
  /// or `Evaluate`, which comes to the same on every rank.
  virtual std::vector<Parameter*> OwnState() { return {}; }

  /// Called after the shards of a step, with the same sums on every rank.
  virtual void AfterStep(const Step& /*step*/,
                         const std::vector<double>& /*totals*/) {}

  /// The batches of an epoch (from 0), each a list of examples. As many in
  /// every epoch.
  virtual std::vector<std::vector<std::size_t>> Batches(int epoch) const = 0;

  /// The words that an example trains on, for speeds.
  virtual std::uint64_t Words(std::size_t example) const = 0;

  /// How an error calls an example, e.g. "train.jsonl:12".
  virtual std::string ExampleName(std::size_t example) const {
    return "example " + std::to_string(example + 1);
  }

  /// For stages whose loss depends on sums over the whole batch, such as the
  /// share of selected words: how many sums. Others leave it at 0.
  virtual std::size_t totals() const { return 0; }

  /// The first half of a shard: what it adds to each sum. Called before `Loss`
  /// on the same graph, and only if there are totals. Shards run side by side:
  /// what is kept for `Loss` is kept by `shard.index`.
  virtual std::vector<double> Forward(Graph& /*graph*/, const Shard& /*shard*/,
                                      const Step& /*step*/) {
    return {};
  }

  /// The part of the batch's loss that the shard stands for, [1 x 1]: the loss
  /// of the batch is the sum over its shards. The engine runs the backward.
  virtual Var Loss(Graph& graph, const Shard& shard, const Step& step,
                   const std::vector<double>& totals) = 0;

  /// Makes the model usable as it is now (sets thresholds, say). Called before
  /// it is evaluated or saved; must not change what is trained.
  virtual Status Settle(ThreadPool& /*pool*/) { return {}; }

  /// Numbers on dev, as a JSON object: they are logged as they are.
  virtual Result<nlohmann::ordered_json> Evaluate(ThreadPool& pool) = 0;

  /// The one that tells the best epoch, unless the options name another.
  virtual Criterion DefaultCriterion() const = 0;
};

/// A data file of a run: it must be the same when the run is resumed.
struct DataFile {
  std::string key;   ///< "train", "dev", "vectors".
  std::string path;  ///< As it was opened.
};

/// A model and the stages that train it, one after another.
class TrainingTask {
 public:
  virtual ~TrainingTask() = default;

  virtual std::vector<Stage*> Stages() = 0;

  /// Every parameter that any stage trains.
  virtual std::vector<Parameter*> Parameters() = 0;

  /// The config with every default spelled out; reading it gives the same task.
  virtual nlohmann::ordered_json ResolvedConfig() const = 0;

  virtual std::vector<DataFile> Data() const = 0;

  /// How many texts of each label there are to train on; empty where there are
  /// no labels.
  virtual std::map<std::string, std::size_t> TrainLabels() const { return {}; }

  /// A line for people about what was read: "48377 reviews to train on, ...".
  virtual std::string Summary() const = 0;

  /// The outcome of `Evaluate` in a few words: by default its numbers.
  virtual std::string DescribeEvaluation(
      const nlohmann::ordered_json& dev) const;

  /// What people should know of the model that a run leaves, for which the
  /// `Evaluate` of the last stage gave `dev`: that it has learned nothing, say,
  /// and what may help. A line each; none where all is well.
  virtual std::vector<std::string> Advise(
      const nlohmann::ordered_json& /*dev*/) const {
    return {};
  }

  /// The model as it is now. `about` is kept in its config.json as "training".
  virtual Result<ModelFiles> Save(const nlohmann::ordered_json& about) = 0;
};

}  // namespace whylight
