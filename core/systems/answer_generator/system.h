// The system "answer-generator": the questions that its models answer.
#pragma once

#include "core/model/system.h"

namespace whylight {

const System& AnswerGeneratorSystem();

}  // namespace whylight
