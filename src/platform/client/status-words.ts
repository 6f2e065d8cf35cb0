import * as m from '../words/messages.ts';

/** What a status says without the site's words: it comes from what stands in between, such as a proxy. */
export const statusWords: Record<number, (() => string) | undefined> = {
  413: m.too_large_to_send,
  429: () => m.refused_too_many({ minutes: 1 }),
};
