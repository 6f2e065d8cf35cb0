import * as m from '../words/messages.ts';

/** What the rules for holding comments are called where they aren't fields of a form. */
export const ruleLabels = {
  words: m.words_to_hold,
  link_days: m.days_in_which_links_wait,
};
