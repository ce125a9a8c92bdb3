#include "core/systems/rationale/train/span_edges.h"

#include <gtest/gtest.h>

#include <string>

namespace whylight {
namespace {

// Of the words between "[" and "]" in `text`.
bool IsClean(const std::string& text) {
  std::vector<Token> tokens;
  Run run{};
  for (const Token& token : Tokenize(text)) {
    if (token.text == "[") {
      run.first = tokens.size();
    } else if (token.text == "]") {
      run.last = tokens.size() - 1;
    } else {
      tokens.push_back(token);
    }
  }
  return HasCleanEdges(tokens, run);
}

TEST(HasCleanEdgesTest, TakesWholePhrases) {
  for (const char* text :
       {"the [room was clean] and quiet .", "[Great view] !",
        "it was [not clean at all] .", "[wasn't clean]", "[very helpful staff]",
        "we walked , [near the station] .", "[5] stars",
        "the staff were [friendly too]"}) {
    EXPECT_TRUE(IsClean(text)) << text;
  }
}

TEST(HasCleanEdgesTest, RefusesEdgesThatLeadElsewhere) {
  for (const char* text :
       {"[the room] was clean", "the [room was clean .]", "[, clean] room",
        "clean [and quiet]", "[clean and] quiet", "the [staff were] kind",
        "a [very] loud street", "a walk [close to] the beach",
        "the room was [clean but not] quiet", "the [bed wasn't] made",
        "[Of] course", "[...]"}) {
    EXPECT_FALSE(IsClean(text)) << text;
  }
}

TEST(HasCleanEdgesTest, DoesNotCutANegationOff) {
  for (const char* text :
       {"it was not [clean]", "it was not a very [clean room]",
        "they weren’t at all [helpful]", "never really [friendly]",
        "without any [problems]", "nothing [special]"}) {
    EXPECT_FALSE(IsClean(text)) << text;
  }
  // More than glue stands between, or the end of the sentence does.
  EXPECT_TRUE(IsClean("not cheap but [clean]"));
  EXPECT_TRUE(IsClean("not only [clean] but quiet"));
  EXPECT_TRUE(IsClean("Would I go ? No . [Clean] though"));
}

}  // namespace
}  // namespace whylight
