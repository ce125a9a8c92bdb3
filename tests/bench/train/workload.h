// The workloads of the training benchmark: steps of the engine on made-up
// examples, and how many operations their shapes ask for.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/training/engine/stage.h"

namespace whylight {

/// A value of 0 stands for the workload's own.
struct WorkloadSizes {
  Index batch = 0;   ///< Texts, or streams of a language model.
  Index length = 0;  ///< Words of each in a batch.
  Index hidden = 0;
  Index layers = 0;
  std::size_t steps = 1;  ///< Batches of the only epoch.
};

struct Workload {
  std::unique_ptr<TrainingTask> task;
  WorkloadSizes sizes;  ///< As they are now.
  /// Multiplications and additions of the matrix products of a step, forward
  /// and back, if every word is projected; a product with what is not learned
  /// has one gradient instead of two. 0 where that is not what is done.
  double flop = 0;
  std::uint64_t words = 0;    ///< In a batch.
  double distinct_share = 1;  ///< Of a shard's words that are projected.
};

/// A: a generator in both directions that gives a soft mask, an encoder of
/// stacked layers that reads under it, the squared error of five ratings, Adam.
/// Every word of every text is projected on its own.
Workload RationaleWorkload(WorkloadSizes sizes);

/// The same as it is used: words as frequent as they are in texts, of which
/// each is projected once; a hard selection of 15 % of them, of which alone the
/// encoder reads; a gradient of the generator by REINFORCE.
Workload SelectionWorkload(WorkloadSizes sizes);

/// B: tensor convolution layers of order 3, λ = 0.5, with O and ReLU; the means
/// of all side by side into a softmax over five classes; AdaGrad.
Workload TensorConvWorkload(WorkloadSizes sizes);

/// C: a language model of order 1 with highway and a gate on word and state,
/// 10,000 words, SGD with clipping, no dropout.
Workload LanguageModelWorkload(WorkloadSizes sizes);

/// "A", "A-used", "B" and "C".
Result<Workload> MakeWorkload(std::string_view name,
                              const WorkloadSizes& sizes);

/// The stage of a workload: one epoch of `steps` equal batches.
class WorkloadStage : public Stage {
 public:
  WorkloadStage(const StageOptions& options, const WorkloadSizes& sizes)
      : options_(options), sizes_(sizes) {}

  std::string_view name() const override { return "bench"; }
  const StageOptions& options() const override { return options_; }
  std::vector<std::vector<std::size_t>> Batches(int epoch) const override;
  std::uint64_t Words(std::size_t example) const override;
  Result<nlohmann::ordered_json> Evaluate(ThreadPool& pool) override;
  Criterion DefaultCriterion() const override { return {"none", false}; }

 protected:
  const WorkloadSizes& sizes() const { return sizes_; }

 private:
  StageOptions options_;
  WorkloadSizes sizes_;
};

/// A task of one stage that is never saved.
std::unique_ptr<TrainingTask> OneStage(std::unique_ptr<Stage> stage);

}  // namespace whylight
