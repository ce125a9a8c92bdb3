// A model of ours from the state dict of a PyTorch module.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/model_folder.h"
#include "core/format/safetensors.h"
#include "core/model/system.h"
#include "core/training/exchange/foreign_tensors.h"
#include "core/training/vectors/word_vectors.h"

namespace whylight {

struct StateDictOptions {
  /// config.json of the model. It need not have what the files tell: "format",
  /// "version", "dimensions" and "files". "training" is not read.
  const nlohmann::json& config;
  /// A name of ours and theirs for it, of a module or of a tensor. "lstm:1" is
  /// layer 1, counted from 0, of a module of several.
  std::map<std::string, std::string> names = {};
  Vocabulary vocabulary = {};  ///< Empty for a model that reads no words.
  /// Of the words, where they are not among the tensors.
  std::optional<Matrix> vectors = {};
  /// As which tensors are stored; with I8, all but word vectors as F16.
  Dtype store = Dtype::kF32;
  /// The name of their file, which "training" tells people.
  std::string origin = {};
};

/// The files of the model. Every tensor that it reads is found in `theirs`,
/// which then knows the unused ones, or is missed in the message, with those
/// that there are. Fails with kInvalidArgument and kBadModel.
Result<ModelFiles> ImportStateDict(const StateDictOptions& options,
                                   Systems systems, ForeignTensors& theirs);

}  // namespace whylight
