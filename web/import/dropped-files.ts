// What is dropped, with the files of folders.

/** A file, and where in what was dropped or chosen it lies: "run/model/config.json". */
export interface BroughtFile {
  path: string;
  file: File;
}

// Deep enough for the folder of a run, whose model lies in a folder of its own.
const mostDepth = 3;
/** Of more files nobody can mean all. */
const mostFiles = 10_000;

/** The files and folders of a drop. Browsers tell them only while its event lasts. */
export function entriesOf(dropped: DataTransfer): (FileSystemEntry | File)[] {
  // A file that lies in no folder, as one from another program, may be no entry.
  const entries = Array.from(dropped.items, (item) => item.webkitGetAsEntry() ?? item.getAsFile());
  return entries.filter((entry) => entry !== null);
}

/** The files of these, and of folders within. */
export async function filesOf(
  entries: readonly (FileSystemEntry | File)[],
): Promise<BroughtFile[]> {
  const found: BroughtFile[] = [];
  const visit = async (entry: FileSystemEntry | File, depth: number): Promise<void> => {
    if (found.length >= mostFiles) return;
    if (entry instanceof File) {
      found.push({ path: entry.name, file: entry });
    } else if (isFile(entry)) {
      found.push({ path: entry.fullPath.replace(/^\//, ''), file: await fileOf(entry) });
    } else if (isFolder(entry) && depth < mostDepth) {
      for (const child of await childrenOf(entry)) await visit(child, depth + 1);
    }
  };
  for (const entry of entries) await visit(entry, 0);
  return found;
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    // Browsers hand over about a hundred at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0 || children.length >= mostFiles) return children;
    children.push(...some);
  }
}
