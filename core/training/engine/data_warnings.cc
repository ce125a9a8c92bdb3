#include "core/training/engine/data_warnings.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_set>

#include "core/format/json.h"
#include "core/text/characters.h"
#include "core/text/utf8.h"
#include "core/training/data/labels.h"
#include "core/training/data/line_reader.h"

namespace whylight {
namespace {

constexpr std::size_t kFewTexts = 10;

// The keys of files with texts; those of several end in a number or a name.
constexpr std::array<std::string_view, 6> kTextFiles = {
    "train", "dev", "more", "unlabelled", "outside", "held_out"};

bool HoldsTexts(const DataFile& file) {
  const std::string_view key =
      std::string_view(file.key).substr(0, file.key.find_first_of(". "));
  return std::find(kTextFiles.begin(), kTextFiles.end(), key) !=
         kTextFiles.end();
}

const DataFile* Find(const std::vector<DataFile>& data, std::string_view key) {
  const auto found =
      std::find_if(data.begin(), data.end(),
                   [key](const DataFile& file) { return file.key == key; });
  return found == data.end() ? nullptr : &*found;
}

void WarnOfOneFile(const std::vector<DataFile>& data,
                   std::vector<std::string>* warnings) {
  const DataFile* const train = Find(data, "train");
  const DataFile* const dev = Find(data, "dev");
  std::error_code ignored;
  if (train == nullptr || dev == nullptr ||
      !std::filesystem::equivalent(train->path, dev->path, ignored)) {
    return;
  }
  warnings->push_back(
      "dev is the same file as train: its figures say nothing about other "
      "texts");
}

// What cannot be read on was said when the task read it.
template <typename Visit>
void VisitLines(const std::string& path, Visit&& visit) {
  Result<LineReader> reader = LineReader::Open(path);
  while (reader.ok()) {
    const auto line = reader.value().Next();
    if (!line.ok() || !line.value()) break;
    visit(*line.value());
  }
}

std::size_t CountLinesNotUtf8(const std::string& path) {
  std::size_t count = 0;
  VisitLines(path, [&](std::string_view line) {
    if (!IsValidUtf8(line)) ++count;
  });
  return count;
}

// Short lines, and now and then longer ones, are alike in most data.
constexpr std::size_t kShortLine = 20;
constexpr std::size_t kFewLines = 20;  // One of so many.

void WarnOfSharedLines(const std::vector<DataFile>& data,
                       std::vector<std::string>* warnings) {
  const DataFile* const train = Find(data, "train");
  const DataFile* const dev = Find(data, "dev");
  std::error_code ignored;
  if (train == nullptr || dev == nullptr ||
      std::filesystem::equivalent(train->path, dev->path, ignored)) {
    return;
  }
  std::unordered_set<std::size_t> learned;
  const std::hash<std::string_view> hash;
  VisitLines(train->path, [&](std::string_view line) {
    if (line.size() >= kShortLine) learned.insert(hash(line));
  });
  std::size_t lines = 0;
  std::size_t shared = 0;
  VisitLines(dev->path, [&](std::string_view line) {
    if (line.size() < kShortLine) return;
    ++lines;
    if (learned.contains(hash(line))) ++shared;
  });
  if (shared * kFewLines < lines || shared == 0) return;
  warnings->push_back(std::to_string(shared) + " of " + std::to_string(lines) +
                      (lines == 1 ? " line" : " lines") +
                      " of dev are also in train: its figures say less about "
                      "other texts");
}

void WarnOfEncodings(const std::vector<DataFile>& data,
                     std::vector<std::string>* warnings) {
  std::vector<std::string> seen;
  for (const DataFile& file : data) {
    if (!HoldsTexts(file) ||
        std::find(seen.begin(), seen.end(), file.path) != seen.end()) {
      continue;
    }
    seen.push_back(file.path);
    const std::size_t count = CountLinesNotUtf8(file.path);
    if (count == 0) continue;
    warnings->push_back(file.path + ": " + std::to_string(count) +
                        (count == 1 ? " line is" : " lines are") +
                        " not UTF-8, perhaps Latin-1: save it as UTF-8");
  }
}

void WarnOfLabels(const std::map<std::string, std::size_t>& labels,
                  std::vector<std::string>* warnings) {
  std::map<std::string, std::string> spelled;  // By the lower-case form.
  std::vector<std::string> rare;
  for (const auto& [label, texts] : labels) {
    const auto [other, added] = spelled.emplace(LowerCase(label), label);
    if (!added) {
      warnings->push_back("the labels " + Quote(other->second) + " and " +
                          Quote(label) +
                          " differ only in case: join them by \"merge\"");
    }
    if (texts < kFewTexts) rare.push_back(label);
  }
  if (rare.empty()) return;
  warnings->push_back("fewer than " + std::to_string(kFewTexts) +
                      " texts to train on have the label " + ListLabels(rare));
}

}  // namespace

std::vector<std::string> DataWarnings(const TrainingTask& task) {
  std::vector<std::string> warnings;
  const std::vector<DataFile> data = task.Data();
  WarnOfOneFile(data, &warnings);
  WarnOfSharedLines(data, &warnings);
  WarnOfEncodings(data, &warnings);
  WarnOfLabels(task.TrainLabels(), &warnings);
  return warnings;
}

}  // namespace whylight
