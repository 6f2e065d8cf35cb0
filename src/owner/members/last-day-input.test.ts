import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lastDayInput } from './last-day-input.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-03-10T23:30:00Z'), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const problemOf = (day: string) => lastDayInput.safeParse(day).error?.issues[0]?.message;

test('the last day counts in full, even today, and no day means without an end', () => {
  expect(lastDayInput.parse('2026-03-10')).toBe('2026-03-10T23:59:59.999Z');
  expect(lastDayInput.parse('2099-12-31')).toBe('2099-12-31T23:59:59.999Z');
  expect(lastDayInput.parse('')).toBeNull();
});

test('a past or invalid day is refused', () => {
  expect(problemOf('2026-03-09')).toBe('This date is in the past');
  expect(problemOf('2026-02-30')).toBeDefined();
});
