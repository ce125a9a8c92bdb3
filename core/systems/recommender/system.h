// The questions that a recommender answers.
#pragma once

#include "core/model/system.h"

namespace whylight {

const System& RecommenderSystem();

}  // namespace whylight
