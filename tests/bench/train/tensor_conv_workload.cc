#include "core/base/random.h"
#include "core/layers/dense.h"
#include "core/layers/embedding.h"
#include "core/layers/tensor_conv.h"
#include "core/ops/ops.h"
#include "tests/bench/train/workload.h"

namespace whylight {
namespace {

constexpr Index kInputs = 300;
constexpr Index kOrder = 3;
constexpr Index kClasses = 5;

StageOptions Options(const WorkloadSizes& sizes) {
  StageOptions options;
  options.batch = static_cast<std::size_t>(sizes.batch);
  options.optimiser.type = OptimiserType::kAdaGrad;
  options.optimiser.learning_rate = 0.01;
  options.clip_norm = 0;
  return options;
}

class TensorConvStage : public WorkloadStage {
 public:
  TensorConvStage(const WorkloadSizes& sizes, TensorConv layers)
      : WorkloadStage(Options(sizes), sizes),
        layers_(std::move(layers)),
        output_("output", layers_.outputs(), kClasses, 1),
        vectors_(UniformMatrix(sizes.batch * sizes.length, kInputs, 0.1, 1,
                               "vectors")) {}

  std::vector<Parameter*> Parameters() override {
    std::vector<Parameter*> parameters = layers_.Parameters();
    for (Parameter* parameter : output_.Parameters()) {
      parameters.push_back(parameter);
    }
    return parameters;
  }

  Var Loss(Graph& graph, const Shard& shard, const Step& step,
           const std::vector<double>& /*totals*/) override {
    const std::size_t count = shard.examples.size();
    const SequenceBatch sequences =
        EveryRowAWord(sizes().length, static_cast<Index>(count));
    std::vector<std::int32_t> ids;
    for (Index t = 0; t < sizes().length; ++t) {
      for (const std::size_t example : shard.examples) {
        ids.push_back(static_cast<std::int32_t>(example) *
                          static_cast<std::int32_t>(sizes().length) +
                      static_cast<std::int32_t>(t));
      }
    }
    const Sequences means = layers_.Apply(
        graph, {vectors_.Lookup(graph, ids), sequences, std::nullopt});
    std::vector<std::int32_t> classes;
    for (const std::size_t example : shard.examples) {
      classes.push_back(static_cast<std::int32_t>(example % kClasses));
    }
    const std::vector<Real> weights(
        count, Real(1) / static_cast<Real>(step.batch_size));
    return SoftmaxCrossEntropy(graph, output_.Apply(graph, means.words),
                               classes, weights);
  }

 private:
  TensorConv layers_;
  Dense output_;
  Embedding vectors_;
};

}  // namespace

Workload TensorConvWorkload(WorkloadSizes sizes) {
  if (sizes.batch == 0) sizes.batch = 15;
  if (sizes.length == 0) sizes.length = 19;
  if (sizes.hidden == 0) sizes.hidden = 200;
  if (sizes.layers == 0) sizes.layers = 3;
  Workload workload;
  workload.sizes = sizes;
  workload.words = static_cast<std::uint64_t>(sizes.batch * sizes.length);
  const auto d = static_cast<double>(kInputs);
  const auto h = static_cast<double>(sizes.hidden);
  const auto n = static_cast<double>(kOrder);
  const auto upper = static_cast<double>(sizes.layers - 1);
  // W of the first layer reads words, which are not learned.
  workload.flop = static_cast<double>(workload.words) * 2 *
                  (2 * n * d * h + 3 * h * h + upper * 3 * (n * h * h + h * h));
  TensorConv layers = TensorConv::Make("conv",
                                       {.inputs = kInputs,
                                        .hidden = sizes.hidden,
                                        .order = kOrder,
                                        .layers = sizes.layers,
                                        .decay = 0.5,
                                        .pooled = true},
                                       1)
                          .value();
  workload.task =
      OneStage(std::make_unique<TensorConvStage>(sizes, std::move(layers)));
  return workload;
}

}  // namespace whylight
