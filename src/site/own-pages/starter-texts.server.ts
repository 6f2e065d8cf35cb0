import type { PageKind } from './page-fields.ts';
import * as m from './words/messages.ts';

/** Marks the note at the top of every starter text, in every language. */
const marker = '[[starter]]';

const starters = {
  terms: { slug: 'terms', title: m.terms, body: m.starter_terms, position: 1, asks_consent: true },
  privacy: { slug: 'privacy', title: m.privacy, body: m.starter_privacy, position: 2, asks_consent: true },
  imprint: { slug: 'imprint', title: m.imprint, body: m.starter_imprint, position: 3, asks_consent: false },
  refunds: { slug: 'refunds', title: m.refunds, body: m.starter_refunds, position: 4, asks_consent: false },
} as const;

/** The initial draft of a page. Legal pages start with a text that says it is a draft. */
export function starterOf(kind: PageKind) {
  if (kind === 'own')
    return { slug: 'page', title: m.new_page(), body: '', footer_position: null, asks_consent: false };
  const { slug, title, body, position, asks_consent } = starters[kind];
  const text = `> ${marker} ${m.starter_note()}\n\n${body()}`;
  return { slug, title: title(), body: text, footer_position: position, asks_consent };
}

const maxNamed = 5;

/** The parts of a starter text that are still in the body: its note, and unfilled blanks. Empty once it can be published. */
export const starterParts = (body: string): string[] =>
  [...new Set(body.match(/\[\[[^[\]\n]{1,200}\]\]/g))].slice(0, maxNamed);
