// What a run notes about where it was made, so that its numbers can be told
// from those of another machine or revision.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace whylight {

/// Processor, memory, system and compiler: what speed and bits may depend on.
/// Names neither the machine nor any folder of it.
nlohmann::ordered_json MachineDescription();

/// The commit this program was built from, with "-dirty" behind it where files
/// had changed since; "unknown" when it was not built in a git repository.
std::string GitRevision();

}  // namespace whylight
