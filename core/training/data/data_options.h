// How a data file is read: docs/guides/data.md.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace whylight {

enum class DataFormat {
  kJsonLines,     ///< "jsonl": an object per line.
  kText,          ///< "text": a text per line.
  kLabelledText,  ///< "labelled": a label, a space and a text per line.
  kTrees,         ///< "trees": a tree a line (trees.h).
  kTsv,           ///< "tsv" and "csv": a header, then a record per line
  kCsv,           ///< (table.h).
  kConll,         ///< "conll" and "conllu": a word per line, a blank line after
  kConllU,        ///< each sentence (conll.h).
  kQaPairs,       ///< "qapairs": TrecQA (qa_pairs.h).
  kAspects,       ///< "aspects": SemEval and MAMS (aspects.h).
};

struct DataOptions {
  /// Absent: as the file's name says, .jsonl, .txt, .trees, .tsv, .csv, .conll
  /// or .conllu, with .gz after it or not. Standard input is JSON lines.
  /// Labelled texts in a .txt have their labels in front.
  std::optional<DataFormat> format = {};
  std::string text = "text";          ///< The key, or the column, of the text;
  std::string first = "a";            ///< of the first of two texts;
  std::string second = "b";           ///< of the second;
  std::string question = "question";  ///< of a question about the text;
  std::string answers = "answers";  ///< of the places that answer it, in JSON;
  std::string query = "query";      ///< of what candidates are ranked for;
  std::string candidates = "candidates";  ///< of the candidates, in JSON;
  std::string documents = "documents";    ///< of several texts, in JSON;
  std::string label = "label";            ///< of the label;
  std::string grade = "grade";            ///< of a number of any size;
  std::string ratings = "ratings";        ///< of the ratings, in JSON;
  std::string rationales = "rationales";  ///< of what people marked, in JSON.
  /// The names of ratings in columns or JSON, where they differ from the
  /// aspect's name; the place, from 0, where JSON has a list of ratings.
  std::map<std::string, std::string> columns = {};
  /// The ratings that words stand for.
  std::map<std::string, double> values = {};
  /// The lowest and the highest rating, which become 0 and 1; empty: they are.
  std::vector<double> scale = {};
  /// Whether reviews that lack a wanted rating are left out; else the rating is
  /// read as missing.
  bool skip_unrated = false;
  bool quotes = true;    ///< Whether fields of tables may be quoted.
  bool phrases = false;  ///< Of trees every phrase, not only the whole.
  /// Whether texts are split as the Penn Treebank does; they are then put back
  /// as people write (JoinTreebank).
  bool treebank = false;
  /// New names of labels; a text, or a term, whose label is not among them is
  /// left out.
  /// Empty: labels stay as they are.
  std::map<std::string, std::string> merge = {};
  /// Whether a labelled text is left out that has the words and the label of
  /// one before it.
  bool distinct = false;

  /// So many bad lines of a file are skipped; the next one ends the reading.
  std::size_t max_errors = 0;
  /// Gets the error in each line that is skipped.
  std::function<void(const Error&)> on_skip = {};

  /// What gives each of these options another value, by its key in a config:
  /// {"text", "--text-key"}, say. Errors about a missing key or column tell it;
  /// where nothing does, they say no more than what is missing.
  std::map<std::string, std::string> named_by = {};
};

}  // namespace whylight
