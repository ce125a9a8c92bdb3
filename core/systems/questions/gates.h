// How far the gates of an encoder open at each word of a text: the heat map
// over words of Lei17 section 2.5.3, figure 2-9.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/span.h"
#include "core/explain/gate_profile.h"
#include "core/systems/questions/model.h"

namespace whylight {

/// The gates of one recurrence, word by word in the order of the text.
struct RecurrenceGates {
  std::size_t layer = 0;  ///< From 0.
  bool reversed = false;  ///< Whether it reads from the last word to the first.
  std::vector<Span> words;
  /// Of a title and a body, which are read apart, one after the other.
  GateProfile profile;
};

/// Those of all recurrent convolutions, in the order of the layers; none of a
/// text without words. Fails with kInvalidArgument for a model without one.
Result<std::vector<RecurrenceGates>> ReadGates(const Retriever& model,
                                               std::string_view text);

}  // namespace whylight
