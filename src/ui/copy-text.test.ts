import { afterEach, expect, test, vi } from 'vitest';
import { copyText } from './copy-text.ts';

afterEach(() => vi.unstubAllGlobals());

test("a text that can't be loaded is reported once, even if the browser has already refused the clipboard", async () => {
  class ClipboardItem {}
  vi.stubGlobal('ClipboardItem', ClipboardItem);
  vi.stubGlobal('window', { ClipboardItem });
  vi.stubGlobal('navigator', { clipboard: { write: () => Promise.reject(new Error('NotAllowedError')) } });
  const unheard = vi.fn();
  process.on('unhandledRejection', unheard);

  const text = Promise.withResolvers<string>();
  const copying = copyText(text.promise);
  setImmediate(() => text.reject(new Error('The limit is reached.')));
  await expect(copying).rejects.toThrow('The limit is reached.');
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unheard);
  expect(unheard).not.toHaveBeenCalled();
});
