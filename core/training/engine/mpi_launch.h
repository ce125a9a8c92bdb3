// How this process was started, as far as it shows before MPI is.
#pragma once

namespace whylight {

/// How many processes mpirun started this one among; 1 where it was not mpirun.
int LaunchedRanks();

}  // namespace whylight
