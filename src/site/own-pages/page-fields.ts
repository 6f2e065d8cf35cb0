import { z } from 'zod';
import { limits, slugMaximumLength, slugPattern } from '#constants';
import { line, nameLine, text } from '#platform/contract/contract-fields.ts';
import * as m from './words/messages.ts';

export const pageKinds = ['terms', 'privacy', 'imprint', 'refunds', 'own'] as const;
export type PageKind = (typeof pageKinds)[number];

/** The fields of a page that an owner edits. */
export const pageFields = {
  title: nameLine(limits.title).min(1),
  slug: line(slugMaximumLength).regex(slugPattern, { error: () => m.an_address_has() }),
  body: text(limits.pageBody),
  footer_position: z.int().min(1).max(limits.footerPosition).nullable(),
  asks_consent: z.boolean(),
};

export const pagePath = (slug: string) => `/pages/${slug}`;
