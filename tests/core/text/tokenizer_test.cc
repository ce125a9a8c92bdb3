#include "core/text/tokenizer.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "core/text/utf8.h"
#include "tests/core/text/slow_tokenizer.h"

namespace whylight {
namespace {

std::vector<std::string> Texts(std::string_view utf8) {
  std::vector<std::string> texts;
  for (const Token& token : Tokenize(utf8)) texts.push_back(token.text);
  return texts;
}

std::vector<Span> Spans(std::string_view utf8) {
  std::vector<Span> spans;
  for (const Token& token : Tokenize(utf8)) spans.push_back(token.span);
  return spans;
}

using Words = std::vector<std::string>;

TEST(TokenizerTest, FindsNothingInNothing) {
  EXPECT_EQ(Texts(""), Words{});
  EXPECT_EQ(Texts(" \t\r\n"), Words{});
}

TEST(TokenizerTest, PartsWordsFromPunctuation) {
  EXPECT_EQ(Texts("It pours 9.2% - don't wait!!!"),
            (Words{"it", "pours", "9.2", "%", "-", "don't", "wait", "!!!"}));
  EXPECT_EQ(Texts("A well-made 1,000-cap run, 9.  'tis"),
            (Words{"a", "well", "-", "made", "1,000", "-", "cap", "run", ",",
                   "9", ".", "'", "tis"}));
}

TEST(TokenizerTest, JoinsOnlyRunsOfTheSamePunctuation) {
  EXPECT_EQ(Texts("wait...what?!?"),
            (Words{"wait", "...", "what", "?", "!", "?"}));
  EXPECT_EQ(Texts("\u2014\u2014 \u201Cyes\u201D"),
            (Words{"\u2014\u2014", "\u201C", "yes", "\u201D"}));
}

TEST(TokenizerTest, KeepsApostrophesInsideWords) {
  EXPECT_EQ(Texts("rock'n'roll don\u2019t 'quoted' dogs' a''b"),
            (Words{"rock'n'roll", "don't", "'", "quoted", "'", "dogs", "'", "a",
                   "''", "b"}));
  // The word's text is normalised, its span is not.
  EXPECT_EQ(Spans("don\u2019t"), (std::vector<Span>{{0, 5}}));
}

TEST(TokenizerTest, KeepsPointsAndCommasBetweenDigitsOnly) {
  EXPECT_EQ(Texts("1,234.50 v2.0 2.x .5 3,four 6.-7 8..9"),
            (Words{"1,234.50", "v2.0", "2", ".", "x", ".", "5", "3", ",",
                   "four", "6", ".", "-", "7", "8", "..", "9"}));
}

TEST(TokenizerTest, SpansCountUtf16UnitsNotBytes) {
  // "é" is two bytes and one unit; "🍺" is four bytes and two units.
  EXPECT_EQ(Spans("caf\u00e9 \U0001F37A ok"),
            (std::vector<Span>{{0, 4}, {5, 7}, {8, 10}}));
}

TEST(TokenizerTest, LowersTheCaseOfEuropeanAlphabets) {
  EXPECT_EQ(Texts("HELLO \u00C4\u00D6\u00DC\u00DF \u0160\u017B \u0178 \u01C4"),
            (Words{"hello", "\u00E4\u00F6\u00FC\u00DF", "\u0161\u017C",
                   "\u00FF", "\u01C6"}));
  EXPECT_EQ(Texts("\u0391\u0392\u0393 \u0386 \u039F\u03A3"),
            (Words{"\u03B1\u03B2\u03B3", "\u03AC", "\u03BF\u03C3"}));
  EXPECT_EQ(Texts("\u041F\u0418\u0412\u041E \u0401 \u0490"),
            (Words{"\u043F\u0438\u0432\u043E", "\u0451", "\u0491"}));
  EXPECT_EQ(Texts("\u1EA4\u1E9E \uFF21"), (Words{"\u1EA5\u00DF", "\uFF41"}));
}

TEST(TokenizerTest, LowersTheDottedCapitalIWithoutShiftingSpans) {
  const std::vector<Token> tokens = Tokenize("\u0130zmir \u0131 k\u0130 x");
  ASSERT_EQ(tokens.size(), 4u);
  EXPECT_EQ(tokens[0].text, "izmir");
  EXPECT_EQ(tokens[1].text, "\u0131");
  EXPECT_EQ(tokens[2].text, "ki");
  EXPECT_EQ(tokens[3].span, (Span{11, 12}));
}

TEST(TokenizerTest, TreatsUnicodeSpacesAndControlsAsWhiteSpace) {
  const std::string text = std::string("a\0b", 3) +
                           "\u00A0c\u2003d\u200Be\u3000f\uFEFFg\u0085h\u2028i"
                           "\u200Fj\x7Fk";
  EXPECT_EQ(Texts(text),
            (Words{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"}));
  EXPECT_EQ(Tokenize(text).back().span, (Span{20, 21}));
}

TEST(TokenizerTest, KeepsWordsOfOtherScriptsWhole) {
  // Hebrew with points, Arabic with marks, Hindi, Korean.
  EXPECT_EQ(
      Texts("\u05E9\u05B8\u05C1\u05DC\u05D5\u05B9\u05DD"
            " \u0645\u064E\u0631\u0652\u062D\u064E\u0628\u064B\u0627\u060C"
            " \u0928\u092E\u0938\u094D\u0924\u0947\u0964"
            " \uB9E5\uC8FC\uAC00"),
      (Words{"\u05E9\u05B8\u05C1\u05DC\u05D5\u05B9\u05DD",
             "\u0645\u064E\u0631\u0652\u062D\u064E\u0628\u064B\u0627", "\u060C",
             "\u0928\u092E\u0938\u094D\u0924\u0947", "\u0964",
             "\uB9E5\uC8FC\uAC00"}));
}

TEST(TokenizerTest, SplitsHanAndKanaByCharacter) {
  EXPECT_EQ(Texts("\u5564\u9152\u304C\u30D3\u3002IPA\u5564\U00020BB7"),
            (Words{"\u5564", "\u9152", "\u304C", "\u30D3", "\u3002", "ipa",
                   "\u5564", "\U00020BB7"}));
}

TEST(TokenizerTest, KeepsDecomposedAccentsWithTheirLetters) {
  EXPECT_EQ(Texts("cafe\u0301 ok"), (Words{"cafe\u0301", "ok"}));
  EXPECT_EQ(Spans("cafe\u0301 ok"), (std::vector<Span>{{0, 5}, {6, 8}}));
}

TEST(TokenizerTest, JoinsWordsAcrossInvisibleJoinersAndSoftHyphens) {
  // Persian spells with a zero-width non-joiner; a soft hyphen is layout.
  EXPECT_EQ(Texts("\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645"),
            (Words{"\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645"}));
  EXPECT_EQ(Texts("ex\u00ADcel\u00ADlent a\u00AD \u200C"),
            (Words{"excellent", "a"}));
  EXPECT_EQ(Spans("ex\u00ADcel\u00ADlent a\u00AD b"),
            (std::vector<Span>{{0, 11}, {12, 13}, {15, 16}}));
}

struct EmojiCase {
  const char* name;
  std::string emoji;
};

class EmojiTest : public testing::TestWithParam<EmojiCase> {};

TEST_P(EmojiTest, IsOneToken) {
  const std::string& emoji = GetParam().emoji;
  EXPECT_EQ(Texts(emoji), Words{emoji});
  const std::uint32_t length = Utf16Length(emoji);
  const std::vector<Token> tokens = Tokenize("x1" + emoji + emoji + "y");
  ASSERT_EQ(tokens.size(), 4u);
  EXPECT_EQ(tokens[1].text, emoji);
  EXPECT_EQ(tokens[1].span, (Span{2, 2 + length}));
  EXPECT_EQ(tokens[2].span, (Span{2 + length, 2 + 2 * length}));
  EXPECT_EQ(tokens[3].span, (Span{2 + 2 * length, 3 + 2 * length}));
}

INSTANTIATE_TEST_SUITE_P(
    TokenizerTest, EmojiTest,
    testing::Values(
        EmojiCase{"Plain", "\U0001F37A"},
        EmojiCase{"VariationSelector", "\u2764\uFE0F"},
        EmojiCase{"SkinTone", "\U0001F44D\U0001F3FD"},
        EmojiCase{"Family",
                  "\U0001F468\u200D\U0001F469\u200D\U0001F467\u200D\U0001F466"},
        EmojiCase{"JoinedWithSelector", "\u2764\uFE0F\u200D\U0001F525"},
        EmojiCase{"Profession", "\U0001F9D1\U0001F3FE\u200D\u2695\uFE0F"},
        EmojiCase{"Flag", "\U0001F1E9\U0001F1EA"},
        EmojiCase{"FlagOfTags",
                  "\U0001F3F4\U000E0067\U000E0062\U000E0073\U000E0063"
                  "\U000E0074\U000E007F"},
        EmojiCase{"RainbowFlag", "\U0001F3F3\uFE0F\u200D\U0001F308"},
        EmojiCase{"Keycap", "1\uFE0F\u20E3"},
        EmojiCase{"KeycapWithoutSelector", "2\u20E3"},
        EmojiCase{"KeycapHash", "#\uFE0F\u20E3"}),
    [](const auto& test) { return test.param.name; });

TEST(TokenizerTest, TakesSymbolsOneByOne) {
  EXPECT_EQ(Texts("\u2605\u2605\u2606 \U0001F600\U0001F600"),
            (Words{"\u2605", "\u2605", "\u2606", "\U0001F600", "\U0001F600"}));
  // Three regional indicators are a flag and a half.
  EXPECT_EQ(Spans("\U0001F1E9\U0001F1EA\U0001F1EB"),
            (std::vector<Span>{{0, 4}, {4, 6}}));
}

TEST(TokenizerTest, DropsWhatShowsNothingAlone) {
  EXPECT_EQ(Texts("\uFE0F \u200D \U000E0067 \u00AD"), Words{});
  EXPECT_EQ(Texts("\U0001F37A\u200D ok"), (Words{"\U0001F37A", "ok"}));
}

TEST(TokenizerTest, KeepsALoneSurrogateOfJavaScriptInItsPlace) {
  // TextEncoder sends U+FFFD for it.
  const std::vector<Token> tokens = Tokenize("bad \uFFFD end");
  ASSERT_EQ(tokens.size(), 3u);
  EXPECT_EQ(tokens[1].text, "\uFFFD");
  EXPECT_EQ(tokens[1].span, (Span{4, 5}));
  EXPECT_EQ(tokens[2].span, (Span{6, 9}));
}

struct InvalidCase {
  const char* name;
  std::string bytes;
  std::uint32_t replacements;  // As TextDecoder gives them.
};

class InvalidUtf8Test : public testing::TestWithParam<InvalidCase> {};

TEST_P(InvalidUtf8Test, TakesOneUnitForEachReplacement) {
  const InvalidCase& c = GetParam();
  EXPECT_EQ(Utf16Length(c.bytes), c.replacements);
  const std::vector<Token> tokens = Tokenize("ok " + c.bytes + " word");
  ASSERT_EQ(tokens.size(), c.replacements + 2);
  EXPECT_EQ(tokens[1].text, "\uFFFD");
  EXPECT_EQ(tokens.back().text, "word");
  EXPECT_EQ(tokens.back().span, (Span{4 + c.replacements, 8 + c.replacements}));
}

INSTANTIATE_TEST_SUITE_P(
    TokenizerTest, InvalidUtf8Test,
    testing::Values(InvalidCase{"ContinuationAlone", "\x80", 1},
                    InvalidCase{"NeverALead", "\xFF\xC0\xC1\xF5", 4},
                    InvalidCase{"CutTwo", "\xC3", 1},
                    InvalidCase{"CutThree", "\xE2\x82", 1},
                    InvalidCase{"CutFour", "\xF0\x9F\x8D", 1},
                    InvalidCase{"CutTwice", "\xF0\x9F\xF0\x9F\x8D", 2},
                    InvalidCase{"Overlong", "\xE0\x80\x80", 3},
                    InvalidCase{"OverlongFour", "\xF0\x80\x80\x80", 4},
                    InvalidCase{"EncodedSurrogate", "\xED\xA0\x80", 3},
                    InvalidCase{"BeyondUnicode", "\xF4\x90\x80\x80", 4}),
    [](const auto& test) { return test.param.name; });

TEST(TokenizerTest, AcceptsAnyBytes) {
  // Pieces chosen so that every rule meets every other, cut anywhere.
  const std::vector<std::string> pieces = {
      "a",          "7",          "'",          ".",        ",",
      " ",          "\xFF",       "\xF0\x9F",   "\xED\xA0", "\u00AD",
      "\u200D",     "\uFE0F",     "\u20E3",     "\u0301",   "\u2019",
      "\U0001F1E9", "\U0001F37A", "\U0001F3FD", "#",        "\u5564",
      "\u0130",     "\U000E0067", "!",          "\xE2"};
  std::mt19937 random(7);
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (std::size_t i = random() % 12; i > 0; --i) {
      text += pieces[random() % pieces.size()];
    }
    std::uint32_t end = 0;
    for (const Token& token : Tokenize(text)) {
      ASSERT_GE(token.span.start, end);
      ASSERT_GT(token.span.end, token.span.start);
      ASSERT_FALSE(token.text.empty());
      ASSERT_TRUE(IsValidUtf8(token.text));
      end = token.span.end;
    }
    ASSERT_LE(end, Utf16Length(text));
  }
}

TEST(TokenizerTest, GivesTheSameTokensWhateverFollowsASpace) {
  // Cutting a text at a space cuts the list of tokens there.
  const std::string left = "Don\u2019t 1,5 \U0001F468\u200D\U0001F469";
  const std::string right = "\u0130 caf\u00e9 #\uFE0F\u20E3";
  std::vector<Token> expected = Tokenize(left);
  const std::uint32_t offset = Utf16Length(left) + 1;
  for (const Token& token : Tokenize(right)) {
    expected.push_back(
        {token.text, {token.span.start + offset, token.span.end + offset}});
  }
  const std::vector<Token> together = Tokenize(left + " " + right);
  ASSERT_EQ(together.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(together[i].text, expected[i].text);
    EXPECT_EQ(together[i].span, expected[i].span);
  }
}

TEST(TokenizerTest, AgreesWithItsSlowTwinOnAnyText) {
  const std::vector<std::string> pieces = {
      "a",          "Z",          "7",          "'",          "\u2019",
      ".",          ",",          "#",          "*",          "!",
      "-",          " ",          "\n",         "\u00e9",     "\u0130",
      "\u03a3",     "\u0301",     "\u00ad",     "\u200d",     "\u200c",
      "\ufe0f",     "\u20e3",     "\u65e5",     "\u30fc",     "\u3099",
      "\u0939",     "\u180b",     "\u2028",     "\u2014",     "\ufffd",
      "\U0001F37A", "\U0001F44D", "\U0001F3FD", "\U0001F1E9", "\U0001F1EA",
      "\U000E0067", "\xff",       "\xc3",       "\xf0\x9f",   "\xed\xa0\x80",
      "\xe2\x80",   "\xf4\x90",   "\xc0\x80"};
  std::mt19937 random(7);
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (std::size_t i = random() % 12; i > 0; --i) {
      text += pieces[random() % pieces.size()];
    }
    if (round % 4 == 0 && !text.empty()) {
      text[random() % text.size()] = static_cast<char>(random());
    }
    SCOPED_TRACE(testing::PrintToString(text));
    const std::vector<Token> found = Tokenize(text);
    const std::vector<Token> expected = SlowTokenizer::Tokenize(text);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      ASSERT_EQ(found[i].text, expected[i].text);
      ASSERT_EQ(found[i].span, expected[i].span);
    }
  }
}

TEST(TokenizerTest, ReadsAMillionOfAnythingInLinearTime) {
  for (const std::string piece : {"a", "1,", "'", "!", "\u0301", "\u200D",
                                  "\U0001F37A\u200D", "1\uFE0F", "\xF0\x9F"}) {
    std::string text;
    for (int i = 0; i < 1000000; ++i) text += piece;
    text += " end";
    EXPECT_EQ(Tokenize(text).back().text, "end");
  }
}

}  // namespace
}  // namespace whylight
