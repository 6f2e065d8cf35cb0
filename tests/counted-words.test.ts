// cspell:disable
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as bulk from '#library/bulk/words/messages.ts';
import * as catalog from '#library/catalog/words/messages.ts';
import * as billing from '#money/billing/words/messages.ts';
import * as tiers from '#money/tiers/words/messages.ts';
import * as mailings from '#owner/mailings/words/messages.ts';
import { inLanguage } from '#platform/language/locale-context.server.ts';

const counted = {
  event: (count: number) => billing.failing_events({ count, code: String }).join(''),
  checkout: (trialDays: number) => billing.price_and_trial({ price: '$5', trialDays }),
  plan: (trialDays: number) => tiers.trial_days_day_free_trial({ trialDays }),
  item: (trialDays: number) => catalog.price_and_trial({ price: '$5', trialDays }),
  lost: (count: number) => tiers.members_lose_plan({ count, name: 'Pro' }),
  seen: (days: number) => mailings.seen_before({ days }),
  kept: (kept: number) => bulk.undone_for_restored({ restored: '3', kept }),
};

describe.each([
  [
    'de',
    {
      event: [
        '1 Zahlungsereignis kann nicht verarbeitet werden. Führe promptory billing events aus, um zu sehen, warum.',
        '2 Zahlungsereignisse können nicht verarbeitet werden. Führe promptory billing events aus, um zu sehen, warum.',
      ],
      checkout: ['$5, nach 1 Tag kostenloser Testphase', '$5, nach 2 Tagen kostenloser Testphase'],
      plan: ['1 Tag kostenlos testen', '2 Tage kostenlos testen'],
      item: ['$5, 1 Tag kostenlos testen', '$5, 2 Tage kostenlos testen'],
      seen: ['Nicht in den letzten 24 Stunden', 'Nicht in den letzten 2 Tagen'],
      lost: ['1 Mitglied mit Pro verliert den Tarif.', '2 Mitglieder mit Pro verlieren den Tarif.'],
      kept: [
        'Für 3 rückgängig gemacht. 1 Eintrag bleibt, wie er ist, weil ihn seitdem jemand gespeichert hat.',
        'Für 3 rückgängig gemacht. 2 Einträge bleiben, wie sie sind, weil sie seitdem jemand gespeichert hat.',
      ],
    },
  ],
  [
    'en',
    {
      event: [
        "1 payment event can't be processed. Run promptory billing events to see why.",
        "2 payment events can't be processed. Run promptory billing events to see why.",
      ],
      checkout: ['$5, after a free trial of 1 day', '$5, after a free trial of 2 days'],
      plan: ['1-day free trial', '2-day free trial'],
      item: ['$5, 1 day free to try', '$5, 2 days free to try'],
      seen: ['Not in the last day', 'Not in the last 2 days'],
      lost: ['1 member on Pro will lose their plan.', '2 members on Pro will lose their plan.'],
      kept: [
        'Undone for 3. 1 item stays as it is, because someone has saved it since.',
        'Undone for 3. 2 items stay as they are, because someone has saved them since.',
      ],
    },
  ],
] as const)('in %s', (language, expected) => {
  test.each(Object.entries(expected))('%s agrees with its number', (name, [one, two]) => {
    const message = counted[name as keyof typeof counted];
    expect(inLanguage(language, () => [message(1), message(2)])).toEqual([one, two]);
  });
});

test('in German, a number and its unit stay on one line', () => {
  const apart = globSync('src/**/words/de.json').flatMap((file) =>
    Object.values<string>(JSON.parse(readFileSync(file, 'utf8'))).filter((text) =>
      /[\d}] (%|MB|MiB)/.test(text),
    ),
  );
  expect(apart).toEqual([]);
});
