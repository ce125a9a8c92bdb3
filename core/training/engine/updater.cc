#include "core/training/engine/updater.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

namespace whylight {

Updater::Updater(Stage& stage, Communicator& ranks, ThreadPool& pool)
    : stage_(stage),
      ranks_(ranks),
      pool_(pool),
      optimiser_(stage.Parameters(), stage.options().optimiser) {
  for (auto& graph : graphs_) {
    graph = std::make_unique<Graph>(Graph::Mode::kTraining, &weights_);
  }
  if (stage.options().average > 0) {
    average_.emplace(stage.Parameters(), stage.options().average);
  }
  if (stage.options().start_share > 0) {
    start_.emplace(stage.Parameters(), stage.options().start_share);
  }
}

std::vector<Parameter*> Updater::State() {
  std::vector<Parameter*> tensors = optimiser_.State();
  if (average_) {
    for (Parameter* each : average_->State()) tensors.push_back(each);
  }
  if (start_) {
    for (Parameter* each : start_->State()) tensors.push_back(each);
  }
  return tensors;
}

void Updater::SwapAverage() {
  // What is mixed with the start is the average.
  const bool mixed = start_ && start_->in_place();
  if (mixed) start_->Swap();
  if (average_) average_->Swap();
  if (start_ && !mixed) start_->Swap();
}

Status Updater::Learn(const Step& step, const Batch& batch, bool last,
                      TrainingPosition* position) {
  std::array<Shard, kShards> shards;
  std::array<bool, kShards> used{};
  for (std::size_t s = 0; s < kShards; ++s) {
    shards[s].index = s;
    for (std::size_t i = s; i < batch.size(); i += kShards) {
      shards[s].examples.push_back(batch[i]);
    }
    used[s] = !shards[s].examples.empty();
  }
  for (std::size_t s = 0; s < kShards; ++s) memory_.Clear(s, *graphs_[s]);
  weights_.Clear();

  const ShardRange own = ShardRange::Of(ranks_);
  std::vector<double> totals;
  const bool goes_twice = stage_.totals() > 0;
  if (goes_twice) {
    ShardNumbers numbers;
    pool_.ParallelFor(own.count, [&](std::size_t i) {
      const std::size_t s = own.first + i;
      if (!used[s]) return;
      memory_.Lend(s, *graphs_[s]);
      numbers[s] = stage_.Forward(*graphs_[s], shards[s], step);
    });
    Result<std::vector<double>> sums = SumNumbers(numbers, ranks_);
    if (!sums.ok()) return sums.error();
    totals = std::move(sums).value();
    // Shards without examples add nothing, whatever their number.
    totals.resize(stage_.totals());
  }
  ShardNumbers losses;
  pool_.ParallelFor(own.count, [&](std::size_t i) {
    const std::size_t s = own.first + i;
    if (!used[s]) return;
    Graph& graph = *graphs_[s];
    if (!goes_twice) memory_.Lend(s, graph);
    const Var loss = stage_.Loss(graph, shards[s], step, totals);
    losses[s] = {static_cast<double>(graph.value(loss)(0, 0))};
    graph.Backward(loss, Graph::Lasting::kParameters);
    memory_.TakeBack(s, graph);
  });
  const Result<std::vector<double>> loss = SumNumbers(losses, ranks_);
  if (!loss.ok()) return loss.error();
  stage_.AfterStep(step, totals);
  Result<std::vector<Gradient>> sums =
      SumGradients(optimiser_.parameters(), graphs_, used, ranks_, pool_);
  if (!sums.ok()) return sums.error();
  if (!std::isfinite(loss.value()[0])) {
    return NotFinite("the loss", batch, *position);
  }
  position->loss_sum += loss.value()[0];
  std::vector<Gradient> gradients = std::move(sums).value();
  if (stage_.options().accumulate > 1) {
    Gather(gradients);
    if (gathered_ < stage_.options().accumulate && !last) return {};
    gradients.clear();
    for (Matrix& sum : gathered_sums_) {
      sum /= static_cast<Real>(gathered_);
      gradients.push_back(
          {MatrixView(sum.data(), sum.rows(), sum.cols()), std::nullopt});
    }
    gathered_ = 0;
  }
  return Update(step, batch, gradients, position);
}

Status Updater::Update(const Step& step, const Batch& batch,
                       std::vector<Gradient>& gradients,
                       TrainingPosition* position) {
  const StageOptions& options = stage_.options();
  const std::vector<Real> penalties = Penalties();
  const std::vector<GradientPart> parts = CutIntoParts(gradients);
  std::vector<double> squares(parts.size());
  pool_.ParallelFor(parts.size(), [&](std::size_t i) {
    const GradientPart& part = parts[i];
    Gradient& gradient = gradients[part.parameter];
    AddPenalty(penalties[part.parameter], part, gradient);
    squares[i] = static_cast<double>(
        gradient.values.middleRows(part.begin, part.end - part.begin)
            .squaredNorm());
  });
  double square = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!std::isfinite(squares[i])) {
      const Parameter& parameter = *optimiser_.parameters()[parts[i].parameter];
      return NotFinite("the gradient of " + parameter.name, batch, *position);
    }
    square += squares[i];
  }
  const double norm = std::sqrt(square);
  const Real scale = options.clip_norm > 0 && norm > options.clip_norm
                         ? static_cast<Real>(options.clip_norm / norm)
                         : Real{1};
  learning_rate_ =
      options.optimiser.learning_rate *
      ScheduleFactor(options.schedule, optimiser_.updates(), position->epoch,
                     step.progress, position->reversions);
  optimiser_.BeginUpdate(learning_rate_, stage_.RateFactors(step.epoch));
  pool_.ParallelFor(parts.size(), [&](std::size_t i) {
    const GradientPart& part = parts[i];
    optimiser_.Apply(part.parameter, gradients[part.parameter], part.begin,
                     part.end, scale);
  });
  if (average_) average_->Update(optimiser_.updates(), pool_);
  ++position->step;
  return {};
}

void Updater::Gather(const std::vector<Gradient>& gradients) {
  if (gathered_++ == 0) {
    gathered_sums_.clear();
    for (const Parameter* parameter : optimiser_.parameters()) {
      gathered_sums_.push_back(
          Matrix::Zero(parameter->value.rows(), parameter->value.cols()));
    }
  }
  for (std::size_t p = 0; p < gradients.size(); ++p) {
    const Gradient& gradient = gradients[p];
    if (!gradient.rows) {
      gathered_sums_[p] += gradient.values;
      continue;
    }
    for (std::size_t i = 0; i < gradient.rows->size(); ++i) {
      gathered_sums_[p].row((*gradient.rows)[i]) +=
          gradient.values.row(static_cast<Index>(i));
    }
  }
}

std::vector<Real> Updater::Penalties() const {
  const L2Options& l2 = stage_.options().l2;
  std::vector<Real> factors;
  for (const Parameter* parameter : optimiser_.parameters()) {
    double factor = 2 * l2.weight;
    if (l2.weight > 0 && l2.type == L2Type::kNorm) {
      const auto norm = static_cast<double>(parameter->value.norm());
      factor = norm > 0 ? l2.weight / norm : 0;
    }
    factors.push_back(static_cast<Real>(factor));
  }
  return factors;
}

// Rows that a sparse gradient leaves out are not penalised in this step: that
// would take a pass over the whole table.
void Updater::AddPenalty(Real factor, const GradientPart& part,
                         Gradient& gradient) const {
  if (factor == Real{0}) return;
  const Matrix& value = optimiser_.parameters()[part.parameter]->value;
  for (Index i = part.begin; i < part.end; ++i) {
    const Index row =
        gradient.rows ? (*gradient.rows)[static_cast<std::size_t>(i)] : i;
    gradient.values.row(i) += factor * value.row(row);
  }
}

Status Updater::CheckParameters(std::uint64_t after) const {
  for (const Parameter* parameter : optimiser_.parameters()) {
    if (parameter->value.allFinite()) continue;
    return Error{ErrorCode::kNotFinite,
                 parameter->name +
                     ": expected finite numbers, found NaN or infinity after "
                     "step " +
                     std::to_string(after)};
  }
  return {};
}

// A tensor that is not finite itself is the better culprit to name.
Error Updater::NotFinite(std::string what, const Batch& batch,
                         const TrainingPosition& position) const {
  for (const Parameter* parameter : optimiser_.parameters()) {
    if (!parameter->value.allFinite()) {
      what = parameter->name;
      break;
    }
  }
  constexpr std::size_t kNamed = 3;
  std::string examples;
  for (std::size_t i = 0; i < std::min(batch.size(), kNamed); ++i) {
    examples.append(i == 0 ? "" : ", ").append(stage_.ExampleName(batch[i]));
  }
  if (batch.size() > kNamed) {
    examples.append(" and ")
        .append(std::to_string(batch.size() - kNamed))
        .append(" more");
  }
  return {ErrorCode::kNotFinite,
          what + ": expected finite numbers, found NaN or infinity at step " +
              std::to_string(position.step + 1) + " (stage " +
              std::string(stage_.name()) + ", epoch " +
              std::to_string(position.epoch + 1) + ", batch " +
              std::to_string(position.batch + 1) + ": " + examples + ")"};
}

}  // namespace whylight
