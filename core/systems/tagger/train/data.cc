#include "core/systems/tagger/train/data.h"

#include <optional>
#include <set>
#include <utility>

#include "core/format/json.h"
#include "core/systems/tagger/bio.h"
#include "core/text/tokenizer.h"
#include "core/training/data/labels.h"
#include "core/training/data/numbering.h"
#include "core/training/data/record.h"

namespace whylight {
namespace {

// "word 3", as messages call it.
std::string NameWord(std::size_t word) {
  return "word " + std::to_string(word + 1);
}

Status CheckBio(const Record& record) {
  std::string_view before = "O";
  for (std::size_t w = 0; w < record.tags.size(); ++w) {
    const std::string& tag = record.tags[w];
    if (!IsBioTag(tag)) {
      return record.place.Fail(
          "expected \"O\", \"B-\" or \"I-\" and a label "
          "as the tag of " +
          NameWord(w) + ", found " + Quote(tag));
    }
    if (!MayFollow(before, tag)) {
      return record.place.Fail("expected " +
                               Quote("B-" + std::string(SpanLabel(tag))) +
                               " before " + Quote(tag) + " of " + NameWord(w) +
                               ", found " + Quote(std::string(before)));
    }
    before = tag;
  }
  return {};
}

// Takes the sentences of a file, one by one.
class SentenceTaker {
 public:
  SentenceTaker(TaggedFile* file, bool bio)
      : file_(file), words_(&file->words), labels_(&file->labels), bio_(bio) {}

  Status Take(const Record& record) {
    if (bio_) {
      if (Status checked = CheckBio(record); !checked.ok()) return checked;
    }
    WordIds text;
    TagIds tags;
    std::vector<std::size_t> firsts;
    std::string tag = "O";
    std::size_t next = 0;  // The word of the file after that of the token.
    for (const Token& token : Tokenize(record.text)) {
      const bool begins = next < record.tokens.size() &&
                          token.span.end > record.tokens[next].start;
      if (begins) {
        while (token.span.start >= record.tokens[next].end) ++next;
        firsts.push_back(text.size());
        tag = TagAfter(tag, record.tags[next++]);
      } else if (bio_) {
        tag = TagThatGoesOn(tag);
      }
      tags.push_back(labels_.Find(tag));
      text.push_back(words_.Find(token.text));
      file_->word_counts.resize(file_->words.size());
      ++file_->word_counts[static_cast<std::size_t>(text.back())];
    }
    if (text.empty()) return {};
    TaggedSentences& all = file_->sentences;
    all.texts.push_back(std::move(text));
    all.tags.push_back(std::move(tags));
    all.firsts.push_back(std::move(firsts));
    all.lines.push_back(record.place.line);
    return {};
  }

 private:
  // A span whose first word was left out begins with the next.
  std::string TagAfter(const std::string& before, const std::string& tag) {
    if (!bio_ || MayFollow(before, tag)) return tag;
    return "B-" + std::string(SpanLabel(tag));
  }

  TaggedFile* file_;
  Numbering words_;
  Numbering labels_;
  bool bio_;
};

}  // namespace

Result<TaggedFile> ReadTagged(const std::string& path,
                              const DataOptions& options, bool bio) {
  if (options.treebank) {
    return Invalid(path +
                   ": expected no \"treebank\" of sentences with tags, whose "
                   "words stay as they are");
  }
  TaggedFile file;
  file.sentences.path = path;
  SentenceTaker taker(&file, bio);
  Wanted wanted;
  wanted.tags = true;
  Status read = VisitRecords(
      path, options, wanted,
      [&taker](const Record& record) { return taker.Take(record); });
  if (!read.ok()) return read.error();
  if (file.sentences.texts.empty()) {
    return NothingRead(path, "a sentence with tags");
  }
  return file;
}

std::vector<std::string> TagsOf(const TaggedFile& file, bool bio) {
  std::set<std::string> tags(file.labels.begin(), file.labels.end());
  if (bio) {
    for (const std::string& tag : file.labels) tags.insert(TagThatGoesOn(tag));
  }
  return SortedLabels({tags.begin(), tags.end()});
}

Result<TaggedSentences> ToTagged(const TaggedFile& file,
                                 const Vocabulary& vocabulary,
                                 const std::vector<std::string>& labels) {
  TaggedSentences tagged = file.sentences;
  std::vector<std::int32_t> words;
  for (const std::string& word : file.words) {
    words.push_back(vocabulary.Read(word));
  }
  std::vector<std::optional<std::int32_t>> tags(file.labels.size());
  for (std::size_t i = 0; i < tagged.size(); ++i) {
    for (std::int32_t& word : tagged.texts[i]) {
      word = words[static_cast<std::size_t>(word)];
    }
    for (std::int32_t& tag : tagged.tags[i]) {
      const auto own = static_cast<std::size_t>(tag);
      if (!tags[own]) {
        const Result<std::int32_t> found = FindLabel(
            file.labels[own], Place{tagged.path, tagged.lines[i]}, labels);
        if (!found.ok()) return found.error();
        tags[own] = found.value();
      }
      tag = *tags[own];
    }
  }
  return tagged;
}

}  // namespace whylight
