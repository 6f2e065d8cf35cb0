import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from '#constants';
import { annualPrice, periodPrice } from '#platform/money.ts';
import {
  addDays,
  type EntitlementSource,
  entitledTier,
  grantedUntil,
  type SubscriptionState,
} from './entitlement.ts';

const now = new Date('2027-03-10T12:00:00Z');
const inDays = (days: number) => addDays(now, days);

const active: SubscriptionState = {
  status: 'active',
  pastDueSince: null,
  currentPeriodEnd: inDays(20),
  cancelAtPeriodEnd: false,
  cancelAt: null,
  refundedUntil: null,
};

describe('the yearly price', () => {
  test('is twelve months minus 20 percent, in whole cents, exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: limits.priceCents }), (monthly) => {
        const yearly = annualPrice(monthly, 'usd');
        expect(Number.isSafeInteger(yearly)).toBe(true);
        // Against exact arithmetic: monthly x 48/5, rounded half up.
        expect(BigInt(yearly)).toBe((BigInt(monthly) * 96n + 5n) / 10n);
        expect([periodPrice(monthly, 'month', 'usd'), periodPrice(monthly, 'year', 'usd')]).toEqual([
          monthly,
          yearly,
        ]);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a subscription', () => {
  const until = (change: Partial<SubscriptionState>, graceDays = 7) =>
    grantedUntil({ ...active, ...change }, graceDays, now);

  test.each([
    ['active', {}, inDays(27)],
    ['in its trial', { status: 'trialing' }, inDays(27)],
    ['canceled: to the end of the period, not longer', { cancelAtPeriodEnd: true }, inDays(20)],
    ['canceled as of a date', { cancelAt: inDays(3) }, inDays(3)],
    [
      'past due for longer than the grace period',
      { status: 'past_due', pastDueSince: inDays(-10) },
      undefined,
    ],
    ['past due since today', { status: 'past_due', pastDueSince: now }, inDays(7)],
    ['refunded', { refundedUntil: inDays(20) }, undefined],
    ['paid again after a refund', { refundedUntil: inDays(-10) }, inDays(27)],
    ['ended', { status: 'canceled' }, undefined],
    ['never paid', { status: 'unpaid' }, undefined],
    ['incomplete', { status: 'incomplete' }, undefined],
    ['paused', { status: 'paused' }, undefined],
    ['in an unknown status', { status: 'something' }, undefined],
    ['canceled, with its period over', { cancelAtPeriodEnd: true, currentPeriodEnd: inDays(-1) }, undefined],
  ] as [string, Partial<SubscriptionState>, Date | undefined][])('%s', (_, change, expected) => {
    expect(until(change)).toEqual(expected);
  });

  test('without a grace period ends with the failed payment', () => {
    expect(until({ status: 'past_due', pastDueSince: now }, 0)).toBeUndefined();
  });
});

test('the tier is the highest one in force, in any order of the sources, and is recomputed when it ends', () => {
  const source = fc.record<EntitlementSource>({
    tierId: fc.uuid(),
    accessLevel: fc.integer({ min: 0, max: 3 }),
    price: fc.integer({ min: 0, max: 5_000 }),
    until: fc.option(fc.integer({ min: -5, max: 5 }).map(inDays)),
  });
  fc.assert(
    fc.property(fc.array(source, { maxLength: 6 }), (sources) => {
      const result = entitledTier(sources, now);
      const inForce = sources.filter(({ until }) => until === null || until > now);
      const chosen = inForce.find(({ tierId }) => tierId === result.tierId);
      expect(chosen?.accessLevel ?? -1).toBe(Math.max(-1, ...inForce.map(({ accessLevel }) => accessLevel)));
      expect(result.until).toEqual(chosen?.until ?? null);
      expect(result.until === null || result.until > now).toBe(true);
      const { accessLevel, price } = chosen ?? {};
      const reversed = entitledTier(sources.toReversed(), now);
      const other = inForce.find(({ tierId }) => tierId === reversed.tierId);
      expect([other?.accessLevel, other?.price, reversed.until]).toEqual([accessLevel, price, result.until]);
    }),
    { numRuns: 1_000 },
  );
});
