// Classifiers as ONNX models, for other programs to run.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/format/model_folder.h"

namespace whylight {

/// The ONNX file of the classifier in `files`, of operators of version 17:
///
///   words          [L] of int64, at least one: rows of the vocabulary, whose
///                  size stands for an unknown word
///   logits         [labels]
///   probabilities  [labels]
///
/// Its metadata are the labels and the task. Fails with kInvalidArgument where
/// the model is no classifier, or has a layer that is not written as ONNX,
/// which the message names.
Result<std::string> ExportOnnx(const ModelFiles& files);

}  // namespace whylight
