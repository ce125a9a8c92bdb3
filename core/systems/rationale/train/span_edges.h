// Whether a selection is cut where a reader would cut it. The rules are those
// of English and know nothing of any model's own.
#pragma once

#include <vector>

#include "core/base/runs.h"
#include "core/text/tokenizer.h"

namespace whylight {

/// Whether a run of words starts and ends at a word that can stand there:
/// neither punctuation nor a word that only leads to others ("the", "and"; at
/// its end also "was", "very", "not"), and without a negation in front that
/// would turn it round, at once or after such as "very" and "a".
///
///   the staff were [helpful] .          clean
///   [the staff were helpful .]          neither edge is
///   not a very [helpful staff]          the negation is cut off
bool HasCleanEdges(const std::vector<Token>& tokens, const Run& run);

}  // namespace whylight
