// Errors as values: a Result<T> holds a T, or the Error that explains why there
// is none. Nothing in core/ throws or exits.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace whylight {

/// Why an operation failed. `ErrorCodeName` gives the name JavaScript sees.
enum class ErrorCode {
  kInvalidArgument,  ///< A call or an option that cannot be carried out.
  kBadModel,         ///< Model bytes that are truncated, corrupt or not ours.
  kModelVersion,     ///< A model of a format version this build cannot read.
  kBadData,          ///< A data file with a malformed line.
  kTextTooLong,      ///< A text beyond `kMaxWords`.
  kOutOfMemory,      ///< Not enough memory for what was asked.
  kNotFound,         ///< A file or folder that is not there.
  kIo,               ///< Reading or writing failed half way.
  kNotFinite,        ///< Training met a NaN or an infinity.
  kInterrupted,      ///< The user asked to stop.
};

/// The name of `code` in every language we speak, e.g. "bad-model".
constexpr std::string_view ErrorCodeName(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
      return "invalid-argument";
    case ErrorCode::kBadModel:
      return "bad-model";
    case ErrorCode::kModelVersion:
      return "model-version";
    case ErrorCode::kBadData:
      return "bad-data";
    case ErrorCode::kTextTooLong:
      return "text-too-long";
    case ErrorCode::kOutOfMemory:
      return "out-of-memory";
    case ErrorCode::kNotFound:
      return "not-found";
    case ErrorCode::kIo:
      return "io";
    case ErrorCode::kNotFinite:
      return "not-finite";
    case ErrorCode::kInterrupted:
      return "interrupted";
  }
  return "unknown";
}

struct Error {
  ErrorCode code;
  std::string message;  ///< Says what was expected and what was found.
};

/// A call or an option that cannot be carried out.
inline Error Invalid(std::string message) {
  return {ErrorCode::kInvalidArgument, std::move(message)};
}

/// Holds either a T or the Error that explains why there is none. Reading
/// `value()` of a failed result, or `error()` of a good one, is a bug.
template <typename T>
class [[nodiscard]] Result {
 public:
  // Implicit on purpose: functions return a value or an Error as they are.
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  T& value() & { return *std::get_if<0>(&state_); }
  const T& value() const& { return *std::get_if<0>(&state_); }
  T&& value() && { return std::move(*std::get_if<0>(&state_)); }
  const Error& error() const { return *std::get_if<1>(&state_); }

 private:
  std::variant<T, Error> state_;
};

/// The outcome of an operation that returns nothing when it succeeds.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Error error) : error_(std::move(error)) {}

  bool ok() const { return !error_.has_value(); }
  const Error& error() const { return *error_; }

 private:
  std::optional<Error> error_;
};

}  // namespace whylight
