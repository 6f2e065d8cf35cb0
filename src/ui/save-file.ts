/** Downloads a file that was created in the browser. */
export function saveFile(content: BlobPart, name: string, type?: string) {
  const file = content instanceof Blob ? content : new Blob([content], type ? { type } : {});
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Some browsers start reading it only now, and iPhones after asking where to save it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
