// The questions that a tagger answers.
#pragma once

#include "core/model/system.h"

namespace whylight {

const System& TaggerSystem();

}  // namespace whylight
