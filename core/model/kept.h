// What a model keeps from one request to the next, which whoever asks knows by
// a number: an index, say. Numbers are never given twice.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "core/base/result.h"

namespace whylight {

template <typename Value>
class Kept {
 public:
  /// `expected` is for messages, "an index that is open", say.
  explicit Kept(std::string expected) : expected_(std::move(expected)) {}

  /// Its number.
  std::uint64_t Keep(Value value) {
    values_.emplace(next_, std::move(value));
    return next_++;
  }

  /// Fails with kNotFound.
  Result<Value*> Find(std::uint64_t number) {
    const auto found = values_.find(number);
    if (found != values_.end()) return &found->second;
    return Error{ErrorCode::kNotFound,
                 "expected " + expected_ + ", found " + std::to_string(number) +
                     ": it was closed, or lost when the model stopped"};
  }

  void Close(std::uint64_t number) { values_.erase(number); }

 private:
  std::string expected_;
  std::map<std::uint64_t, Value> values_;
  std::uint64_t next_ = 1;
};

}  // namespace whylight
