// Work that is done in steps, for whoever has other things to do in between.
#pragma once

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "core/base/result.h"

namespace whylight {

template <typename T>
class Steps {
 public:
  using Outcome = T;

  virtual ~Steps() = default;

  /// Does the next step, which is short. False where none was left.
  virtual bool Step() = 0;

  /// What comes of it. Called once, when no step is left.
  virtual Result<T> Finish() = 0;
};

/// Work that has begun, or why it cannot be done.
template <typename T>
using Begun = Result<std::unique_ptr<Steps<T>>>;

/// Work that needs no steps.
template <typename T>
Begun<T> AtOnce(Result<T> result) {
  class Ready final : public Steps<T> {
   public:
    explicit Ready(T value) : value_(std::move(value)) {}
    bool Step() override { return false; }
    Result<T> Finish() override { return std::move(value_); }

   private:
    T value_;
  };
  if (!result.ok()) return result.error();
  return {std::make_unique<Ready>(std::move(result).value())};
}

/// What a Result holds.
template <typename Holder>
using ValueOf = std::decay_t<decltype(std::declval<Holder&>().value())>;

/// Work of one step: what `make` returns, a Result.
template <typename Make>
auto Later(Make make) {
  using Made = std::invoke_result_t<Make>;
  using T = ValueOf<Made>;
  class Late final : public Steps<T> {
   public:
    explicit Late(Make make) : make_(std::move(make)) {}
    bool Step() override {
      if (made_) return false;
      made_.emplace(make_());
      return true;
    }
    Result<T> Finish() override { return *std::move(made_); }

   private:
    Make make_;
    std::optional<Made> made_;
  };
  return Begun<T>(std::make_unique<Late>(std::move(make)));
}

/// This work, then what `next` begins with its result, a Begun.
template <typename From, typename Next,
          typename Second = std::invoke_result_t<Next, const From&>>
Second After(Begun<From> begun, Next next) {
  using To = typename ValueOf<Second>::element_type::Outcome;
  class Both final : public Steps<To> {
   public:
    Both(std::unique_ptr<Steps<From>> first, Next next)
        : first_(std::move(first)), next_(std::move(next)) {}
    bool Step() override {
      if (!second_) {
        if (first_->Step()) return true;
        const Result<From> result = first_->Finish();
        second_.emplace(result.ok() ? next_(result.value())
                                    : Second(result.error()));
        return true;
      }
      return second_->ok() && second_->value()->Step();
    }
    Result<To> Finish() override {
      if (!second_->ok()) return second_->error();
      return second_->value()->Finish();
    }

   private:
    std::unique_ptr<Steps<From>> first_;
    Next next_;
    std::optional<Second> second_;
  };
  if (!begun.ok()) return begun.error();
  return {std::make_unique<Both>(std::move(begun).value(), std::move(next))};
}

/// The same work, of whose result `tell` makes another at the end.
template <typename From, typename Tell,
          typename To = std::invoke_result_t<Tell, const From&>>
Begun<To> Then(Begun<From> begun, Tell tell) {
  class Told final : public Steps<To> {
   public:
    Told(std::unique_ptr<Steps<From>> steps, Tell tell)
        : steps_(std::move(steps)), tell_(std::move(tell)) {}
    bool Step() override { return steps_->Step(); }
    Result<To> Finish() override {
      const Result<From> result = steps_->Finish();
      if (!result.ok()) return result.error();
      return tell_(result.value());
    }

   private:
    std::unique_ptr<Steps<From>> steps_;
    Tell tell_;
  };
  if (!begun.ok()) return begun.error();
  return {std::make_unique<Told>(std::move(begun).value(), std::move(tell))};
}

/// All that is left of it, at once.
template <typename T>
Result<T> Finished(Begun<T> begun) {
  if (!begun.ok()) return begun.error();
  while (begun.value()->Step()) {
  }
  return begun.value()->Finish();
}

}  // namespace whylight
