import { describe, expect, test } from 'vitest';
import { accessBadge, openingPlan } from './opening-plan.ts';

const plan = (name: string, access_level: number, price: number) => ({ id: name, name, access_level, price });
const plans = [plan('Free', 0, 0), plan('Pro', 1, 1_200), plan('Studio', 2, 2_900), plan('Sale', 3, 2_000)];

describe('the plan that opens an item', () => {
  test.each([
    [0, undefined],
    [-1, undefined],
    [1, 'Pro'],
    [2, 'Sale'],
    [3, 'Sale'],
    [4, undefined],
  ])('of level %i is the cheapest one: %s', (level, name) => {
    expect(openingPlan(plans, level)?.name).toBe(name);
  });
  test('is the one with the lower level if two cost the same', () => {
    expect(openingPlan([plan('Much', 5, 100), plan('Enough', 2, 100)], 2)?.name).toBe('Enough');
  });
});

test.each([
  [0, 'Free'],
  [1, 'Pro Only'],
  [2, 'Sale'],
  [9, 'Not in a plan'],
])('an item of level %i is marked "%s"', (level, badge) => {
  expect(accessBadge(plans, level)).toBe(badge);
});
