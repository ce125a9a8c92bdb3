// Ranks as the processes of MPI. Compiled where WHYLIGHT_MPI is on.
#include <mpi.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "core/training/engine/communicator.h"
#include "core/training/engine/mpi_launch.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {
namespace {

// MPI counts in ints, so long messages go in pieces.
constexpr std::size_t kPiece = std::size_t{1} << 30;

// How long ranks that fail together have to find each other.
constexpr std::chrono::seconds kPatience{5};

constexpr int kTag = 0;

Status FromMpi(int code, const char* what) {
  if (code == MPI_SUCCESS) return {};
  std::array<char, MPI_MAX_ERROR_STRING> reason{};
  int length = 0;
  MPI_Error_string(code, reason.data(), &length);
  return Error{ErrorCode::kIo,
               std::string("MPI cannot ") + what + ": " + reason.data()};
}

// Calls `pass(data, count)` for one piece of `bytes` after the other.
template <typename Char, typename Pass>
Status InPieces(Char* bytes, std::size_t size, Pass&& pass) {
  for (std::size_t start = 0; start < size; start += kPiece) {
    const auto count = static_cast<int>(std::min(kPiece, size - start));
    if (Status passed = pass(bytes + start, count); !passed.ok()) {
      return passed;
    }
  }
  return {};
}

class MpiCommunicator final : public Communicator {
 public:
  MpiCommunicator() {
    MPI_Comm_dup(MPI_COMM_WORLD, &ranks_);
    MPI_Comm_dup(MPI_COMM_WORLD, &farewell_);
    MPI_Comm_set_errhandler(ranks_, MPI_ERRORS_RETURN);
    MPI_Comm_rank(ranks_, &rank_);
    MPI_Comm_size(ranks_, &size_);
  }

  ~MpiCommunicator() override {
    // An exception leaves the others waiting as any failure does.
    if (std::uncaught_exceptions() > 0) GiveUp();
    MPI_Comm_free(&ranks_);
    MPI_Comm_free(&farewell_);
    MPI_Finalize();
  }

  MpiCommunicator(const MpiCommunicator&) = delete;
  MpiCommunicator& operator=(const MpiCommunicator&) = delete;

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  Status Send(std::string_view bytes, int to) override {
    const std::uint64_t size = bytes.size();
    if (Status sent =
            FromMpi(MPI_Send(&size, 1, MPI_UINT64_T, to, kTag, ranks_), "send");
        !sent.ok()) {
      return sent;
    }
    return InPieces(bytes.data(), bytes.size(), [&](auto* data, int count) {
      return FromMpi(MPI_Send(data, count, MPI_BYTE, to, kTag, ranks_), "send");
    });
  }

  Result<std::string> Receive(int from) override {
    std::uint64_t size = 0;
    if (Status received = FromMpi(MPI_Recv(&size, 1, MPI_UINT64_T, from, kTag,
                                           ranks_, MPI_STATUS_IGNORE),
                                  "receive");
        !received.ok()) {
      return received.error();
    }
    std::string bytes(size, '\0');
    const Status received =
        InPieces(bytes.data(), bytes.size(), [&](auto* data, int count) {
          return FromMpi(MPI_Recv(data, count, MPI_BYTE, from, kTag, ranks_,
                                  MPI_STATUS_IGNORE),
                         "receive");
        });
    if (!received.ok()) return received.error();
    return bytes;
  }

  Status Broadcast(std::string* bytes) override {
    std::uint64_t size = bytes->size();
    if (Status shared =
            FromMpi(MPI_Bcast(&size, 1, MPI_UINT64_T, 0, ranks_), "broadcast");
        !shared.ok()) {
      return shared;
    }
    bytes->resize(size);
    return InPieces(bytes->data(), bytes->size(), [&](auto* data, int count) {
      return FromMpi(MPI_Bcast(data, count, MPI_BYTE, 0, ranks_), "broadcast");
    });
  }

  Status Barrier() override {
    return FromMpi(MPI_Barrier(ranks_), "wait for the other ranks");
  }

  void GiveUp() override {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end = Clock::now() + kPatience;
    MPI_Request all_gave_up = MPI_REQUEST_NULL;
    MPI_Ibarrier(farewell_, &all_gave_up);
    int done = 0;
    while (Clock::now() < end) {
      MPI_Test(&all_gave_up, &done, MPI_STATUS_IGNORE);
      if (done != 0) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    MPI_Abort(MPI_COMM_WORLD, 1);
  }

 private:
  MPI_Comm ranks_ = MPI_COMM_NULL;
  MPI_Comm farewell_ = MPI_COMM_NULL;  // Of GiveUp, beside what is under way.
  int rank_ = 0;
  int size_ = 1;
};

}  // namespace

Result<std::unique_ptr<Communicator>> MakeCommunicator(int argc, char** argv) {
  if (LaunchedRanks() == 1) {
    return std::unique_ptr<Communicator>(std::make_unique<SoloCommunicator>());
  }
  int provided = 0;
  if (Status started =
          FromMpi(MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided),
                  "start");
      !started.ok()) {
    return started.error();
  }
  auto ranks = std::make_unique<MpiCommunicator>();
  if (provided < MPI_THREAD_FUNNELED) {
    return Error{ErrorCode::kInvalidArgument,
                 "expected an MPI that allows threads, found one that does "
                 "not"};
  }
  if (kShards % static_cast<std::size_t>(ranks->size()) != 0) {
    return Error{ErrorCode::kInvalidArgument,
                 "mpirun -n: expected 1, 2, 4 or 8 ranks, found " +
                     std::to_string(ranks->size())};
  }
  return std::unique_ptr<Communicator>(std::move(ranks));
}

}  // namespace whylight
