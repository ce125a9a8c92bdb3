#include "core/training/engine/checkpoint.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

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
  const std::string left = folder.Path("c/.step-0000000003.9-0.tmp");
  std::ofstream(left) << "half";
  ASSERT_TRUE(store.Write(3, bytes_, {2}).ok());
  EXPECT_EQ(store.Steps(), (std::vector<std::uint64_t>{2, 3}));
  EXPECT_FALSE(std::filesystem::exists(left));
}

}  // namespace
}  // namespace whylight
