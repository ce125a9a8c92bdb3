// Trains a language model by truncated back-propagation (Lei17 section 2.5.1):
// streams of words side by side, their states carried from chunk to chunk.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/systems/language_model/train/config.h"
#include "core/systems/language_model/train/token_stream.h"
#include "core/training/engine/stage.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {

/// exp of the mean of -log p over `words`, as so many streams that start from
/// nothing remembered as there are in training.
double Perplexity(const LanguageModel& model,
                  const std::vector<std::int32_t>& words,
                  const LanguageModelTraining& training, ThreadPool& pool,
                  const Progress& progress = nullptr);

/// The loss is the mean over the streams of the sum over a chunk's words of
/// -log p. An example is a chunk of a stream; the batches of an epoch are its
/// chunks in order.
class LanguageModelStage final : public Stage {
 public:
  /// All must outlive the stage.
  LanguageModelStage(LanguageModel& model,
                     const std::vector<std::int32_t>& train,
                     const std::vector<std::int32_t>& dev,
                     const LanguageModelTraining& training);

  std::string_view name() const override { return "predict"; }
  const StageOptions& options() const override { return training_.stage; }
  std::vector<Parameter*> Parameters() override { return model_.Parameters(); }
  std::vector<Parameter*> CarriedState(std::size_t shard) override;
  std::vector<std::vector<std::size_t>> Batches(int epoch) const override;
  std::uint64_t Words(std::size_t example) const override;
  std::string ExampleName(std::size_t example) const override;
  Var Loss(Graph& graph, const Shard& shard, const Step& step,
           const std::vector<double>& totals) override;
  Result<nlohmann::ordered_json> Evaluate(ThreadPool& pool) override;
  Criterion DefaultCriterion() const override { return {"perplexity"}; }

 private:
  LanguageModel& model_;
  const std::vector<std::int32_t>& dev_;
  const LanguageModelTraining& training_;
  StreamChunks chunks_;
  std::array<std::vector<Parameter>, kShards> carried_;
};

}  // namespace whylight
