// The notes of a run about where it was made, so that its numbers can be told
// from those of another machine or revision.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/training/engine/stage.h"

namespace whylight {

/// Processor, memory, system and compiler: what speed and bits may depend on.
/// Names neither the machine nor any folder of it.
nlohmann::ordered_json MachineDescription();

/// The commit this program was built from, with "-dirty" behind it where files
/// had changed since; "unknown" when it was not built in a git repository.
std::string GitRevision();

/// Name, size and hash of each data file. The hash of a folder is that of the
/// hashes of its files, in the order of their names.
Result<nlohmann::ordered_json> RecordData(const std::vector<DataFile>& data);

/// A run can be resumed only with the same identity: its config, every default
/// spelled out, and the data that RecordData has recorded. What is no record of
/// a file, as `data` from a disk may hold, is passed over.
nlohmann::ordered_json RunIdentity(const nlohmann::ordered_json& config,
                                   const nlohmann::ordered_json& data);

/// The first place where the identity of a run differs from that with which it
/// began, as a sentence; empty if there is none.
std::string FindDifference(const nlohmann::ordered_json& began,
                           const nlohmann::ordered_json& now);

}  // namespace whylight
