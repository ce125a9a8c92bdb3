// Lets several processes train one model: data-parallel over the shards that a
// batch is always cut into, so that any number of them gives the same bits.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace whylight {

/// The processes that train one model together, each with its share of the 8
/// shards. Every rank calls the same operations in the same order. To be used
/// from the thread that made it.
class Communicator {
 public:
  virtual ~Communicator() = default;

  /// From 0 to `size() - 1`.
  virtual int rank() const = 0;
  /// 1, 2, 4 or 8.
  virtual int size() const = 0;

  /// Hands `bytes`, any number of them, to rank `to`. May wait until that rank
  /// receives them.
  virtual Status Send(std::string_view bytes, int to) = 0;

  /// Receives from rank `from`; the messages of a rank arrive in order.
  virtual Result<std::string> Receive(int from) = 0;

  /// Gives every rank the bytes of rank 0.
  virtual Status Broadcast(std::string* bytes) = 0;

  /// Waits until every rank is here.
  virtual Status Barrier() = 0;

  /// To be called once by a rank that failed, in place of what the others now
  /// expect of it: ends the processes of those that do not give up themselves
  /// within a few seconds, instead of leaving them to wait for ever.
  virtual void GiveUp() = 0;
};

/// One process alone.
class SoloCommunicator final : public Communicator {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  Status Send(std::string_view bytes, int to) override;
  Result<std::string> Receive(int from) override;
  Status Broadcast(std::string*) override { return {}; }
  Status Barrier() override { return {}; }
  void GiveUp() override {}
};

/// The ranks that this process was started among, by `mpirun -n N`; otherwise
/// this process alone. Fails with kInvalidArgument when N does not divide the
/// shards, and when this build knows no MPI but was started by it.
Result<std::unique_ptr<Communicator>> MakeCommunicator(int argc, char** argv);

/// Whether any rank says true; the same answer on every rank.
Result<bool> AnyRank(bool mine, Communicator& ranks);

/// Good where every rank's is; else the error of the lowest rank that has one,
/// on every rank. What must not go wrong on one rank alone, such as reading
/// data, ends with this: all stop then, with one message.
Status AgreeOn(const Status& mine, Communicator& ranks);

}  // namespace whylight
