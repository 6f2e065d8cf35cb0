import * as m from '../words/messages.ts';

/** Why nothing has come from the site. */
export const unreachableWords = (): string => (navigator.onLine ? m.site_unreachable() : m.offline());
