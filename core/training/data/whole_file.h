// Whole files that may be compressed.
#pragma once

#include <string>

#include "core/base/result.h"

namespace whylight {

/// The bytes of a file or, where it is gzip, which is seen from its content,
/// those that were compressed. Fails with kBadData where these are damaged.
Result<std::string> ReadPlainOrGzip(const std::string& path);

}  // namespace whylight
