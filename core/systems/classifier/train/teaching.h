// What a classifier learns from others: their probabilities, of texts with and
// without labels (Hinton 2015), so that many teach one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/systems/classifier/model.h"
#include "core/systems/classifier/train/data.h"
#include "core/training/data/data_options.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {

/// The sentences of the texts of files, of 3 to 40 words: at most `most` (0:
/// all), spread over all. They hold none of `held_out`. Each has `label` in
/// place of one that is known. The files are read twice.
Result<LabelledFile> ReadSentences(const std::vector<std::string>& paths,
                                   const DataOptions& reading, std::size_t most,
                                   const HeldOutTexts& held_out,
                                   const std::string& label);

/// The models in `folders`. Fails with kInvalidArgument on one of other labels.
Result<std::vector<Classifier>> ReadTeachers(
    const std::vector<std::string>& folders,
    const std::vector<std::string>& labels);

/// The mean of the teachers' probabilities for each text, [texts x labels].
Result<Matrix> AskTeachers(const std::vector<Classifier>& teachers,
                           const LabelledFile& texts, ThreadPool& pool);

/// What is to be learned of texts with labels: `share` of what teachers say,
/// and the rest of the label.
Matrix MixWithLabels(const Matrix& taught, double share,
                     const std::vector<std::int32_t>& labels);

}  // namespace whylight
