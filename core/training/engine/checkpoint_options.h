// When checkpoints are written, and how many are kept.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "core/format/fields.h"

namespace whylight {

struct CheckpointOptions {
  std::string folder;             ///< Empty: none are written. Not a field.
  int keep = 2;                   ///< The last so many, and the best.
  std::uint64_t every_steps = 0;  ///< Besides each epoch's end; 0: never.
  double every_minutes = 10;      ///< The same; 0: never.
  /// Brings the identity of a run into today's form, for checkpoints that an
  /// earlier version of the program wrote. May be empty.
  std::function<nlohmann::ordered_json(const nlohmann::ordered_json& run)>
      renew = {};
};

const Fields<CheckpointOptions>& CheckpointFields();

}  // namespace whylight
