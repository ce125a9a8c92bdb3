// The promises of every communicator, as one of its ranks sees them: run on
// each rank at once, by threads and under mpirun.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/training/engine/communicator.h"

namespace whylight {

/// Bytes that tell a rank and a number, zeros among them.
inline std::string Message(int rank, std::size_t size) {
  std::string bytes(size, '\0');
  std::uint32_t state = static_cast<std::uint32_t>(rank) + 1;
  for (char& byte : bytes) {
    state = state * 1664525 + 1013904223;
    byte = static_cast<char>(state >> 24);
  }
  return bytes;
}

/// Round a ring, each rank hands its left neighbour's message to the right one,
/// until everybody has had everybody's.
inline void ExpectMessagesArriveWholeAndInOrder(Communicator& ranks) {
  const int size = ranks.size();
  const int right = (ranks.rank() + 1) % size;
  const int left = (ranks.rank() + size - 1) % size;
  for (const std::size_t bytes : {0u, 1u, 1000u, 300'000u}) {
    std::string carried = Message(ranks.rank(), bytes);
    for (int step = 1; step < size; ++step) {
      // Send may wait for the receiver, so not all may send first.
      Result<std::string> received = std::string();
      if (ranks.rank() % 2 == 0) {
        ASSERT_TRUE(ranks.Send(carried, right).ok());
        received = ranks.Receive(left);
      } else {
        received = ranks.Receive(left);
        ASSERT_TRUE(ranks.Send(carried, right).ok());
      }
      ASSERT_TRUE(received.ok()) << received.error().message;
      carried = std::move(received).value();
      EXPECT_TRUE(carried ==
                  Message((ranks.rank() + size - step) % size, bytes))
          << bytes << " bytes after " << step << " steps";
    }
  }
}

inline void ExpectBroadcastGivesWhatRankZeroHas(Communicator& ranks) {
  for (const std::size_t bytes : {0u, 5u, 300'000u}) {
    // Ranks start with bytes of other lengths, which must not show.
    std::string shared = Message(ranks.rank(), ranks.rank() == 0 ? bytes : 17);
    const Status status = ranks.Broadcast(&shared);
    ASSERT_TRUE(status.ok()) << status.error().message;
    EXPECT_TRUE(shared == Message(0, bytes)) << bytes << " bytes";
  }
}

inline void ExpectAnyRankIsTrueWhereOneIs(Communicator& ranks) {
  for (int who = -1; who < ranks.size(); ++who) {
    const Result<bool> any = AnyRank(ranks.rank() == who, ranks);
    ASSERT_TRUE(any.ok()) << any.error().message;
    EXPECT_EQ(any.value(), who >= 0) << "rank " << who;
    ASSERT_TRUE(ranks.Barrier().ok());
  }
}

inline void ExpectAgreementOnTheLowestRanksError(Communicator& ranks) {
  EXPECT_TRUE(AgreeOn({}, ranks).ok());
  for (int lowest = 0; lowest < ranks.size(); ++lowest) {
    Status mine;
    if (ranks.rank() >= lowest) {
      mine =
          Error{ErrorCode::kBadData, "of rank " + std::to_string(ranks.rank())};
    }
    const Status agreed = AgreeOn(mine, ranks);
    ASSERT_FALSE(agreed.ok());
    EXPECT_EQ(agreed.error().code, ErrorCode::kBadData);
    EXPECT_EQ(agreed.error().message, "of rank " + std::to_string(lowest));
  }
}

inline void ExpectKeepsItsPromises(Communicator& ranks) {
  ExpectMessagesArriveWholeAndInOrder(ranks);
  ExpectBroadcastGivesWhatRankZeroHas(ranks);
  ExpectAnyRankIsTrueWhereOneIs(ranks);
  ExpectAgreementOnTheLowestRanksError(ranks);
}

}  // namespace whylight
