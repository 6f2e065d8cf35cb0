import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from '#constants';
import { annualPrice, periodPrice } from '#platform/text/money.ts';
import {
  addDays,
  chooseGift,
  type EntitlementSource,
  entitledTier,
  type Gift,
  granted,
  paidForGood,
  type SubscriptionState,
} from './entitlement.ts';
import type { InvoiceState } from './paid-price.ts';

const now = new Date('2027-03-10T12:00:00Z');
const inDays = (days: number) => addDays(now, days);

const active: SubscriptionState = {
  status: 'active',
  priceId: 'studio',
  pastDueSince: null,
  currentPeriodEnd: inDays(20),
  cancelAtPeriodEnd: false,
  cancelAt: null,
  isEndedByRefund: false,
  isEndedUnpaid: false,
  invoices: [],
};

type Line = [price: string, amount: number, from: number, to: number];
/** An invoice from some days ago; the days of its lines are relative to now. */
const invoice = (
  daysAgo: number,
  lines: Line[],
  change: Partial<Omit<InvoiceState, 'lines'>> = {},
): InvoiceState => ({
  createdAt: inDays(-daysAgo),
  isPaid: true,
  reversal: 'none',
  lines: lines.map(([priceId, amount, from, to]) => ({
    priceId,
    amount,
    startsAt: inDays(from),
    endsAt: inDays(to),
  })),
  ...change,
});

describe('the yearly price', () => {
  test('is twelve months minus 20 percent, in whole cents, exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: limits.price }), (monthly) => {
        const yearly = annualPrice(monthly, 'usd');
        expect(Number.isSafeInteger(yearly)).toBe(true);
        // Compared with exact arithmetic: monthly x 48/5, rounded half up.
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
    granted({ ...active, ...change }, graceDays, now)?.until;

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
    [
      'canceled because of a refund that then failed',
      { status: 'canceled', isEndedByRefund: true },
      inDays(20),
    ],
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

describe('refunded and disputed payments no longer count', () => {
  const month = invoice(10, [['pro', 1_200, -10, 20]]);
  const upgrade = invoice(5, [
    ['pro', -800, -5, 20],
    ['studio', 1_900, -5, 20],
  ]);
  const toYear = invoice(5, [
    ['pro', -800, -5, 20],
    ['studio', 27_800, -5, 360],
  ]);
  const later = invoice(0, [['studio', 2_900, 0, 30]]);
  const back = (invoiceState: InvoiceState, reversal: InvoiceState['reversal'] = 'refunded') => ({
    ...invoiceState,
    reversal,
  });
  const of = (invoices: InvoiceState[], change: Partial<SubscriptionState> = {}) => {
    const grant = granted({ ...active, invoices, ...change }, 7, now);
    return grant && [grant.priceId, grant.until];
  };
  const nothing = undefined;

  test.each([
    ['all paid', [month, upgrade], ['studio', inDays(27)]],
    ['the month refunded', [back(month), upgrade], nothing],
    ['the upgrade refunded: the earlier plan, while it is paid', [month, back(upgrade)], ['pro', inDays(20)]],
    ['both refunded', [back(month), back(upgrade)], nothing],
    ['the upgrade disputed', [month, back(upgrade, 'disputed')], ['pro', inDays(20)]],
    [
      'an earlier month refunded',
      [back(invoice(40, [['studio', 2_900, -40, -10]])), later],
      ['studio', inDays(27)],
    ],
    [
      'the present month refunded, an earlier one paid',
      [invoice(40, [['studio', 2_900, -40, -10]]), back(later)],
      nothing,
    ],
    ['a later period that began early is paid', [back(month), later], ['studio', inDays(27)]],
    ['a yearly upgrade refunded: the earlier month', [month, back(toYear)], ['pro', inDays(20)]],
    [
      'upgraded again after a refunded upgrade',
      [
        month,
        back(upgrade),
        invoice(1, [
          ['pro', -700, -1, 20],
          ['studio', 1_700, -1, 20],
        ]),
      ],
      ['studio', inDays(27)],
    ],
    [
      'two upgrades, the first refunded',
      [
        month,
        back(
          invoice(6, [
            ['pro', -900, -6, 20],
            ['plus', 1_300, -6, 20],
          ]),
        ),
        invoice(5, [
          ['plus', -1_200, -5, 20],
          ['studio', 1_900, -5, 20],
        ]),
      ],
      ['pro', inDays(20)],
    ],
    ['the month before a yearly upgrade refunded', [back(month), toYear], ['studio', inDays(27)]],
    [
      'a yearly upgrade refunded, and a change to a month since that its credit has paid for',
      [
        month,
        back(toYear),
        invoice(1, [
          ['studio', -27_000, -1, 360],
          ['team', 4_900, -1, 30],
        ]),
      ],
      ['pro', inDays(20)],
      'team',
    ],
    [
      'a yearly upgrade refunded, and a change to a month since that was charged',
      [
        back(
          invoice(360, [
            ['pro', -800, -360, -335],
            ['studio', 27_800, -360, 5],
          ]),
        ),
        invoice(1, [
          ['studio', -450, -1, 5],
          ['team', 4_900, -1, 30],
        ]),
      ],
      ['team', inDays(27)],
      'team',
    ],
    [
      'a renewal that settles an earlier change, refunded',
      [
        back(
          invoice(0, [
            ['pro', -100, -3, 0],
            ['studio', 300, -3, 0],
            ['studio', 2_900, 0, 30],
          ]),
        ),
      ],
      nothing,
    ],
    ['invoices that were never read', [], ['studio', inDays(27)]],
  ] as [string, InvoiceState[], [string, Date] | undefined, string?][])(
    '%s',
    (_, invoices, expected, priceId = 'studio') => {
      expect(of(invoices, { priceId })).toEqual(expected);
      expect(of(invoices.toReversed(), { priceId })).toEqual(expected);
    },
  );

  test('reverted to the earlier price, that one continues', () => {
    expect(of([month, back(upgrade)], { priceId: 'pro' })).toEqual(['pro', inDays(27)]);
  });

  test('after a refunded change to yearly has canceled it at the provider, the earlier paid time stays', () => {
    const ended = { status: 'canceled' as const, isEndedByRefund: true, currentPeriodEnd: inDays(360) };
    expect(of([month, back(toYear)], ended)).toEqual(['pro', inDays(20)]);
    expect(of([back(month), back(toYear)], ended)).toBeUndefined();
  });

  test('a change whose payment has failed leaves the earlier plan while that is paid', () => {
    const unpaid = { ...upgrade, isPaid: false };
    const since = (days: number) => ({ status: 'past_due' as const, pastDueSince: inDays(-days) });
    expect(of([month, unpaid], since(5))).toEqual(['pro', inDays(20)]);
    expect(of([month, unpaid], since(8))).toEqual(['pro', inDays(20)]);
    // A renewal that has failed, too, has its grace period.
    const before = invoice(40, [['pro', 1_200, -40, -10]]);
    expect(of([before, { ...month, isPaid: false }, unpaid], since(5))).toEqual(['pro', inDays(2)]);
    expect(of([{ ...month, isPaid: false }], since(8))).toBeUndefined();
    expect(of([], since(8))).toBeUndefined();
  });

  test('a change whose payment is still arriving leaves the earlier plan in place', () => {
    const underWay = { ...upgrade, isPaid: false };
    expect(of([month, underWay])).toEqual(['pro', inDays(27)]);
    // Also after its own period: the money for the next one is on its way.
    const lastMonth = invoice(35, [['pro', 1_200, -35, -5]]);
    const year = invoice(6, [
      ['pro', -40, -6, -5],
      ['studio', 27_800, -6, 359],
    ]);
    const yearly = { priceId: 'studio', currentPeriodEnd: inDays(359) };
    expect(of([lastMonth, { ...year, isPaid: false }], yearly)).toEqual(['pro', inDays(366)]);
    expect(of([lastMonth, year], yearly)).toEqual(['studio', inDays(366)]);
    const failed = { ...yearly, status: 'past_due' as const, pastDueSince: inDays(-1) };
    expect(of([lastMonth, { ...year, isPaid: false }], failed)).toEqual(['pro', inDays(6)]);
    // An unpaid renewal changes nothing until it fails.
    expect(of([month, upgrade, { ...later, isPaid: false }])).toEqual(['studio', inDays(27)]);
  });

  test("an open dispute isn't final; a refund and a lost dispute are", () => {
    const left = (reversal: InvoiceState['reversal']) =>
      paidForGood({ ...active, priceId: 'pro', invoices: [back(month, reversal)] }, now)?.priceId;
    expect([left('none'), left('disputed'), left('dispute_lost'), left('refunded')]).toEqual([
      'pro',
      'pro',
      undefined,
      undefined,
    ]);
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

describe('the active gift', () => {
  const source = (accessLevel: number, until: Date | null = null, price = 0): EntitlementSource => ({
    tierId: `level ${accessLevel}`,
    accessLevel,
    price,
    until,
  });
  const gift = (id: string, accessLevel: number, until: Date | null = null): Gift => ({
    ...source(accessLevel, until),
    id,
  });

  test('is the highest one, if it is above everything else that the member has', () => {
    const gifts = [gift('low', 1), gift('high', 2)];
    expect(chooseGift(gifts, [], now)?.id).toBe('high');
    expect(chooseGift(gifts, [source(1)], now)?.id).toBe('high');
    expect(chooseGift(gifts, [source(2)], now)).toBeUndefined();
    expect(chooseGift(gifts, [source(3, inDays(1))], now)).toBeUndefined();
    expect(chooseGift(gifts, [source(3, now)], now)?.id).toBe('high');
    expect(chooseGift([gift('same level', 1)], [source(1, null, 500)], now)).toBeUndefined();
    expect(chooseGift([], [], now)).toBeUndefined();
  });

  test('among gifts for one tier is the one already started, or else the first', () => {
    expect(chooseGift([gift('first', 1), gift('second', 1)], [], now)?.id).toBe('first');
    expect(chooseGift([gift('first', 1), gift('runs', 1, inDays(3))], [], now)?.id).toBe('runs');
  });
});
