import fc from 'fast-check';
import { expect, test } from 'vitest';
import { advance, type SandboxSubscription } from '../sandbox/sandbox-store.server.ts';
import { periodEnd } from './billing-periods.ts';

const day = (text: string) => new Date(`${text}T09:30:00.000Z`);

test.each([
  ['2027-01-31', 'month', '2027-01-31', '2027-02-28'],
  ['2027-01-31', 'month', '2027-02-28', '2027-03-31'],
  ['2027-01-31', 'month', '2027-03-31', '2027-04-30'],
  ['2028-01-31', 'month', '2028-01-31', '2028-02-29'],
  ['2027-12-31', 'month', '2027-12-31', '2028-01-31'],
  ['2027-01-15', 'month', '2027-01-15', '2027-02-15'],
  ['2028-02-29', 'year', '2028-02-29', '2029-02-28'],
  ['2028-02-29', 'year', '2031-02-28', '2032-02-29'],
  ['2027-06-30', 'year', '2027-12-31', '2028-06-30'],
] as const)('periods from %s, one %s each: the one of %s ends on %s', (anchor, interval, time, end) => {
  expect(periodEnd(day(anchor), interval, day(time))).toEqual(day(end));
});

test("every time is in exactly one period, which ends on the anchor's day or the last day of the month", () => {
  const time = fc.date({ min: day('2024-01-01'), max: day('2040-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(time, time, fc.constantFrom('month', 'year'), (one, other, interval) => {
      const [anchor, at] = one < other ? [one, other] : [other, one];
      const end = periodEnd(anchor, interval, at);
      expect(end > at).toBe(true);
      expect(periodEnd(anchor, interval, new Date(end.getTime() - 1))).toEqual(end);
      expect(end.getTime() % 86_400_000).toBe(anchor.getTime() % 86_400_000);
      const isLast = new Date(end.getTime() + 86_400_000).getUTCDate() === 1;
      expect(end.getUTCDate() === anchor.getUTCDate() || isLast).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('a sandbox subscription that began on January 31 is renewed on the last days of the months', () => {
  const subscription: SandboxSubscription = {
    customerId: 'cus',
    priceId: 'price',
    interval: 'month',
    amount: 1_200,
    currency: 'usd',
    status: 'active',
    anchor: day('2027-01-31').toISOString(),
    periodStart: day('2027-01-31').toISOString(),
    periodEnd: day('2027-02-28').toISOString(),
    cancelAtPeriodEnd: false,
    trialEnd: null,
    createdAt: day('2027-01-31').toISOString(),
  };
  const endAt = (now: string) => advance(subscription, day(now)).periodEnd;
  expect([endAt('2027-02-01'), endAt('2027-02-28'), endAt('2027-04-02')]).toEqual(
    ['2027-02-28', '2027-03-31', '2027-04-30'].map((text) => day(text).toISOString()),
  );
});
