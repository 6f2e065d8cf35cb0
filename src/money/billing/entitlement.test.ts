import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { annualPrice, limits, periodPrice } from '#constants';
import {
  addDays,
  type EntitlementSource,
  entitledTier,
  grantedUntil,
  type SubscriptionState,
} from './entitlement.ts';

const now = new Date('2027-03-10T12:00:00Z');
const inDays = (days: number) => addDays(now, days);

const running: SubscriptionState = {
  status: 'active',
  pastDueSince: null,
  currentPeriodEnd: inDays(20),
  cancelAtPeriodEnd: false,
  cancelAt: null,
  refundedUntil: null,
};

describe('the yearly price', () => {
  test('is twelve months less a fifth, in whole cents, exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: limits.priceCents }), (monthly) => {
        const yearly = annualPrice(monthly);
        expect(Number.isSafeInteger(yearly)).toBe(true);
        // Against exact arithmetic: monthly x 48/5, rounded half up.
        expect(BigInt(yearly)).toBe((BigInt(monthly) * 96n + 5n) / 10n);
        expect([periodPrice(monthly, 'month'), periodPrice(monthly, 'year')]).toEqual([monthly, yearly]);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a subscription', () => {
  const until = (change: Partial<SubscriptionState>, graceDays = 7) =>
    grantedUntil({ ...running, ...change }, graceDays, now);

  test.each([
    ['active', {}, inDays(27)],
    ['in its trial', { status: 'trialing' }, inDays(27)],
    ['cancelled: to the end of the period, not longer', { cancelAtPeriodEnd: true }, inDays(20)],
    ['ending on a day', { cancelAt: inDays(3) }, inDays(3)],
    ['past due for longer than the grace', { status: 'past_due', pastDueSince: inDays(-10) }, undefined],
    ['past due since today', { status: 'past_due', pastDueSince: now }, inDays(7)],
    ['paid back', { refundedUntil: inDays(20) }, undefined],
    ['paid again after it was paid back', { refundedUntil: inDays(-10) }, inDays(27)],
    ['ended', { status: 'canceled' }, undefined],
    ['never paid', { status: 'unpaid' }, undefined],
    ['not begun', { status: 'incomplete' }, undefined],
    ['paused', { status: 'paused' }, undefined],
    ['in a status that is new to us', { status: 'something' }, undefined],
    ['cancelled and over', { cancelAtPeriodEnd: true, currentPeriodEnd: inDays(-1) }, undefined],
  ] as [string, Partial<SubscriptionState>, Date | undefined][])('%s', (_, change, expected) => {
    expect(until(change)).toEqual(expected);
  });

  test('without grace ends with the failed payment', () => {
    expect(until({ status: 'past_due', pastDueSince: now }, 0)).toBeUndefined();
  });
});

test('the tier is the highest of what is in force, in whichever order it is looked at, and is asked for again when that ends', () => {
  const grantor = fc.record<EntitlementSource>({
    tierId: fc.uuid(),
    accessLevel: fc.integer({ min: 0, max: 3 }),
    price: fc.integer({ min: 0, max: 5_000 }),
    until: fc.option(fc.integer({ min: -5, max: 5 }).map(inDays)),
  });
  fc.assert(
    fc.property(fc.array(grantor, { maxLength: 6 }), (grantors) => {
      const found = entitledTier(grantors, now);
      const inForce = grantors.filter(({ until }) => until === null || until > now);
      const chosen = inForce.find(({ tierId }) => tierId === found.tierId);
      expect(chosen?.accessLevel ?? -1).toBe(Math.max(-1, ...inForce.map(({ accessLevel }) => accessLevel)));
      expect(found.until).toEqual(chosen?.until ?? null);
      expect(found.until === null || found.until > now).toBe(true);
      const { accessLevel, price } = chosen ?? {};
      const reversed = entitledTier(grantors.toReversed(), now);
      const other = inForce.find(({ tierId }) => tierId === reversed.tierId);
      expect([other?.accessLevel, other?.price, reversed.until]).toEqual([accessLevel, price, found.until]);
    }),
    { numRuns: 1_000 },
  );
});
