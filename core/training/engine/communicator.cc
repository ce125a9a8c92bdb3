#include "core/training/engine/communicator.h"

#include <string>
#include <utility>
#include <vector>

namespace whylight {
namespace {

Error NoOther(int rank) {
  return {ErrorCode::kInvalidArgument,
          "expected another rank, found " + std::to_string(rank) + " of 1"};
}

// Gives every rank the bytes of all ranks, in their order. Few bytes from at
// most 8 ranks: rank 0 collects and passes on.
Result<std::string> GatherBytes(char mine, Communicator& ranks) {
  std::string all(1, mine);
  if (ranks.rank() == 0) {
    for (int from = 1; from < ranks.size(); ++from) {
      const Result<std::string> theirs = ranks.Receive(from);
      if (!theirs.ok()) return theirs.error();
      all += theirs.value();
    }
  } else if (Status sent = ranks.Send(all, 0); !sent.ok()) {
    return sent.error();
  }
  if (Status shared = ranks.Broadcast(&all); !shared.ok()) {
    return shared.error();
  }
  return all;
}

}  // namespace

Status SoloCommunicator::Send(std::string_view, int to) { return NoOther(to); }

Result<std::string> SoloCommunicator::Receive(int from) {
  return NoOther(from);
}

Result<bool> AnyRank(bool mine, Communicator& ranks) {
  const Result<std::string> all = GatherBytes(mine ? 1 : 0, ranks);
  if (!all.ok()) return all.error();
  return all.value().find('\1') != std::string::npos;
}

Status AgreeOn(const Status& mine, Communicator& ranks) {
  // 0: good; else one more than the code of the error.
  const char code =
      mine.ok() ? '\0'
                : static_cast<char>(1 + static_cast<int>(mine.error().code));
  const Result<std::string> codes = GatherBytes(code, ranks);
  if (!codes.ok()) return codes.error();
  const std::size_t failed = codes.value().find_first_not_of('\0');
  if (failed == std::string::npos) return {};
  const int source = static_cast<int>(failed);
  std::string message = ranks.rank() == source ? mine.error().message : "";
  // A broadcast starts at rank 0.
  if (source != 0 && ranks.rank() == source) {
    if (Status sent = ranks.Send(message, 0); !sent.ok()) return sent;
  } else if (source != 0 && ranks.rank() == 0) {
    Result<std::string> received = ranks.Receive(source);
    if (!received.ok()) return received.error();
    message = std::move(received).value();
  }
  if (Status shared = ranks.Broadcast(&message); !shared.ok()) return shared;
  return Error{static_cast<ErrorCode>(codes.value()[failed] - 1),
               std::move(message)};
}

}  // namespace whylight
