#include "core/retrieval/terms.h"

#include <gtest/gtest.h>

namespace whylight {
namespace {

TEST(TermsTest, AreTheTokensWithoutPunctuation) {
  std::string found;
  for (const TextTerm& term : TermsOf("Wi-Fi's (9.5) caf\u00e9 \U0001F37A!?")) {
    found += term.text + "[" + std::to_string(term.span.start) + "," +
             std::to_string(term.span.end) + ") ";
  }
  EXPECT_EQ(found,
            "wi[0,2) fi's[3,7) 9.5[9,12) caf\u00e9[14,18) "
            "\U0001F37A[19,21) ");
}

}  // namespace
}  // namespace whylight
