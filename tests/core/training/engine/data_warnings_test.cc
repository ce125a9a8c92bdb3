#include "core/training/engine/data_warnings.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using Lines = std::vector<std::string>;

// Has data, and trains nothing.
class DataTask final : public TrainingTask {
 public:
  DataTask(std::vector<DataFile> data,
           std::map<std::string, std::size_t> labels = {})
      : data_(std::move(data)), labels_(std::move(labels)) {}

  std::vector<Stage*> Stages() override { return {}; }
  std::vector<Parameter*> Parameters() override { return {}; }
  nlohmann::ordered_json ResolvedConfig() const override { return {}; }
  std::vector<DataFile> Data() const override { return data_; }
  std::map<std::string, std::size_t> TrainLabels() const override {
    return labels_;
  }
  std::string Summary() const override { return {}; }
  Result<ModelFiles> Save(const nlohmann::ordered_json&) override {
    return ModelFiles{};
  }

 private:
  std::vector<DataFile> data_;
  std::map<std::string, std::size_t> labels_;
};

TEST(DataWarningsTest, SayNothingOfDataAsTheyShouldBe) {
  const ScratchFolder folder;
  const std::string train = folder.Write("a.txt", "caf\xC3\xA9\n");
  const std::string dev = folder.Write("b.txt", "caf\xC3\xA9\n");
  // Vectors are no texts.
  const std::string vectors = folder.Write("c.bin", "\xE9\n");
  EXPECT_EQ(DataWarnings(
                DataTask({{"train", train}, {"dev", dev}, {"vectors", vectors}},
                         {{"bug", 10}, {"wish", 11}})),
            Lines());
}

TEST(DataWarningsTest, TellThatLinesOfDevAreInTrain) {
  const ScratchFolder folder;
  const std::string shared = "a line that stands in both files\n";
  const std::string train =
      folder.Write("a.txt", shared + "and one that does not stand there\n");
  const std::string dev =
      folder.Write("b.txt", shared + "another line of dev\n" + "short\n");
  EXPECT_EQ(DataWarnings(DataTask({{"train", train}, {"dev", dev}})),
            Lines{"1 of 1 line of dev are also in train: its figures say less "
                  "about other texts"});
  // One of many happens.
  std::string many = shared;
  for (int i = 0; i < 20; ++i) {
    many += "another line of dev, number " + std::to_string(i) + "\n";
  }
  const std::string large = folder.Write("c.txt", many);
  EXPECT_EQ(DataWarnings(DataTask({{"train", train}, {"dev", large}})),
            Lines());
}

TEST(DataWarningsTest, TellThatDevIsTrain) {
  const ScratchFolder folder;
  folder.Write("a.txt", "a\n");
  EXPECT_EQ(DataWarnings(DataTask({{"train", folder.Path("a.txt")},
                                   {"dev", folder.Path("./a.txt")}})),
            Lines{"dev is the same file as train: its figures say nothing "
                  "about other texts"});
}

TEST(DataWarningsTest, CountTheLinesThatAreNotUtf8) {
  const ScratchFolder folder;
  const std::string two = folder.WriteGzip("a.csv", "caf\xE9\nok\n\xFC\n");
  const std::string one = folder.Write("b.csv", "caf\xE9\n");
  EXPECT_EQ(
      DataWarnings(DataTask({{"train", two}, {"more 1", one}})),
      (Lines{
          two + ": 2 lines are not UTF-8, perhaps Latin-1: save it as UTF-8",
          one + ": 1 line is not UTF-8, perhaps Latin-1: save it as UTF-8"}));
}

TEST(DataWarningsTest, TellOfLabelsThatAreAlikeOrRare) {
  EXPECT_EQ(
      DataWarnings(DataTask({}, {{"Bug", 10},
                                 {"bug", 9},
                                 {"\xC3\x84rger", 20},
                                 {"\xC3\xA4rger", 20},
                                 {"wish", 1}})),
      (Lines{
          "the labels \"Bug\" and \"bug\" differ only in case: join them by "
          "\"merge\"",
          "the labels \"\\xc3\\x84rger\" and \"\\xc3\\xa4rger\" differ only in "
          "case: join them by \"merge\"",
          "fewer than 10 texts to train on have the label \"bug\", "
          "\"wish\""}));
}

}  // namespace
}  // namespace whylight
