import { describe, expect, test } from 'vitest';
import { inLanguage } from '#platform/language/locale-context.server.ts';
import { planPriceProblem } from '#ui/forms/price-problems.ts';
import { tierFeatures } from './tier-features.ts';
import { emptyInputs, tierForm, toInputs } from './tier-form.ts';
import type { Tier } from './tiers.contract.ts';
import type { AdminTier } from './tiers-admin.contract.ts';

const tier = (change: Partial<Tier>): Tier => ({
  id: crypto.randomUUID(),
  name: 'Pro',
  price: 1_200,
  billing_interval: 'monthly',
  trial_days: 0,
  daily_copy_limit: 40,
  reading_counts: false,
  daily_run_limit: 0,
  access_level: 1,
  featured: false,
  features: [],
  shows_first_lines: false,
  ...change,
});

describe('the feature list of a plan', () => {
  test.each([
    [{ access_level: 0, daily_copy_limit: 4 }, ['4 copies per day', 'Limited free prompts']],
    [{}, ['40 copies per day', 'All prompts']],
    [{ daily_copy_limit: 12_000 }, ['12,000 copies per day', 'All prompts']],
    [{ daily_copy_limit: 999_998 }, ['999,998 copies per day', 'All prompts']],
    [{ daily_copy_limit: 999_999 }, ['Unlimited copies per day', 'All prompts']],
    [{ reading_counts: true }, ['40 prompts and playbooks per day', 'All prompts']],
    [{ reading_counts: true, daily_copy_limit: 1 }, ['1 prompt or playbook per day', 'All prompts']],
    [
      { reading_counts: true, daily_copy_limit: 12_000 },
      ['12,000 prompts and playbooks per day', 'All prompts'],
    ],
    [
      { reading_counts: true, daily_copy_limit: 999_999, access_level: 2 },
      ['Unlimited prompts and playbooks per day', 'All prompts + All playbooks'],
    ],
    [{ daily_run_limit: 1 }, ['40 copies per day', '1 prompt run per day', 'All prompts']],
    [{ daily_run_limit: 999_999 }, ['40 copies per day', 'Unlimited prompt runs per day', 'All prompts']],
    // Above the highest level with a name, nothing more is promised.
    [{ access_level: 9 }, ['40 copies per day', 'All prompts + All playbooks']],
    [{ features: ['Own words'], daily_run_limit: 5 }, ['Own words']],
  ])('follows from its limits unless its owner says it: %j', (change, lines) => {
    expect(tierFeatures(tier(change))).toEqual(lines);
  });

  test('is translated to German, with German number formats', () => {
    const lines = inLanguage('de', () =>
      tierFeatures(tier({ daily_copy_limit: 12_000, daily_run_limit: 1 })),
    );
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('12.000');
    expect(lines[1]).toMatch(/^1 /);
    expect(lines).not.toContain('All prompts');
  });
});

describe('the price of a plan', () => {
  test.each([
    [0, 'usd', undefined],
    [49, 'usd', 'Must be 0, or'],
    [50, 'usd', undefined],
    [-1, 'usd', 'Must be 0, or'],
    [1_499, 'czk', 'Must be 0, or'],
    [1_500, 'czk', undefined],
    [1_005, 'kwd', 'multiple of'],
    [1_010, 'kwd', undefined],
    [150, 'isk', 'multiple of'],
    // A year, which costs 9.6 times as much, must be chargeable in one payment.
    [10_416_666, 'usd', undefined],
    [10_416_667, 'usd', 'A year'],
    [99_999_999, 'usd', 'A year'],
    [100_000_000, 'usd', 'or less'],
  ])('%i in %s can be charged unless: %s', (price, currency, problem) => {
    const found = planPriceProblem(price, currency);
    if (problem === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(problem);
  });
});

describe('the form of a plan', () => {
  const read = (change: object, currency = 'usd') =>
    tierForm(currency).safeParse({ ...emptyInputs, name: ' Pro ', ...change });

  test('reads prices in the currency of the site', () => {
    expect(read({ price: '12.5' }).data).toMatchObject({ name: 'Pro', price: 1_250 });
    expect(read({ price: '1250' }, 'jpy').data?.price).toBe(1_250);
    expect(read({ price: '1,250' }, 'kwd').data?.price).toBe(1_250);
  });

  test.each([
    [{ name: '   ' }, 'name'],
    [{ price: '' }, 'price'],
    [{ price: '0.49' }, 'price'],
    [{ price: '12.345' }, 'price'],
    [{ daily_copy_limit: '1000000' }, 'daily_copy_limit'],
    [{ daily_run_limit: '-1' }, 'daily_run_limit'],
    [{ trial_days: '1.5' }, 'trial_days'],
    [{ access_level: 'one' }, 'access_level'],
  ])('says at its field what is wrong with %j', (change, field) => {
    expect(read(change).error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
  });

  test('shows a plan as it was saved', () => {
    const saved: AdminTier = {
      ...tier({ price: 1_250, daily_run_limit: 7, trial_days: 14, features: ['a', 'b'], featured: true }),
      updated_at: '',
      member_count: 0,
      subscriber_count: 0,
      gift_count: 0,
    };
    const { id, billing_interval, updated_at, member_count, subscriber_count, gift_count, ...fields } = saved;
    expect(tierForm('usd').parse(toInputs(saved, 'usd'))).toEqual(fields);
  });
});
