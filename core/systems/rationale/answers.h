// The explanations of a rationale model as JSON: one entry for the program and
// for JavaScript, so that both say the same in the same words.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/systems/rationale/model.h"

namespace whylight {

struct ExplanationRequest {
  /// "ngrams", "curve", "gates", "faithfulness" or "match".
  std::string_view method;
  std::string_view text;   ///< In UTF-8; spans count its UTF-16 units.
  std::string_view other;  ///< The second text of "match".
  /// A JSON object; every key may be absent but `aspect` where the model has
  /// several. docs/explanations.md lists the keys and what comes back.
  std::string_view options = "{}";
};

/// The answer, a JSON object on one line. Fails with kInvalidArgument, naming
/// the option, and with kTextTooLong.
Result<std::string> ExplainAsJson(const RationaleModel& model,
                                  const ExplanationRequest& request);

}  // namespace whylight
