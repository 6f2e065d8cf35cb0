import * as m from '../words/messages.ts';

/** Why there was no response from the site. */
export const unreachableWords = (): string => (navigator.onLine ? m.site_unreachable() : m.offline());
