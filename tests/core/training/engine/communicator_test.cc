#include "core/training/engine/communicator.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <atomic>
#include <memory>
#include <string>

#include "core/training/engine/mpi_launch.h"
#include "tests/core/training/engine/communicator_behaviour.h"
#include "tests/core/training/engine/in_process_communicator.h"

namespace whylight {
namespace {

TEST(CommunicatorTest, RanksKeepTheirPromisesWhateverTheirNumber) {
  for (const int size : {1, 2, 4, 8}) RunRanks(size, ExpectKeepsItsPromises);
}

TEST(CommunicatorTest, OneProcessAloneKeepsThemToo) {
  SoloCommunicator solo;
  EXPECT_EQ(solo.rank(), 0);
  EXPECT_EQ(solo.size(), 1);
  ExpectKeepsItsPromises(solo);
  EXPECT_EQ(solo.Send("hello", 1).error().message,
            "expected another rank, found 1 of 1");
  EXPECT_FALSE(solo.Receive(0).ok());
}

TEST(CommunicatorTest, ARankThatGivesUpDoesNotLeaveTheOthersWaiting) {
  std::atomic<int> failures = 0;
  RunRanks(4, [&](Communicator& ranks) {
    if (ranks.rank() == 2) {
      ranks.GiveUp();
    } else if (!AgreeOn({}, ranks).ok()) {
      ++failures;
    }
  });
  EXPECT_EQ(failures, 3);
}

TEST(CommunicatorTest, IsAloneUnlessMpirunSaysOtherwise) {
  unsetenv("OMPI_COMM_WORLD_SIZE");
  unsetenv("PMI_SIZE");
  const Result<std::unique_ptr<Communicator>> alone =
      MakeCommunicator(0, nullptr);
  ASSERT_TRUE(alone.ok());
  EXPECT_EQ(alone.value()->size(), 1);
  setenv("OMPI_COMM_WORLD_SIZE", "4", 1);
  EXPECT_EQ(LaunchedRanks(), 4);
  unsetenv("OMPI_COMM_WORLD_SIZE");
}

}  // namespace
}  // namespace whylight
