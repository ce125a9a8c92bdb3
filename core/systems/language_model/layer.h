// The layers that a language model may have: those that go on from where they
// stopped, all of the width of its word vectors.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <variant>

#include "core/base/result.h"
#include "core/layers/lstm.h"
#include "core/layers/rcnn.h"

namespace whylight {

/// The options' own `inputs` and `hidden` say nothing.
using LanguageModelLayer = std::variant<RcnnOptions, LstmOptions>;

/// Reads a specification (docs/reference/layers.md), an "rcnn" if it does not
/// say. Absent keys keep their value where the type does. `where` is how
/// errors call it.
Status ReadLanguageModelLayer(const nlohmann::json& spec,
                              const std::string& where,
                              LanguageModelLayer* layer);

/// The specification, every default spelled out.
nlohmann::ordered_json LanguageModelLayerToJson(
    const LanguageModelLayer& layer);

/// The error in a layer of width `hidden`, naming the option, if there is one.
Status CheckLanguageModelLayer(const LanguageModelLayer& layer, Index hidden);

/// A layer of width `hidden`, if nothing is wrong with it.
Result<std::unique_ptr<SequenceLayer>> MakeLanguageModelLayer(
    const LanguageModelLayer& layer, Index hidden, const std::string& name,
    std::uint64_t seed);

/// How many numbers it learns.
std::uint64_t ParameterCount(const LanguageModelLayer& layer, Index hidden);

}  // namespace whylight
