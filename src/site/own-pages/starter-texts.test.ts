import { describe, expect, test } from 'vitest';
import { locales, paymentRecordYears, retention } from '#constants';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import { videoPlaces } from '#platform/video-places.ts';
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

  test('names the hosts whose videos a page can load', () => {
    const names = videoPlaces.map((place) => /(youtube|vimeo|loom)/.exec(place)?.[0]);
    for (const name of names) expect(textOf('privacy').toLowerCase()).toContain(name);
  });

  test('says how long the site keeps what it stores', () => {
    const [, periods = ''] = textOf('privacy').split(/^## (?:How long|Wie lange)$/m); // cspell:disable-line
    const { session, history, activity, mailing, auditLog, settledReport } = retention;
    expect([activity, mailing, auditLog]).toEqual([history, history, history]);
    for (const days of [session, history, settledReport]) expect(periods).toMatch(`${days} `);
    expect(periods).toMatch(`${paymentRecordYears} `);
    expect(textOf('privacy')).not.toMatch(/is no tracking|gibt kein Tracking/); // cspell:disable-line
  });
});
