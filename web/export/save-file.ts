// Hands the visitor a file, made here.
export function saveFile(name: string, type: string, content: string | Uint8Array): void {
  const url = URL.createObjectURL(new Blob([content as BlobPart], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some engines begin to read it only now.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
