// The verbs of `whylight vectors` that use existing vectors.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <string_view>

#include "core/format/native/writer_lock.h"
#include "core/program/verbs.h"
#include "core/training/vectors/word_vectors.h"

namespace whylight {

/// Adds `convert`, `neighbours`, `analogy` and `evaluate` to `vectors`.
void AddVectorsTools(CLI::App& vectors, Command& command);

/// The names of formats on the command line.
inline const std::map<std::string, VectorFormat> kVectorFormats = {
    {"folder", VectorFormat::kFolder},
    {"word2vec", VectorFormat::kWord2vecText},
    {"word2vec-binary", VectorFormat::kWord2vecBinary},
    {"glove", VectorFormat::kGlove}};

/// Adds --format.
void AddFormatFlag(CLI::App& verb, VectorFormat& format);

/// Locks `path` (WriterLock::TakeOutput). Fails where it cannot be written in
/// `format`, too: to be found out before hours of work, not after.
Result<WriterLock> TakeVectorsOutput(const std::string& path,
                                     VectorFormat format);

/// `origin` is kept in a folder alone.
Status SaveVectors(const std::string& path, const WordVectors& words,
                   VectorFormat format, std::string_view origin);

}  // namespace whylight
