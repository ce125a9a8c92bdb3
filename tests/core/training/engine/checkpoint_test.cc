#include "core/training/engine/checkpoint.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "core/format/native/sha256.h"
#include "core/format/safetensors.h"
#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

class CheckpointTest : public testing::Test {
 protected:
  Parameter first_{"first", Matrix::Random(3, 2)};
  Parameter second_{"second", Matrix::Random(1, 4)};
  TrainingPosition position_{.step = 12,
                             .stage = 1,
                             .stage_batches = 7,
                             .epoch = 2,
                             .batch = 3,
                             .updates = 5,
                             .loss_sum = 0.1 + 0.2,
                             .words = 99,
                             .seconds = 1.5,
                             .best = BestEpoch{1.0 / 3, 1, 8},
                             .epochs_since_best = 1,
                             .reversions = 2,
                             .finished = false};
  std::string bytes_ =
      SerializeCheckpoint(position_, {{"seed", 7}}, {&first_, &second_})
          .value();
};

TEST_F(CheckpointTest, ReadsBackToTheBitsItWasWrittenFrom) {
  const Result<CheckpointHeader> header = ReadCheckpoint(bytes_, "c");
  ASSERT_TRUE(header.ok()) << header.error().message;
  const TrainingPosition& position = header.value().position;
  EXPECT_EQ(position.step, 12u);
  EXPECT_EQ(position.stage, 1u);
  EXPECT_EQ(position.stage_batches, 7u);
  EXPECT_EQ(position.epoch, 2);
  EXPECT_EQ(position.batch, 3u);
  EXPECT_EQ(position.updates, 5u);
  EXPECT_EQ(position.loss_sum, 0.1 + 0.2);
  EXPECT_EQ(position.words, 99u);
  EXPECT_EQ(position.best->value, 1.0 / 3);
  EXPECT_EQ(position.best->epoch, 1);
  EXPECT_EQ(position.best->step, 8u);
  EXPECT_EQ(position.epochs_since_best, 1);
  EXPECT_EQ(position.reversions, 2);
  EXPECT_EQ(header.value().run["seed"], 7);

  Parameter first{"first", Matrix::Zero(3, 2)};
  Parameter second{"second", Matrix::Zero(1, 4)};
  ASSERT_TRUE(RestoreTensors(bytes_, "c", {&first, &second}).ok());
  EXPECT_EQ(first.value, first_.value);
  EXPECT_EQ(second.value, second_.value);
}

TEST_F(CheckpointTest, IsRefusedWhereverItIsCutShort) {
  for (std::size_t length = 0; length < bytes_.size(); ++length) {
    ASSERT_FALSE(ReadCheckpoint(bytes_.substr(0, length), "c").ok()) << length;
  }
}

// A file without tensors of that state, with the hash that it must have.
std::string MadeUp(const std::string& state) {
  return SerializeSafetensors(
             {}, {{"state", state}, {"sha256", Sha256Hex(state).value()}})
      .value();
}

TEST_F(CheckpointTest, IsRefusedWhereItsStateIsMadeUp) {
  const std::string position =
      R"({"step": 1, "stage": 0, "stage_batches": 1, "epoch": 0, "batch": 1,
          "updates": 1, "loss_sum": null, "words": 2, "seconds": 0.5,
          "epochs_since_best": 0, "reversions": 0, "finished": false})";
  const auto read = [](const std::string& version, const std::string& place) {
    return ReadCheckpoint(
        MadeUp(R"({"version": )" + version + R"(, "position": )" + place +
               R"(, "run": {}})"),
        "c");
  };
  const auto good = read("1", position);
  ASSERT_TRUE(good.ok()) << good.error().message;
  EXPECT_TRUE(std::isnan(good.value().position.loss_sum));
  for (const char* version : {"\"1\"", "null", "[]", "2"}) {
    EXPECT_FALSE(read(version, position).ok()) << version;
  }
  for (const char* place : {"null", "{}", "[1]"}) {
    EXPECT_FALSE(read("1", place).ok()) << place;
  }
  for (const char* wrong :
       {"\"step\": \"1\"", "\"step\": -1", "\"step\": 0.5",
        "\"best\": 1, \"step\": 1", "\"best\": {}, \"step\": 1"}) {
    std::string place = position;
    place.replace(1, 9, wrong);
    EXPECT_FALSE(read("1", place).ok()) << place;
  }
  std::string place = position;
  place.replace(place.find("\"epoch\": 0"), 10, "\"epoch\": 2147483648");
  EXPECT_FALSE(read("1", place).ok());
  EXPECT_FALSE(ReadCheckpoint(MadeUp("{\"version\": 1}"), "c").ok());
  EXPECT_FALSE(
      ReadCheckpoint(MadeUp("{\"version\": 1, \"position\": " + position + "}"),
                     "c")
          .ok());
}

TEST_F(CheckpointTest, MayHoldATensorWithoutNumbers) {
  const Parameter empty{"empty", Matrix(1, 0)};
  const std::string bytes =
      SerializeCheckpoint(position_, {}, {&first_, &empty}).value();
  Parameter first{"first", Matrix::Zero(3, 2)};
  Parameter other{"empty", Matrix(1, 0)};
  ASSERT_TRUE(RestoreTensors(bytes, "c", {&first, &other}).ok());
  EXPECT_EQ(first.value, first_.value);
}

TEST_F(CheckpointTest, IsRefusedWhereverABitIsWrong) {
  int accepted = 0;
  for (std::size_t i = 8; i < bytes_.size(); ++i) {
    std::string damaged = bytes_;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    if (ReadCheckpoint(damaged, "c").ok()) ++accepted;
  }
  // But for the blanks that pad the header.
  EXPECT_LT(accepted, 8);
}

TEST_F(CheckpointTest, RestoresAllTensorsOrNone) {
  Parameter first{"first", Matrix::Zero(3, 2)};
  Parameter other{"other", Matrix::Zero(1, 4)};
  const Status status = RestoreTensors(bytes_, "c", {&first, &other});
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message,
            "c: expected 4 numbers of other, found none");
  EXPECT_TRUE(first.value.isZero());
}

TEST_F(CheckpointTest, StoreKeepsTheLastAndTheBestAndCleansUp) {
  const ScratchFolder folder;
  const CheckpointStore store(folder.Path("c"), 2);
  for (std::uint64_t step = 1; step <= 5; ++step) {
    ASSERT_TRUE(store.Write(step, bytes_, {2}).ok());
  }
  EXPECT_EQ(store.Steps(), (std::vector<std::uint64_t>{2, 4, 5}));
  // A run that was taken back to step 2 and comes past step 3, after a kill.
  const std::string left =
      folder.Path("c/.step-0000000003.safetensors.9-0.tmp");
  const std::string mine = folder.Path("c/mine.tmp");
  for (const std::string& path : {left, mine}) std::ofstream(path) << "half";
  ASSERT_TRUE(store.Write(3, bytes_, {2}).ok());
  EXPECT_EQ(store.Steps(), (std::vector<std::uint64_t>{2, 3}));
  EXPECT_FALSE(std::filesystem::exists(left));
  EXPECT_TRUE(std::filesystem::exists(mine));
}

}  // namespace
}  // namespace whylight
