#include "core/training/engine/trainer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "core/training/engine/checkpoint.h"
#include "tests/core/training/engine/in_process_communicator.h"
#include "tests/core/training/engine/toy_task.h"
#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

// Every option that keeps something between two steps.
struct Course {
  std::string name;
  StageOptions options;

  friend void PrintTo(const Course& course, std::ostream* out) {
    *out << course.name;
  }
};

std::vector<Course> Courses() {
  const StageOptions plain{.epochs = 2, .batch = 10};
  std::vector<Course> courses;
  const auto add = [&](const std::string& name, auto change) {
    Course& course = courses.emplace_back(Course{name, plain});
    change(course.options);
  };
  add("Sgd", [](StageOptions& o) {
    o.optimiser = {.type = OptimiserType::kSgd, .learning_rate = 0.1};
    o.schedule = {.type = ScheduleType::kExponential, .factor = 0.9};
  });
  add("Nesterov", [](StageOptions& o) {
    o.optimiser = {.type = OptimiserType::kSgd,
                   .learning_rate = 0.05,
                   .momentum = 0.9,
                   .nesterov = true};
    o.schedule = {.type = ScheduleType::kInverseSqrt, .warm_up_steps = 3};
  });
  add("AdaGrad", [](StageOptions& o) {
    o.optimiser = {.type = OptimiserType::kAdaGrad, .learning_rate = 0.1};
    o.l2 = {.type = L2Type::kNorm, .weight = 1e-3};
  });
  add("AdaDelta", [](StageOptions& o) {
    o.optimiser = {.type = OptimiserType::kAdaDelta, .learning_rate = 1};
    o.clip_norm = 0.1;
  });
  add("AdamLinear", [](StageOptions& o) {
    o.optimiser = {.type = OptimiserType::kAdam, .learning_rate = 0.05};
    o.schedule = {.type = ScheduleType::kLinear};
    o.l2 = {.type = L2Type::kSquared, .weight = 1e-3};
  });
  add("AdamWAccumulated", [](StageOptions& o) {
    o.optimiser = {.type = OptimiserType::kAdamW,
                   .learning_rate = 0.05,
                   .weight_decay = 0.1};
    o.accumulate = 3;
  });
  add("KeepBest", [](StageOptions& o) {
    // So large a rate that the last epoch is not the best.
    o.optimiser = {.type = OptimiserType::kAdam, .learning_rate = 0.5};
    o.keep_best = true;
    o.epochs = 4;
  });
  add("Averaged", [](StageOptions& o) {
    o.optimiser = {.type = OptimiserType::kAdam, .learning_rate = 0.05};
    o.average = 0.9;
  });
  add("AveragedKeepBest", [](StageOptions& o) {
    o.optimiser = {.type = OptimiserType::kAdam, .learning_rate = 0.5};
    o.average = 0.5;
    o.accumulate = 2;
    o.keep_best = true;
    o.epochs = 4;
  });
  add("RevertAndHalve", [](StageOptions& o) {
    o.optimiser = {.type = OptimiserType::kAdam, .learning_rate = 0.5};
    o.schedule = {.type = ScheduleType::kRevertAndHalve};
    o.epochs = 4;
  });
  return courses;
}

TrainerOptions InFolder(const ScratchFolder& folder) {
  TrainerOptions options;
  options.checkpoints.folder = folder.Path("checkpoints");
  options.run = {{"config", {{"seed", 1}}}};
  return options;
}

Status TrainToy(ToyTask& task, const TrainerOptions& options,
                const TrainerHooks& hooks = {}) {
  SoloCommunicator alone;
  return Train(task, options, hooks, alone);
}

std::string Undisturbed(const StageOptions& options) {
  ToyTask task(options);
  EXPECT_TRUE(TrainToy(task, {}).ok());
  return task.Bytes();
}

class TrainerCourseTest : public testing::TestWithParam<Course> {};

TEST_P(TrainerCourseTest, GivesTheSameBitsOnAnyNumberOfThreads) {
  const std::string expected = Undisturbed(GetParam().options);
  EXPECT_NE(expected, ToyTask(GetParam().options).Bytes());
  for (const int threads : {1, 2, 4}) {
    ToyTask task(GetParam().options);
    ASSERT_TRUE(TrainToy(task, {.threads = threads}).ok());
    EXPECT_EQ(task.Bytes(), expected) << threads << " threads";
  }
}

TEST_P(TrainerCourseTest, GivesTheSameBitsOnAnyNumberOfRanks) {
  const std::string expected = Undisturbed(GetParam().options);
  for (const int size : {2, 4, 8}) {
    const ScratchFolder folder;
    std::vector<std::string> bytes(static_cast<std::size_t>(size));
    std::atomic<int> failures = 0;
    RunRanks(size, [&](Communicator& ranks) {
      ToyTask task(GetParam().options);
      if (!Train(task, InFolder(folder), {}, ranks).ok()) ++failures;
      bytes[static_cast<std::size_t>(ranks.rank())] = task.Bytes();
    });
    EXPECT_EQ(failures, 0);
    for (const std::string& each : bytes) EXPECT_EQ(each, expected) << size;
  }
}

TEST_P(TrainerCourseTest, GoesOnFromEveryStepToTheBitsOfAnUndisturbedRun) {
  const std::string expected = Undisturbed(GetParam().options);
  // Through the first stage and into the second.
  const int batches_in_stage = 4 * GetParam().options.epochs;
  for (int stop_after = 1; stop_after < batches_in_stage + 3; ++stop_after) {
    const ScratchFolder folder;
    std::atomic<bool> stop = false;
    int batches = 0;
    TrainerHooks hooks;
    hooks.stop = &stop;
    hooks.on_step = [&](const TrainingProgress&) {
      if (++batches == stop_after) stop = true;
    };
    ToyTask first(GetParam().options);
    const Status interrupted = TrainToy(first, InFolder(folder), hooks);
    ASSERT_FALSE(interrupted.ok());
    ASSERT_EQ(interrupted.error().code, ErrorCode::kInterrupted);
    ToyTask second(GetParam().options);
    TrainerOptions options = InFolder(folder);
    options.resume = true;
    options.threads = 2;
    ASSERT_TRUE(TrainToy(second, options).ok());
    ASSERT_EQ(second.Bytes(), expected) << "stopped after " << stop_after;
  }
}

TEST_P(TrainerCourseTest, GoesOnWithAnotherNumberOfRanks) {
  const std::string expected = Undisturbed(GetParam().options);
  const ScratchFolder folder;
  RunRanks(4, [&](Communicator& ranks) {
    std::atomic<bool> stop = false;
    int batches = 0;
    TrainerHooks hooks;
    hooks.stop = &stop;
    hooks.on_step = [&](const TrainingProgress&) {
      if (++batches == 7) stop = true;
    };
    ToyTask task(GetParam().options);
    const Status status = Train(task, InFolder(folder), hooks, ranks);
    EXPECT_FALSE(status.ok());
  });
  ToyTask task(GetParam().options);
  TrainerOptions options = InFolder(folder);
  options.resume = true;
  ASSERT_TRUE(TrainToy(task, options).ok());
  EXPECT_EQ(task.Bytes(), expected);
}

INSTANTIATE_TEST_SUITE_P(Trainer, TrainerCourseTest,
                         testing::ValuesIn(Courses()),
                         [](const auto& test) { return test.param.name; });

// A run in a folder that is interrupted after some steps.
class TrainerTest : public testing::Test {
 protected:
  StageOptions options_{
      .epochs = 3, .batch = 10, .optimiser = {.learning_rate = 0.05}};
  ScratchFolder folder_;
  TrainerOptions run_ = InFolder(folder_);

  void InterruptAfter(int steps) {
    std::atomic<bool> stop = false;
    TrainerHooks hooks;
    hooks.stop = &stop;
    hooks.on_step = [&](const TrainingProgress& progress) {
      stop = static_cast<int>(progress.step) == steps;
    };
    TrainerOptions options = run_;
    options.checkpoints.every_steps = 2;
    ToyTask task(options_);
    const Status status = TrainToy(task, options, hooks);
    ASSERT_FALSE(status.ok());
    ASSERT_EQ(status.error().code, ErrorCode::kInterrupted);
    run_.resume = true;
  }

  CheckpointStore store() const {
    return CheckpointStore(run_.checkpoints.folder, 2);
  }

  std::string Error(const TrainerOptions& options) {
    ToyTask task(options_);
    const Status status = TrainToy(task, options);
    EXPECT_FALSE(status.ok());
    return status.ok() ? "" : status.error().message;
  }
};

TEST_F(TrainerTest, PassesOverACheckpointThatIsCutShort) {
  InterruptAfter(7);
  const std::vector<std::uint64_t> steps = store().Steps();
  ASSERT_GE(steps.size(), 2u);
  const std::string newest = store().Path(steps.back());
  std::filesystem::resize_file(newest, std::filesystem::file_size(newest) / 2);
  std::vector<std::string> warnings;
  std::uint64_t from = 0;
  TrainerHooks hooks;
  hooks.on_warning = [&](const std::string& text) { warnings.push_back(text); };
  hooks.on_resume = [&](std::uint64_t step) -> Status {
    from = step;
    return {};
  };
  ToyTask task(options_);
  ASSERT_TRUE(TrainToy(task, run_, hooks).ok());
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].rfind(newest, 0), 0u) << warnings[0];
  EXPECT_EQ(from, steps[steps.size() - 2]);
  EXPECT_EQ(task.Bytes(), Undisturbed(options_));
}

TEST_F(TrainerTest, GoesOnWithoutTheBestEpochWhereItNeverGoesBackToIt) {
  options_.epochs = 6;
  options_.keep_best = false;
  const std::vector<double> errors = {1, 2, 3, 4, 5, 6};
  const auto train = [&](const TrainerOptions& options, int until,
                         std::vector<std::string>* warnings) {
    ToyTask task(options_);
    task.stage(0).errors = errors;
    if (options.resume) {
      task.stage(0).errors.erase(task.stage(0).errors.begin(),
                                 task.stage(0).errors.begin() + 4);
    }
    TrainerHooks hooks;
    hooks.on_warning = [&](const std::string& text) {
      warnings->push_back(text);
    };
    hooks.on_epoch = [&](const EpochReport& report) -> Status {
      if (report.progress.epoch == until) {
        return whylight::Error{ErrorCode::kIo, "enough"};
      }
      return {};
    };
    const Status status = TrainToy(task, options, hooks);
    return status.ok() ? task.Bytes() : status.error().message;
  };
  for (const bool goes_back : {false, true}) {
    const ScratchFolder scratch;
    options_.keep_best = goes_back;
    TrainerOptions options = run_;
    options.checkpoints.folder = scratch.Path("checkpoints");
    std::vector<std::string> warnings;
    EXPECT_EQ(train(options, 5, &warnings), "enough");
    const CheckpointStore kept(options.checkpoints.folder, 2);
    // Four steps an epoch: the best epoch's, and those of epochs 3 and 4.
    ASSERT_EQ(kept.Steps(), (std::vector<std::uint64_t>{4, 12, 16}));
    std::ofstream(kept.Path(4)) << "nothing";
    options.resume = true;
    const std::string ended = train(options, 0, &warnings);
    if (goes_back) {
      // It is found out before the training goes on, not where it ends.
      EXPECT_EQ(warnings.size(), 3u);
      EXPECT_EQ(warnings.front().rfind(kept.Path(4), 0), 0u)
          << warnings.front();
      EXPECT_NE(ended.find("expected a checkpoint that can be read, found 3"),
                std::string::npos)
          << ended;
    } else {
      EXPECT_TRUE(warnings.empty());
      EXPECT_EQ(ended, Undisturbed(options_));
    }
  }
}

TEST_F(TrainerTest, DoesNotGoOnWithFewerStages) {
  options_.keep_best = true;
  InterruptAfter(21);  // In the second stage, of whose epochs one was judged.
  run_.run["config"]["stages"] = 1;
  class OneStage final : public TrainingTask {
   public:
    explicit OneStage(ToyTask& both) : both_(both) {}
    std::vector<Stage*> Stages() override { return {&both_.stage(0)}; }
    std::vector<Parameter*> Parameters() override { return both_.Parameters(); }
    nlohmann::ordered_json ResolvedConfig() const override { return {}; }
    std::vector<DataFile> Data() const override { return {}; }
    std::string Summary() const override { return "a toy"; }
    Result<ModelFiles> Save(const nlohmann::ordered_json&) override {
      return ModelFiles{};
    }

   private:
    ToyTask& both_;
  };
  ToyTask both(options_);
  OneStage task(both);
  SoloCommunicator alone;
  const Status status = Train(task, run_, {}, alone);
  ASSERT_FALSE(status.ok());
  EXPECT_NE(status.error().message.find("cannot go on with the run: "),
            std::string::npos)
      << status.error().message;
}

TEST_F(TrainerTest, KeepsAModelWhenItIsStoppedBeforeAnEpochMayBeTheBest) {
  options_.epochs = 9;
  options_.keep_best = true;
  options_.early_stopping.from = 5;
  for (const int step : {6, 8}) {  // In an epoch, and at its end.
    SCOPED_TRACE(step);
    std::atomic<bool> stop = false;
    int models = 0;
    TrainerHooks hooks;
    hooks.stop = &stop;
    hooks.on_step = [&](const TrainingProgress& progress) {
      stop = static_cast<int>(progress.step) == step;
    };
    hooks.on_model = [&]() -> Status {
      ++models;
      return {};
    };
    ToyTask task(options_);
    const Status status = TrainToy(task, {}, hooks);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, ErrorCode::kInterrupted);
    EXPECT_EQ(models, 1);
  }
}

TEST_F(TrainerTest, SaysSoWhenNoCheckpointCanBeRead) {
  InterruptAfter(7);
  for (const std::uint64_t step : store().Steps()) {
    std::ofstream(store().Path(step)) << "nothing";
  }
  EXPECT_NE(Error(run_).find("expected a checkpoint that can be read, found 3"),
            std::string::npos);
}

TEST_F(TrainerTest, DoesNotGoOnWithOtherOptions) {
  InterruptAfter(7);
  run_.run["config"]["seed"] = 2;
  EXPECT_NE(Error(run_).find(
                "config.seed: expected 1, as when the run began, found 2"),
            std::string::npos);
}

TEST_F(TrainerTest, LosesNothingWhenTheDiskIsFull) {
  run_.checkpoints.every_steps = 1;
  {
    ToyTask task(options_);
    TrainerHooks hooks;
    std::optional<FileSizeLimit> full;
    hooks.on_step = [&](const TrainingProgress& progress) {
      if (progress.step == 6) full.emplace(100);
    };
    const Status status = TrainToy(task, run_, hooks);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, ErrorCode::kIo);
    EXPECT_NE(status.error().message.find("step-0000000006"),
              std::string::npos);
  }
  EXPECT_EQ(store().Steps(), (std::vector<std::uint64_t>{4, 5}));
  run_.resume = true;
  ToyTask task(options_);
  ASSERT_TRUE(TrainToy(task, run_).ok());
  EXPECT_EQ(task.Bytes(), Undisturbed(options_));
}

TEST_F(TrainerTest, KeepsTheLastCheckpointsAndTheBest) {
  options_.keep_best = true;
  options_.epochs = 6;
  ToyTask task(options_);
  // Of the first stage; the second one never begins.
  task.stage(0).errors = {5, 1, 4, 3, 2, 6};
  TrainerHooks hooks;
  std::vector<bool> best;
  hooks.on_epoch = [&](const EpochReport& report) -> Status {
    best.push_back(report.best);
    if (report.progress.epoch == 6) {
      return whylight::Error{ErrorCode::kIo, "enough"};
    }
    return {};
  };
  ASSERT_FALSE(TrainToy(task, run_, hooks).ok());
  EXPECT_EQ(best, (std::vector<bool>{true, true, false, false, false, false}));
  // Four steps an epoch: the best epoch's, and those of epochs 4 and 5.
  EXPECT_EQ(store().Steps(), (std::vector<std::uint64_t>{8, 16, 20}));
}

TEST_F(TrainerTest, StopsAStageThatGetsNoBetter) {
  options_.epochs = 50;
  options_.early_stopping.patience = 2;
  ToyTask task(options_);
  task.stage(0).errors = {3, 2, 2, 4};
  task.stage(1).errors = {3, 4, 5};
  std::vector<int> epochs;
  TrainerHooks hooks;
  hooks.on_epoch = [&](const EpochReport& report) -> Status {
    epochs.push_back(report.progress.epoch);
    return {};
  };
  ASSERT_TRUE(TrainToy(task, run_, hooks).ok());
  EXPECT_EQ(epochs, (std::vector<int>{1, 2, 3, 4, 1, 2, 3}));
}

TEST_F(TrainerTest, JudgesFromTheEpochThatIsSaid) {
  options_.epochs = 50;
  options_.early_stopping.patience = 2;
  options_.early_stopping.from = 3;
  options_.schedule.type = ScheduleType::kRevertAndHalve;
  ToyTask task(options_);
  task.stage(0).errors = {1, 5, 4, 3, 6, 7};
  task.stage(1).errors = {1, 2, 3, 4, 5};
  std::vector<std::pair<int, bool>> epochs;
  std::vector<double> rates;
  TrainerHooks hooks;
  hooks.on_epoch = [&](const EpochReport& report) -> Status {
    epochs.emplace_back(report.progress.epoch, report.best);
    rates.push_back(report.progress.learning_rate);
    return {};
  };
  ASSERT_TRUE(TrainToy(task, run_, hooks).ok());
  EXPECT_EQ(epochs, (std::vector<std::pair<int, bool>>{{1, false},
                                                       {2, false},
                                                       {3, true},
                                                       {4, true},
                                                       {5, false},
                                                       {6, false},
                                                       {1, false},
                                                       {2, false},
                                                       {3, true},
                                                       {4, false},
                                                       {5, false}}));
  // Nothing is taken back before there is anything to go back to.
  EXPECT_EQ(rates[4], rates[0]);
  EXPECT_EQ(rates[5], rates[0] / 2);
}

TEST_F(TrainerTest, GoesBackToTheUpdatesOfTheBestEpochToo) {
  options_.schedule = {.type = ScheduleType::kRevertAndHalve,
                       .warm_up_steps = 100};
  ToyTask task(options_);
  task.stage(0).errors = {1, 2, 3};
  std::vector<double> rates;
  TrainerHooks hooks;
  hooks.on_epoch = [&](const EpochReport& report) -> Status {
    rates.push_back(report.progress.learning_rate);
    return {};
  };
  ASSERT_TRUE(TrainToy(task, run_, hooks).ok());
  // Epochs of four updates; the third starts where the second did.
  EXPECT_DOUBLE_EQ(rates[0], 0.05 * 4 / 100);
  EXPECT_DOUBLE_EQ(rates[1], 0.05 * 8 / 100);
  EXPECT_DOUBLE_EQ(rates[2], 0.05 * 8 / 100 / 2);
}

TEST_F(TrainerTest, MustJudgeTheLastEpoch) {
  options_.epochs = 2;
  options_.early_stopping.from = 9;
  options_.keep_best = true;
  ToyTask task(options_);
  std::vector<bool> best;
  TrainerHooks hooks;
  hooks.on_epoch = [&](const EpochReport& report) -> Status {
    best.push_back(report.best);
    return {};
  };
  ASSERT_TRUE(TrainToy(task, run_, hooks).ok());
  EXPECT_EQ(best, (std::vector<bool>{false, true, false, true}));
}

TEST_F(TrainerTest, NamesTheMetricsThereAreForOneThatIsNot) {
  options_.early_stopping.metric = "accuracy";
  EXPECT_NE(Error(run_).find("stage one: early_stopping.metric: expected one "
                             "of error, found \"accuracy\""),
            std::string::npos);
}

TEST_F(TrainerTest, WarnsWhereTheWorstEpochIsToBeTheBest) {
  const auto warnings = [this](const EarlyStopping& stopping) {
    options_.early_stopping = stopping;
    std::vector<std::string> told;
    TrainerHooks hooks;
    hooks.on_warning = [&](const std::string& text) { told.push_back(text); };
    ToyTask task(options_);
    EXPECT_TRUE(TrainToy(task, {}, hooks).ok());
    return told;
  };
  EXPECT_TRUE(warnings({}).empty());
  EXPECT_TRUE(warnings({.metric = "error"}).empty());
  EXPECT_EQ(
      warnings({.metric = "error", .larger_is_better = true}),
      (std::vector<std::string>{
          "stage one: the largest error counts as the best; for the smallest, "
          "set \"early_stopping.goal\" to \"min\"",
          "stage two: the largest error counts as the best; for the smallest, "
          "set \"early_stopping.goal\" to \"min\""}));
}

TEST_F(TrainerTest, AnyFigureIsBetterThanOneThatIsNotFinite) {
  const double infinite = std::numeric_limits<double>::infinity();
  options_.epochs = 4;
  const auto best_epochs = [&](const std::vector<double>& errors,
                               bool restarts) {
    const ScratchFolder folder;
    TrainerOptions run = InFolder(folder);
    std::vector<int> best;
    std::atomic<bool> stop = false;
    TrainerHooks hooks;
    hooks.stop = &stop;
    hooks.on_epoch = [&](const EpochReport& report) -> Status {
      if (report.progress.stage != "one") return {};
      if (report.best) best.push_back(report.progress.epoch);
      stop = restarts && report.progress.epoch == 2;
      return {};
    };
    ToyTask task(options_);
    task.stage(0).errors = errors;
    const Status first = TrainToy(task, run, hooks);
    EXPECT_EQ(first.ok(), !restarts);
    if (!restarts) return best;
    stop = false;
    run.resume = true;
    ToyTask again(options_);
    again.stage(0).errors = {errors.begin() + 2, errors.end()};
    EXPECT_TRUE(TrainToy(again, run, hooks).ok());
    return best;
  };
  // Also of a checkpoint, where no such figure has a name.
  for (const bool restarts : {false, true}) {
    for (const double first : {infinite, std::nan("")}) {
      EXPECT_EQ(best_epochs({first, infinite, 3, 4}, restarts),
                (std::vector<int>{1, 3}))
          << first << restarts;
    }
    EXPECT_EQ(best_epochs({3, infinite, std::nan(""), 2}, restarts),
              (std::vector<int>{1, 4}))
        << restarts;
  }
}

TEST_F(TrainerTest, StopsAtNumbersThatAreNotFiniteAndKeepsTheLastCheckpoint) {
  run_.checkpoints.every_steps = 1;
  ToyTask task(options_);
  TrainerHooks hooks;
  hooks.on_step = [&](const TrainingProgress& progress) {
    if (progress.step == 5) {
      task.stage(0).y.setConstant(std::numeric_limits<Real>::infinity());
    }
  };
  const Status status = TrainToy(task, run_, hooks);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kNotFinite);
  const std::string& message = status.error().message;
  EXPECT_NE(message.find("at step 6 (stage one, epoch 2, batch 2: example "),
            std::string::npos)
      << message;
  EXPECT_NE(message.find("and 7 more"), std::string::npos) << message;
  EXPECT_NE(message.find("checkpoint is that of step 5"), std::string::npos)
      << message;
  EXPECT_EQ(store().Steps().back(), 5u);
}

TEST_F(TrainerTest, NamesTheTensorThatIsNotFinite) {
  ToyTask task(options_);
  TrainerHooks hooks;
  hooks.on_step = [&](const TrainingProgress&) {
    task.Parameters()[1]->value(2, 0) = std::numeric_limits<Real>::quiet_NaN();
  };
  const Status status = TrainToy(task, run_, hooks);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message.rfind("W: expected finite numbers", 0), 0u)
      << status.error().message;
}

TEST_F(TrainerTest, ClipsTheGradientByItsGlobalNorm) {
  options_.epochs = 1;
  options_.batch = 64;
  options_.optimiser = {.type = OptimiserType::kSgd, .learning_rate = 1};
  const auto change = [&](double clip_norm) {
    options_.clip_norm = clip_norm;
    ToyTask task(options_);
    const Matrix before[] = {task.Parameters()[0]->value,
                             task.Parameters()[1]->value};
    TrainerHooks hooks;
    double norm = 0;
    hooks.on_epoch = [&](const EpochReport&) -> Status {
      for (std::size_t p = 0; p < 2; ++p) {
        norm += static_cast<double>(
            (task.Parameters()[p]->value - before[p]).squaredNorm());
      }
      return whylight::Error{ErrorCode::kIo, "enough"};
    };
    EXPECT_FALSE(TrainToy(task, {}, hooks).ok());
    return std::sqrt(norm);
  };
  const double free = change(0);
  EXPECT_NEAR(change(free / 2), free / 2, 1e-5);
  EXPECT_NEAR(change(free * 2), free, 1e-6);
}

TEST_F(TrainerTest, SavesTheModelOfTheBestEpochOnly) {
  options_.keep_best = true;
  ToyTask task(options_);
  task.stage(0).errors = {2, 1, 3};
  task.stage(1).errors = {3, 2, 1};
  std::vector<std::string> saved;
  std::string best_of_first;
  TrainerHooks hooks;
  hooks.on_model = [&]() -> Status {
    saved.push_back(task.Bytes());
    return {};
  };
  hooks.on_epoch = [&](const EpochReport& report) -> Status {
    if (report.progress.stage == "one" && report.progress.epoch == 2) {
      best_of_first = task.Bytes();
    }
    return {};
  };
  ASSERT_TRUE(TrainToy(task, {}, hooks).ok());
  // Epochs 1 and 2, then 1 to 3, and the end.
  ASSERT_EQ(saved.size(), 6u);
  EXPECT_EQ(saved[1], best_of_first);
  EXPECT_EQ(saved[4], saved[5]);
  EXPECT_EQ(std::set(saved.begin(), saved.end()).size(), 5u);
}

TEST_F(TrainerTest, SettlesTheModelOnceForTheSameParameters) {
  options_.epochs = 2;
  const auto settled = [&](const std::vector<double>& errors) {
    ToyTask task(options_);
    task.stage(1).errors = errors;
    EXPECT_TRUE(TrainToy(task, {}, {}).ok());
    EXPECT_EQ(task.stage(0).settled.size(), 2u);
    return task.stage(1).settled;
  };
  EXPECT_EQ(settled({1, 2}).size(), 2u);
  options_.keep_best = true;
  EXPECT_EQ(settled({2, 1}).size(), 2u);
  // Once more for the first epoch, to which it goes back.
  const std::vector<Real> back = settled({1, 2});
  ASSERT_EQ(back.size(), 3u);
  EXPECT_EQ(back[2], back[0]);
  EXPECT_NE(back[1], back[0]);
}

TEST_F(TrainerTest, JudgesAndKeepsTheAverageAndTrainsOnWhatItIsOf) {
  options_.epochs = 2;
  // Of the first stage: the parameters after every update, and the model that
  // each epoch leaves.
  struct Updates {
    std::vector<std::vector<Real>> updates;
    std::vector<std::vector<Real>> models;
  };
  const auto train = [&](double decay) {
    options_.average = decay;
    ToyTask task(options_);
    const auto numbers = [&] {
      const std::string bytes = task.Bytes();
      std::vector<Real> all(bytes.size() / sizeof(Real));
      std::memcpy(all.data(), bytes.data(), bytes.size());
      return all;
    };
    Updates course{{numbers()}, {}};
    TrainerHooks hooks;
    hooks.on_step = [&](const TrainingProgress& progress) {
      if (progress.stage == "one") course.updates.push_back(numbers());
    };
    hooks.on_model = [&]() -> Status {
      if (course.models.size() < 2) course.models.push_back(numbers());
      return {};
    };
    EXPECT_TRUE(TrainToy(task, {}, hooks).ok());
    return course;
  };
  const double decay = 0.3;
  const Updates plain = train(0);
  const Updates averaged = train(decay);
  EXPECT_EQ(averaged.updates, plain.updates);
  ASSERT_EQ(plain.updates.size(), 9u);  // The start, and four an epoch.
  ASSERT_EQ(averaged.models.size(), 2u);
  for (std::size_t i = 0; i < plain.updates[0].size(); ++i) {
    auto average = static_cast<double>(plain.updates[0][i]);
    for (std::size_t t = 1; t < plain.updates.size(); ++t) {
      const auto n = static_cast<double>(t);
      const double kept = std::min(decay, (1 + n) / (10 + n));
      average = kept * average +
                (1 - kept) * static_cast<double>(plain.updates[t][i]);
      if (t % 4 == 0) {
        EXPECT_NEAR(averaged.models[t / 4 - 1][i], average, 1e-6);
      }
    }
  }
}

TEST_F(TrainerTest, GoingOnWithAFinishedRunChangesNothing) {
  ToyTask task(options_);
  ASSERT_TRUE(TrainToy(task, run_).ok());
  run_.resume = true;
  ToyTask again(options_);
  int steps = 0;
  TrainerHooks hooks;
  hooks.on_step = [&](const TrainingProgress&) { ++steps; };
  ASSERT_TRUE(TrainToy(again, run_, hooks).ok());
  EXPECT_EQ(steps, 0);
  EXPECT_EQ(again.Bytes(), task.Bytes());
}

}  // namespace
}  // namespace whylight
