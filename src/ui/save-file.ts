/** Hands a file to the browser, which keeps it as it keeps downloads. */
export function saveFile(content: BlobPart, name: string, type?: string) {
  const file = content instanceof Blob ? content : new Blob([content], type ? { type } : {});
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Some browsers begin to read it only now, and iPhones when they are told to keep it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
