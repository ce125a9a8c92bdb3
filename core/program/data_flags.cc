#include "core/program/data_flags.h"

#include <functional>
#include <string>
#include <vector>

#include "core/program/checked_flags.h"
#include "core/program/tell.h"
#include "core/training/data/data_config.h"

namespace whylight {
namespace {

constexpr char kMaxErrors[] = "--max-errors";
constexpr CountRange kErrorCounts = {0, 1'000'000'000};

// NAME=VALUE,..., each pair handed to `take`.
void AddPairs(
    CLI::App* verb, const std::string& flag, const std::string& help,
    const std::function<void(const std::string&, const std::string&)>& take) {
  verb->add_option_function<std::vector<std::string>>(
          flag,
          [flag, take](const std::vector<std::string>& pairs) {
            for (const std::string& pair : pairs) {
              const std::size_t equals = pair.find('=');
              if (equals == 0 || equals >= pair.size() - 1) {
                throw CLI::ValidationError(
                    flag, "expected NAME=VALUE, found " + pair);
              }
              take(pair.substr(0, equals), pair.substr(equals + 1));
            }
          },
          help)
      ->delimiter(',');
}

// The flag for a key or column, which errors then tell.
void AddKey(CLI::App* verb, const std::string& key,
            std::string DataOptions::*name, const std::string& help,
            DataOptions* options) {
  const std::string flag = "--" + key + "-key";
  verb->add_option(flag, options->*name, help)->capture_default_str();
  options->named_by[key] = flag;
}

}  // namespace

void AddRatingFlags(CLI::App* verb, DataOptions* options) {
  verb->add_option(
          "--ratings-key", options->ratings,
          "Key of the ratings in JSON: an object by aspect, a list, or "
          "the rating itself")
      ->capture_default_str();
  verb->add_option("--rationales-key", options->rationales,
                   "Key of the spans that people marked, in JSON")
      ->capture_default_str();
  options->named_by["columns"] = "--columns";
  AddPairs(verb, "--columns",
           "ASPECT=NAME,...: what the file calls an aspect, or its place in a "
           "list, from 0",
           [options](const std::string& aspect, const std::string& name) {
             options->columns[aspect] = name;
           });
  AddPairs(
      verb, "--values", "WORD=RATING,...: the ratings that words stand for",
      [options](const std::string& word, const std::string& value) {
        options->values[word] = ReadNumber("--values: " + word, value, kShares);
      });
  verb->add_option_function<std::vector<std::string>>(
          "--scale",
          [options](const std::vector<std::string>& bounds) {
            options->scale.clear();
            for (const std::string& bound : bounds) {
              options->scale.push_back(ReadNumber("--scale", bound, {}));
            }
            if (bounds.size() != 2 || options->scale[0] >= options->scale[1]) {
              throw CLI::ValidationError(
                  "--scale", "expected LOWEST,HIGHEST, such as 1,5");
            }
          },
          "LOWEST,HIGHEST: the bounds of the ratings, if not 0 and 1")
      ->delimiter(',')
      ->excludes("--values");
  verb->add_flag("--skip-unrated", options->skip_unrated,
                 "Leave out reviews that lack a wanted rating");
}

void AddMaxErrors(CLI::App* verb, std::optional<std::size_t>* max_errors,
                  const std::string& help) {
  AddCount(verb, kMaxErrors, max_errors, kErrorCounts, help);
}

void AddDataFormat(CLI::App* verb, DataOptions* options,
                   const std::string& flag) {
  verb->add_option_function<std::string>(
      flag,
      [flag, options](const std::string& name) {
        const Result<DataFormat> format = ParseDataFormat(name);
        if (!format.ok()) {
          throw CLI::ValidationError(flag, format.error().message);
        }
        options->format = format.value();
      },
      "Format of the file, if its name does not show it (docs/guides/data.md): "
      "one of " +
          DataFormatNames());
}

void AddFormatFlags(CLI::App* verb, DataOptions* options,
                    const std::string& format_flag) {
  AddDataFormat(verb, options, format_flag);
  AddQuotesFlag(verb, options);
  AddSkipFlag(verb, options);
}

void AddSkipFlag(CLI::App* verb, DataOptions* options) {
  AddCount(verb, kMaxErrors, &options->max_errors, kErrorCounts,
           "Skip and report up to this many bad lines of a file");
  options->on_skip = [](const Error& error) {
    Tell("skipped: {}\n", error.message);
  };
}

void AddQuotesFlag(CLI::App* verb, DataOptions* options) {
  verb->add_flag_callback(
      "--no-quotes", [options] { options->quotes = false; },
      "Quotes in a table are part of its fields");
}

void AddTextKeyFlag(CLI::App* verb, DataOptions* options) {
  AddKey(verb, "text", &DataOptions::text, "Key or column of the text",
         options);
}

void AddPairFlags(CLI::App* verb, DataOptions* options) {
  AddKey(verb, "first", &DataOptions::first,
         "Key or column of the first text of a pair", options);
  AddKey(verb, "second", &DataOptions::second, "Key or column of the second",
         options);
}

void AddDataFlags(CLI::App* verb, DataOptions* options, bool labels,
                  const std::string& format_flag) {
  AddFormatFlags(verb, options, format_flag);
  AddTextKeyFlag(verb, options);
  if (labels) {
    AddKey(verb, "label", &DataOptions::label, "Key or column of the label",
           options);
    AddPairs(verb, "--merge",
             "LABEL=WANTED,...: new names of labels; texts with other labels "
             "are left out",
             [options](const std::string& label, const std::string& wanted) {
               options->merge[label] = wanted;
             });
    AddPairFlags(verb, options);
    AddKey(verb, "grade", &DataOptions::grade,
           "Key or column of the grade of a pair", options);
  }
  verb->add_flag("--treebank", options->treebank,
                 "The texts are split as in the Penn Treebank (does n't): "
                 "rejoin them as people write (doesn't)");
}

}  // namespace whylight
