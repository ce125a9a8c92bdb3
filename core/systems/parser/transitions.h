// Transition systems: a projective tree is built word by word, with a stack and
// a buffer of the words that are still to be read (Nivre 2008; Kuhlmann,
// Gómez-Rodríguez and Satta 2011).
//
// The root lies at the bottom of the stack. One word hangs on it: the last,
// when the buffer is empty. So every sentence takes 2 L transitions, and any
// that are allowed lead to a tree.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/ops/eisner.h"

namespace whylight {

/// Of stack [... s1 s0] and buffer [b ...]:
enum class TransitionSystem {
  kArcHybrid,    ///< Left: s0 hangs on b. Right: s0 hangs on s1.
  kArcStandard,  ///< Left: s1 hangs on s0. Right: s0 hangs on s1.
};

/// Shift moves b to the stack; the word that Left and Right hang leaves it.
enum class Transition { kShift, kLeft, kRight };
inline constexpr std::size_t kTransitions = 3;
inline constexpr std::array<Transition, kTransitions> kAllTransitions = {
    Transition::kShift, Transition::kLeft, Transition::kRight};

/// Where a parse stands. Words count from 1; 0 is the root.
class Configuration {
 public:
  static constexpr std::int32_t kNoWord = -1;

  Configuration(TransitionSystem system, std::size_t words)
      : system_(system), stack_{0}, heads_(words, kNoWord) {}

  TransitionSystem system() const { return system_; }
  bool done() const { return buffer_empty() && stack_.size() == 1; }
  bool Allows(Transition transition) const;
  void Apply(Transition transition);

  /// The k-th word from the top of the stack, or from the front of the buffer;
  /// kNoWord where there is none.
  std::int32_t stack(std::size_t k) const {
    return k < stack_.size() ? stack_[stack_.size() - 1 - k] : kNoWord;
  }
  std::int32_t buffer(std::size_t k) const {
    const std::size_t word = next_ + k;
    return word <= heads_.size() ? static_cast<std::int32_t>(word) : kNoWord;
  }
  /// How many words the stack has, the root among them.
  std::size_t stack_size() const { return stack_.size(); }

  /// The heads so far; kNoWord of words that have none.
  const Heads& heads() const { return heads_; }

 private:
  bool buffer_empty() const { return next_ > heads_.size(); }
  void Hang(std::int32_t word, std::int32_t head) {
    heads_[static_cast<std::size_t>(word) - 1] = head;
  }

  TransitionSystem system_;
  std::vector<std::int32_t> stack_;
  std::size_t next_ = 1;  // The first word of the buffer.
  Heads heads_;
};

/// The next transition on the way to the tree `right`, which is projective,
/// from a configuration that is on it: hangs each word as early as may be.
Transition StaticOracle(const Configuration& at, const Heads& right);

/// Of each transition that arc-hybrid allows: how many words get another head
/// than in `right` after it, in the best tree that can then be reached, above
/// how many do in the best that can be reached now (Goldberg and Nivre 2013).
/// `right` is projective. Of what is not allowed nothing is said.
std::array<int, kTransitions> DynamicCosts(const Configuration& at,
                                           const Heads& right);

}  // namespace whylight
