import * as m from '../words/messages.ts';

/** Why nothing has come from the site. */
export const unreachableWords = (): string =>
  navigator.onLine ? m.the_site_cant_be_reached_try() : m.youre_offline_try_again_when_youre();
