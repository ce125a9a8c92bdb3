// A model as bytes: the three files of its folder.
//
// config.json says what the other two must be:
//
//   {"format": "whylight", "version": 1, "task": "rationale", ...,
//    "files": {"model.safetensors": {"bytes": 123, "sha256": "9f86d0..."},
//              "vocab.txt": {"bytes": 45, "sha256": "2c26b4..."}}}
//
// so a loader knows the size of the download before it starts. Here sizes are
// checked; hashes are checked where the files come from: native/model_store.h
// on a disk, JavaScript on the web.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/format/json.h"

namespace whylight {

inline constexpr std::string_view kConfigFile = "config.json";
inline constexpr std::string_view kTensorsFile = "model.safetensors";
inline constexpr std::string_view kVocabularyFile = "vocab.txt";

/// The version of the format that this build writes, and the only one it reads.
inline constexpr int kModelVersion = 1;

/// How deep lists and objects may nest in config.json.
inline constexpr std::size_t kMaxConfigDepth = 16;

/// The bytes of each file.
struct ModelFiles {
  std::string config;
  std::string tensors;
  std::string vocabulary;
};

/// config.json of `files`: an object of our format and version. Where it has
/// "files", as it has on every disk, both are there and their sizes are those
/// of the bytes in hand. Fails with kBadModel or kModelVersion; messages start
/// with the file's name.
Result<nlohmann::json> ParseModelConfig(const ModelFiles& files);
/// The same as a Document, parsed by `parse`.
Result<Document> ReadModelConfig(const ModelFiles& files,
                                 DocumentParser parse = ParseDocument);

}  // namespace whylight
