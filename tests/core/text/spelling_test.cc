#include "core/text/spelling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/text/vocabulary.h"
#include "tests/core/text/slow_spelling.h"

namespace whylight {
namespace {

using Words = std::vector<std::string>;

Vocabulary Reader(const Words& words) {
  Vocabulary vocabulary = Vocabulary::FromWords(words).value();
  vocabulary.ReadMisspelled(true);
  return vocabulary;
}

// What a word is read as, or nothing.
std::string Read(const Vocabulary& vocabulary, std::string_view word) {
  const std::int32_t id = vocabulary.Read(word);
  return id < 0 ? std::string()
                : std::string(vocabulary.word(static_cast<std::size_t>(id)));
}

TEST(SpellingTest, ReadsAWordWithASlipOrTwo) {
  const struct {
    std::string misspelled;
    std::string meant;
  } cases[] = {
      {"freindly", "friendly"},   // swapped
      {"frendly", "friendly"},    // one missing
      {"frriendly", "friendly"},  // one too many
      {"frieddly", "friendly"},   // another consonant
      {"freandly", "friendly"},   // two slips
      {"rfiendly", "friendly"},   // the first two swapped
      {"dissapointed", "disappointed"},
      {"confortable", "comfortable"},
      {"cleen", "clean"},
      {"didnt", "didn't"},
      {"hotel's", "hotels"},
  };
  const Vocabulary vocabulary =
      Reader({"clean", "friendly", "didn't", "hotels", "comfortable",
              "disappointed", "!", "9.2", "caf\u00e9", "a", "b", "c"});
  for (const auto& [misspelled, meant] : cases) {
    EXPECT_EQ(Read(vocabulary, misspelled), meant) << misspelled;
  }
}

TEST(SpellingTest, ReadsEmojiAsWords) {
  const Vocabulary vocabulary = Reader({"love", "good", "bad", "\U0001F44E"});
  EXPECT_EQ(Read(vocabulary, "\U0001F60D"), "love");
  EXPECT_EQ(Read(vocabulary, "\u2764"), "love");
  EXPECT_EQ(Read(vocabulary, "\u2764\uFE0F"), "love");
  EXPECT_EQ(Read(vocabulary, "\U0001F44D\U0001F3FD"), "good");
  // The vocabulary's own comes first.
  EXPECT_EQ(Read(vocabulary, "\U0001F44E"), "\U0001F44E");
  // A word that the vocabulary lacks, emoji that say nothing, joined ones.
  EXPECT_EQ(Read(vocabulary, "\U0001F602"), "");
  EXPECT_EQ(Read(vocabulary, "\U0001F480"), "");
  EXPECT_EQ(Read(vocabulary, "\u2764\u200D\U0001F525"), "");
  EXPECT_EQ(Vocabulary::FromWords({"love"}).value().Read("\u2764"), -1);
}

TEST(SpellingTest, LeavesAloneWhatMayBeAnotherWord) {
  const Vocabulary vocabulary =
      Reader({"room", "defect", "friendly", "hotel", "naive", "staff", "quite",
              "helpful", "2nights"});
  for (const std::string word :
       {"romo",       // too short
        "detect",     // one consonant for another in a short word
        "unhelpful",  // another start
        "ehlpfl",     // the first two swapped, and another slip
        "friends",    // three slips
        "3nights",    // a number
        "friendl\xC3\xBD", "na\xC3\xAFve", "\xE2\x80\xA6", "\xF0\x9F\x8D\xBA",
        // Bytes that are not UTF-8.
        "friendl\xFF", "hote\xC3", "\xC3\xFFstaff", "-----", "'''''", "-",
        ""}) {
    EXPECT_EQ(vocabulary.Read(word), -1) << word;
  }
  EXPECT_EQ(vocabulary.Read(std::string("sta\0ff", 6)), -1);
  EXPECT_EQ(vocabulary.Read(std::string(1'000'000, 'x') + "y"), -1);
}

TEST(SpellingTest, AWordOfTheVocabularyIsItself) {
  const Vocabulary vocabulary = Reader({"there", "three", "theree", "soo"});
  for (std::size_t i = 0; i < vocabulary.size(); ++i) {
    EXPECT_EQ(vocabulary.Read(vocabulary.word(i)),
              static_cast<std::int32_t>(i));
  }
}

TEST(SpellingTest, NoWordIsReadAsAnotherUnlessAsked) {
  Vocabulary vocabulary = Vocabulary::FromWords({"friendly"}).value();
  EXPECT_EQ(vocabulary.Read("freindly"), -1);
  vocabulary.ReadMisspelled(true);
  const Vocabulary copy = vocabulary;
  vocabulary.ReadMisspelled(false);
  EXPECT_EQ(vocabulary.Read("freindly"), -1);
  EXPECT_EQ(copy.Read("freindly"), 0);
  EXPECT_EQ(copy.Find("freindly"), -1);
}

TEST(SpellingTest, LettersRepeatedForEmphasisAreReadWithoutTheRepeats) {
  const Vocabulary vocabulary = Reader(
      {"so", "wil", "will", "great", "love", "noo", "no", "goood", "yummy"});
  EXPECT_EQ(Read(vocabulary, "sooooo"), "so");
  EXPECT_EQ(Read(vocabulary, "soooo"), "so");
  EXPECT_EQ(Read(vocabulary, "willlll"), "will") << "two rather than one";
  EXPECT_EQ(Read(vocabulary, "nooo"), "noo");
  EXPECT_EQ(Read(vocabulary, "greaaat"), "great");
  EXPECT_EQ(Read(vocabulary, "looooove"), "love");
  EXPECT_EQ(Read(vocabulary, "gooood"), "") << "no word has a letter thrice";
  EXPECT_EQ(Read(vocabulary, "soo"), "") << "that may be another word";
}

TEST(SpellingTest, FewerSlipsWinAndThenTheMoreFrequentWord) {
  // Fillers, so that what matters is among the frequent words.
  Words words = {"contained", "container", "containers", "contains"};
  EXPECT_EQ(Read(Reader(words), "containrs"), "containers");
  EXPECT_EQ(Read(Reader(words), "containe"), "contained");
  std::swap(words[0], words[1]);
  EXPECT_EQ(Read(Reader(words), "containe"), "container");
  EXPECT_EQ(Read(Reader({"otnersly", "tonersly"}), "otnerslly"), "otnersly");
  // Of slips, the first two letters swapped come first.
  EXPECT_EQ(Read(Reader({"abbeyroads", "babeyroad"}), "abbeyroad"),
            "babeyroad");
}

TEST(SpellingTest, OfShortWordsOnlyFrequentOnesAreThoughtOf) {
  const auto found_up_to = [](const std::string& misspelled,
                              const std::string& meant) {
    Words words = {"w0", "w1", "w2", "w3", "w4", "w5", "w6", "w7"};
    std::size_t places = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string before = std::exchange(words[i], meant);
      if (Read(Reader(words), misspelled) == meant) {
        EXPECT_EQ(places, i);
        ++places;
      }
      words[i] = before;
    }
    return places;
  };
  EXPECT_EQ(found_up_to("clen", "clean"), 0u);
  EXPECT_EQ(found_up_to("cleen", "clean"), 2u);
  EXPECT_EQ(found_up_to("cleann", "clean"), 4u);
  EXPECT_EQ(found_up_to("cleaner", "cleaners"), 6u);
  EXPECT_EQ(found_up_to("cleanimg", "cleaning"), 8u);
  // Of two slips.
  EXPECT_EQ(found_up_to("clening", "cleanings"), 0u);
  EXPECT_EQ(found_up_to("cleening", "cleanings"), 2u);
  EXPECT_EQ(found_up_to("cleenings", "cleaningss"), 4u);
  EXPECT_EQ(found_up_to("cleanlines", "clenliness"), 6u);
  EXPECT_EQ(found_up_to("cleanliness", "clenlinesss"), 8u);
}

TEST(SpellingTest, AgreesWithASearchOfAllWordsForAllSlips) {
  const CounterRandom random(1, RandomPurpose::kInitialise);
  std::uint64_t draw = 0;
  const auto below = [&](std::size_t bound) {
    return static_cast<std::size_t>(random.Below(draw++, bound));
  };
  const std::string letters = "aest'";
  const auto word = [&](std::size_t length) {
    std::string drawn(1, letters[below(4)]);
    while (drawn.size() < length) {
      const char letter = letters[below(letters.size())];
      const std::size_t end = drawn.size();
      // No letter thrice.
      if (end > 1 && drawn[end - 1] == letter && drawn[end - 2] == letter) {
        continue;
      }
      drawn += letter;
    }
    return drawn;
  };
  std::size_t found = 0;
  std::size_t not_found = 0;
  for (int round = 0; round < 20; ++round) {
    std::set<std::string> distinct;
    // A multiple of four, so that quarters are whole.
    while (distinct.size() < 60) distinct.insert(word(1 + below(12)));
    Words words(distinct.begin(), distinct.end());
    for (std::size_t i = words.size(); i > 1; --i) {
      std::swap(words[i - 1], words[below(i)]);
    }
    const Vocabulary vocabulary = Reader(words);
    for (int i = 0; i < 500; ++i) {
      std::string read = word(1 + below(12));
      if (i % 2 == 0) {
        // One, two or three slips from a word of the vocabulary.
        read = words[below(words.size())];
        for (std::size_t slip = 0; slip <= below(3); ++slip) {
          const std::size_t at = below(read.size());
          const std::size_t kind = below(4);
          if (kind == 0) read.insert(at, 1, letters[below(5)]);
          if (kind == 1 && read.size() > 1) read.erase(at, 1);
          if (kind == 2) read[at] = letters[below(5)];
          if (kind == 3 && at > 0) std::swap(read[at], read[at - 1]);
        }
      }
      if (read[0] == '\'') continue;
      const std::int32_t expected = SlowSpelling::Read(vocabulary, read);
      EXPECT_EQ(vocabulary.Read(read), expected) << read;
      ++(expected < 0 ? not_found : found);
    }
  }
  EXPECT_GT(found, 1000u);
  EXPECT_GT(not_found, 1000u);
}

}  // namespace
}  // namespace whylight
