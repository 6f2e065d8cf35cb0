import * as m from '../words/messages.ts';

/** Messages for responses without one of the site's, which come from something in between, such as a proxy. */
export const statusWords: Record<number, (() => string) | undefined> = {
  413: m.too_large_to_send,
  429: () => m.refused_too_many({ minutes: 1 }),
};
