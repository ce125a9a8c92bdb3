#include "core/training/engine/mpi_launch.h"

#include <algorithm>
#include <cstdlib>

namespace whylight {

int LaunchedRanks() {
  // Of Open MPI, and of MPICH and its kin.
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    if (const char* size = std::getenv(name)) {
      return std::max(1, std::atoi(size));
    }
  }
  return 1;
}

}  // namespace whylight
