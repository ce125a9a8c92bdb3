// Trains a language model in both directions, on pieces of texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/systems/language_model/bidirectional_model.h"
#include "core/systems/language_model/train/candidate_sampler.h"
#include "core/systems/language_model/train/config.h"
#include "core/training/engine/stage.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {

/// The words of a text in pieces of about equal length, `most` words or fewer:
/// each is read by itself, by both directions. Pieces of one word, of which
/// nothing can be foretold, are left out.
void CutIntoPieces(const WordIds& text, std::size_t most,
                   std::vector<WordIds>* pieces);

/// All pieces of the texts of a file. Fails if there is none.
Result<std::vector<WordIds>> ReadPieces(const std::string& path,
                                        const DataOptions& data,
                                        const Vocabulary& vocabulary,
                                        std::size_t most);

/// exp of the mean of -log p, the softmax over all words.
struct BidirectionalPerplexity {
  std::size_t words = 0;  ///< That were foretold, in each direction.
  double forward = 0;
  double backward = 0;
  double both = 0;  ///< Their geometric mean.
};

/// Of pieces that are spread over all, as many as have `most` words (0: all).
BidirectionalPerplexity MeasurePerplexity(
    const BidirectionalLanguageModel& model, const std::vector<WordIds>& pieces,
    std::size_t most, ThreadPool& pool, const Progress& progress = nullptr);

/// Words of dev that perplexities are taken on: each costs a softmax over all.
inline constexpr std::size_t kPerplexityWords = 20000;

/// The loss is the mean over the pieces of the sum over both directions' words
/// of -log p, where p is that among the words drawn for the batch, or among all
/// if none are drawn.
class BidirectionalStage final : public Stage {
 public:
  /// All must outlive the stage.
  BidirectionalStage(BidirectionalLanguageModel& model,
                     const std::vector<WordIds>& train,
                     const std::vector<WordIds>& dev,
                     const LanguageModelTraining& training);

  std::string_view name() const override { return "predict"; }
  const StageOptions& options() const override { return training_.stage; }
  std::vector<Parameter*> Parameters() override { return model_.Parameters(); }
  std::vector<std::vector<std::size_t>> Batches(int epoch) const override;
  std::uint64_t Words(std::size_t example) const override {
    return train_[example].size();
  }
  std::string ExampleName(std::size_t example) const override;
  Var Loss(Graph& graph, const Shard& shard, const Step& step,
           const std::vector<double>& totals) override;
  Result<nlohmann::ordered_json> Evaluate(ThreadPool& pool) override;
  Criterion DefaultCriterion() const override { return {"perplexity"}; }

 private:
  BidirectionalLanguageModel& model_;
  const std::vector<WordIds>& train_;
  const std::vector<WordIds>& dev_;
  const LanguageModelTraining& training_;
  CandidateSampler sampler_;
};

}  // namespace whylight
