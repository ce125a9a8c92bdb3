#include "core/training/vectors/dependency_contexts.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/core/training/vectors/parsed_sentences.h"

namespace whylight {
namespace {

using Names = std::vector<std::vector<std::string>>;

// Of each word the names of its contexts.
Names NamesOf(const TokenTree& tree, bool collapse) {
  Names names;
  for (const auto& contexts : DependencyContexts(tree, collapse)) {
    std::vector<std::string>& of_word = names.emplace_back();
    for (const DependencyContext& context : contexts) {
      of_word.push_back(tree.tokens[context.token].text + "/" +
                        context.relation);
    }
  }
  return names;
}

TEST(DependencyContextsTest, AreTheDependentsAndTheHeadWithTheRelation) {
  EXPECT_EQ(NamesOf(Scientist(), false),
            (Names{{"scientist/amod-1"},
                   {"australian/amod", "discovers/nsubj-1"},
                   {"scientist/nsubj", "star/obj", "telescope/obl"},
                   {"discovers/obj-1"},
                   {"telescope/case-1"},
                   {"with/case", "discovers/obl-1"}}));
}

TEST(DependencyContextsTest, CollapsedPrepositionsNameTheRelation) {
  EXPECT_EQ(NamesOf(Scientist(), true),
            (Names{{"scientist/amod-1"},
                   {"australian/amod", "discovers/nsubj-1"},
                   {"scientist/nsubj", "star/obj", "telescope/obl:with"},
                   {"discovers/obj-1"},
                   {},
                   {"discovers/obl:with-1"}}));
}

TEST(DependencyContextsTest, PrepositionsOfSeveralWordsAreJoined) {
  // He left because of rain.
  EXPECT_EQ(NamesOf(MakeTokenTree({{"he", 2, "nsubj"},
                                   {"left", 0, "root"},
                                   {"because", 5, "case"},
                                   {"of", 3, "fixed"},
                                   {"rain", 2, "obl"}}),
                    true),
            (Names{{"left/nsubj-1"},
                   {"he/nsubj", "rain/obl:because_of"},
                   {},
                   {},
                   {"left/obl:because_of-1"}}));
}

TEST(DependencyContextsTest, PrepositionsOfTheRootStay) {
  // It is in Rome.
  EXPECT_EQ(NamesOf(MakeTokenTree({{"it", 4, "nsubj"},
                                   {"is", 4, "cop"},
                                   {"in", 4, "case"},
                                   {"rome", 0, "root"}}),
                    true),
            (Names{{"rome/nsubj-1"},
                   {"rome/cop-1"},
                   {"rome/case-1"},
                   {"it/nsubj", "is/cop", "in/case"}}));
}

TEST(DependencyContextsTest, OfOneWordOrNoneThereAreNone) {
  EXPECT_EQ(NamesOf(MakeTokenTree({{"rain", 0, "root"}}), true), (Names{{}}));
  EXPECT_EQ(NamesOf({}, true), Names());
}

}  // namespace
}  // namespace whylight
