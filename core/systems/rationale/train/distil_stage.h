// One generator learns to say of each word what several others say of it in the
// mean ("distil"): an ensemble at the price of one model. The encoder stays as
// it is.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/systems/rationale/train/scores.h"
#include "core/training/engine/stage.h"

namespace whylight {

/// The reason why a teacher does not fit the model to train, or nothing: they
/// must share the aspects, the words, and the way they choose, word for word.
std::string FindTeacherProblem(const RationaleModel& model,
                               const RationaleModel& teacher);

/// What is `taught` of the words of texts of `set` made from templates, kept to
/// the aspects that their clauses are about: there each word has what is said
/// of it for any aspect, but a quarter at least, and words of no such clause
/// have nothing. Not for HardKuma.
void KeepToClauses(const RatedTexts& set, std::span<const std::size_t> examples,
                   const SequenceBatch& sequences, Choice choice,
                   Matrix* taught);

class DistilStage final : public Stage {
 public:
  /// Keeps references to all of them. At least one teacher, all of them without
  /// problem.
  DistilStage(RationaleModel& model,
              const std::vector<RationaleModel>& teachers,
              const RatedTexts& train, const RatedTexts& dev,
              const RationaleTraining& training)
      : model_(model),
        teachers_(teachers),
        train_(train),
        dev_(dev),
        training_(training) {}

  std::string_view name() const override { return "distil"; }
  const StageOptions& options() const override {
    return training_.distil.stage;
  }
  std::vector<Parameter*> Parameters() override {
    return model_.GeneratorParameters();
  }
  std::vector<std::vector<std::size_t>> Batches(int epoch) const override;
  std::uint64_t Words(std::size_t example) const override {
    return train_.texts[example].size();
  }
  /// The cross-entropy of what is said of a word to what the teachers say, the
  /// mean over the words of a text and over texts.
  Var Loss(Graph& graph, const Shard& shard, const Step& step,
           const std::vector<double>& totals) override;
  Status Settle(ThreadPool& pool) override;
  /// "cross_entropy", the same over dev.
  Result<nlohmann::ordered_json> Evaluate(ThreadPool& pool) override;
  Criterion DefaultCriterion() const override { return {"cross_entropy"}; }

 private:
  // The mean of what the teachers say: probabilities, as wide as a choice.
  Matrix Taught(const WordBatch& batch) const;
  // To what is `taught`: the part of `batch` in the mean over so many texts.
  Var CrossEntropy(Graph& graph, const WordBatch& batch, Var vectors,
                   const Matrix& taught, double texts) const;

  RationaleModel& model_;
  const std::vector<RationaleModel>& teachers_;
  const RatedTexts& train_;
  const RatedTexts& dev_;
  const RationaleTraining& training_;
};

}  // namespace whylight
