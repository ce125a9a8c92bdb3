#include "core/systems/tagger/train/data.h"

#include <map>
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

// Takes the sentences of files, one by one.
class SentenceTaker {
 public:
  SentenceTaker(TaggedFiles* files, bool bio)
      : files_(files),
        words_(&files->words),
        labels_(&files->labels),
        bio_(bio) {}

  void StartFile(const std::string& path) {
    files_->sentences.paths.push_back(path);
  }

  Status Take(const Record& record) {
    if (bio_) {
      if (Status checked = CheckBio(record); !checked.ok()) return checked;
    }
    WordIds text;
    TagIds tags;
    std::vector<std::size_t> firsts;
    std::string tag = "O";
    std::size_t next = 0;  // The word of the file after that of the token.
    const std::vector<Token> tokens = Tokenize(record.text);
    const std::vector<WordShape> shapes = ShapesOf(record.text, tokens);
    for (std::size_t t = 0; t < tokens.size(); ++t) {
      const Token& token = tokens[t];
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
      text.push_back(FindForm({words_.Find(token.text), shapes[t]}));
    }
    if (text.empty()) return {};
    TaggedSentences& all = files_->sentences;
    all.texts.push_back(std::move(text));
    all.tags.push_back(std::move(tags));
    all.firsts.push_back(std::move(firsts));
    all.files.push_back(all.paths.size() - 1);
    all.lines.push_back(record.place.line);
    return {};
  }

 private:
  // Counts the word and gives the number of its form.
  std::int32_t FindForm(const TaggedFiles::Form& form) {
    files_->word_counts.resize(files_->words.size());
    ++files_->word_counts[static_cast<std::size_t>(form.word)];
    const auto [entry, is_new] =
        forms_.try_emplace({form.word, form.shape},
                           static_cast<std::int32_t>(files_->forms.size()));
    if (is_new) files_->forms.push_back(form);
    return entry->second;
  }

  // A span whose first word was left out begins with the next.
  std::string TagAfter(const std::string& before, const std::string& tag) {
    if (!bio_ || MayFollow(before, tag)) return tag;
    return "B-" + std::string(SpanLabel(tag));
  }

  TaggedFiles* files_;
  Numbering words_;
  std::map<std::pair<std::int32_t, WordShape>, std::int32_t> forms_;
  Numbering labels_;
  bool bio_;
};

}  // namespace

Result<TaggedFiles> ReadTagged(const std::vector<std::string>& paths,
                               const DataOptions& options, bool bio) {
  if (options.treebank) {
    return Invalid(paths.front() +
                   ": expected no \"treebank\" of sentences with tags, whose "
                   "words stay as they are");
  }
  TaggedFiles files;
  SentenceTaker taker(&files, bio);
  Wanted wanted;
  wanted.tags = true;
  for (const std::string& path : paths) {
    taker.StartFile(path);
    const std::size_t before = files.sentences.size();
    Status read = VisitRecords(
        path, options, wanted,
        [&taker](const Record& record) { return taker.Take(record); });
    if (!read.ok()) return read.error();
    if (files.sentences.size() == before) {
      return NothingRead(path, "sentence with tags");
    }
  }
  return files;
}

std::vector<std::string> TagsOf(const TaggedFiles& files, bool bio) {
  std::set<std::string> tags(files.labels.begin(), files.labels.end());
  if (bio) {
    for (const std::string& tag : files.labels) tags.insert(TagThatGoesOn(tag));
  }
  return SortedLabels({tags.begin(), tags.end()});
}

Result<TaggedSentences> ToTagged(const TaggedFiles& files,
                                 const Vocabulary& vocabulary,
                                 const TaggerOptions& options) {
  TaggedSentences tagged = files.sentences;
  std::vector<std::int32_t> words;
  for (const std::string& word : files.words) {
    words.push_back(vocabulary.Read(word));
  }
  for (const TaggedFiles::Form& form : files.forms) {
    const auto word = static_cast<std::size_t>(form.word);
    if (!options.has_surface()) break;
    tagged.forms.push_back(
        FormOf(words[word], files.words[word], form.shape, options.surface));
  }
  std::vector<std::optional<std::int32_t>> tags(files.labels.size());
  for (std::size_t i = 0; i < tagged.size(); ++i) {
    for (std::int32_t& word : tagged.texts[i]) {
      if (options.has_surface()) break;
      const TaggedFiles::Form& form =
          files.forms[static_cast<std::size_t>(word)];
      word = words[static_cast<std::size_t>(form.word)];
    }
    for (std::int32_t& tag : tagged.tags[i]) {
      const auto own = static_cast<std::size_t>(tag);
      if (!tags[own]) {
        const Result<std::int32_t> found =
            FindLabel(files.labels[own], tagged.place(i), options.labels);
        if (!found.ok()) return found.error();
        tags[own] = found.value();
      }
      tag = *tags[own];
    }
  }
  return tagged;
}

}  // namespace whylight
