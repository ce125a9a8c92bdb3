// The question that a reader answers.
#pragma once

#include "core/model/system.h"

namespace whylight {

const System& ReaderSystem();

}  // namespace whylight
