#include "core/systems/parser/train/data.h"

#include <optional>
#include <utility>

#include "core/text/tokenizer.h"
#include "core/training/data/labels.h"
#include "core/training/data/numbering.h"
#include "core/training/data/record.h"

namespace whylight {
namespace {

Status CheckRelations(const Record& record) {
  for (std::size_t word = 0; word < record.relations.size(); ++word) {
    // "_" where nobody has said.
    if (record.relations[word] != "_" && !record.relations[word].empty()) {
      continue;
    }
    return record.place.Fail("expected a relation of word " +
                             std::to_string(word + 1) + ", found none");
  }
  return {};
}

// Takes the sentences of a file, one by one.
class ParsedTaker {
 public:
  explicit ParsedTaker(ParsedFile* file)
      : file_(file), words_(&file->words), relations_(&file->relations) {}

  Status Take(const Record& record) {
    if (Status checked = CheckRelations(record); !checked.ok()) return checked;
    const std::vector<Token> tokens = Tokenize(record.text);
    if (tokens.size() > kMaxSentenceWords) {
      return record.place.Fail("expected a sentence of at most " +
                               std::to_string(kMaxSentenceWords) +
                               " words, found " +
                               std::to_string(tokens.size()));
    }
    if (tokens.empty()) return {};
    const std::vector<std::size_t> words = WordsOfTokens(record, tokens);
    ParsedSentences& all = file_->sentences;
    all.texts.push_back(TextOf(tokens));
    all.trees.push_back(TreeOf(record, words));
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
  // Of each token the word of the file that it is of.
  static std::vector<std::size_t> WordsOfTokens(
      const Record& record, const std::vector<Token>& tokens) {
    std::vector<std::size_t> words;
    std::size_t word = 0;
    for (const Token& token : tokens) {
      while (token.span.start >= record.tokens[word].end) ++word;
      words.push_back(word);
    }
    return words;
  }

  WordIds TextOf(const std::vector<Token>& tokens) {
    WordIds text;
    for (const Token& token : tokens) {
      text.push_back(words_.Find(token.text));
      file_->word_counts.resize(file_->words.size());
      ++file_->word_counts[static_cast<std::size_t>(text.back())];
    }
    return text;
  }

  // The tree over tokens, of which `words` are the words.
  DependencyTree TreeOf(const Record& record,
                        const std::vector<std::size_t>& words) {
    // Of each word its first token, from 1; 0 of those that have none.
    std::vector<std::int32_t> first(record.heads.size());
    for (std::size_t t = words.size(); t-- > 0;) {
      first[words[t]] = static_cast<std::int32_t>(t) + 1;
    }
    DependencyTree tree;
    std::int32_t root = 0;
    for (std::size_t t = 0; t < words.size(); ++t) {
      const std::size_t word = words[t];
      const bool is_first = first[word] == static_cast<std::int32_t>(t) + 1;
      if (!is_first) {
        tree.heads.push_back(first[word]);
        tree.relations.push_back(relations_.Find(std::string(kPieceRelation)));
        continue;
      }
      int head = record.heads[word];
      while (head != 0 && first[static_cast<std::size_t>(head) - 1] == 0) {
        head = record.heads[static_cast<std::size_t>(head) - 1];
      }
      if (head != 0) {
        tree.heads.push_back(first[static_cast<std::size_t>(head) - 1]);
      } else {
        tree.heads.push_back(root);
        if (root == 0) root = first[word];
      }
      tree.relations.push_back(relations_.Find(record.relations[word]));
    }
    return tree;
  }

  ParsedFile* file_;
  Numbering words_;
  Numbering relations_;
};

}  // namespace

Result<ParsedFile> ReadParsed(const std::string& path,
                              const DataOptions& options) {
  if (options.treebank) {
    return Invalid(path +
                   ": expected no \"treebank\" of parsed sentences, whose "
                   "words stay as they are");
  }
  ParsedFile file;
  file.sentences.path = path;
  ParsedTaker taker(&file);
  Wanted wanted;
  wanted.heads = true;
  Status read = VisitRecords(
      path, options, wanted,
      [&taker](const Record& record) { return taker.Take(record); });
  if (!read.ok()) return read.error();
  if (file.sentences.texts.empty()) {
    return NothingRead(path, "a parsed sentence");
  }
  return file;
}

Result<ParsedSentences> ToParsed(const ParsedFile& file,
                                 const Vocabulary& vocabulary,
                                 const std::vector<std::string>& relations) {
  ParsedSentences parsed = file.sentences;
  std::vector<std::int32_t> words;
  for (const std::string& word : file.words) {
    words.push_back(vocabulary.Read(word));
  }
  std::vector<std::optional<std::int32_t>> of_model(file.relations.size());
  for (std::size_t i = 0; i < parsed.size(); ++i) {
    for (std::int32_t& word : parsed.texts[i]) {
      word = words[static_cast<std::size_t>(word)];
    }
    for (std::int32_t& relation : parsed.trees[i].relations) {
      const auto own = static_cast<std::size_t>(relation);
      if (!of_model[own]) {
        const Result<std::int32_t> found =
            FindLabel(file.relations[own], Place{parsed.path, parsed.lines[i]},
                      relations);
        if (!found.ok()) return found.error();
        of_model[own] = found.value();
      }
      relation = *of_model[own];
    }
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
