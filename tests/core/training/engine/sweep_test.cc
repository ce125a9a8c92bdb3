#include "core/training/engine/sweep.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/format/native/file.h"
#include "core/training/engine/run_log.h"
#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using Texts = std::vector<std::string>;

ordered_json Parse(const char* text) {
  return ordered_json::parse(text, nullptr, false);
}

std::vector<SweepRun> Grid(const char* text) {
  Result<std::vector<SweepRun>> runs = ExpandGrid(Parse(text), "a.json");
  EXPECT_TRUE(runs.ok()) << runs.error().message;
  return runs.ok() ? std::move(runs).value() : std::vector<SweepRun>();
}

Texts Names(const std::vector<SweepRun>& runs) {
  Texts names;
  for (const SweepRun& run : runs) names.push_back(run.name);
  return names;
}

TEST(ExpandGridTest, GivesEveryCombinationInTheOrderItIsWritten) {
  const auto runs =
      Grid(R"({"optimiser.rate": [0.1, 1e-3], "hidden": [8, 4]})");
  EXPECT_EQ(Names(runs), (Texts{"rate=0.1,hidden=8", "rate=0.1,hidden=4",
                                "rate=0.001,hidden=8", "rate=0.001,hidden=4"}));
  EXPECT_EQ(runs[3].overrides,
            (Overrides{{"optimiser.rate", "0.001"}, {"hidden", "4"}}));
}

TEST(ExpandGridTest, NamesFoldersSoThatTheyCanBe) {
  EXPECT_EQ(Names(Grid(R"({"a.rate": [1], "b.rate": [true, "x/y"]})")),
            (Texts{"a.rate=1,b.rate=true", "a.rate=1,b.rate=x-y"}));
  EXPECT_EQ(Names(Grid(R"({"path": ["a/b", "a b", "../c"]})")),
            (Texts{"path=a-b", "path=a-b-2", "path=..-c"}));
  const std::string long_text(300, 'x');
  const auto runs =
      ExpandGrid({{"t", {long_text + "1", long_text + "2"}}}, "a.json");
  ASSERT_TRUE(runs.ok());
  EXPECT_NE(runs.value()[0].name, runs.value()[1].name);
  EXPECT_LT(runs.value()[1].name.size(), 200u);
}

TEST(ExpandGridTest, KeepsTextsTexts) {
  const auto runs = Grid(R"({"name": ["5"]})");
  for (json config : {json::object(), json{{"name", "old"}}}) {
    ASSERT_TRUE(ApplyOverrides(&config, runs[0].overrides).ok());
    EXPECT_EQ(config, (json{{"name", "5"}}));
  }
}

TEST(ExpandGridTest, SaysWhatAGridIs) {
  const auto error = [](const char* text) {
    const auto runs = ExpandGrid(Parse(text), "a.json");
    return runs.ok() ? "" : runs.error().message;
  };
  EXPECT_EQ(error("[]"),
            "a.json: expected {\"KEY\": [VALUE, ...], ...}, found []");
  EXPECT_EQ(error(R"({"a": 1})"),
            "a.json: \"a\": expected a list of values, each once, found 1");
  EXPECT_EQ(error(R"({"a": [1, 1]})"),
            "a.json: \"a\": expected a list of values, each once, found [1,1]");
  EXPECT_EQ(error(R"({"a": []})"),
            "a.json: \"a\": expected a list of values, each once, found []");
}

// Stands for a training: logs two epochs of a model that is the better the
// nearer "x" is to 2, takes one for its best, and says how it was called.
class FakeTraining {
 public:
  Status Train(const SweepRun& run, const std::string& folder, bool resume) {
    calls.push_back(run.name + (resume ? " again" : ""));
    const auto outcome = outcomes.find(run.name);
    std::filesystem::create_directories(folder);
    Result<RunLog> log = RunLog::Open(folder);
    if (!log.ok()) return log.error();
    const auto x = Parse(run.overrides[0].second.c_str()).get<double>();
    for (const double share : {1.0, 0.5}) {
      const int epoch = share == 1.0 ? 1 : 2;
      if (Status written = log.value().Write(
              {{"stage", "learn"},
               {"epoch", epoch},
               {"loss", 1 - share},
               {"best", epoch == best_epoch},
               {"criterion", {{"metric", "error"}, {"goal", "min"}}},
               {"dev", {{"error", (x - 2) * (x - 2) / share}, {"x", x}}}});
          !written.ok()) {
        return written;
      }
    }
    if (outcome != outcomes.end()) return Error{outcome->second, "on purpose"};
    return {};
  }

  // Whether a run that has begun may be gone on with.
  Status Check(const SweepRun& run) {
    checked.push_back(run.name);
    if (!refuses) return {};
    return Invalid(run.name + ": other data");
  }

  Texts calls;
  Texts checked;
  bool refuses = false;
  int best_epoch = 1;
  std::map<std::string, ErrorCode> outcomes;
};

Result<SweepOutcome> Sweep(const ScratchFolder& folder, FakeTraining& training,
                           const SweepGoal& goal = {},
                           const json& config = {{"seed", 1}},
                           const char* grid = R"({"x": [1, 2, 4]})") {
  training.calls.clear();
  training.checked.clear();
  SweepHooks hooks;
  hooks.check = [&](const SweepRun& run, const std::string&) {
    return training.Check(run);
  };
  hooks.train = [&](const SweepRun& run, const std::string& path, bool resume) {
    return training.Train(run, path, resume);
  };
  hooks.on_start = [](const SweepRun&, std::size_t) {};
  hooks.on_failure = [](const SweepRun&, const Error&) {};
  return RunSweep(folder.Path("sweep"), config, Grid(grid), goal, hooks);
}

Texts Ranking(const SweepOutcome& outcome) {
  Texts names;
  for (const SweepResult& result : outcome.results) {
    names.push_back(result["run"].get<std::string>());
  }
  return names;
}

TEST(SweepTest, SortsRunsByWhatTheyWereJudgedBy) {
  const ScratchFolder folder;
  FakeTraining training;
  const Result<SweepOutcome> outcome = Sweep(folder, training);
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  EXPECT_FALSE(outcome.value().failure);
  EXPECT_EQ(training.calls, (Texts{"x=1", "x=2", "x=4"}));
  EXPECT_EQ(outcome.value().metric, "dev.error");
  EXPECT_EQ(Ranking(outcome.value()), (Texts{"x=2", "x=1", "x=4"}));
}

TEST(SweepTest, SortsRunsByWhatIsAskedFor) {
  const ScratchFolder folder;
  FakeTraining training;
  const Result<SweepOutcome> largest = Sweep(folder, training, {"x", true});
  EXPECT_EQ(Ranking(largest.value()), (Texts{"x=4", "x=2", "x=1"}));
  const Result<SweepOutcome> smallest =
      Sweep(folder, training, {"dev.x", false});
  EXPECT_EQ(Ranking(smallest.value()), (Texts{"x=1", "x=2", "x=4"}));
}

TEST(SweepTest, KnowsWhatIsBestOfTheLossAndOfWhatRunsAreJudgedBy) {
  const ScratchFolder folder;
  FakeTraining training;
  const Result<SweepOutcome> by_error = Sweep(folder, training, {"error", {}});
  ASSERT_TRUE(by_error.ok()) << by_error.error().message;
  EXPECT_EQ(Ranking(by_error.value()), (Texts{"x=2", "x=1", "x=4"}));
  // The loss of x is 0 in its first epoch, 0.5 in its second.
  const Result<SweepOutcome> by_loss = Sweep(folder, training, {"loss", {}});
  ASSERT_TRUE(by_loss.ok()) << by_loss.error().message;
  EXPECT_EQ(by_loss.value().metric, "loss");
  for (const SweepResult& result : by_loss.value().results) {
    EXPECT_EQ(result["epoch"], 1) << result["run"];
  }
}

TEST(SweepTest, RefusesWhatRunsCannotBeComparedBy) {
  const ScratchFolder folder;
  FakeTraining training;
  const Result<SweepOutcome> unknown = Sweep(folder, training, {"acuracy", {}});
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(
      unknown.error().message,
      "--metric: expected one of loss, dev.error, dev.x, found \"acuracy\"");
  // As soon as a run tells it, which is kept.
  EXPECT_EQ(training.calls, Texts{"x=1"});
  const Result<SweepOutcome> neither = Sweep(folder, training, {"x", {}});
  ASSERT_FALSE(neither.ok());
  EXPECT_EQ(neither.error().message,
            "--goal: expected min or max for \"dev.x\", as the runs are judged "
            "by \"dev.error\", found neither");
  EXPECT_TRUE(training.calls.empty());
  ASSERT_TRUE(Sweep(folder, training, {"x", false}).ok());
  EXPECT_EQ(training.calls, (Texts{"x=2", "x=4"}));
}

TEST(SweepTest, WritesTheBestEpochOfEachRunIntoOneTable) {
  const ScratchFolder folder;
  FakeTraining training;
  ASSERT_TRUE(Sweep(folder, training).ok());
  EXPECT_EQ(ReadFile(folder.Path("sweep/results.csv")).value(),
            "run,status,options.x,stage,epoch,loss,dev.error,dev.x\n"
            "x=2,finished,2,learn,1,0.0,0.0,2.0\n"
            "x=1,finished,1,learn,1,0.0,1.0,1.0\n"
            "x=4,finished,4,learn,1,0.0,4.0,4.0\n");
  const auto lines = ReadRunLog(folder.Path("sweep/results.jsonl"));
  ASSERT_TRUE(lines.ok());
  EXPECT_EQ(lines.value().front()["options"], (ordered_json{{"x", 2}}));
}

TEST(SweepTest, TellsTheEpochThatTheTrainingTookForItsBest) {
  const ScratchFolder folder;
  FakeTraining training;
  // As where the first may not be the best (early_stopping.from).
  training.best_epoch = 2;
  const auto epochs = [&](const SweepGoal& goal) {
    std::vector<int> told;
    const Result<SweepOutcome> outcome = Sweep(folder, training, goal);
    EXPECT_TRUE(outcome.ok());
    for (const SweepResult& result : outcome.value().results) {
      told.push_back(result["epoch"].get<int>());
    }
    return told;
  };
  EXPECT_EQ(epochs({}), (std::vector<int>{2, 2, 2}));
  EXPECT_EQ(epochs({"error", false}), (std::vector<int>{2, 2, 2}));
  // By another figure, or another goal, the training did not judge.
  EXPECT_EQ(epochs({"loss", {}}), (std::vector<int>{1, 1, 1}));
  EXPECT_EQ(epochs({"loss", true}), (std::vector<int>{2, 2, 2}));
  // "x" is the same in all.
  EXPECT_EQ(epochs({"x", true}), (std::vector<int>{1, 1, 1}));
}

TEST(SweepTest, DoesNotGiveTheRunOfOneOptionForThatOfAnother) {
  const ScratchFolder folder;
  FakeTraining training;
  const json config = {{"seed", 1}};
  ASSERT_TRUE(Sweep(folder, training, {}, config, R"({"a.x": [1, 2]})").ok());
  const auto results = ReadFile(folder.Path("sweep/results.csv"));
  const Result<SweepOutcome> other =
      Sweep(folder, training, {}, config, R"({"b.x": [1, 2]})");
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().message,
            folder.Path("sweep/x=1") +
                ": expected a run with {\"b.x\":1}, found one with "
                "{\"a.x\":1}; choose another --out, or remove this folder to "
                "train the run anew");
  EXPECT_TRUE(training.calls.empty());
  EXPECT_EQ(ReadFile(folder.Path("sweep/results.csv")).value(),
            results.value());
  // Other values of the same option are added.
  ASSERT_TRUE(Sweep(folder, training, {}, config, R"({"a.x": [2, 3]})").ok());
  EXPECT_EQ(training.calls, Texts{"x=3"});
}

TEST(SweepTest, GoesOnAfterAFailureAndTriesItAgainNextTime) {
  const ScratchFolder folder;
  FakeTraining training;
  training.outcomes["x=1"] = ErrorCode::kNotFinite;
  const Result<SweepOutcome> first = Sweep(folder, training);
  ASSERT_TRUE(first.ok());
  ASSERT_TRUE(first.value().failure);
  EXPECT_EQ(first.value().failure->code, ErrorCode::kNotFinite);
  EXPECT_EQ(training.calls.size(), 3u);
  EXPECT_EQ(Ranking(first.value()), (Texts{"x=2", "x=4", "x=1"}));
  EXPECT_EQ(first.value().results.back()["error"], "not-finite: on purpose");

  training.outcomes.clear();
  const Result<SweepOutcome> second = Sweep(folder, training);
  EXPECT_EQ(training.calls, Texts{"x=1 again"});
  EXPECT_FALSE(second.value().failure);
  EXPECT_EQ(Ranking(second.value()), (Texts{"x=2", "x=1", "x=4"}));
}

TEST(SweepTest, GoesOnWhereItWasInterrupted) {
  const ScratchFolder folder;
  FakeTraining training;
  training.outcomes["x=2"] = ErrorCode::kInterrupted;
  const Result<SweepOutcome> first = Sweep(folder, training);
  EXPECT_EQ(training.calls, (Texts{"x=1", "x=2"}));
  EXPECT_EQ(first.value().failure->code, ErrorCode::kInterrupted);

  training.outcomes.clear();
  const Result<SweepOutcome> second = Sweep(folder, training);
  EXPECT_EQ(training.calls, (Texts{"x=2 again", "x=4"}));
  EXPECT_EQ(Ranking(second.value()), (Texts{"x=2", "x=1", "x=4"}));
  std::filesystem::remove_all(folder.path() / "sweep" / "x=4");
  ASSERT_TRUE(Sweep(folder, training).ok());
  EXPECT_EQ(training.calls, Texts{"x=4"});
}

TEST(SweepTest, LooksAtTheRunsThatThereAreBeforeItTrainsAny) {
  const ScratchFolder folder;
  FakeTraining training;
  training.outcomes["x=2"] = ErrorCode::kInterrupted;
  ASSERT_TRUE(Sweep(folder, training).ok());
  EXPECT_TRUE(training.checked.empty());
  training.refuses = true;
  const Result<SweepOutcome> refused = Sweep(folder, training);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message, "x=1: other data");
  EXPECT_TRUE(training.calls.empty());
  training.refuses = false;
  ASSERT_TRUE(Sweep(folder, training).ok());
  EXPECT_EQ(training.checked, (Texts{"x=1", "x=2"}));
}

TEST(SweepTest, ResultsOfNoSweepAreNotReplaced) {
  const ScratchFolder folder;
  FakeTraining training;
  std::filesystem::create_directories(folder.Path("sweep"));
  folder.Write("sweep/results.csv", "mine\n");
  const Result<SweepOutcome> outcome = Sweep(folder, training);
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error().message,
            folder.Path("sweep") +
                ": expected no results.csv yet, found one that is of no sweep; "
                "choose another --out");
  EXPECT_EQ(ReadFile(folder.Path("sweep/results.csv")).value(), "mine\n");
}

TEST(SweepTest, DoesNotMixTheRunsOfTwoConfigs) {
  const ScratchFolder folder;
  FakeTraining training;
  ASSERT_TRUE(Sweep(folder, training).ok());
  const Result<SweepOutcome> other = Sweep(folder, training, {}, {{"seed", 2}});
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().code, ErrorCode::kInvalidArgument);
  EXPECT_TRUE(training.calls.empty());
}

}  // namespace
}  // namespace whylight
