#include "core/systems/parser/train/data.h"

#include <map>
#include <optional>
#include <utility>

#include "core/text/tokenizer.h"
#include "core/training/data/labels.h"
#include "core/training/data/numbering.h"
#include "core/training/data/record.h"
#include "core/training/data/token_tree.h"

namespace whylight {
namespace {

Status CheckHasTags(const Record& record) {
  for (std::size_t word = 0; word < record.tags.size(); ++word) {
    // "_" where nobody has said.
    if (record.tags[word] != "_" && !record.tags[word].empty()) continue;
    return record.place.Fail("expected a tag of word " +
                             std::to_string(word + 1) + ", found none");
  }
  return {};
}

// Takes the sentences of a file, one by one.
class ParsedTaker {
 public:
  ParsedTaker(ParsedFile* file, TagUse tags)
      : file_(file),
        words_(&file->words),
        relations_(&file->relations),
        tags_(&file->tags),
        needs_tags_(tags != TagUse::kNone) {}

  Status Take(const Record& record) {
    if (needs_tags_) {
      if (Status tags = CheckHasTags(record); !tags.ok()) return tags;
    }
    const TokenTree tree = TreeOfTokens(record);
    const std::vector<Token>& tokens = tree.tokens;
    if (tokens.size() > kMaxSentenceWords) {
      return record.place.Fail("expected a sentence of at most " +
                               std::to_string(kMaxSentenceWords) +
                               " words, found " +
                               std::to_string(tokens.size()));
    }
    if (tokens.empty()) return {};
    const std::vector<std::size_t>& words = tree.words;
    ParsedSentences& all = file_->sentences;
    all.trees.push_back(Number(tree, record));
    const std::vector<std::int32_t>& tags = all.trees.back().tags;
    all.texts.push_back(TextOf(tokens, ShapesOf(record.text, tokens), tags));
    all.lines.push_back(record.place.line);
    std::vector<std::size_t>& firsts = all.firsts.emplace_back();
    std::vector<bool>& punctuation = all.punctuation.emplace_back();
    for (std::size_t t = 0; t < words.size(); ++t) {
      if (t > 0 && words[t] == words[t - 1]) continue;
      firsts.push_back(t);
      punctuation.push_back(record.tags[words[t]] == "PUNCT");
    }
    return {};
  }

 private:
  WordIds TextOf(const std::vector<Token>& tokens,
                 const std::vector<WordShape>& shapes,
                 const std::vector<std::int32_t>& tags) {
    WordIds text;
    for (std::size_t t = 0; t < tokens.size(); ++t) {
      const std::int32_t word = words_.Find(tokens[t].text);
      file_->word_counts.resize(file_->words.size());
      ++file_->word_counts[static_cast<std::size_t>(word)];
      const ParsedFile::Form form{word, shapes[t], tags[t]};
      const auto [entry, is_new] = forms_.try_emplace(
          form, static_cast<std::int32_t>(file_->forms.size()));
      if (is_new) file_->forms.push_back(form);
      text.push_back(entry->second);
    }
    return text;
  }

  // With relations and tags by their numbers.
  DependencyTree Number(const TokenTree& tokens, const Record& record) {
    DependencyTree tree;
    tree.heads = tokens.heads;
    for (std::size_t t = 0; t < tokens.words.size(); ++t) {
      tree.relations.push_back(relations_.Find(tokens.relations[t]));
      tree.tags.push_back(tags_.Find(record.tags[tokens.words[t]]));
    }
    return tree;
  }

  ParsedFile* file_;
  Numbering words_;
  std::map<ParsedFile::Form, std::int32_t> forms_;
  Numbering relations_;
  Numbering tags_;
  bool needs_tags_;
};

// Finds each of the `names` of a file among those of a model, once.
class LabelFinder {
 public:
  LabelFinder(const std::vector<std::string>& names,
              const std::vector<std::string>& of_model)
      : names_(names), of_model_(of_model), found_(names.size()) {}

  // Puts their numbers in the model in place of those in the file.
  Status Renumber(const Place& place, std::vector<std::int32_t>* numbers) {
    for (std::int32_t& number : *numbers) {
      const auto own = static_cast<std::size_t>(number);
      if (!found_[own]) {
        const Result<std::int32_t> found =
            FindLabel(names_[own], place, of_model_);
        if (!found.ok()) return found.error();
        found_[own] = found.value();
      }
      number = *found_[own];
    }
    return {};
  }

 private:
  const std::vector<std::string>& names_;
  const std::vector<std::string>& of_model_;
  std::vector<std::optional<std::int32_t>> found_;
};

}  // namespace

Result<ParsedFile> ReadParsed(const std::string& path,
                              const DataOptions& options, TagUse tags) {
  if (options.treebank) {
    return Invalid(path +
                   ": expected no \"treebank\" of parsed sentences, whose "
                   "words stay as they are");
  }
  ParsedFile file;
  file.sentences.path = path;
  ParsedTaker taker(&file, tags);
  Wanted wanted;
  wanted.heads = true;
  Status read = VisitRecords(
      path, options, wanted,
      [&taker](const Record& record) { return taker.Take(record); });
  if (!read.ok()) return read.error();
  if (file.sentences.texts.empty()) {
    return NothingRead(path, "parsed sentence");
  }
  return file;
}

Result<ParsedSentences> ToParsed(const ParsedFile& file,
                                 const Vocabulary& vocabulary,
                                 const ParserOptions& options) {
  ParsedSentences parsed = file.sentences;
  WordIds words;
  for (const std::string& word : file.words) {
    words.push_back(vocabulary.Read(word));
  }
  const bool has_tags = options.tags.use != TagUse::kNone;
  LabelFinder relations(file.relations, options.relations);
  LabelFinder tags(file.tags, options.tags.labels);
  WordIds tags_of_forms(file.forms.size());
  for (std::size_t i = 0; i < parsed.size(); ++i) {
    const Place place{parsed.path, parsed.lines[i]};
    DependencyTree& tree = parsed.trees[i];
    Status known = relations.Renumber(place, &tree.relations);
    if (!has_tags) tree.tags.clear();
    if (known.ok()) known = tags.Renumber(place, &tree.tags);
    if (!known.ok()) return known.error();
    for (std::size_t t = 0; t < parsed.texts[i].size(); ++t) {
      std::int32_t& form = parsed.texts[i][t];
      const auto number = static_cast<std::size_t>(form);
      if (has_tags) tags_of_forms[number] = tree.tags[t];
      if (options.reads_forms()) continue;
      form = words[static_cast<std::size_t>(file.forms[number].word)];
    }
    // What is given is not learned.
    if (!options.tags.learned()) tree.tags.clear();
  }
  for (std::size_t f = 0; f < file.forms.size(); ++f) {
    if (!options.reads_forms()) break;
    const auto& [word, shape, tag] = file.forms[f];
    const auto number = static_cast<std::size_t>(word);
    parsed.forms.push_back(
        FormOf(words[number], file.words[number], shape, options.surface));
    parsed.forms.back().tag = tags_of_forms[f];
  }
  return parsed;
}

std::size_t MakeTreesProjective(ParsedSentences* sentences) {
  std::size_t changed = 0;
  for (DependencyTree& tree : sentences->trees) {
    if (IsProjective(tree.heads)) continue;
    tree.heads = MakeProjective(std::move(tree.heads));
    ++changed;
  }
  return changed;
}

}  // namespace whylight
