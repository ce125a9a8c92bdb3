// The place where a verb is to write: made, checked and locked before the work.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/format/native/writer_lock.h"

namespace whylight {

/// A folder is that of a model.
enum class OutputKind { kFile, kFolder };

/// Fails where the name promises a compressed file: all are written plain.
Status CheckNameIsPlain(const std::string& path);

/// Locks `path` (WriterLock::TakeOutput). Fails where no such output can be
/// written: to be found out before hours of work, not after.
Result<WriterLock> TakePlace(const std::string& path, OutputKind output);

}  // namespace whylight
