#include "core/training/data/bad_lines.h"

#include <string>

namespace whylight {

Status BadLines::Skip(const Error& error) {
  if (skipped_ < options_.max_errors) {
    ++skipped_;
    if (options_.on_skip) options_.on_skip(error);
    return {};
  }
  if (skipped_ == 0) return error;
  return Error{error.code, error.message + "; found " +
                               std::to_string(skipped_ + 1) +
                               " bad lines, expected at most " +
                               std::to_string(options_.max_errors)};
}

}  // namespace whylight
