#include "core/training/engine/trainer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/format/json.h"
#include "core/training/engine/shards.h"
#include "core/training/engine/shared_weights.h"
#include "core/training/engine/weight_average.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The first place where two runs differ, as a sentence, or nothing.
std::string FindDifference(const ordered_json& began, const ordered_json& now,
                           const std::string& where) {
  if (began.is_object() && now.is_object()) {
    for (const auto& [key, value] : began.items()) {
      const auto found = now.find(key);
      std::string difference =
          FindDifference(value, found == now.end() ? ordered_json() : *found,
                         where.empty() ? key : where + "." + key);
      if (!difference.empty()) return difference;
    }
    for (const auto& [key, value] : now.items()) {
      if (!began.contains(key)) {
        return FindDifference(ordered_json(), value,
                              where.empty() ? key : where + "." + key);
      }
    }
    return {};
  }
  if (began == now) return {};
  return where + ": expected " + DumpJson(began) +
         ", as when the run began, found " + DumpJson(now);
}

class Trainer {
 public:
  Trainer(TrainingTask& task, const TrainerOptions& options,
          const TrainerHooks& hooks, Communicator& ranks)
      : task_(task),
        options_(options),
        hooks_(hooks),
        ranks_(ranks),
        shards_(ShardRange::Of(ranks)),
        pool_(options.threads),
        store_(options.checkpoints.folder, options.checkpoints.keep) {
    for (auto& graph : graphs_) {
      graph = std::make_unique<Graph>(Graph::Mode::kTraining, &weights_);
    }
  }

  Status Run() {
    start_ = last_checkpoint_ = Clock::now();
    const std::vector<Stage*> stages = task_.Stages();
    if (options_.resume) {
      if (Status resumed = Resume(); !resumed.ok()) return resumed;
    }
    while (!position_.finished) {
      if (Status done = RunStage(*stages[position_.stage], stages.size());
          !done.ok()) {
        return done;
      }
    }
    // A stage that ends with its best epoch's parameters has gone back to them.
    if (Status settled = stages.back()->Settle(pool_); !settled.ok())
      return settled;
    return KeepModel();
  }

 private:
  bool first_rank() const { return ranks_.rank() == 0; }
  bool keeps_files() const { return !options_.checkpoints.folder.empty(); }
  double Seconds() const { return earlier_seconds_ + SecondsSince(start_); }

  // Checkpoints.

  // Every tensor of the run: parameters, and what belongs to the stage at hand.
  std::vector<Parameter*> StateTensors(Stage* stage) {
    std::vector<Parameter*> tensors = task_.Parameters();
    if (stage == nullptr) return tensors;
    for (Parameter* each : optimiser_->State()) tensors.push_back(each);
    if (average_) {
      for (Parameter* each : average_->State()) tensors.push_back(each);
    }
    for (Parameter* each : stage->OwnState()) tensors.push_back(each);
    for (std::size_t s = 0; s < kShards; ++s) {
      for (Parameter* each : stage->CarriedState(s)) tensors.push_back(each);
    }
    return tensors;
  }

  // Rank 0 gets to know what the other ranks' shards carry.
  Status GatherCarriedState(Stage& stage) {
    for (std::size_t s = 0; s < kShards; ++s) {
      const auto owner = static_cast<int>(s / shards_.count);
      if (owner == 0) continue;
      for (Parameter* each : stage.CarriedState(s)) {
        const std::size_t size =
            static_cast<std::size_t>(each->value.size()) * sizeof(Real);
        if (ranks_.rank() == owner) {
          const std::string bytes(
              reinterpret_cast<const char*>(each->value.data()), size);
          if (Status sent = ranks_.Send(bytes, 0); !sent.ok()) return sent;
        } else if (first_rank()) {
          const Result<std::string> bytes = ranks_.Receive(owner);
          if (!bytes.ok()) return bytes.error();
          std::copy(bytes.value().begin(), bytes.value().end(),
                    reinterpret_cast<char*>(each->value.data()));
        }
      }
    }
    return {};
  }

  // Writes where the run is. `stage` is null between two stages.
  Status WriteCheckpoint(Stage* stage, bool is_best) {
    const bool remembers = is_best && keeps_best_;
    if (!keeps_files() && !remembers) return {};
    if (stage != nullptr) {
      if (Status gathered = GatherCarriedState(*stage); !gathered.ok()) {
        return gathered;
      }
    }
    Status written;
    position_.seconds = Seconds();
    position_.updates = stage == nullptr ? 0 : optimiser_->updates();
    const std::vector<Parameter*> tensors = StateTensors(stage);
    const Result<std::string> bytes = SerializeCheckpoint(
        position_, options_.run, {tensors.begin(), tensors.end()});
    if (!bytes.ok()) {
      written = bytes.error();
    } else {
      if (remembers) best_bytes_ = bytes.value();
      if (first_rank() && keeps_files()) {
        RememberBest();
        written = store_.Write(position_.step, bytes.value(), best_steps_);
      }
    }
    last_checkpoint_ = Clock::now();
    return AgreeOn(written, ranks_);
  }

  // The best epochs that the last checkpoints go back to must stay as well.
  void RememberBest() {
    if (!position_.best) return;
    best_steps_.push_back(position_.best->step);
    const auto keep =
        static_cast<std::size_t>(std::max(1, options_.checkpoints.keep));
    if (best_steps_.size() > keep) best_steps_.erase(best_steps_.begin());
  }

  // The bytes of the newest checkpoint that is whole, the same on every rank;
  // empty if there is none.
  Result<std::string> NewestCheckpoint() {
    std::string newest;
    Status failed;
    if (first_rank()) {
      const std::vector<std::uint64_t> steps = store_.Steps();
      for (std::size_t i = steps.size(); i-- > 0 && newest.empty();) {
        Result<std::string> bytes = store_.Read(steps[i]);
        Status readable;
        if (!bytes.ok()) {
          readable = bytes.error();
        } else if (const Result<CheckpointHeader> header =
                       ReadCheckpoint(bytes.value(), store_.Path(steps[i]));
                   !header.ok()) {
          readable = header.error();
        }
        if (readable.ok()) {
          newest = std::move(bytes).value();
        } else {
          Warn(readable.error().message +
               "; going back to the checkpoint before it");
        }
      }
      if (newest.empty() && !steps.empty()) {
        failed = Error{ErrorCode::kBadData,
                       options_.checkpoints.folder +
                           ": expected a checkpoint that can be read, found " +
                           std::to_string(steps.size()) + " that cannot"};
      }
    }
    if (Status agreed = AgreeOn(failed, ranks_); !agreed.ok()) {
      return agreed.error();
    }
    if (Status told = ranks_.Broadcast(&newest); !told.ok()) {
      return told.error();
    }
    return newest;
  }

  Status Resume() {
    Result<std::string> bytes = NewestCheckpoint();
    if (!bytes.ok()) return bytes.error();
    resumed_bytes_ = std::move(bytes).value();
    if (resumed_bytes_.empty()) {
      return first_rank() && hooks_.on_resume ? hooks_.on_resume(0) : Status{};
    }
    const std::string name = "checkpoint";
    const Result<CheckpointHeader> header =
        ReadCheckpoint(resumed_bytes_, name);
    if (!header.ok()) return header.error();
    const std::string difference =
        FindDifference(header.value().run, options_.run, "");
    if (!difference.empty()) {
      return Error{ErrorCode::kInvalidArgument,
                   "cannot go on with the run: " + difference};
    }
    position_ = header.value().position;
    earlier_seconds_ = position_.seconds;
    if (Status restored =
            RestoreTensors(resumed_bytes_, name, task_.Parameters());
        !restored.ok()) {
      return restored;
    }
    if (position_.best) {
      std::string best;
      Status read;
      if (first_rank()) {
        Result<std::string> file = store_.Read(position_.best->step);
        if (file.ok()) {
          best = std::move(file).value();
        } else {
          read = file.error();
        }
      }
      if (Status agreed = AgreeOn(read, ranks_); !agreed.ok()) return agreed;
      if (Status told = ranks_.Broadcast(&best); !told.ok()) return told;
      best_bytes_ = std::move(best);
      RememberBest();
    }
    return first_rank() && hooks_.on_resume ? hooks_.on_resume(position_.step)
                                            : Status{};
  }

  // Stages.

  Status RunStage(Stage& stage, std::size_t stages) {
    const StageOptions& options = stage.options();
    if (Status begun = stage.Begin(pool_); !begun.ok()) return begun;
    optimiser_ =
        std::make_unique<Optimiser>(stage.Parameters(), options.optimiser);
    average_.reset();
    if (options.average > 0) {
      average_.emplace(stage.Parameters(), options.average);
    }
    criterion_ = stage.DefaultCriterion();
    if (!options.early_stopping.metric.empty()) {
      criterion_ = {options.early_stopping.metric,
                    options.early_stopping.larger_is_better};
    }
    keeps_best_ = options.keep_best ||
                  options.schedule.type == ScheduleType::kRevertAndHalve;
    if (position_.stage_batches > 0 && !resumed_bytes_.empty()) {
      if (Status restored = RestoreTensors(resumed_bytes_, "checkpoint",
                                           StateTensors(&stage));
          !restored.ok()) {
        return restored;
      }
      optimiser_->SetUpdates(position_.updates);
    }
    resumed_bytes_.clear();

    const std::size_t stage_index = position_.stage;
    while (!position_.finished && position_.stage == stage_index) {
      Status done = RunEpoch(stage, stages);
      if (!done.ok()) return done;
    }
    return {};
  }

  Status RunEpoch(Stage& stage, std::size_t stages) {
    const StageOptions& options = stage.options();
    const auto batches = stage.Batches(position_.epoch);
    if (batches.empty()) {
      return Error{ErrorCode::kBadData, "stage " + std::string(stage.name()) +
                                            ": expected examples to train on, "
                                            "found none"};
    }
    epoch_start_ = Clock::now();
    epoch_words_ = position_.words;
    const auto total = static_cast<double>(batches.size()) *
                       static_cast<double>(options.epochs);
    while (position_.batch < batches.size()) {
      const Step step{
          .number = position_.stage_batches,
          .epoch = position_.epoch,
          .progress = static_cast<double>(position_.stage_batches) / total,
          .batch_size = batches[position_.batch].size()};
      const bool last = position_.batch + 1 == batches.size();
      if (Status done = RunBatch(stage, step, batches[position_.batch], last);
          !done.ok()) {
        return done;
      }
      for (const std::size_t example : batches[position_.batch]) {
        position_.words += stage.Words(example);
      }
      ++position_.batch;
      ++position_.stage_batches;
      if (first_rank() && hooks_.on_step) {
        hooks_.on_step(Progress(stage, batches.size()));
      }
      // What ends an epoch has its own checkpoint.
      if (last) break;
      const Result<bool> stop = StopWanted();
      if (!stop.ok()) return stop.error();
      // Nothing may lie between a checkpoint and its update.
      if (accumulated_ > 0) continue;
      if (stop.value()) return Interrupt(&stage);
      const Result<bool> due = CheckpointDue();
      if (!due.ok()) return due.error();
      if (due.value()) {
        if (Status written = WriteCheckpoint(&stage, false); !written.ok()) {
          return written;
        }
      }
    }
    return EndEpoch(stage, stages, batches.size());
  }

  Status EndEpoch(Stage& stage, std::size_t stages, std::size_t batches) {
    const StageOptions& options = stage.options();
    EpochReport report{.progress = Progress(stage, batches),
                       .dev = {},
                       .best = false,
                       .criterion = criterion_,
                       .words = position_.words - epoch_words_,
                       .seconds = SecondsSince(epoch_start_)};
    if (Status finite = CheckParameters(); !finite.ok()) return finite;
    SwapAverage();
    if (Status settled = stage.Settle(pool_); !settled.ok()) return settled;
    Result<ordered_json> dev = stage.Evaluate(pool_);
    if (!dev.ok()) return dev.error();
    report.dev = std::move(dev).value();
    if (Status judged = Judge(stage, report.dev, &report.best); !judged.ok()) {
      return judged;
    }
    Status told;
    if (first_rank() && hooks_.on_epoch) told = hooks_.on_epoch(report);
    if (Status agreed = AgreeOn(told, ranks_); !agreed.ok()) return agreed;
    if (!options.keep_best || report.best) {
      if (Status kept = KeepModel(); !kept.ok()) return kept;
    }
    SwapAverage();
    const bool reverts =
        options.schedule.type == ScheduleType::kRevertAndHalve &&
        position_.best && !report.best;
    const int patience = options.early_stopping.patience;
    const bool stage_ends =
        position_.epoch + 1 == options.epochs ||
        (patience > 0 && position_.epochs_since_best >= patience);

    ++position_.epoch;
    position_.batch = 0;
    position_.loss_sum = 0;
    if (report.best && keeps_best_ && (reverts || stage_ends)) {
      // Its parameters are those at hand.
      best_bytes_.clear();
    }
    if (reverts) {
      ++position_.reversions;
      if (Status back = GoBack(StateTensors(&stage)); !back.ok()) return back;
    }
    if (!stage_ends) {
      if (Status written = WriteCheckpoint(&stage, report.best);
          !written.ok()) {
        return written;
      }
    } else {
      if (options.keep_best) {
        if (Status back = GoBack(StateTensors(&stage)); !back.ok()) return back;
      }
      SwapAverage();
      const std::size_t next = position_.stage + 1;
      const std::uint64_t step = position_.step;
      position_ = {};
      position_.step = step;
      position_.stage = next;
      position_.finished = next == stages;
      best_bytes_.clear();
      if (Status written = WriteCheckpoint(nullptr, false); !written.ok()) {
        return written;
      }
    }
    const Result<bool> stop = StopWanted();
    if (!stop.ok()) return stop.error();
    if (stop.value() && !position_.finished) return Interrupted();
    return {};
  }

  // What is evaluated, kept and handed on to the next stage is the average,
  // where one is taken; what is trained on are the parameters.
  void SwapAverage() {
    if (average_) average_->Swap();
  }

  // Tensors of the best epoch, where that is not the last one.
  Status GoBack(const std::vector<Parameter*>& tensors) {
    if (best_bytes_.empty()) return {};
    return RestoreTensors(best_bytes_, "the best epoch's checkpoint", tensors);
  }

  // Whether the epoch is the best so far.
  Status Judge(const Stage& stage, const ordered_json& dev, bool* best) {
    const auto number = dev.find(criterion_.metric);
    if (number == dev.end() || !number->is_number()) {
      std::string names;
      for (const auto& [key, value] : dev.items()) {
        if (value.is_number())
          names.append(names.empty() ? "" : ", ").append(key);
      }
      return Error{ErrorCode::kInvalidArgument,
                   std::string(stage.name()) +
                       ".early_stopping.metric: expected one of " + names +
                       ", found " + Quote(criterion_.metric)};
    }
    const StageOptions& options = stage.options();
    const int from = std::min(options.early_stopping.from, options.epochs);
    if (position_.epoch + 1 < from) {
      *best = false;
      return {};
    }
    const auto value = number->get<double>();
    *best = !position_.best ||
            (criterion_.larger_is_better ? value > position_.best->value
                                         : value < position_.best->value);
    if (*best) {
      position_.best = BestEpoch{value, position_.epoch, position_.step};
      position_.epochs_since_best = 0;
    } else {
      ++position_.epochs_since_best;
    }
    return {};
  }

  Status KeepModel() {
    Status kept;
    if (first_rank() && hooks_.on_model) kept = hooks_.on_model();
    return AgreeOn(kept, ranks_);
  }

  Result<bool> StopWanted() {
    return AnyRank(hooks_.stop != nullptr && *hooks_.stop, ranks_);
  }

  static Status Interrupted() {
    return Error{ErrorCode::kInterrupted, "training was interrupted"};
  }

  Status Interrupt(Stage* stage) {
    if (Status written = WriteCheckpoint(stage, false); !written.ok()) {
      return written;
    }
    if (!stage->options().keep_best || !position_.best) {
      SwapAverage();
      if (Status settled = stage->Settle(pool_); !settled.ok()) return settled;
      if (Status kept = KeepModel(); !kept.ok()) return kept;
    }
    return Interrupted();
  }

  Result<bool> CheckpointDue() {
    const CheckpointOptions& options = options_.checkpoints;
    if (!keeps_files()) return false;
    if (options.every_steps > 0 && position_.step % options.every_steps == 0) {
      return true;
    }
    // Ranks have clocks of their own.
    return AnyRank(options.every_minutes > 0 && SecondsSince(last_checkpoint_) >
                                                    60 * options.every_minutes,
                   ranks_);
  }

  TrainingProgress Progress(const Stage& stage, std::size_t batches) const {
    const int epochs = stage.options().epochs;
    return {
        .stage = stage.name(),
        .epoch = position_.epoch + 1,
        .epochs = epochs,
        .step = position_.step,
        .words = position_.words,
        .share = static_cast<double>(position_.stage_batches) /
                 (static_cast<double>(batches) * epochs),
        .loss = position_.batch == 0
                    ? 0
                    : position_.loss_sum / static_cast<double>(position_.batch),
        .learning_rate = learning_rate_,
        .seconds = Seconds()};
  }

  // Batches.

  Status RunBatch(Stage& stage, const Step& step,
                  const std::vector<std::size_t>& batch, bool last) {
    std::array<Shard, kShards> shards;
    std::array<bool, kShards> used{};
    for (std::size_t s = 0; s < kShards; ++s) {
      shards[s].index = s;
      for (std::size_t i = s; i < batch.size(); i += kShards) {
        shards[s].examples.push_back(batch[i]);
      }
      used[s] = !shards[s].examples.empty();
    }
    for (const auto& graph : graphs_) graph->Clear();
    weights_.Clear();

    std::vector<double> totals;
    if (stage.totals() > 0) {
      ShardNumbers numbers;
      pool_.ParallelFor(shards_.count, [&](std::size_t i) {
        const std::size_t s = shards_.first + i;
        if (used[s]) numbers[s] = stage.Forward(*graphs_[s], shards[s], step);
      });
      Result<std::vector<double>> sums = SumNumbers(numbers, ranks_);
      if (!sums.ok()) return sums.error();
      totals = std::move(sums).value();
      // Shards without examples add nothing, whatever their number.
      totals.resize(stage.totals());
    }
    ShardNumbers losses;
    pool_.ParallelFor(shards_.count, [&](std::size_t i) {
      const std::size_t s = shards_.first + i;
      if (!used[s]) return;
      Graph& graph = *graphs_[s];
      const Var loss = stage.Loss(graph, shards[s], step, totals);
      losses[s] = {static_cast<double>(graph.value(loss)(0, 0))};
      graph.Backward(loss);
    });
    const Result<std::vector<double>> loss = SumNumbers(losses, ranks_);
    if (!loss.ok()) return loss.error();
    stage.AfterStep(step, totals);
    Result<std::vector<Gradient>> gradients =
        SumGradients(optimiser_->parameters(), graphs_, used, ranks_, pool_);
    if (!gradients.ok()) return gradients.error();
    if (!std::isfinite(loss.value()[0])) {
      return NotFinite("the loss", stage, step, batch);
    }
    position_.loss_sum += loss.value()[0];
    return Update(stage, step, batch, gradients.value(), last);
  }

  Status Update(Stage& stage, const Step& step,
                const std::vector<std::size_t>& batch,
                std::vector<Gradient>& gradients, bool last) {
    const StageOptions& options = stage.options();
    if (options.accumulate > 1) {
      Accumulate(gradients);
      if (accumulated_ < options.accumulate && !last) return {};
      gradients.clear();
      for (Matrix& sum : accumulation_) {
        sum /= static_cast<Real>(accumulated_);
        gradients.push_back(
            {MatrixView(sum.data(), sum.rows(), sum.cols()), std::nullopt});
      }
    }
    const std::vector<Real> penalties = Penalties(options.l2);
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
        const Parameter& parameter =
            *optimiser_->parameters()[parts[i].parameter];
        return NotFinite("the gradient of " + parameter.name, stage, step,
                         batch);
      }
      square += squares[i];
    }
    const double norm = std::sqrt(square);
    const Real scale = options.clip_norm > 0 && norm > options.clip_norm
                           ? static_cast<Real>(options.clip_norm / norm)
                           : Real{1};
    learning_rate_ =
        options.optimiser.learning_rate *
        ScheduleFactor(options.schedule, optimiser_->updates(), position_.epoch,
                       step.progress, position_.reversions);
    optimiser_->BeginUpdate(learning_rate_);
    pool_.ParallelFor(parts.size(), [&](std::size_t i) {
      const GradientPart& part = parts[i];
      optimiser_->Apply(part.parameter, gradients[part.parameter], part.begin,
                        part.end, scale);
    });
    if (average_) average_->Update(optimiser_->updates(), pool_);
    ++position_.step;
    accumulated_ = 0;
    return {};
  }

  // Sparse gradients become dense ones here.
  void Accumulate(const std::vector<Gradient>& gradients) {
    if (accumulated_++ == 0) {
      accumulation_.clear();
      for (const Parameter* parameter : optimiser_->parameters()) {
        accumulation_.push_back(
            Matrix::Zero(parameter->value.rows(), parameter->value.cols()));
      }
    }
    for (std::size_t p = 0; p < gradients.size(); ++p) {
      const Gradient& gradient = gradients[p];
      if (!gradient.rows) {
        accumulation_[p] += gradient.values;
        continue;
      }
      for (std::size_t i = 0; i < gradient.rows->size(); ++i) {
        accumulation_[p].row((*gradient.rows)[i]) +=
            gradient.values.row(static_cast<Index>(i));
      }
    }
  }

  // What each parameter is multiplied with to give the gradient of its L2.
  std::vector<Real> Penalties(const L2Options& l2) const {
    std::vector<Real> factors;
    for (const Parameter* parameter : optimiser_->parameters()) {
      double factor = 2 * l2.weight;
      if (l2.weight > 0 && l2.type == L2Type::kNorm) {
        const auto norm = static_cast<double>(parameter->value.norm());
        factor = norm > 0 ? l2.weight / norm : 0;
      }
      factors.push_back(static_cast<Real>(factor));
    }
    return factors;
  }

  // Rows that a sparse gradient leaves out are not penalised in this step:
  // that would take a pass over the whole table.
  void AddPenalty(Real factor, const GradientPart& part,
                  Gradient& gradient) const {
    if (factor == Real{0}) return;
    const Matrix& value = optimiser_->parameters()[part.parameter]->value;
    for (Index i = part.begin; i < part.end; ++i) {
      const Index row =
          gradient.rows ? (*gradient.rows)[static_cast<std::size_t>(i)] : i;
      gradient.values.row(i) += factor * value.row(row);
    }
  }

  Status CheckParameters() const {
    for (const Parameter* parameter : optimiser_->parameters()) {
      if (parameter->value.allFinite()) continue;
      return Error{ErrorCode::kNotFinite,
                   parameter->name +
                       ": expected finite numbers, found NaN or infinity "
                       "after step " +
                       std::to_string(position_.step) + LastGood()};
    }
    return {};
  }

  std::string LastGood() const {
    const std::vector<std::uint64_t> steps =
        keeps_files() ? store_.Steps() : std::vector<std::uint64_t>{};
    if (steps.empty()) return "";
    return "; the last good checkpoint is that of step " +
           std::to_string(steps.back());
  }

  // A tensor that is not finite itself is the better culprit to name.
  Status NotFinite(std::string what, const Stage& stage, const Step& step,
                   const std::vector<std::size_t>& batch) const {
    for (const Parameter* parameter : optimiser_->parameters()) {
      if (!parameter->value.allFinite()) {
        what = parameter->name;
        break;
      }
    }
    constexpr std::size_t kNamed = 3;
    std::string examples;
    for (std::size_t i = 0; i < std::min(batch.size(), kNamed); ++i) {
      examples.append(i == 0 ? "" : ", ").append(stage.ExampleName(batch[i]));
    }
    if (batch.size() > kNamed) {
      examples.append(" and ")
          .append(std::to_string(batch.size() - kNamed))
          .append(" more");
    }
    return Error{ErrorCode::kNotFinite,
                 what +
                     ": expected finite numbers, found NaN or infinity at "
                     "step " +
                     std::to_string(position_.step + 1) + " (stage " +
                     std::string(stage.name()) + ", epoch " +
                     std::to_string(step.epoch + 1) + ", batch " +
                     std::to_string(position_.batch + 1) + ": " + examples +
                     ")" + LastGood()};
  }

  void Warn(const std::string& message) const {
    if (hooks_.on_warning) hooks_.on_warning(message);
  }

  TrainingTask& task_;
  const TrainerOptions& options_;
  const TrainerHooks& hooks_;
  Communicator& ranks_;
  ShardRange shards_;
  ThreadPool pool_;
  CheckpointStore store_;
  SharedWeights weights_;  // Packed, of the batch at hand.
  ShardGraphs graphs_;

  TrainingPosition position_;
  // Of the stage at hand.
  std::unique_ptr<Optimiser> optimiser_;
  std::optional<WeightAverage> average_;
  Criterion criterion_;
  bool keeps_best_ = false;
  std::vector<std::uint64_t> best_steps_;
  std::string best_bytes_;     // The checkpoint of the best epoch, if wanted.
  std::string resumed_bytes_;  // Until the stage has taken its share.
  double learning_rate_ = 0;
  std::vector<Matrix> accumulation_;
  int accumulated_ = 0;

  Clock::time_point start_;
  Clock::time_point last_checkpoint_;
  Clock::time_point epoch_start_;
  std::uint64_t epoch_words_ = 0;
  double earlier_seconds_ = 0;
};

}  // namespace

Status Train(TrainingTask& task, const TrainerOptions& options,
             const TrainerHooks& hooks, Communicator& ranks) {
  return Trainer(task, options, hooks, ranks).Run();
}

}  // namespace whylight
