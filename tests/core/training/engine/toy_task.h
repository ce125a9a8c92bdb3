// A training that takes a moment: some numbers fitted to others, with all that
// makes real ones hard to repeat.
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/ops/ops.h"
#include "core/training/engine/stage.h"

namespace whylight {

/// tanh(x V + carried) W is to be y. Its inputs are noisy, anew in every step;
/// its loss asks for a sum over the batch; shards carry a state, and so does
/// the stage.
class ToyStage final : public Stage {
 public:
  ToyStage(std::string name, Parameter& first, Parameter& second,
           StageOptions options)
      : name_(std::move(name)),
        first_(first),
        second_(second),
        options_(std::move(options)) {
    const CounterRandom random(5, RandomPurpose::kInitialise);
    for (Index i = 0; i < kExamples; ++i) {
      for (Index j = 0; j < kInputs; ++j) {
        x(i, j) = static_cast<Real>(
            random.Normal(static_cast<std::uint64_t>(i * kInputs + j)));
      }
      y(i, 0) = std::tanh(x(i, 0) - x(i, 1)) + Real(0.1) * x(i, 2);
    }
    for (std::size_t s = 0; s < kShards; ++s) {
      carried_[s] = {"carried." + std::to_string(s), Matrix::Zero(1, kHidden)};
    }
  }

  static constexpr Index kExamples = 37;
  static constexpr Index kInputs = 3;
  static constexpr Index kHidden = 5;

  Matrix x = Matrix(kExamples, kInputs);
  Matrix y = Matrix(kExamples, 1);
  /// The figure that `Evaluate` gives in each epoch instead of the mean error,
  /// if any.
  std::vector<double> errors = {};
  /// The first number of the model each time that it was made usable.
  std::vector<Real> settled = {};

  std::string_view name() const override { return name_; }
  const StageOptions& options() const override { return options_; }
  std::vector<Parameter*> Parameters() override { return {&first_, &second_}; }
  std::vector<Parameter*> CarriedState(std::size_t shard) override {
    return {&carried_[shard]};
  }
  std::vector<Parameter*> OwnState() override { return {&pull_}; }
  std::uint64_t Words(std::size_t) const override { return 1; }

  std::vector<std::vector<std::size_t>> Batches(int epoch) const override {
    std::vector<std::vector<std::size_t>> batches;
    const auto order = Permutation(
        kExamples, CounterRandom(3, RandomPurpose::kShuffle,
                                 static_cast<std::uint64_t>(epoch)));
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i % options_.batch == 0) batches.emplace_back();
      batches.back().push_back(order[i]);
    }
    return batches;
  }

  std::size_t totals() const override { return 1; }
  std::vector<double> Forward(Graph& graph, const Shard& shard,
                              const Step& step) override {
    const auto n = static_cast<Index>(shard.examples.size());
    Matrix inputs(n, kInputs);
    Matrix target(n, 1);
    for (Index i = 0; i < n; ++i) {
      const std::size_t example = shard.examples[static_cast<std::size_t>(i)];
      const CounterRandom random(1, RandomPurpose::kDropout, step.number,
                                 example);
      inputs.row(i) = x.row(static_cast<Index>(example));
      inputs(i, 0) += Real(0.01) * static_cast<Real>(random.Normal(0));
      target(i, 0) = y(static_cast<Index>(example), 0);
    }
    Matrix& carried = carried_[shard.index].value;
    const Var hidden = Tanh(
        graph,
        AddBias(graph, MatMul(graph, graph.Constant(inputs), graph.Use(first_)),
                graph.Constant(carried)));
    const Var output = MatMul(graph, hidden, graph.Use(second_));
    carried =
        Real(0.5) * carried + Real(0.1) * graph.value(hidden).colwise().mean();
    const auto weight =
        Real{1} / static_cast<Real>(static_cast<double>(step.batch_size));
    loss_[shard.index] =
        SquaredError(graph, output, target, Matrix::Constant(n, 1, weight));
    sum_[shard.index] = output;
    return {static_cast<double>(graph.value(output).sum())};
  }
  Var Loss(Graph& graph, const Shard& shard, const Step& step,
           const std::vector<double>& totals) override {
    // A pull on the outputs that only the whole batch can tell, and one that
    // the batches before can.
    const auto pull = static_cast<Real>(0.01 * totals[0] /
                                        static_cast<double>(step.batch_size)) +
                      pull_.value(0, 0);
    const Var output = sum_[shard.index];
    const Index n = graph.value(output).rows();
    return WeightedSum(graph,
                       {loss_[shard.index], SumOverWords(graph, output, {n})},
                       {Real{1}, pull});
  }

  void AfterStep(const Step& step, const std::vector<double>& totals) override {
    pull_.value(0, 0) = Real(0.9) * pull_.value(0, 0) +
                        static_cast<Real>(0.001 * totals[0] /
                                          static_cast<double>(step.batch_size));
  }

  Status Settle(ThreadPool&) override {
    settled.push_back(first_.value(0, 0));
    return {};
  }

  Result<nlohmann::ordered_json> Evaluate(ThreadPool&) override {
    const Matrix output =
        (x * first_.value).array().tanh().matrix() * second_.value;
    double error = static_cast<double>((output - y).squaredNorm()) / kExamples;
    if (evaluations_ < errors.size()) error = errors[evaluations_++];
    // A figure that there is not.
    if (std::isnan(error)) return nlohmann::ordered_json{{"error", nullptr}};
    return nlohmann::ordered_json{{"error", error}};
  }
  Criterion DefaultCriterion() const override { return {"error"}; }

 private:
  std::string name_;
  Parameter& first_;
  Parameter& second_;
  StageOptions options_;
  std::array<Parameter, kShards> carried_;
  Parameter pull_{"pull", Matrix::Zero(1, 1)};
  std::array<Var, kShards> loss_{};
  std::array<Var, kShards> sum_{};
  std::size_t evaluations_ = 0;
};

/// Two stages on the same parameters.
class ToyTask final : public TrainingTask {
 public:
  explicit ToyTask(const StageOptions& options) {
    const CounterRandom random(7, RandomPurpose::kInitialise);
    std::uint64_t at = 0;
    for (Matrix* value : {&first_.value, &second_.value}) {
      for (Index i = 0; i < value->size(); ++i) {
        value->data()[i] = static_cast<Real>(0.5 * random.Normal(at++));
      }
    }
    stages_.push_back(
        std::make_unique<ToyStage>("one", first_, second_, options));
    stages_.push_back(
        std::make_unique<ToyStage>("two", first_, second_, options));
  }

  ToyStage& stage(std::size_t i) { return *stages_[i]; }
  /// Every number of the model.
  std::string Bytes() const {
    std::string bytes;
    for (const Matrix* value : {&first_.value, &second_.value}) {
      bytes.append(reinterpret_cast<const char*>(value->data()),
                   static_cast<std::size_t>(value->size()) * sizeof(Real));
    }
    return bytes;
  }

  std::vector<Stage*> Stages() override {
    return {stages_[0].get(), stages_[1].get()};
  }
  std::vector<Parameter*> Parameters() override { return {&first_, &second_}; }
  nlohmann::ordered_json ResolvedConfig() const override { return {}; }
  std::vector<DataFile> Data() const override { return {}; }
  std::string Summary() const override { return "toys"; }
  Result<ModelFiles> Save(const nlohmann::ordered_json&) override {
    return ModelFiles{};
  }

 private:
  Parameter first_{"V", Matrix(ToyStage::kInputs, ToyStage::kHidden)};
  Parameter second_{"W", Matrix(ToyStage::kHidden, 1)};
  std::vector<std::unique_ptr<ToyStage>> stages_;
};

}  // namespace whylight
