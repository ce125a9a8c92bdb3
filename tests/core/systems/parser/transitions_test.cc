#include "core/systems/parser/transitions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "tests/core/ops/every_tree.h"

namespace whylight {
namespace {

// How many words get another head than in `right`, in the best tree that can be
// reached: by trying all there is.
int LeastWrong(const Configuration& at, const Heads& right) {
  if (at.done()) {
    int wrong = 0;
    for (std::size_t m = 0; m < right.size(); ++m) {
      wrong += at.heads()[m] != right[m];
    }
    return wrong;
  }
  int least = std::numeric_limits<int>::max();
  for (const Transition transition : kAllTransitions) {
    if (!at.Allows(transition)) continue;
    Configuration after = at;
    after.Apply(transition);
    least = std::min(least, LeastWrong(after, right));
  }
  return least;
}

void VisitConfigurations(
    const Configuration& at,
    const std::function<void(const Configuration&)>& visit) {
  visit(at);
  for (const Transition transition : kAllTransitions) {
    if (!at.Allows(transition)) continue;
    Configuration after = at;
    after.Apply(transition);
    VisitConfigurations(after, visit);
  }
}

TEST(TransitionsTest, ReachEveryProjectiveTreeAndNoOther) {
  for (const auto system :
       {TransitionSystem::kArcHybrid, TransitionSystem::kArcStandard}) {
    for (std::size_t words = 0; words <= 5; ++words) {
      std::set<Heads> reached;
      VisitConfigurations(Configuration(system, words),
                          [&](const Configuration& at) {
                            if (at.done()) reached.insert(at.heads());
                          });
      std::set<Heads> trees;
      if (words == 0) trees.insert(Heads());
      if (words > 0) {
        VisitEveryProjectiveTree(
            words, [&trees](const Heads& tree) { trees.insert(tree); });
      }
      EXPECT_EQ(reached, trees);
    }
  }
}

TEST(TransitionsTest, TheStaticOracleLeadsToTheTree) {
  for (const auto system :
       {TransitionSystem::kArcHybrid, TransitionSystem::kArcStandard}) {
    VisitEveryProjectiveTree(5, [system](const Heads& right) {
      Configuration at(system, right.size());
      std::size_t steps = 0;
      while (!at.done()) {
        const Transition next = StaticOracle(at, right);
        ASSERT_TRUE(at.Allows(next));
        at.Apply(next);
        ++steps;
      }
      EXPECT_EQ(at.heads(), right);
      EXPECT_EQ(steps, 2 * right.size());
    });
  }
}

TEST(TransitionsTest, CostsAreWhatTheBestReachableTreeLoses) {
  for (std::size_t words = 1; words <= 4; ++words) {
    VisitEveryProjectiveTree(words, [words](const Heads& right) {
      VisitConfigurations(
          Configuration(TransitionSystem::kArcHybrid, words),
          [&right](const Configuration& at) {
            const int now = LeastWrong(at, right);
            const auto costs = DynamicCosts(at, right);
            for (const Transition transition : kAllTransitions) {
              if (!at.Allows(transition)) continue;
              Configuration after = at;
              after.Apply(transition);
              ASSERT_EQ(costs[static_cast<std::size_t>(transition)],
                        LeastWrong(after, right) - now);
            }
          });
    });
  }
}

TEST(TransitionsTest, TheStackAndTheBufferEndSomewhere) {
  Configuration at(TransitionSystem::kArcHybrid, 2);
  at.Apply(Transition::kShift);
  EXPECT_EQ(at.stack(0), 1);
  EXPECT_EQ(at.stack(1), 0);
  EXPECT_EQ(at.stack(2), Configuration::kNoWord);
  EXPECT_EQ(at.buffer(0), 2);
  EXPECT_EQ(at.buffer(1), Configuration::kNoWord);
}

}  // namespace
}  // namespace whylight
