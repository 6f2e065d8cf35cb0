import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import { currencies, minAmountOf, stepOf } from '#platform/text/currencies.ts';
import { emptyInputs, offerForm, toInputs } from './offer-form.ts';
import type { AdminOffer } from './offers-admin.contract.ts';
import {
  type DiscountTerms,
  discountedPayments,
  discountOn,
  durationWords,
  offerWords,
} from './public/discount.ts';
import { assertPayable, isPayable } from './public/redeemable-offer.server.ts';

const percent = (percent_off: number) => ({ percent_off, amount_off: null });
const amount = (amount_off: number) => ({ percent_off: null, amount_off });
const terms = (change: Partial<DiscountTerms>): DiscountTerms => ({
  ...percent(25),
  duration: 'once',
  duration_months: null,
  ...change,
});

describe('the reduction by a code', () => {
  test.each([
    [1_200, percent(25), 'usd', 300],
    // Half a cent is rounded in the member's favor.
    [1_990, percent(25), 'usd', 498],
    [1_999, percent(33), 'usd', 660],
    [1, percent(50), 'usd', 1],
    [999, percent(100), 'usd', 999],
    // Cards only allow whole krónur, and multiples of ten in currencies with three decimals.
    [99_900, percent(15), 'isk', 15_000],
    [19_990, percent(15), 'kwd', 3_000],
    [1_999, percent(15), 'jpy', 300],
    [1_200, amount(500), 'usd', 500],
    [1_200, amount(1_200), 'usd', 1_200],
    [1_200, amount(1_201), 'usd', 1_200],
    [0, amount(500), 'usd', 0],
  ])('of %i by %j in %s is %i', (price, discount, currency, taken) => {
    expect(discountOn(price, discount, currency)).toBe(taken);
  });

  const currency = fc.constantFrom(...currencies);
  test('by a percentage is the nearest chargeable amount, whatever the price', () => {
    fc.assert(
      fc.property(
        currency,
        fc.integer({ min: 1, max: 90_000 }),
        fc.integer({ min: 1, max: 100 }),
        (code, steps, off) => {
          const step = stepOf(code);
          const taken = discountOn(steps * step, percent(off), code);
          // In integers: `steps * off` hundredths of a step, rounded half up.
          const exact = (BigInt(steps) * BigInt(off) * 2n + 100n) / 200n;
          expect(BigInt(taken)).toBe(exact * BigInt(step));
        },
      ),
    );
  });

  test('leaves either nothing or a chargeable amount, or the code is refused', () => {
    fc.assert(
      fc.property(
        currency,
        fc.integer({ min: 0, max: 40_000 }),
        fc.integer({ min: 0, max: 40_000 }),
        (code, price, off) => {
          const [whole, taken] = [price * stepOf(code), Math.min(price, off) * stepOf(code)];
          const due = whole - taken;
          expect(isPayable(whole, taken, code)).toBe(
            taken > 0 && (due === 0 || (due >= minAmountOf(code) && due <= 99_999_999)),
          );
        },
      ),
    );
  });

  test.each([
    [1_200, 1_150, 'usd', undefined],
    [1_200, 1_151, 'usd', 'it would leave less than $0.50 to pay.'],
    [1_200, 1_200, 'usd', undefined],
    [1_200, 0, 'usd', 'it would take nothing off the price.'],
    [1_200, 1_171, 'gbp', 'it would leave less than £0.30 to pay.'],
    [10_000, 1_050, 'isk', "it would leave an amount that can't be charged to a card."],
  ])('of %i by %i in %s is refused with the reason: %s', (price, taken, code, problem) => {
    const check = () => assertPayable(price, taken, code);
    if (problem === undefined) expect(check).not.toThrow();
    else expect(check).toThrow(`This code can't be used here: ${problem}`);
  });
});

describe('the reduced payments', () => {
  test.each([
    ['once', null, 'month', 1],
    ['once', null, 'year', 1],
    ['forever', null, 'month', undefined],
    ['forever', null, 'year', undefined],
    ['repeating', 3, 'month', 3],
    ['repeating', 1, 'year', 1],
    ['repeating', 12, 'year', 1],
    ['repeating', 13, 'year', 2],
    ['repeating', 24, 'year', 2],
    ['repeating', 36, 'year', 3],
  ] as const)(
    'of a code that is for %s (%s months) by the %s are %s',
    (duration, months, interval, count) => {
      expect(discountedPayments(terms({ duration, duration_months: months }), interval)).toBe(count);
    },
  );

  test.each([
    [terms({}), 'month', 'for the first month, then $12.00 a month'],
    [terms({}), 'year', 'for the first year, then $12.00 a year'],
    [terms({ duration: 'repeating', duration_months: 3 }), 'month', 'for 3 months, then $12.00 a month'],
    [
      terms({ duration: 'repeating', duration_months: 1 }),
      'month',
      'for the first month, then $12.00 a month',
    ],
    [terms({ duration: 'repeating', duration_months: 14 }), 'year', 'for 2 years, then $12.00 a year'],
    [terms({ duration: 'forever' }), 'year', 'instead of $12.00, for as long as you keep the plan'],
  ] as const)('are named beside the price afterwards: %j by the %s', (of, interval, words) => {
    expect(durationWords(of, interval, 1_200, 'usd')).toBe(words);
  });

  // cspell:disable
  test('are described in German with German number formats', () => {
    const words = inLanguage('de', () => [
      durationWords(terms({ duration: 'repeating', duration_months: 3 }), 'month', 1_250, 'eur'),
      durationWords(terms({ duration: 'forever' }), 'month', 1_250, 'eur'),
      offerWords(terms({}), 'eur'),
      offerWords(terms({ duration: 'forever' }), 'eur'),
      offerWords(terms({ ...amount(550), duration: 'repeating', duration_months: 1 }), 'eur'),
      offerWords(terms({ duration: 'repeating', duration_months: 3 }), 'eur'),
    ]);
    expect(words.map((text) => text.replaceAll('\u00A0', ' '))).toEqual([
      'für 3 Monate, danach 12,50 € im Monat',
      'statt 12,50 €, solange du den Tarif behältst',
      '25 % Rabatt auf die erste Zahlung',
      '25 % Rabatt auf jede Zahlung',
      '5,50 € Rabatt auf Zahlungen im ersten Monat',
      '25 % Rabatt auf Zahlungen in den ersten 3 Monaten',
    ]);
  });
  // cspell:enable

  test.each([
    [terms({}), '25% off the first payment'],
    [terms({ ...amount(500), duration: 'forever' }), '$5.00 off every payment'],
    [terms({ duration: 'repeating', duration_months: 1 }), '25% off payments in the first month'],
    [terms({ duration: 'repeating', duration_months: 3 }), '25% off payments in the first 3 months'],
  ])('are one line in the list of offers: %j', (of, words) => {
    expect(offerWords(of, 'usd')).toBe(words);
  });
});

describe('the form of an offer', () => {
  const read = (change: object, currency = 'usd') =>
    offerForm(currency).safeParse({ ...emptyInputs, code: 'spring', ...change });
  const problems = (change: object, currency?: string) =>
    read(change, currency).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

  test('sends only the fields of the chosen kind', () => {
    const stale = {
      percent_off: '20',
      amount_off: '4.50',
      duration_months: '6',
      tier_ids: [crypto.randomUUID()],
    };
    expect(
      read({ ...stale, kind: 'amount', ends_at: '2026-05-31', max_redemptions: ' 10 ' }).data,
    ).toMatchObject({
      code: 'SPRING',
      percent_off: null,
      amount_off: 450,
      duration_months: null,
      tier_ids: [],
      ends_at: '2026-05-31T23:59:59.999Z',
      max_redemptions: 10,
      max_per_member: 1,
    });
    expect(
      read({ ...stale, duration: 'repeating', applies_to: 'chosen', max_per_member: '' }).data,
    ).toMatchObject({
      percent_off: 20,
      amount_off: null,
      duration_months: 6,
      tier_ids: stale.tier_ids,
      ends_at: null,
      max_redemptions: null,
      max_per_member: null,
    });
  });

  test('ignores the values of the other kind, and validates its own', () => {
    expect(problems({ amount_off: 'nonsense', duration_months: 'x' })).toBeUndefined();
    expect(problems({ kind: 'amount', amount_off: '0' })?.[0]).toMatch(/^amount_off: /);
    expect(problems({ kind: 'amount', amount_off: '1.005' }, 'kwd')).toEqual([
      expect.stringMatching(/^amount_off: Must be a multiple of KWD\s0\.010$/),
    ]);
    expect(problems({ percent_off: '101' })?.[0]).toMatch(/^percent_off: /);
    expect(problems({ duration: 'repeating', duration_months: '37' })?.[0]).toMatch(/^duration_months: /);
    expect(problems({ applies_to: 'chosen' })).toEqual(['applies_to: Choose at least one plan or playbook']);
  });

  test('shows an offer as it was saved, in the currency that it was saved in', () => {
    const offer = {
      id: crypto.randomUUID(),
      code: 'SPRING',
      percent_off: null,
      amount_off: 1_999,
      currency: 'jpy',
      applies_to: 'plans',
      tier_ids: [],
      playbook_ids: [],
      duration: 'forever',
      duration_months: null,
      ends_at: '2026-05-31T23:59:59.999Z',
      max_redemptions: 5,
      max_per_member: null,
      is_active: false,
      redemptions: 0,
      held: 0,
      given: 0,
      link_path: '/pricing',
      has_ended: true,
      created_at: '',
      updated_at: '',
    } satisfies AdminOffer;
    expect(toInputs(offer, 'usd').amount_off).toBe('1999');
    const {
      id: _,
      currency: __,
      redemptions,
      held,
      given,
      has_ended,
      link_path,
      created_at,
      updated_at,
      ...saved
    } = offer;
    expect(offerForm('jpy').parse(toInputs(offer, 'jpy'))).toEqual(saved);
  });
});
