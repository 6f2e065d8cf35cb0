import { describe, expect, test } from 'vitest';
import { locales } from '#constants';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import { starterOf, starterParts } from './starter-texts.server.ts';

describe.each(locales)('a starter text in %s', (locale) => {
  const textOf = (kind: 'terms' | 'privacy' | 'imprint' | 'refunds') =>
    inLanguage(locale, () => starterOf(kind).body);

  test.each(['terms', 'privacy', 'imprint', 'refunds'] as const)(
    'has no blank that could be published: %s',
    (kind) => {
      const blanks = textOf(kind).match(/\[\[.*?\]\]/g) ?? [];
      for (const blank of blanks) expect(starterParts(blank)).toEqual([blank]);
    },
  );
});
