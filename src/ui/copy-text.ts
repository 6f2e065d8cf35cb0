/**
 * Copies a text to the clipboard. Must be called while handling a click or key press, because some browsers refuse later calls: pass a
 * promise for a text that is still loading, and the clipboard waits for it.
 * @throws the error of `text`, or an error if the browser refuses access to the clipboard
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
  // If access is refused at once, nothing else handles the rejection.
  blob.catch(() => undefined);
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

/** The fallback without the Clipboard API, which browsers only offer over HTTPS. */
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
