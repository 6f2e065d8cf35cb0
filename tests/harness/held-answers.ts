import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { lookAgain } from './browser.ts';

/** Holds back the first matching request: its answer, which the server has already sent, or the request itself with `isUnsent`. */
export async function holdFirst(page: Page, address: string | RegExp, method: string, isUnsent = false) {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route(address, async (route: Route) => {
    if (route.request().method() !== method || !isFirst) return route.fallback();
    isFirst = false;
    const response = isUnsent ? undefined : await route.fetch();
    asked.resolve();
    await released.promise;
    await (response ? route.fulfill({ response }) : route.continue()).catch(() => undefined);
    answered.resolve();
  });
  return {
    asked: asked.promise,
    async release() {
      released.resolve();
      await answered.promise;
    },
  };
}

/** Simulates a look at another tab until the held request is sent: one already under way would answer for it. */
export async function lookUntilAsked(page: Page, held: Awaited<ReturnType<typeof holdFirst>>) {
  let isAsked = false;
  void held.asked.then(() => (isAsked = true));
  await expect
    .poll(async () => {
      if (!isAsked) await lookAgain(page);
      return isAsked;
    })
    .toBe(true);
}

/** Lets the page finish its current work. */
export const nextTasks = (page: Page) =>
  page.evaluate(async () => {
    for (let count = 0; count < 5; count += 1) await new Promise((done) => requestAnimationFrame(done));
  });
