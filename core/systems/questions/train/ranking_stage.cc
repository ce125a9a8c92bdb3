#include "core/systems/questions/train/ranking_stage.h"

#include "core/systems/questions/train/evaluation.h"

namespace whylight {

RankingStage::RankingStage(Retriever& model, const RetrieverData& data,
                           const RetrieverConfig& config,
                           const std::vector<JudgedSearch>& searches)
    : model_(model),
      data_(data),
      config_(config),
      searches_(searches),
      examples_(data, config) {}

Var RankingStage::Loss(Graph& graph, const Shard& shard, const Step& step,
                       const std::vector<double>& /*totals*/) {
  const RankingBatch batch = examples_.Make(shard, step);
  const Var points = model_.Points(
      graph, model_.Vectors(graph, batch.texts, data_.unknown,
                            {.rate = config_.training.dropout,
                             .place = config_.training.dropout_place,
                             .seed = config_.seed,
                             .step = step.number,
                             .shard = shard.index}));
  return examples_.Loss(graph, model_, batch, points, step);
}

Status RankingStage::Settle(ThreadPool& pool) {
  Calibrate(data_.dev, searches_, data_.unknown, pool, &model_);
  return {};
}

Result<nlohmann::ordered_json> RankingStage::Evaluate(ThreadPool& pool) {
  Result<nlohmann::ordered_json> figures = MeanRankingFigures(
      model_, data_.dev, data_.unknown, config_.without_positives, pool);
  if (figures.ok() && model_.Probability(0)) {
    const ScoreCalibration& calibration = model_.options().calibration;
    figures.value()["calibration"] = {
        {"held_out_error", calibration.held_out_error},
        {"threshold", calibration.threshold}};
  }
  return figures;
}

}  // namespace whylight
