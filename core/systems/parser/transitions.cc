#include "core/systems/parser/transitions.h"

namespace whylight {
namespace {

std::int32_t HeadOf(const Heads& heads, std::int32_t word) {
  return heads[static_cast<std::size_t>(word) - 1];
}

// How many of the words from `first` on have the head `word` in `right`.
int DependentsFrom(const Heads& right, std::int32_t word, std::int32_t first) {
  int count = 0;
  for (auto m = static_cast<std::size_t>(first) - 1; m < right.size(); ++m) {
    count += right[m] == word;
  }
  return count;
}

// The number of words, and of the buffer's first where that is empty.
std::int32_t BufferStart(const Configuration& at, const Heads& right) {
  const std::int32_t first = at.buffer(0);
  return first == Configuration::kNoWord
             ? static_cast<std::int32_t>(right.size()) + 1
             : first;
}

}  // namespace

bool Configuration::Allows(Transition transition) const {
  switch (transition) {
    case Transition::kShift:
      return !buffer_empty();
    case Transition::kLeft:
      if (system_ == TransitionSystem::kArcStandard) return stack_.size() > 2;
      return stack_.size() > 1 && !buffer_empty();
    case Transition::kRight:
      return stack_.size() > 2 || (stack_.size() == 2 && buffer_empty());
  }
  return false;
}

void Configuration::Apply(Transition transition) {
  const bool standard = system_ == TransitionSystem::kArcStandard;
  if (transition == Transition::kShift) {
    stack_.push_back(static_cast<std::int32_t>(next_++));
  } else if (transition == Transition::kLeft && standard) {
    Hang(stack(1), stack(0));
    stack_.erase(stack_.end() - 2);
  } else {
    Hang(stack(0), transition == Transition::kLeft ? buffer(0) : stack(1));
    stack_.pop_back();
  }
}

Transition StaticOracle(const Configuration& at, const Heads& right) {
  const std::int32_t top = at.stack(0);
  const std::int32_t below = at.stack(1);
  if (at.system() == TransitionSystem::kArcStandard) {
    if (at.Allows(Transition::kLeft) && HeadOf(right, below) == top) {
      return Transition::kLeft;
    }
  } else if (at.Allows(Transition::kLeft) &&
             HeadOf(right, top) == at.buffer(0)) {
    return Transition::kLeft;
  }
  if (at.Allows(Transition::kRight) && HeadOf(right, top) == below &&
      DependentsFrom(right, top, BufferStart(at, right)) == 0) {
    return Transition::kRight;
  }
  return Transition::kShift;
}

std::array<int, kTransitions> DynamicCosts(const Configuration& at,
                                           const Heads& right) {
  std::array<int, kTransitions> costs{};
  const std::int32_t top = at.stack(0);
  const std::int32_t below = at.stack(1);
  const std::int32_t next = BufferStart(at, right);
  const auto cost = [&costs](Transition transition) -> int& {
    return costs[static_cast<std::size_t>(transition)];
  };
  if (top != 0) {
    // Who leaves the stack gets no dependents any more.
    const int dependents = DependentsFrom(right, top, next);
    const std::int32_t head = HeadOf(right, top);
    cost(Transition::kLeft) = dependents + (head == below || head > next);
    cost(Transition::kRight) = dependents + (head >= next);
  }
  if (at.Allows(Transition::kShift)) {
    // On the stack it gets no other head from there than the word under it,
    // and none of the stack's words as dependents.
    int& shift = cost(Transition::kShift);
    for (std::size_t k = 0; k < at.stack_size(); ++k) {
      const std::int32_t word = at.stack(k);
      shift += k > 0 && HeadOf(right, next) == word;
      shift += word != 0 && HeadOf(right, word) == next;
    }
  }
  return costs;
}

}  // namespace whylight
