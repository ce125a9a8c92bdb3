// The question that a model of the phrases of trees answers.
#pragma once

#include "core/model/system.h"

namespace whylight {

const System& TreeClassifierSystem();

}  // namespace whylight
