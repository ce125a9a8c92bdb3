// The system "questions": texts that ask the same, and why.
#pragma once

#include "core/model/system.h"

namespace whylight {

const System& QuestionsSystem();

}  // namespace whylight
