// Whole files, read and written safely. Messages name the path.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace whylight {

/// The bytes of a file. Fails with kNotFound when there is none.
Result<std::string> ReadFile(const std::string& path);

/// Writes `path` so that, whatever happens, it holds either its old bytes or
/// all of the new ones. Follows a symbolic link, and keeps the permissions of
/// the file it replaces. Fails with kInvalidArgument on anything but a file.
Status WriteFileAtomically(const std::string& path, std::string_view bytes);

/// Adds `bytes` at the end of `path`, all of them or, where that fails, none.
Status AppendToFile(const std::string& path, std::string_view bytes);

// The steps of whole writes.

/// Creates `path` and waits until its bytes are on the disk. Fails when there
/// is something at `path`; removes what it could not finish.
Status WriteNewFile(const std::string& path, std::string_view bytes);

/// Waits until the entries of a folder are on the disk.
Status SyncFolder(const std::string& path);

/// Where `path` leads, behind symbolic links. Fails where those lead to
/// themselves.
Result<std::string> ResolvePath(const std::string& path);

/// The same of a folder, without a slash at its end.
Result<std::string> ResolveFolder(const std::string& path);

/// A path beside `path`, not in use, that names itself temporary.
std::string TemporarySibling(const std::string& path);

/// Removes such siblings, which killed processes leave. Those of a process that
/// lives would go too, so `path` must have no other writer.
void RemoveTemporarySiblings(const std::string& path);

/// Swaps two folders in one step: at every moment both names hold one of them.
/// False where the file system or the kernel does not know how.
bool ExchangeFolders(const std::string& a, const std::string& b);

/// Puts folder `from` in the place of folder `to`, whose content moves to
/// `from`. Takes three renames: for a moment there is nothing at `to`. When one
/// fails, what was done is undone.
Status SwapFoldersByRenaming(const std::string& from, const std::string& to);

/// "path: what, because" with the system's words for `error_number`.
Error IoError(const std::string& path, const std::string& what,
              int error_number);

}  // namespace whylight
