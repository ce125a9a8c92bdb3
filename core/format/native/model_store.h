// Model folders on a disk.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/format/model_folder.h"

namespace whylight {

/// Reads the folder at `path` and checks format, version, sizes and hashes.
/// Fails with kNotFound when a file is missing; messages name the full path.
Result<ModelFiles> ReadModelFolder(const std::string& path);

/// Writes the folder at `path`, with the sizes and hashes of the other files
/// put into config.json. Folders above it are made as needed.
///
/// A model that is there is replaced in one step: whenever the program is
/// stopped, and whatever fails, `path` holds the old model or the new one, in
/// full. (Where the file system cannot exchange two folders there is a moment
/// between two renames at which it holds none.) Other files in the folder, such
/// as README.md, stay. The folder is a new one afterwards: a shell that stood
/// in it has to enter it again. A kill may leave a folder ".NAME.*.tmp" beside
/// it, which is safe to remove.
///
/// A folder without config.json holds no model to lose; there the files are
/// moved in one by one, config.json last. Fails where CheckModelPlace does.
Status WriteModelFolder(const std::string& path, const ModelFiles& files);

/// Fails with kInvalidArgument where a model written to `path` would replace a
/// file that is of none: a config.json of something else, or a vocab.txt that
/// stands alone. Where nothing is there yet, anything may be written.
Status CheckModelPlace(const std::string& path);

}  // namespace whylight
