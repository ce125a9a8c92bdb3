// The shape of a model that tells languages.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/math/matrix.h"

namespace whylight {

struct LanguageIdOptions {
  std::vector<std::string> languages = {};  ///< At least two, all different.
  Index buckets = 1 << 14;  ///< Rows that n-grams are hashed into.
  Index longest = 3;        ///< Characters of the longest n-gram.
};

/// Their fields.
const Fields<LanguageIdOptions>& LanguageIdOptionsFields();

/// The error in `options`, naming the option, or nothing.
Status CheckLanguageIdOptions(const LanguageIdOptions& options);

}  // namespace whylight
