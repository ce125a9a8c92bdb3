#include "core/training/engine/task_inputs.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

TEST(TaskInputsTest, ARunRecordsTheFilesItReadButNoFolders) {
  const std::vector<DataFile> data{
      {"train", "/home/someone/data/beer/a.jsonl"}};
  // The config's own path, looked for below the folder of the data sets.
  EXPECT_EQ(RecordedPath("beer/a.jsonl", "train", data), "beer/a.jsonl");
  // Another file that was given instead.
  EXPECT_EQ(RecordedPath("beer/b.jsonl", "train", data), "a.jsonl");
  EXPECT_EQ(RecordedPath("", "train", data), "a.jsonl");
  // A file that was not read.
  EXPECT_EQ(RecordedPath("beer/b.jsonl", "dev", data), "beer/b.jsonl");
}

// Another working folder and another WHYLIGHT_DATA, as long as it lives.
class Surroundings {
 public:
  Surroundings(const std::string& folder, const std::string& data)
      : folder_(std::filesystem::current_path()) {
    const char* const before = std::getenv("WHYLIGHT_DATA");
    if (before != nullptr) data_ = before;
    std::filesystem::current_path(folder);
    setenv("WHYLIGHT_DATA", data.c_str(), 1);
  }
  ~Surroundings() {
    std::filesystem::current_path(folder_);
    if (data_) {
      setenv("WHYLIGHT_DATA", data_->c_str(), 1);
    } else {
      unsetenv("WHYLIGHT_DATA");
    }
  }

 private:
  std::filesystem::path folder_;
  std::optional<std::string> data_;
};

TEST(TaskInputsTest, ADataFileIsLookedForInTheDataAndThenInTheWorkingFolder) {
  const ScratchFolder data;
  const ScratchFolder working;
  data.Write("both.csv", "");
  working.Write("both.csv", "");
  working.Write("own.csv", "");
  const auto find = [](const std::string& path) {
    const Result<std::string> found = FindDataFile({}, "train", path);
    return found.ok() ? found.value() : found.error().message;
  };
  const std::string advice =
      ", found none (docs/guides/data.md); --train FILE names another";
  {
    const Surroundings surroundings(working.Path(""), data.Path(""));
    EXPECT_EQ(find("both.csv"), data.Path("both.csv"));
    EXPECT_EQ(find("./both.csv"), "./both.csv");
    EXPECT_EQ(find("own.csv"), "own.csv");
    EXPECT_EQ(find("none.csv"),
              "expected a file \"none.csv\" below the working folder or "
              "WHYLIGHT_DATA, which is \"" +
                  data.Path("") + "\"" + advice);
  }
  const Surroundings surroundings(working.Path(""), "");
  EXPECT_EQ(find("both.csv"), "both.csv");
  EXPECT_EQ(find("none.csv"),
            "expected a file \"none.csv\" below the working folder or "
            "WHYLIGHT_DATA, which is not set" +
                advice);
}

TEST(TaskInputsTest, ARunRecordsPathsBelowTheWorkingFolderAsTheyWereGiven) {
  for (const std::string path : {"./own/a.csv", "own/a.csv"}) {
    EXPECT_EQ(RecordedPath(path, "train", {{"train", path}}), path);
  }
}

TEST(TaskInputsTest, ARunRecordsTheNameOfTheFileThatWasGivenInstead) {
  EXPECT_EQ(RecordedPath("own/a.csv", "train", {{"train", "/data/own/a.csv"}}),
            "own/a.csv");
  // Its name may end as that of the config does.
  EXPECT_EQ(RecordedPath("a.csv", "train", {{"train", "/other/extra.a.csv"}}),
            "extra.a.csv");
  EXPECT_EQ(RecordedPath("tr.csv", "train", {{"train", "dtr.csv"}}), "dtr.csv");
}

}  // namespace
}  // namespace whylight
