import type { Page } from 'playwright-core';

/** Sets the text size of all later pages in `page`, like a browser's settings. */
export async function withTextSizes(page: Page) {
  const protocol = await page.context().newCDPSession(page);
  return async (percent: number) => {
    // Layout shifts after a change of text size are expected, in frames too.
    for (const frame of page.frames()) await frame.evaluate(() => window.dispatchEvent(new Event('resize')));
    const fontSizes = { standard: (16 * percent) / 100, fixed: (13 * percent) / 100 };
    await protocol.send('Page.setFontSizes', { fontSizes });
  };
}
