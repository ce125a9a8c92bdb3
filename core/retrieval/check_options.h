// Options that come from code rather than from JSON, held to the same rules.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/format/fields.h"

namespace whylight {

/// Fails as reading what `fields` write of `options` does; errors start with
/// `where`.
template <typename Options>
Status CheckOptions(const Fields<Options>& fields, const Options& options,
                    const std::string& where) {
  Options read;
  return fields.Read(fields.Write(options), where, &read);
}

}  // namespace whylight
