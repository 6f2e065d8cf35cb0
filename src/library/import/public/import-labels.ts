import * as m from '../words/messages.ts';

/** What the settings of an import are called where they aren't fields of a form. */
export const importLabels = {
  skip_duplicates: m.skip_duplicates,
  mapping: m.columns,
};
