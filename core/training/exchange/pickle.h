// Python's pickles, as data. A pickle is a program for a small machine, which
// may call any function of Python. This reader calls none: it knows by name the
// few that make arrays, numbers and records of options, does what they would
// do, and refuses every other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/format/safetensors.h"

namespace whylight {

/// A value in a pickle. Values are shared and, in a hostile file, may hold
/// themselves: who follows them must count how deep.
struct PickleValue {
  enum class Kind {
    kNone,
    kBool,     ///< `whole` is 0 or 1.
    kWhole,    ///< `whole`.
    kNumber,   ///< `number`.
    kText,     ///< `text`: a string, or bytes.
    kList,     ///< `items`: a list, or a tuple.
    kDict,     ///< `items`: key, value, key, value, ...
    kOptions,  ///< An argparse.Namespace; `items` as of a dictionary.
    kArray,    ///< Of NumPy: `array`, whose name is empty.
    kName,     ///< `text`: a function or type that is known, not called.
    kDtype,    ///< Of NumPy: `array.dtype`, and `swapped`.
  };
  Kind kind = Kind::kNone;
  std::int64_t whole = 0;
  double number = 0;
  std::string_view text = {};
  std::vector<const PickleValue*> items = {};
  Tensor array = {};
  bool swapped = false;  ///< Whether bytes of a number come in turned order.

  /// The value of key `key` of a dictionary or of options; null if there is
  /// none.
  const PickleValue* Find(std::string_view key) const;
};

/// What a file holds. The texts and arrays point into it and into the bytes it
/// was parsed from, which must outlive it.
class Pickle {
 public:
  /// Reads protocols 0 to 5. Takes memory in proportion to `bytes`, and no
  /// more stack for a deeper nesting. Fails with kBadData: messages start with
  /// `name` and tell the byte, counted from 0, and the name of what is refused.
  static Result<Pickle> Parse(std::string_view bytes, const std::string& name);

  const PickleValue& value() const { return *value_; }

  /// Every array in the value, called by the way to it: keys and places in
  /// lists, from 0, with points between, such as "params.0.1". An array that
  /// is there twice is listed once, at its first place. A key that makes a name
  /// longer than 256 bytes has its place instead, as has one that is no text.
  std::vector<Tensor> Arrays() const;

 private:
  friend class PickleMachine;

  const PickleValue* value_ = nullptr;
  std::deque<PickleValue> values_;
  std::deque<std::string> bytes_;  // Those that do not stand in the file as is.
};

}  // namespace whylight
