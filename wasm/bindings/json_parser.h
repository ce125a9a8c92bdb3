// The engine's own JSON parser in place of the core's, so that a page does not
// download another one.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/base/result.h"
#include "core/format/document.h"

namespace whylight {

/// A DocumentParser. Of keys that are repeated it takes the last. The module
/// wants `parseJson` of whoever starts it (wasm/src/runtime/json.ts).
Result<Document> ParseJsonInEngine(std::string_view bytes,
                                   std::string_view name,
                                   std::size_t max_depth);

}  // namespace whylight
