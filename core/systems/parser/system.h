// The questions that a parser answers.
#pragma once

#include "core/model/system.h"

namespace whylight {

const System& ParserSystem();

}  // namespace whylight
