// The bad lines of a file: as many are skipped as the options allow.
#pragma once

#include <cstddef>

#include "core/base/result.h"
#include "core/training/data/data_options.h"

namespace whylight {

/// Counts them. What reads a file finds most; who uses what was read may find
/// more, such as a text that a model cannot answer.
class BadLines {
 public:
  /// `options` must outlive it.
  explicit BadLines(const DataOptions& options) : options_(options) {}

  /// Fails with the error in a line where no more may be skipped, else tells it
  /// to `on_skip`.
  Status Skip(const Error& error);

 private:
  const DataOptions& options_;
  std::size_t skipped_ = 0;
};

}  // namespace whylight
