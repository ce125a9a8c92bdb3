#include "tests/bench/train/workload.h"

#include <numeric>

namespace whylight {
namespace {

class OneStageTask : public TrainingTask {
 public:
  explicit OneStageTask(std::unique_ptr<Stage> stage)
      : stage_(std::move(stage)) {}

  std::vector<Stage*> Stages() override { return {stage_.get()}; }
  std::vector<Parameter*> Parameters() override { return stage_->Parameters(); }
  nlohmann::ordered_json ResolvedConfig() const override { return {}; }
  std::vector<DataFile> Data() const override { return {}; }
  std::string Summary() const override { return {}; }
  Result<ModelFiles> Save(const nlohmann::ordered_json& /*about*/) override {
    return ModelFiles{};
  }

 private:
  std::unique_ptr<Stage> stage_;
};

}  // namespace

std::unique_ptr<TrainingTask> OneStage(std::unique_ptr<Stage> stage) {
  return std::make_unique<OneStageTask>(std::move(stage));
}

std::vector<std::vector<std::size_t>> WorkloadStage::Batches(
    int /*epoch*/) const {
  std::vector<std::size_t> batch(static_cast<std::size_t>(sizes_.batch));
  std::iota(batch.begin(), batch.end(), std::size_t{0});
  return std::vector<std::vector<std::size_t>>(sizes_.steps, batch);
}

std::uint64_t WorkloadStage::Words(std::size_t /*example*/) const {
  return static_cast<std::uint64_t>(sizes_.length);
}

Result<nlohmann::ordered_json> WorkloadStage::Evaluate(ThreadPool& /*pool*/) {
  return nlohmann::ordered_json{{"none", 0}};
}

Result<Workload> MakeWorkload(std::string_view name,
                              const WorkloadSizes& sizes) {
  if (name == "A") return RationaleWorkload(sizes);
  if (name == "A-used") return SelectionWorkload(sizes);
  if (name == "B") return TensorConvWorkload(sizes);
  if (name == "C") return LanguageModelWorkload(sizes);
  return Error{
      ErrorCode::kInvalidArgument,
      "workload: expected A, A-used, B or C, found " + std::string(name)};
}

}  // namespace whylight
