import { describe, expect, test } from 'vitest';
import { limits } from '#constants';
import { emptyInputs, hasHalfPrompt, playbookForm, toInputs } from './playbook-form.ts';
import type { AdminPlaybook } from './playbooks-admin.contract.ts';

const id = '0b6f3a52-5f0e-4e6b-9a43-6b3a8d0c1e77';
const saved = {
  slug: 'a-guide',
  title: 'A guide',
  description: 'Steps.',
  category: 'Writing, Work',
  tags: ['mail', 'a, b', '"x"'],
  status: 'draft',
  tier_access: 2,
  is_purchasable: true,
  price: 1_990,
  image_url: null,
  created_at: '2026-03-05T16:30:00.000Z',
  publish_at: '2026-10-25T01:30:00.000Z',
  steps: [
    {
      title: 'One',
      description: 'First',
      prompts: [
        { type: 'library', prompt_id: id, title: 'Shared', prompt_body: 'x' },
        { type: 'manual', title: 'Own', prompt_body: 'y' },
      ],
    },
  ],
} as unknown as AdminPlaybook;
const inputs = toInputs(saved, 'usd');
const parse = (changes: object, currency = 'usd') => {
  const { success, data, error } = playbookForm(currency, saved.publish_at).safeParse({
    ...inputs,
    ...changes,
  });
  return success ? data : error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};
const step = (half?: { title: string; prompt_body: string }) => ({
  title: 'One',
  description: '',
  prompts: [],
  half,
});

describe('the form of a playbook', () => {
  test('sends what it was filled with, where nothing is changed', () => {
    expect(parse({})).toEqual(saved);
  });

  test('shows an amount as its currency writes it, and takes it back', () => {
    expect([inputs.price, toInputs(saved, 'jpy').price, toInputs(saved, 'kwd').price]).toEqual([
      '19.90',
      '1990',
      '1.990',
    ]);
    for (const currency of ['usd', 'jpy', 'kwd'])
      expect(parse({ price: toInputs(saved, currency).price }, currency)).toMatchObject({ price: 1_990 });
  });

  test('of a new playbook asks for a title and nothing else', () => {
    expect(
      playbookForm('usd')
        .safeParse(emptyInputs)
        .error?.issues.map(({ path }) => path[0]),
    ).toEqual(['title']);
    const made = playbookForm('usd').parse({ ...emptyInputs, title: ' New ' });
    expect(made).toMatchObject({
      title: 'New',
      slug: undefined,
      created_at: undefined,
      publish_at: null,
      image_url: null,
    });
  });

  test.each([
    [{ tier_access: '1.5' }, 'tier_access'],
    [{ tier_access: String(limits.accessLevel + 1) }, 'tier_access'],
    [{ price: '0.10' }, 'price'],
    [{ price: 'free' }, 'price'],
    [{ slug: 'Not a slug' }, 'slug'],
    [{ created_at: 'yesterday' }, 'created_at'],
    [{ image_url: 'javascript:alert(1)' }, 'image_url'],
    [{ tags: Array.from({ length: limits.tags + 1 }, (_, index) => `t${index}`).join() }, 'tags'],
    [{ steps: Array.from({ length: limits.steps + 1 }, () => step()) }, 'steps'],
  ])('refuses %j', (changes, field) => {
    expect(String(parse(changes))).toMatch(new RegExp(`^${field}: `));
  });
});

describe('a prompt that is being written in a step', () => {
  test('is saved with the step, after those that are there', () => {
    const entry = { type: 'manual', title: 'There', prompt_body: 'x' };
    const steps = [{ ...step({ title: 'Half', prompt_body: 'written' }), prompts: [entry] }];
    expect(parse({ steps })).toMatchObject({
      steps: [{ prompts: [entry, { type: 'manual', title: 'Half', prompt_body: 'written' }] }],
    });
  });

  test.each([undefined, { title: '', prompt_body: '' }, { title: ' ', prompt_body: '\n' }])(
    'and has nothing in it yet is left out: %j',
    (half) => {
      expect(parse({ steps: [step(half)] })).toMatchObject({
        steps: [{ title: 'One', description: '', prompts: [] }],
      });
      expect(hasHalfPrompt([step(half)])).toBe(false);
    },
  );

  test.each([
    [{ title: 'Only a title', prompt_body: ' ' }, 'steps.0.half.prompt_body'],
    [{ title: '', prompt_body: 'Only a text' }, 'steps.0.half.title'],
  ])('and is half done is asked for: %j', (half, path) => {
    expect(String(parse({ steps: [step(half)] }))).toMatch(new RegExp(`^${path}: `));
    expect(hasHalfPrompt([step(), step(half)])).toBe(true);
  });

  test("and is complete doesn't count as half-written when leaving the page", () => {
    expect(hasHalfPrompt([step({ title: 'a', prompt_body: 'b' })])).toBe(false);
    expect(hasHalfPrompt([])).toBe(false);
  });
});
