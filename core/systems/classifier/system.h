// Texts sorted into classes as a system: one question, which class per text is
// of and why (docs/guides/explanations.md).
#pragma once

#include "core/model/system.h"

namespace whylight {

/// Of models that are a Classifier. They say of themselves: {"labels":
/// [{"label", "name", "grade"?}, ...]}.
const System& ClassifierSystem();

}  // namespace whylight
