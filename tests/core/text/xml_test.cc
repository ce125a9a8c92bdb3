#include "core/text/xml.h"

#include <gtest/gtest.h>

namespace whylight {
namespace {

TEST(XmlTest, EscapesWhatWouldEndATextOrAnAttribute) {
  EXPECT_EQ(EscapeXml("a < b & \"c\" > d"),
            "a &lt; b &amp; &quot;c&quot; &gt; d");
  EXPECT_EQ(EscapeXml(""), "");
}

TEST(XmlTest, LeavesOtherCharactersAlone) {
  EXPECT_EQ(EscapeXml("it's caf\u00e9 \U0001F37A"),
            "it's caf\u00e9 \U0001F37A");
}

TEST(XmlTest, ReplacesWhatXmlHasNot) {
  EXPECT_EQ(EscapeXml("a\tb\x01\x7F"
                      "c"),
            "a b  c");
  EXPECT_EQ(EscapeXml("a\xFF"
                      "b\xEF\xBF\xBF"),
            "a\uFFFDb\uFFFD");
}

}  // namespace
}  // namespace whylight
