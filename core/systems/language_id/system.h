// The system "language-id": which language a text is in, and why.
#pragma once

#include "core/model/system.h"

namespace whylight {

const System& LanguageIdSystem();

}  // namespace whylight
