import { expect, test } from 'vitest';
import type { BillingInterval } from '#constants';
import { trialEndAfterChange } from './trials.ts';

test('the trial of a more expensive plan is as long as that plan allows, and never longer than the current one', () => {
  const day = (number: number) => new Date(Date.UTC(2026, 0, number));
  const current = {
    status: 'trialing',
    created_at: day(1),
    trial_end: day(15),
    interval: 'month' as const,
    amount: 900,
  };
  const change = (trialDays: number, amount: number, interval: BillingInterval = 'month', now = day(5)) =>
    trialEndAfterChange(current, { interval, amount, trialDays }, now);
  expect(change(0, 2_900)).toBe('now');
  expect(change(3, 2_900)).toBe('now');
  expect(change(7, 2_900)).toEqual(day(8));
  expect(change(7, 2_900, 'month', new Date(day(8).getTime() - 9 * 60_000))).toBe('now');
  expect(change(30, 2_900)).toBeUndefined();
  expect(change(0, 500)).toBeUndefined();
  // $86.40 a year is less per month; $120 is more.
  expect(change(0, 8_640, 'year')).toBeUndefined();
  expect(change(0, 12_000, 'year')).toBe('now');
  expect(
    trialEndAfterChange(
      { ...current, status: 'active' },
      { interval: 'month', amount: 1, trialDays: 0 },
      day(5),
    ),
  ).toBeUndefined();
});
