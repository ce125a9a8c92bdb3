#include "core/training/engine/run_folder.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/format/native/model_store.h"
#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

void Touch(const fs::path& path) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << "{}\n";
}

TEST(WithoutFoldersTest, LeavesOnlyTheLastNameOfAnAbsolutePath) {
  const ordered_json config = {
      {"task", "rationale"},
      {"train", "/home/me/data/train.jsonl"},
      {"dev", "beer/dev.jsonl"},
      {"teachers", {"/home/me/runs/1/model", "/home/me/runs/2/"}},
      {"aspects", {{{"name", "look"}, {"file", "/home/me/look.txt"}}}},
      {"selection", {{"rate", 0.5}, {"from", "/home/me/start"}}}};
  const ordered_json expected = {
      {"task", "rationale"},
      {"train", "train.jsonl"},
      {"dev", "beer/dev.jsonl"},
      {"teachers", {"model", "2"}},
      {"aspects", {{{"name", "look"}, {"file", "look.txt"}}}},
      {"selection", {{"rate", 0.5}, {"from", "start"}}}};
  EXPECT_EQ(WithoutFolders(config), expected);
}

TEST(RunFolderTest, AnEarlierRunIsNeitherMixedWithANewOneNorLost) {
  const ScratchFolder scratch;
  const std::string path = scratch.Path("run");
  const auto check = [&](EarlierRun earlier) {
    return RunFolder(path, earlier).Check().ok();
  };
  for (const EarlierRun earlier :
       {EarlierRun::kRefuse, EarlierRun::kResume, EarlierRun::kReplace}) {
    EXPECT_TRUE(check(earlier)) << "there is none yet";
  }
  Touch(path + "/model/config.json");
  EXPECT_FALSE(check(EarlierRun::kRefuse));
  EXPECT_FALSE(check(EarlierRun::kResume)) << "no checkpoints to go on from";
  EXPECT_TRUE(check(EarlierRun::kReplace));
}

TEST(RunFolderTest, WhatOthersWroteIsNeitherReplacedNorRemoved) {
  for (const char* name : {"config.json", "run.json", "log.jsonl", "log.csv",
                           "model/model.safetensors", "checkpoints/epoch1.pt",
                           "checkpoints/step-1.safetensors"}) {
    const ScratchFolder scratch;
    const std::string path = scratch.Path("run");
    Touch(path + "/" + name);
    for (const EarlierRun earlier :
         {EarlierRun::kRefuse, EarlierRun::kResume}) {
      RunFolder folder(path, earlier);
      EXPECT_FALSE(folder.HasRun());
      const Status begun = folder.Begin({{"seed", 1}}, {});
      ASSERT_FALSE(begun.ok()) << name;
      EXPECT_EQ(begun.error().message,
                path + ": expected nothing yet where a run writes, found \"" +
                    name +
                    "\", which is of no run; give another --out, or "
                    "--overwrite to write there all the same");
      EXPECT_EQ(fs::file_size(path + "/" + name), 3u);
    }
  }
}

TEST(RunFolderTest, ANewRunRemovesNothingThatNoRunWrites) {
  const ScratchFolder scratch;
  const fs::path path = scratch.Path("run");
  const fs::path checkpoints = path / "checkpoints";
  Touch(path / "log.csv");
  Touch(path / "data" / "train.csv");
  Touch(checkpoints / "epoch1.pt");
  Touch(checkpoints / "notes.tmp");
  Touch(checkpoints / "step-0000000007.safetensors");
  Touch(checkpoints / ".step-0000000008.safetensors.12-0.tmp");
  RunFolder run(path.string(), EarlierRun::kReplace);
  ASSERT_TRUE(
      run.Begin({{"seed", 1}}, {{"program", "a"}, {"machine", "b"}}).ok());
  std::vector<std::string> left;
  for (const auto& entry : fs::directory_iterator(checkpoints)) {
    left.push_back(entry.path().filename().string());
  }
  std::sort(left.begin(), left.end());
  EXPECT_EQ(left, (std::vector<std::string>{"epoch1.pt", "notes.tmp"}));
  EXPECT_TRUE(fs::exists(path / "data" / "train.csv"));
  EXPECT_TRUE(run.HasRun());
}

TEST(RunFolderTest, ARunThatWasKilledBeforeItsFirstCheckpointBeginsAgain) {
  const ScratchFolder scratch;
  const std::string path = scratch.Path("run");
  const ordered_json record = {{"program", "a"}, {"machine", "b"}};
  ASSERT_TRUE(RunFolder(path, EarlierRun::kRefuse).Begin({}, record).ok());
  EXPECT_TRUE(RunFolder(path, EarlierRun::kRefuse).Check().ok());
  EXPECT_TRUE(RunFolder(path, EarlierRun::kResume).Check().ok());
}

TEST(RunFolderTest, ANewRunDoesNotLeaveTheModelOfAnEarlierOne) {
  const ScratchFolder scratch;
  const std::string path = scratch.Path("run");
  const ordered_json record = {{"program", "a"}, {"machine", "b"}};
  ASSERT_TRUE(RunFolder(path, EarlierRun::kRefuse).Begin({}, record).ok());
  Touch(path + "/model/config.json");
  Touch(path + "/model/README.md");
  ASSERT_TRUE(RunFolder(path, EarlierRun::kReplace).Begin({}, record).ok());
  // Killed now, it can be gone on with, or begun once more.
  EXPECT_FALSE(fs::exists(path + "/model/config.json"));
  EXPECT_TRUE(fs::exists(path + "/model/README.md"));
  EXPECT_TRUE(RunFolder(path, EarlierRun::kResume).Check().ok());
  EXPECT_TRUE(RunFolder(path, EarlierRun::kRefuse).Check().ok());
}

TEST(RunFolderTest, ReplacesWhatIsNoModelWhereOneIsToBe) {
  const ordered_json record = {{"program", "a"}, {"machine", "b"}};
  const ModelFiles files = {
      R"({"format": "whylight", "version": 1, "task": "toy"})", "t", "v"};
  // Of someone, to be overwritten; and of this run, damaged since.
  for (const char* name : {"vocab.txt", "config.json"}) {
    SCOPED_TRACE(name);
    const ScratchFolder scratch;
    const std::string path = scratch.Path("run");
    Touch(path + "/model/" + name);
    {
      RunFolder replaced(path, EarlierRun::kReplace);
      ASSERT_TRUE(replaced.Begin({}, record).ok());
      EXPECT_TRUE(WriteModelFolder(replaced.model(), files).ok());
    }

    Touch(path + "/checkpoints/step-0000000004.safetensors");
    std::filesystem::remove(path + "/model/model.safetensors");
    std::filesystem::remove(path + "/model/config.json");
    Touch(path + "/model/" + name);
    RunFolder resumed(path, EarlierRun::kResume);
    ASSERT_TRUE(resumed.Begin({}, record).ok());
    EXPECT_TRUE(WriteModelFolder(resumed.model(), files).ok());
  }
}

TEST(RunFolderTest, SaysWhichDataAreOthersThanThoseItBeganWith) {
  const ScratchFolder scratch;
  const auto data = [](const char* train, const char* dev) -> ordered_json {
    return {{{"key", "train"}, {"sha256", train}},
            {{"key", "dev"}, {"sha256", dev}}};
  };
  RunFolder run(scratch.Path("run"), EarlierRun::kRefuse);
  EXPECT_EQ(run.DataChangedSinceBegun(data("1", "2")), "") << "none began";
  ASSERT_TRUE(
      run.Begin({},
                {{"data", data("1", "2")}, {"program", "a"}, {"machine", "b"}})
          .ok());
  EXPECT_EQ(run.DataChangedSinceBegun(data("1", "2")), "");
  EXPECT_EQ(run.DataChangedSinceBegun(data("1", "3")),
            "SHA-256 of the data.dev: expected \"2\", as when the run began, "
            "found \"3\"");
}

TEST(RunFolderTest, ARunThatGoesOnKeepsTheConfigThatItBeganWith) {
  const ScratchFolder scratch;
  const std::string path = scratch.Path("run");
  const ordered_json record = {{"program", "a"}, {"machine", "b"}};
  ASSERT_TRUE(
      RunFolder(path, EarlierRun::kRefuse).Begin({{"seed", 0}}, record).ok());
  // Without a checkpoint it begins anew, as whoever goes on with it says now.
  ASSERT_TRUE(
      RunFolder(path, EarlierRun::kResume).Begin({{"seed", 1}}, record).ok());
  Touch(path + "/checkpoints/step-0000000004.safetensors");
  RunFolder resumed(path, EarlierRun::kResume);
  const ordered_json other = {{"program", "a"}, {"machine", "c"}};
  ASSERT_TRUE(resumed.Begin({{"seed", 2}}, other).ok());
  EXPECT_EQ(ordered_json::parse(std::ifstream(resumed.config())),
            (ordered_json{{"seed", 1}}));
  EXPECT_EQ(resumed.ChangedSinceBegun(other),
            std::vector<std::string>{"machine"});
  EXPECT_EQ(resumed.ChangedSinceBegun(record), std::vector<std::string>{});
}

TEST(RunFolderTest, OneRunAtATimeWritesThere) {
  const ScratchFolder scratch;
  const std::string path = scratch.Path("run");
  RunFolder second(path, EarlierRun::kReplace);
  EXPECT_TRUE(second.Lock().ok()) << "there is none yet";
  {
    RunFolder first(path, EarlierRun::kRefuse);
    ASSERT_TRUE(first.Begin({{"seed", 1}}, {}).ok());
    for (const Status& status :
         {second.Lock(), second.Begin({{"seed", 2}}, {})}) {
      ASSERT_FALSE(status.ok());
      EXPECT_EQ(status.error().code, ErrorCode::kInvalidArgument);
      EXPECT_TRUE(status.error().message.starts_with(
          path + ": expected nobody else to write here, found process " +
          std::to_string(getpid()) + " of "))
          << status.error().message;
    }
    EXPECT_EQ(ordered_json::parse(std::ifstream(second.config())),
              (ordered_json{{"seed", 1}}));
  }
  EXPECT_TRUE(second.Begin({{"seed", 2}}, {}).ok());
}

TEST(RunFolderTest, ARunThatBeganInBetweenIsNotReplaced) {
  const ScratchFolder scratch;
  const std::string path = scratch.Path("run");
  RunFolder second(path, EarlierRun::kRefuse);
  ASSERT_TRUE(second.Check().ok());
  Touch(path + "/model/config.json");
  EXPECT_FALSE(second.Begin({{"seed", 2}}, {}).ok());
}

TEST(RunFolderTest, SweepsWhatKilledRunsLeft) {
  const ScratchFolder scratch;
  const fs::path path = scratch.Path("run");
  Touch(path / ".model.123-0.tmp" / "config.json");
  Touch(path / ".config.json.123-0.tmp");
  Touch(path / ".log.csv.45-1.tmp");
  Touch(path / ".model.mine.tmp");
  Touch(path / "notes.tmp");
  RunFolder run(path.string(), EarlierRun::kRefuse);
  ASSERT_TRUE(run.Begin({{"seed", 1}}, {}).ok());
  std::vector<std::string> left;
  for (const auto& entry : fs::directory_iterator(path)) {
    if (entry.path().extension() == ".tmp") {
      left.push_back(entry.path().filename().string());
    }
  }
  std::sort(left.begin(), left.end());
  EXPECT_EQ(left, (std::vector<std::string>{".model.mine.tmp", "notes.tmp"}));
}

}  // namespace
}  // namespace whylight
