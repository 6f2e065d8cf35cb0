import { locale } from '#platform/language/locale.ts';
import * as m from '../words/messages.ts';

/** The label of a search field for what `label` names. In German, nouns stay capitalized. */
export const searchLabel = (label: string) =>
  m.search_label({ label: locale() === 'de' ? label : label.toLowerCase() });
