/**
 * Puts a text into the clipboard. To be called while a press of the member is handled, since some browsers let nothing
 * later copy: a text that is still on its way is given as a promise, and the clipboard waits for it.
 * @throws what `text` fails with, or an error where the browser keeps the clipboard to itself
 */
export async function copyText(text: string | Promise<string>): Promise<void> {
  try {
    await write(text);
  } catch {
    if (!copySelection(await text)) throw new Error('The browser allows no copying.');
  }
}

async function write(text: string | Promise<string>): Promise<void> {
  if (typeof text === 'string') return navigator.clipboard.writeText(text);
  if (!('ClipboardItem' in window)) return navigator.clipboard.writeText(await text);
  const blob = text.then((whole) => new Blob([whole], { type: 'text/plain' }));
  // A clipboard that is refused at once waits for no text, and nobody else hears that there is none.
  blob.catch(() => undefined);
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

/** The way without the clipboard's own functions, which browsers keep from pages that come without encryption. */
function copySelection(text: string): boolean {
  const element = document.createElement('span');
  element.textContent = text;
  element.style.position = 'fixed';
  element.style.opacity = '0';
  const take = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
  };
  document.body.append(element);
  getSelection()?.selectAllChildren(element);
  document.addEventListener('copy', take);
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', take);
    element.remove();
  }
}
