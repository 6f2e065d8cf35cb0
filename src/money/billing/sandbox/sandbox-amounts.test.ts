import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencies, stepOf } from '#platform/text/currencies.ts';
import { afterPeriod, lastingDiscount } from './sandbox-discounts.ts';
import type { SandboxSession, SandboxSubscription } from './sandbox-store.server.ts';
import { taxWithin, totalsOf } from './sandbox-tax.ts';

describe('the tax of the sandbox', () => {
  const priced = (change: Partial<Parameters<typeof totalsOf>[0]>) =>
    totalsOf({ amount: 1_200, currency: 'usd', discount: null, ...change });

  test.each([
    [{}, { subtotal: 1_200, discount: 0, tax: 0, amount: 1_200 }],
    [{ tax: 'unspecified' }, { subtotal: 1_200, discount: 0, tax: 0, amount: 1_200 }],
    [{ tax: 'inclusive' }, { subtotal: 1_200, discount: 0, tax: 200, amount: 1_200 }],
    [{ tax: 'exclusive' }, { subtotal: 1_200, discount: 0, tax: 240, amount: 1_440 }],
    // The discount comes first, because tax is only due on what is paid.
    [
      { tax: 'exclusive', discount: { firstAmount: 200 } },
      { subtotal: 1_200, discount: 200, tax: 200, amount: 1_200 },
    ],
    [
      { tax: 'inclusive', discount: { firstAmount: 1_200 } },
      { subtotal: 1_200, discount: 1_200, tax: 0, amount: 0 },
    ],
    [
      { tax: 'exclusive', amount: 333 },
      { subtotal: 333, discount: 0, tax: 67, amount: 400 },
    ],
  ] as const)('on a price with %j makes %j', (change, totals) => {
    expect(priced(change)).toEqual(totals);
  });

  test('can be charged in every currency, and is part of the amount paid', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...currencies),
        fc.nat(50_000),
        fc.constantFrom('inclusive' as const, 'exclusive' as const),
        (currency, steps, tax) => {
          const {
            subtotal,
            amount,
            tax: part,
          } = totalsOf({
            amount: steps * stepOf(currency),
            currency,
            discount: null,
            tax,
          });
          for (const value of [amount, part]) expect(value % stepOf(currency)).toBe(0);
          const net = tax === 'exclusive' ? subtotal : amount - part;
          expect(Math.abs(amount - part - net)).toBeLessThanOrEqual(stepOf(currency));
          expect(part).toBe(taxWithin(amount, tax, currency));
        },
      ),
    );
  });
});

describe('a discount in the sandbox', () => {
  const given = (change: object) =>
    ({
      percent_off: 25,
      amount_off: null,
      duration: 'repeating',
      duration_months: 3,
      firstAmount: 300,
      ...change,
    }) as unknown as SandboxSession['discount'];
  const now = new Date('2026-11-30T10:00:00.000Z');

  test('lasts for its calendar months, forever, or not at all', () => {
    expect(lastingDiscount(given({}), now)).toEqual({
      percent_off: 25,
      amount_off: null,
      until: '2027-02-28T10:00:00.000Z',
      tierIds: null,
    });
    expect(lastingDiscount(given({ duration: 'forever', duration_months: null }), now)?.until).toBeNull();
    expect(lastingDiscount(given({ duration: 'once', duration_months: null }), now)).toBeNull();
    expect(lastingDiscount(null, now)).toBeNull();
  });

  test('only applies to its plans', () => {
    const tiers = [{ id: 'pro' }, { id: 'studio' }];
    expect(lastingDiscount(given({ tiers }), now)?.tierIds).toEqual(['pro', 'studio']);
  });

  test.each([
    ['month', '2027-02-28T10:00:00.000Z', '2027-01-28T10:00:00.000Z'],
    ['year', '2028-02-29T10:00:00.000Z', '2027-02-28T10:00:00.000Z'],
  ] as const)('goes by with a %s that is skipped: until %s becomes %s', (interval, until, next) => {
    const subscription = (end: string | null) =>
      ({
        interval,
        discount: { percent_off: 25, amount_off: null, until: end, tierIds: null },
      }) as unknown as SandboxSubscription;
    expect(afterPeriod(subscription(until))?.until).toBe(next);
    expect(afterPeriod(subscription(null))?.until).toBeNull();
  });
});
