#include "core/training/engine/trainer.h"

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "core/training/engine/checkpointer.h"
#include "core/training/engine/judge.h"
#include "core/training/engine/updater.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class Trainer {
 public:
  Trainer(TrainingTask& task, const TrainerOptions& options,
          const TrainerHooks& hooks, Communicator& ranks)
      : task_(task),
        options_(options),
        hooks_(hooks),
        ranks_(ranks),
        pool_(options.threads),
        checkpoints_(options.checkpoints, options.run, ranks) {}

  Status Run() {
    const std::vector<Stage*> stages = task_.Stages();
    if (options_.resume) {
      if (Status resumed = Resume(stages); !resumed.ok()) return resumed;
    }
    while (!position_.finished) {
      if (Status done = RunStage(*stages[position_.stage], stages.size());
          !done.ok()) {
        return done;
      }
    }
    // A stage that ends with its best epoch's parameters has gone back to them.
    if (!settled_) {
      if (Status settled = stages.back()->Settle(pool_); !settled.ok()) {
        return settled;
      }
    }
    return KeepModel();
  }

 private:
  // A stage at hand, with what lasts as long as it does.
  struct Course {
    Stage& stage;
    Updater updater;
    Judge judge;
  };

  bool first_rank() const { return ranks_.rank() == 0; }
  double Seconds() const { return earlier_seconds_ + SecondsSince(start_); }

  Status Resume(const std::vector<Stage*>& stages) {
    const auto goes_back = [&stages](const TrainingPosition& position) {
      return !position.finished && Judge(*stages[position.stage]).KeepsBest();
    };
    const Result<std::optional<TrainingPosition>> resumed =
        checkpoints_.Resume(goes_back, hooks_.on_warning);
    if (!resumed.ok()) return resumed.error();
    if (resumed.value()) {
      position_ = *resumed.value();
      earlier_seconds_ = position_.seconds;
      Status restored = checkpoints_.RestoreResumed(task_.Parameters());
      if (!restored.ok()) return restored;
    }
    return first_rank() && hooks_.on_resume ? hooks_.on_resume(position_.step)
                                            : Status{};
  }

  // Every tensor of the run: parameters, and what belongs to the stage.
  std::vector<Parameter*> StateTensors(Course& course) {
    std::vector<Parameter*> tensors = task_.Parameters();
    const auto add = [&tensors](const std::vector<Parameter*>& more) {
      tensors.insert(tensors.end(), more.begin(), more.end());
    };
    add(course.updater.State());
    add(course.stage.OwnState());
    for (std::size_t s = 0; s < kShards; ++s) add(course.stage.CarriedState(s));
    return tensors;
  }

  Status WriteCheckpoint(Course& course, bool is_best) {
    position_.seconds = Seconds();
    position_.updates = course.updater.updates();
    return checkpoints_.Write(position_, StateTensors(course), &course.stage,
                              is_best && course.judge.KeepsBest());
  }

  Status RunStage(Stage& stage, std::size_t stages) {
    settled_ = false;
    if (Status begun = stage.Begin(pool_); !begun.ok()) return begun;
    Course course{stage, Updater(stage, ranks_, pool_), Judge(stage)};
    if (position_.stage_batches > 0) {
      Status restored = checkpoints_.RestoreResumed(StateTensors(course));
      if (!restored.ok()) return restored;
      course.updater.SetUpdates(position_.updates);
      if (Status went_on = stage.GoOn(pool_); !went_on.ok()) return went_on;
    } else if (const std::string doubt = course.judge.FindDoubt();
               !doubt.empty() && first_rank() && hooks_.on_warning) {
      hooks_.on_warning(doubt);
    }
    checkpoints_.ForgetResumed();

    const std::size_t stage_index = position_.stage;
    while (!position_.finished && position_.stage == stage_index) {
      Status done = RunEpoch(course, stages);
      if (done.ok()) continue;
      if (done.error().code != ErrorCode::kNotFinite) return done;
      return Error{ErrorCode::kNotFinite,
                   done.error().message + checkpoints_.LastGood()};
    }
    return {};
  }

  Status RunEpoch(Course& course, std::size_t stages) {
    const Stage& stage = course.stage;
    const auto batches = stage.Batches(position_.epoch);
    if (batches.empty()) {
      return Error{ErrorCode::kBadData, "stage " + std::string(stage.name()) +
                                            ": expected examples to train on, "
                                            "found none"};
    }
    epoch_start_ = Clock::now();
    epoch_words_ = position_.words;
    const auto total = static_cast<double>(batches.size()) *
                       static_cast<double>(stage.options().epochs);
    while (position_.batch < batches.size()) {
      const std::vector<std::size_t>& batch = batches[position_.batch];
      const Step step{
          .number = position_.stage_batches,
          .epoch = position_.epoch,
          .progress = static_cast<double>(position_.stage_batches) / total,
          .batch_size = batch.size()};
      settled_ = false;
      const bool last = position_.batch + 1 == batches.size();
      if (Status learned = course.updater.Learn(step, batch, last, &position_);
          !learned.ok()) {
        return learned;
      }
      for (const std::size_t example : batch) {
        position_.words += stage.Words(example);
      }
      ++position_.batch;
      ++position_.stage_batches;
      if (first_rank() && hooks_.on_step) {
        hooks_.on_step(Progress(course, batches.size()));
      }
      // The end of an epoch has its own checkpoint.
      if (last) break;
      const Result<bool> stop = StopWanted();
      if (!stop.ok()) return stop.error();
      // Nothing may lie between a checkpoint and its update.
      if (course.updater.gathering()) continue;
      if (stop.value()) return Interrupt(course);
      const Result<bool> due = checkpoints_.Due(position_.step);
      if (!due.ok()) return due.error();
      if (due.value()) {
        if (Status written = WriteCheckpoint(course, false); !written.ok()) {
          return written;
        }
      }
    }
    return EndEpoch(course, stages, batches.size());
  }

  Status EndEpoch(Course& course, std::size_t stages, std::size_t batches) {
    if (Status finite = course.updater.CheckParameters(position_.step);
        !finite.ok()) {
      return finite;
    }
    const Result<bool> judged = JudgeEpoch(course, batches);
    if (!judged.ok()) return judged.error();
    const bool best = judged.value();
    const bool reverts = course.judge.Reverts(position_, best);
    const bool stage_ends = course.judge.StageEnds(position_);

    ++position_.epoch;
    position_.batch = 0;
    position_.loss_sum = 0;
    // The parameters at hand are those of the best epoch.
    if (best && stage_ends) checkpoints_.ForgetBest();
    if (reverts) {
      ++position_.reversions;
      settled_ = false;
      const Result<std::optional<TrainingPosition>> back =
          checkpoints_.GoBack(StateTensors(course));
      if (!back.ok()) return back.error();
      if (back.value()) course.updater.SetUpdates(back.value()->updates);
    }
    Status written =
        stage_ends ? EndStage(course, stages) : WriteCheckpoint(course, best);
    if (!written.ok()) return written;
    const Result<bool> stop = StopWanted();
    if (!stop.ok()) return stop.error();
    if (!stop.value() || position_.finished) return {};
    // An epoch before the first that may be the best has kept no model.
    if (!stage_ends && !position_.best) {
      if (Status kept = KeepAsItIs(course); !kept.ok()) return kept;
    }
    return Interrupted();
  }

  // Evaluates, reports and keeps the model. Whether it is the best so far.
  Result<bool> JudgeEpoch(Course& course, std::size_t batches) {
    EpochReport report{.progress = Progress(course, batches),
                       .dev = {},
                       .best = false,
                       .criterion = course.judge.criterion(),
                       .words = position_.words - epoch_words_,
                       .seconds = SecondsSince(epoch_start_)};
    course.updater.SwapAverage();
    if (Status settled = course.stage.Settle(pool_); !settled.ok()) {
      return settled.error();
    }
    settled_ = true;
    Result<ordered_json> dev = course.stage.Evaluate(pool_);
    if (!dev.ok()) return dev.error();
    report.dev = std::move(dev).value();
    const Result<bool> best = course.judge.IsBest(report.dev, &position_);
    if (!best.ok()) return best;
    report.best = best.value();
    Status told;
    if (first_rank() && hooks_.on_epoch) told = hooks_.on_epoch(report);
    if (Status agreed = AgreeOn(told, ranks_); !agreed.ok()) {
      return agreed.error();
    }
    if (!course.stage.options().keep_best || report.best) {
      if (Status kept = KeepModel(); !kept.ok()) return kept.error();
    }
    course.updater.SwapAverage();
    return best;
  }

  Status EndStage(Course& course, std::size_t stages) {
    if (course.stage.options().keep_best) {
      const Result<std::optional<TrainingPosition>> back =
          checkpoints_.GoBack(StateTensors(course));
      if (!back.ok()) return back.error();
      if (back.value()) settled_ = false;
    }
    course.updater.SwapAverage();
    TrainingPosition next;
    next.step = position_.step;
    next.stage = position_.stage + 1;
    next.finished = next.stage == stages;
    next.seconds = Seconds();
    position_ = next;
    checkpoints_.ForgetBest();
    return checkpoints_.Write(position_, task_.Parameters(), nullptr, false);
  }

  Status Interrupt(Course& course) {
    if (Status written = WriteCheckpoint(course, false); !written.ok()) {
      return written;
    }
    if (!course.stage.options().keep_best || !position_.best) {
      if (Status kept = KeepAsItIs(course); !kept.ok()) return kept;
    }
    return Interrupted();
  }

  // Ends the training: parameters are no longer those that are trained.
  Status KeepAsItIs(Course& course) {
    course.updater.SwapAverage();
    if (Status settled = course.stage.Settle(pool_); !settled.ok()) {
      return settled;
    }
    return KeepModel();
  }

  static Status Interrupted() {
    return Error{ErrorCode::kInterrupted, "training was interrupted"};
  }

  Status KeepModel() {
    Status kept;
    if (first_rank() && hooks_.on_model) kept = hooks_.on_model();
    return AgreeOn(kept, ranks_);
  }

  Result<bool> StopWanted() {
    return AnyRank(hooks_.stop != nullptr && *hooks_.stop, ranks_);
  }

  TrainingProgress Progress(const Course& course, std::size_t batches) const {
    const int epochs = course.stage.options().epochs;
    return {
        .stage = course.stage.name(),
        .epoch = position_.epoch + 1,
        .epochs = epochs,
        .step = position_.step,
        .words = position_.words,
        .share = static_cast<double>(position_.stage_batches) /
                 (static_cast<double>(batches) * epochs),
        .loss = position_.batch == 0
                    ? 0
                    : position_.loss_sum / static_cast<double>(position_.batch),
        .learning_rate = course.updater.learning_rate(),
        .seconds = Seconds()};
  }

  TrainingTask& task_;
  const TrainerOptions& options_;
  const TrainerHooks& hooks_;
  Communicator& ranks_;
  ThreadPool pool_;
  Checkpointer checkpoints_;
  TrainingPosition position_;
  // Whether the model is usable as its parameters are now.
  bool settled_ = false;

  const Clock::time_point start_ = Clock::now();
  double earlier_seconds_ = 0;
  Clock::time_point epoch_start_;
  std::uint64_t epoch_words_ = 0;
};

}  // namespace

Status Train(TrainingTask& task, const TrainerOptions& options,
             const TrainerHooks& hooks, Communicator& ranks) {
  return Trainer(task, options, hooks, ranks).Run();
}

}  // namespace whylight
