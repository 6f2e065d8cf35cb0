import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#constants';
import { blankDefinition } from '#library/blanks/public/blank-fields.ts';
import { buildAdmin, buildMember, buildPrompt } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
let admin: string;
let free: string;
let level1: string;
beforeAll(async () => {
  site = await createTestSite();
  [{ token: admin }, { token: free }, { token: level1 }] = await Promise.all([
    buildAdmin(site),
    buildMember(site, { level: 0 }),
    buildMember(site, { level: 1 }),
  ]);
});
afterAll(() => site.stop());

const get = async (slug: string, token: string) =>
  (await site.api('GET', `/api/v1/prompts/${slug}`, { token })).body;
const copy = (slug: string, token: string, values?: unknown) =>
  site.api('POST', `/api/v1/prompts/${slug}/copies`, { token, ...(values ? { body: { values } } : {}) });
const body = 'Write to {{company_name}} in a ${tone:friendly} voice about [TOPIC].';

test('a copy that would be longer than a text can be is refused and does not count, whoever wrote the value', async () => {
  const places = '{{topic}} '.repeat(2_000);
  const { slug } = await buildPrompt(site, { prompt_body: places });
  const left = (await copy(slug, free, { topic: 'x'.repeat(999) })).body;
  expect(left.text).toHaveLength(limits.filledText);
  const refused = await copy(slug, free, { topic: 'x'.repeat(1_000) });
  expect([refused.status, refused.body]).toEqual([
    422,
    {
      code: 'validation_failed',
      error:
        'With its blanks filled in, this text would have more than 2,000,000 characters. Shorten what you fill in.',
    },
  ]);
  const blanks = [blankDefinition.parse({ name: 'topic', default: 'x'.repeat(1_000) })];
  const byDefault = await buildPrompt(site, { prompt_body: places, blanks: JSON.stringify(blanks) });
  expect((await copy(byDefault.slug, free)).status).toBe(422);
  expect((await copy(byDefault.slug, free, { topic: 'short' })).body.copies_left).toBe(left.copies_left - 1);
});

describe('the blanks of a prompt', () => {
  test('are found in its text and listed for readers', async () => {
    const { slug } = await buildPrompt(site, { prompt_body: body });
    const { blanks, version } = await get(slug, free);
    expect(version).toBe(1);
    const defined = { help: '', kind: 'line', options: [], required: true, scope: 'text' };
    expect(blanks).toEqual([
      { name: 'company_name', label: 'Company name', default: '', ...defined },
      { name: 'tone', label: 'Tone', default: 'friendly', ...defined },
      { name: 'TOPIC', label: 'Topic', default: '', ...defined },
    ]);
  });

  test('are listed for a locked prompt too, but not the text around them', async () => {
    const blanks = [blankDefinition.parse({ name: 'topic', default: 'from the author' })];
    const { slug } = await buildPrompt(site, {
      prompt_body: body,
      tier_access: 1,
      blanks: JSON.stringify(blanks),
    });
    const locked = await site.api('GET', `/api/v1/prompts/${slug}`, { token: free });
    expect(locked.body.prompt_body).toBeNull();
    expect(locked.body.blanks.map((blank: { label: string }) => blank.label)).toEqual([
      'Topic',
      'Company name',
      'Tone',
    ]);
    expect(locked.text).not.toContain('friendly');
    expect(locked.text).not.toContain('from the author');
    expect((await get(slug, level1)).blanks.map((blank: { default: string }) => blank.default)).toEqual([
      'from the author',
      '',
      'friendly',
    ]);
  });

  test('are filled in by a copy, which also returns the raw text', async () => {
    const { slug } = await buildPrompt(site, { prompt_body: body });
    const copied = await copy(slug, free, { 'Company Name': 'Acme & $1', topic: '{{tone}}' });
    expect(copied.body).toMatchObject({
      prompt_body: body,
      text: 'Write to Acme & $1 in a friendly voice about {{tone}}.',
      version: 1,
    });
    const open = await copy(slug, free);
    expect(open.body.text).toBe('Write to {{company_name}} in a friendly voice about [TOPIC].');
  });

  test.each([[{ a: 1 }], [['x']], [{ '': 'x' }], [{ a: 'x'.repeat(20_001) }], ['text']])(
    'refuse the values %j',
    async (values) => {
      const { slug } = await buildPrompt(site);
      expect((await copy(slug, free, values)).status).toBe(422);
    },
  );
});

describe('what an author says about them', () => {
  const said = [
    { name: 'tone', label: 'Voice', help: 'How it sounds', kind: 'choice', options: ['dry', 'warm'] },
    { name: 'topic', required: false },
    { name: 'COMPANY NAME', default: 'Acme' },
  ];

  test('is kept, in its order, and shown to members', async () => {
    const created = await site.api('POST', '/api/v1/admin/prompts', {
      token: admin,
      body: { title: 'With blanks', prompt_body: body, blanks: said },
    });
    expect(created.status, created.text).toBe(201);
    const { blanks } = await get(created.body.slug, free);
    expect(blanks).toMatchObject([
      { name: 'tone', label: 'Voice', help: 'How it sounds', kind: 'choice', default: 'friendly' },
      { name: 'TOPIC', label: 'Topic', required: false },
      { name: 'company_name', label: 'Company name', default: 'Acme' },
    ]);
    const changed = await site.api('PATCH', `/api/v1/admin/prompts/${created.body.id}`, {
      token: admin,
      body: { blanks: [{ name: 'TOPIC', scope: 'nowhere' }] },
    });
    expect(changed.body.blanks).toEqual([blankDefinition.parse({ name: 'TOPIC', scope: 'nowhere' })]);
    expect((await get(created.body.slug, free)).blanks.map(({ name }: { name: string }) => name)).toEqual([
      'company_name',
      'tone',
    ]);
  });

  test('counts for whoever cannot read the text, as for members', async () => {
    const { slug } = await buildPrompt(site, {
      prompt_body: 'Sing {{song}} and [VERSE] in {{key}}.',
      tier_access: 1,
      blanks: JSON.stringify([blankDefinition.parse({ name: 'VERSE', scope: 'nowhere' })]),
    });
    expect((await get(slug, level1)).blanks).toHaveLength(2);
    expect((await get(slug, free)).preview).toMatchObject({ blanks: 2 });
    const page = await (await fetch(`${site.url}/browse/${slug}`)).text();
    expect(page).toMatch(/\b2 blanks/);
  });

  test.each([
    [[{ name: 'a' }, { name: 'A' }]],
    [[{ name: '' }]],
    [[{ name: 'a', kind: 'color' }]],
    [[{ name: 'a', more: 1 }]],
    [Array.from({ length: 201 }, (_, index) => ({ name: `n${index}` }))],
  ])('is refused: %j', async (blanks) => {
    const { status } = await site.api('POST', '/api/v1/admin/prompts', {
      token: admin,
      body: { title: 'x', prompt_body: 'x', blanks },
    });
    expect(status).toBe(422);
  });
});
