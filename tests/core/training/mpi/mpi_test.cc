// Runs on every rank of `mpirun -n N mpi_tests`: the promises of a communicator
// between processes. `mpi_tests --fail` is a run in which rank 1 fails.
#include <gtest/gtest.h>

#include <cstdio>
#include <memory>
#include <string_view>
#include <utility>

#include "core/training/engine/communicator.h"
#include "tests/core/training/engine/communicator_behaviour.h"

namespace whylight {
namespace {

std::unique_ptr<Communicator> ranks;

TEST(MpiCommunicatorTest, RanksKeepTheirPromises) {
  ASSERT_GT(ranks->size(), 1);
  ExpectKeepsItsPromises(*ranks);
}

// The others wait for a word of rank 1, which never comes.
int Fail() {
  if (ranks->rank() != 1) {
    return ranks->Receive(1).ok() ? 0 : 1;
  }
  std::puts("rank 1 gives up");
  std::fflush(stdout);
  ranks->GiveUp();
  return 1;
}

}  // namespace
}  // namespace whylight

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  auto made = whylight::MakeCommunicator(argc, argv);
  if (!made.ok()) {
    std::printf("error: %s\n", made.error().message.c_str());
    return 1;
  }
  whylight::ranks = std::move(made).value();
  const bool fail = argc > 1 && std::string_view(argv[1]) == "--fail";
  const int code = fail ? whylight::Fail() : RUN_ALL_TESTS();
  // MPI is to end before what is static does.
  whylight::ranks.reset();
  return code;
}
