#include "core/systems/language_id/options.h"

#include <set>

#include "core/format/fields.h"
#include "core/format/json.h"

namespace whylight {

const Fields<LanguageIdOptions>& LanguageIdOptionsFields() {
  static const auto fields =
      Fields<LanguageIdOptions>("The shape of the model.")
          .Texts("languages", &LanguageIdOptions::languages,
                 "The languages, in the order of the model; by default the "
                 "labels of `train`, sorted.")
          .WrittenIf([](const LanguageIdOptions& options) {
            return !options.languages.empty();
          })
          .Count("buckets", &LanguageIdOptions::buckets, {1, 1 << 20},
                 "Number of rows into which n-grams are hashed.")
          .Count("longest", &LanguageIdOptions::longest, {1, 8},
                 "Length of the longest n-gram, in characters.");
  return fields;
}

Status CheckLanguageIdOptions(const LanguageIdOptions& options) {
  const auto invalid = [](const std::string& message) {
    return Error{ErrorCode::kInvalidArgument, "\"languages\": " + message};
  };
  if (options.languages.size() < 2) {
    return invalid("expected at least 2, found " +
                   std::to_string(options.languages.size()));
  }
  std::set<std::string> seen;
  for (const std::string& language : options.languages) {
    if (!seen.insert(language).second) {
      return invalid("expected each once, found " + Quote(language) + " twice");
    }
  }
  return {};
}

}  // namespace whylight
