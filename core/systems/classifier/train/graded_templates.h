// Texts made from templates, as a classifier with grades learns from them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/systems/classifier/train/config.h"
#include "core/systems/classifier/train/data.h"
#include "core/text/vocabulary.h"

namespace whylight {

/// The probability of each label that a rating from 0, the lowest grade, to 1,
/// the highest, stands for: it is shared by the two labels whose grades are
/// beside it, so that the mean grade is the rating's.
std::vector<double> LabelsOfRating(double rating,
                                   const std::vector<double>& grades);

/// Makes them, with targets. A text without an opinion has the grade in the
/// middle. `grades` are those of `labels`. Fails as TextTemplates::Read does.
Result<ClassifiedTexts> MakeGradedTexts(
    const GradedTemplates& options, std::uint64_t seed,
    const Vocabulary& vocabulary, const std::vector<std::string>& labels,
    const std::map<std::string, double>& grades);

}  // namespace whylight
