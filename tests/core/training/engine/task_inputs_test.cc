#include "core/training/engine/task_inputs.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace whylight
