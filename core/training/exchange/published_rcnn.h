// The weights that the RCNN's authors publish and save (their program for
// sentiment): a pickle of (parameters, options, number of classes).
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/base/result.h"
#include "core/training/exchange/pickle.h"

namespace whylight {

struct PublishedModel {
  nlohmann::json config;  ///< Of a classifier, as ImportStateDict reads it.
  std::string tensors;    ///< A safetensors file of our names and shapes.
};

/// Whether `value` has that form.
bool IsPublishedModel(const PickleValue& value);

/// The classifier that `value` is, of layers "rcnn", "strcnn" or "lstm",
/// without its word vectors, which are in a file of their own. Its labels are
/// "0", "1",
/// ... Fails with kBadModel, naming the option or the parameter.
Result<PublishedModel> ImportPublishedModel(const PickleValue& value);

}  // namespace whylight
