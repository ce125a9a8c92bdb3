// Pre-training: the vector of a text is to tell how another one is worded.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/systems/questions/model.h"
#include "core/systems/questions/train/config.h"
#include "core/systems/questions/train/data.h"
#include "core/systems/questions/train/decoder.h"
#include "core/training/engine/stage.h"

namespace whylight {

/// The pairs of those kinds that queries and their candidates make. Targets are
/// titles, of at most `longest` words; those without words are left out.
std::vector<DecodedPair> MakePairs(const RankedQueries& queries,
                                   const std::vector<PretrainingPairs>& kinds,
                                   std::size_t longest);

class PretrainingStage final : public Stage {
 public:
  /// All of them must outlive it, but for the decoder.
  PretrainingStage(Retriever& model, const RetrieverData& data,
                   const RetrieverConfig& config, QuestionDecoder decoder);

  std::string_view name() const override { return "pretrain"; }
  const StageOptions& options() const override {
    return config_.pretraining.stage;
  }
  std::vector<Parameter*> Parameters() override;
  /// Those that are not the model's.
  std::vector<Parameter*> DecoderParameters() { return decoder_.Parameters(); }
  std::vector<std::vector<std::size_t>> Batches(int epoch) const override;
  std::uint64_t Words(std::size_t example) const override {
    const DecodedPair& pair = data_.pairs[example];
    return pair.context.ids.size() + pair.target.size();
  }
  Var Loss(Graph& graph, const Shard& shard, const Step& step,
           const std::vector<double>& totals) override;
  /// The perplexity of the dev pairs beside the figures of ranking: the curve
  /// of the thesis's figure 2-7.
  Result<nlohmann::ordered_json> Evaluate(ThreadPool& pool) override;
  Criterion DefaultCriterion() const override { return {"mrr", true}; }

 private:
  Retriever& model_;
  const RetrieverData& data_;
  const RetrieverConfig& config_;
  QuestionDecoder decoder_;
};

}  // namespace whylight
