#include "core/systems/rationale/fast/system.h"

#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "core/systems/rationale/fast/engine.h"
#include "core/systems/rationale/system.h"

namespace whylight {
namespace {

// The files from which the engines of all threads were loaded, and the model
// for the questions that they do not answer, once one is asked.
class Shared {
 public:
  explicit Shared(ModelFiles files) : files_(std::move(files)) {}

  const ModelFiles& files() const { return files_; }

  Result<const RationaleModel*> Whole() {
    const std::scoped_lock lock(mutex_);
    if (!model_) {
      Result<RationaleModel> loaded = RationaleModel::Load(files_);
      if (!loaded.ok()) return loaded.error();
      model_ = std::move(loaded).value();
    }
    return &*model_;
  }

 private:
  ModelFiles files_;
  std::mutex mutex_;
  std::optional<RationaleModel> model_;
};

class EngineAnswers final : public RationaleAnswers {
 public:
  EngineAnswers(RationaleEngine engine, std::shared_ptr<Shared> shared)
      : engine_(std::move(engine)), shared_(std::move(shared)) {}

  static Result<std::unique_ptr<Model>> Make(std::shared_ptr<Shared> shared) {
    Result<RationaleEngine> loaded = RationaleEngine::Load(shared->files());
    if (!loaded.ok()) return loaded.error();
    return std::unique_ptr<Model>(std::make_unique<EngineAnswers>(
        std::move(loaded).value(), std::move(shared)));
  }

  Result<RationaleExplanation> Explain(std::string_view utf8,
                                       PointIndex point) override {
    return engine_.Explain(utf8, point);
  }
  const std::vector<std::string>& aspects() const override {
    return engine_.aspects();
  }
  const RationaleOptions& options() const override { return engine_.options(); }
  Result<const RationaleModel*> Whole() override { return shared_->Whole(); }
  Result<std::unique_ptr<Model>> ForAnotherThread() const override {
    return Make(shared_);
  }

 private:
  RationaleEngine engine_;
  std::shared_ptr<Shared> shared_;
};

Result<std::unique_ptr<Model>> Load(ModelFiles files) {
  const Result<Document> config = ReadModelConfig(files);
  if (!config.ok()) return config.error();
  const Result<RationaleOptions> options = ReadRationaleOptions(config.value());
  if (!options.ok()) return options.error();
  if (!RationaleEngine::Reads(options.value())) {
    return RationaleSystem().load(std::move(files));
  }
  return EngineAnswers::Make(std::make_shared<Shared>(std::move(files)));
}

}  // namespace

const System& FastRationaleSystem() {
  static const System system = [] {
    System fast = RationaleSystem();
    fast.load = Load;
    return fast;
  }();
  return system;
}

}  // namespace whylight
