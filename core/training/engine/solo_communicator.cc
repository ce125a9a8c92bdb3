// For a build without MPI, in place of mpi_communicator.cc.
#include <memory>
#include <string>

#include "core/training/engine/communicator.h"
#include "core/training/engine/mpi_launch.h"

namespace whylight {

Result<std::unique_ptr<Communicator>> MakeCommunicator(int, char**) {
  // Unnoticed, they would all train the same and write to the same folder.
  if (const int ranks = LaunchedRanks(); ranks > 1) {
    return Error{ErrorCode::kInvalidArgument,
                 "mpirun -n " + std::to_string(ranks) +
                     ": expected a program built with WHYLIGHT_MPI, found one "
                     "without"};
  }
  return std::unique_ptr<Communicator>(std::make_unique<SoloCommunicator>());
}

}  // namespace whylight
