import type { PageKind } from './page-fields.ts';
import * as m from './words/messages.ts';

/** Begins the note above every starter text, in every language. */
const marker = '[[starter]]';

const starters = {
  terms: { slug: 'terms', title: m.terms, body: m.starter_terms, position: 1, asks_consent: true },
  privacy: { slug: 'privacy', title: m.privacy, body: m.starter_privacy, position: 2, asks_consent: true },
  imprint: { slug: 'imprint', title: m.imprint, body: m.starter_imprint, position: 3, asks_consent: false },
  refunds: { slug: 'refunds', title: m.refunds, body: m.starter_refunds, position: 4, asks_consent: false },
} as const;

/** The draft that a page begins with; legal ones begin with a text that says what it is. */
export function starterOf(kind: PageKind) {
  if (kind === 'own')
    return { slug: 'page', title: m.new_page(), body: '', footer_position: null, asks_consent: false };
  const { slug, title, body, position, asks_consent } = starters[kind];
  const text = `> ${marker} ${m.starter_note()}\n\n${body()}`;
  return { slug, title: title(), body: text, footer_position: position, asks_consent };
}

const maxNamed = 5;

/** What of a starter text is still in this one: its note, and blanks that nobody has filled in. Empty once it may be published. */
export const starterParts = (body: string): string[] =>
  [...new Set(body.match(/\[\[[^[\]\n]{1,200}\]\]/g))].slice(0, maxNamed);
