// Language models as a system: one question, how a text may go on.
#pragma once

#include "core/model/system.h"

namespace whylight {

/// Of models that are a LanguageModel. They say of themselves: {"words": the
/// size of the vocabulary}.
const System& LanguageModelSystem();

}  // namespace whylight
