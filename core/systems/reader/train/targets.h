// What a reader learns to be right.
#pragma once

#include "core/ops/span_scores.h"
#include "core/training/data/answered_questions.h"

namespace whylight {

/// What a training takes to be right. Answers end after `longest` words. With
/// `votes`, those who found none have their share.
SpanTarget TargetOf(const AnsweredQuestion& question, Index longest,
                    bool votes);

}  // namespace whylight
