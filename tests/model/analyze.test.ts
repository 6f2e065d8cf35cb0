import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createLanguageModel } from '#platform/model/language-model.server.ts';
import { buildAdmin, buildPrompt } from '../harness/build.ts';
import { createTestSite, type TestSite } from '../harness/site.ts';
import { type ModelRequest, startModelStandIn } from './stand-in.ts';

let model: Awaited<ReturnType<typeof startModelStandIn>>;
let site: TestSite;
let token: string;
beforeAll(async () => {
  model = await startModelStandIn();
  site = await createTestSite({ environment: model.environment });
  token = (await buildAdmin(site)).token;
});
afterAll(async () => {
  await site.stop();
  await model.stop();
});

const prompt = 'Act as a chef. Suggest dinner from [ingredients]. Keep it short.';
const good = {
  title: 'Dinner from what you have',
  description: 'Suggests a dinner from ingredients at hand.',
  category: 'Lifestyle',
  difficulty: 'beginner',
  tags: ['Cooking', 'dinner', 'cooking'],
  optimized_prompt: '## Role\nAct as a chef.\n\n## Task\nSuggest dinner from [ingredients].',
};
const { optimized_prompt: better, ...metadata } = good;
const analyze = (body: object = {}) =>
  site.api('POST', '/functions/v1/analyze-prompt', {
    token,
    body: { prompt, promptType: 'Text', optimizationLevel: 0, ...body },
  });
const sent = (request: ModelRequest | undefined) => ({
  system: request?.messages.find(({ role }) => role === 'system')?.content ?? '',
  user: request?.messages.find(({ role }) => role === 'user')?.content ?? '',
});

beforeEach(() => model.play({ answer: good }));

describe('the model', () => {
  test.each([0, 1, 2, 3])(
    'is asked at level %i with its own instruction, and its answer is used',
    async (level) => {
      const { status, body } = await analyze({ optimizationLevel: level });
      expect(status).toBe(200);
      expect(body).toEqual({
        ...metadata,
        tags: ['cooking', 'dinner'],
        optimized_prompt: level === 0 ? prompt : better,
      });
      expect(model.requests).toHaveLength(1);
      const { system, user } = sent(model.requests[0]);
      expect(JSON.parse(user)).toEqual({ type: 'Text', prompt });
      expect(system).not.toContain(prompt);
      const marks = [
        'librarian',
        'short Markdown headings: Role',
        'as an expert would write it',
        'a meta prompt',
      ];
      expect(system).toContain(marks[level]);
      expect(model.requests[0]).toMatchObject({
        model: 'stand-in',
        max_tokens: level === 0 ? 1_000 : 16_000,
      });
      expect(model.requests[0]?.tools).toBeUndefined();
    },
  );

  test('never gets or gives half a character where a text is too long', async () => {
    const long = `x${'😀'.repeat(60_000)}`;
    model.play({
      answer: {
        ...good,
        title: long.slice(0, 401),
        description: long.slice(0, 6_001),
        tags: [long.slice(0, 201)],
      },
    });
    const { body } = await analyze({ prompt: long });
    for (const text of [body.title, body.description, ...body.tags]) expect(text.isWellFormed()).toBe(true);
    expect(JSON.parse(sent(model.requests[0]).user).prompt.isWellFormed()).toBe(true);
  });

  test('that gives no better prompt leaves the original', async () => {
    for (const optimized_prompt of [undefined, '', '   ', null]) {
      model.play({ answer: { ...metadata, optimized_prompt } });
      expect((await analyze({ optimizationLevel: 1 })).body.optimized_prompt).toBe(prompt);
    }
  });

  test.each([
    ['no JSON', { text: 'Sure! Here is what I think of it.' }, /answer/],
    ['another shape', { answer: { ...good, difficulty: 'impossible' } }, /difficulty/],
    ['a missing field', { answer: { description: 'x' } }, /title/],
    ['an empty answer', { text: '' }, /answer/],
  ] as const)('is told once why an answer is invalid (%s)', async (_, bad, reason) => {
    model.play(bad, { answer: good });
    expect((await analyze({ optimizationLevel: 1 })).body.optimized_prompt).toBe(better);
    expect(model.requests).toHaveLength(2);
    expect(model.requests[1]?.messages.at(-1)?.content).toMatch(reason);
    model.play(bad);
    const twice = await analyze({ optimizationLevel: 1 });
    expect([twice.status, twice.body]).toEqual([
      502,
      { error: "The language model didn't give a usable answer.", code: 'model_failed' },
    ]);
    expect(model.requests).toHaveLength(2);
  });

  test('may put a code fence around its answer', async () => {
    model.play({ text: `Here you are:\n\`\`\`json\n${JSON.stringify(good)}\n\`\`\`` });
    expect((await analyze({ optimizationLevel: 2 })).body.title).toBe(good.title);
  });

  test('that supports no schema gets it in the instruction', async () => {
    const own = await startModelStandIn();
    const plain = await createTestSite({ environment: own.environment });
    const admin = await buildAdmin(plain);
    own.play({ status: 400, error: 'response_format is not supported' }, { answer: good });
    const body = { prompt, promptType: 'Text', optimizationLevel: 1 };
    const answer = await plain.api('POST', '/functions/v1/analyze-prompt', { token: admin.token, body });
    expect(answer.body.title).toBe(good.title);
    expect(own.requests[0]?.response_format).toBeDefined();
    expect(own.requests[1]?.response_format).toBeUndefined();
    expect(sent(own.requests[1]).system).toContain('JSON schema of the answer');
    await plain.stop();
    await own.stop();
  });

  test.each([
    [
      'refuses the key',
      { status: 401 },
      "The language model rejected this site's API key. Check it in Site Settings.",
    ],
    [
      'is not there',
      { status: 404 },
      "The language model wasn't found. Check its URL and name in Site Settings.",
    ],
    [
      'declines',
      { text: '', finish: 'content_filter' },
      'The language model refused this prompt. Change it and try again.',
    ],
    [
      'is cut short by its limit',
      { text: '{"title": "Cut', finish: 'length' },
      "The language model's answer was cut off. The prompt may be too long.",
    ],
  ] as const)('that %s: the reason is shown, and level 0 works without it', async (_, step, reason) => {
    model.play(step);
    const failed = await analyze({ optimizationLevel: 1 });
    expect([failed.status, failed.body.error]).toEqual([502, reason]);
    const local = await analyze();
    expect(local.status).toBe(200);
    expect(local.body).toMatchObject({
      optimized_prompt: prompt,
      notice: `${reason} These details come from the text itself.`,
    });
    expect(local.body.title).not.toBe('');
  });

  test('that fails is explained to a German page in German', async () => {
    const headers = { 'promptory-language': 'de' };
    const ask = (path: string, body?: object) => site.api('POST', path, { token, body, headers });
    const rejected =
      'Das Sprachmodell hat den API-Schlüssel dieser Website abgelehnt. Prüfe ihn in den Website-Einstellungen.'; // cspell:disable-line
    model.play({ status: 401, error: 'Who are you?' });
    const body = { prompt, promptType: 'Text', optimizationLevel: 1 };
    expect((await ask('/functions/v1/analyze-prompt', body)).body.error).toBe(rejected);
    const local = await ask('/functions/v1/analyze-prompt', { ...body, optimizationLevel: 0 });
    expect(local.body.notice).toBe(`${rejected} Diese Angaben stammen aus dem Text selbst.`); // cspell:disable-line
    const tried = await ask('/api/v1/admin/settings/test-model');
    expect(tried.body.error).toBe(`${rejected} (HTTP 401: Who are you?)`);
  });

  test('that is busy is asked again after the delay it asks for', async () => {
    model.play({ status: 429, headers: { 'retry-after': '1' } }, { answer: good });
    expect((await analyze({ optimizationLevel: 1 })).body.title).toBe(good.title);
    model.play({ status: 429, headers: { 'retry-after': '0' } });
    expect((await analyze({ optimizationLevel: 1 })).body.error).toBe(
      'The language model is busy. Try again in a minute.',
    );
    expect(model.requests).toHaveLength(3);
  });

  test('that hangs up in the middle does not fail level 0', async () => {
    model.play({ cut: true });
    expect((await analyze()).body.notice).toMatch(/^The language model failed. These details come/);
  });

  test('that takes too long is abandoned', async () => {
    model.play({ slow: true });
    const { LLM_BASE_URL: baseUrl, LLM_API_KEY: apiKey } = model.environment;
    const before = model.hangUps();
    const answer = createLanguageModel({ baseUrl, apiKey, model: 'stand-in' }).ask({
      instruction: 'Answer.',
      data: { prompt },
      schema: z.object({ title: z.string() }),
      maxOutputTokens: 10,
      seconds: 3,
      signal: new AbortController().signal,
    });
    await expect(answer).rejects.toThrow('The language model took longer than 3 seconds.');
    await expect.poll(() => model.hangUps()).toBe(before + 1);
  });

  test('is abandoned when the client disconnects', async () => {
    model.play({ slow: true });
    const before = model.hangUps();
    const controller = new AbortController();
    const answer = fetch(`${site.url}/functions/v1/analyze-prompt`, {
      method: 'POST',
      signal: controller.signal,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt, promptType: 'Text', optimizationLevel: 3 }),
    }).catch((error: Error) => error.name);
    await expect.poll(() => model.requests.length).toBe(1);
    controller.abort();
    expect(await answer).toBe('AbortError');
    await expect.poll(() => model.hangUps()).toBe(before + 1);
  });
});

describe('what is not available', () => {
  test('is refused before the model is asked', async () => {
    const answers = [
      await analyze({ optimizationLevel: 4 }),
      await analyze({ optimizationLevel: 2, promptType: 'Image' }),
      await analyze({ optimizationLevel: 1, prompt: 'x'.repeat(40_001) }),
      await analyze({ prompt: '   ' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
    expect(answers[1]?.body.error).toBe('Optimization for Image prompts is not yet available.');
    expect(answers[2]?.body.error).toBe(
      'This prompt is too long for the language model (maximum 40,000 characters). Use level 0 instead.',
    );
    expect(model.requests).toEqual([]);
    expect((await analyze({ prompt: 'x'.repeat(40_001) })).status).toBe(200);
    expect((await analyze({ optimizationLevel: 3, prompt: 'x'.repeat(40_000) })).status).toBe(200);
  });

  test('levels 1 to 3 say that they need a model, and level 0 works without one', async () => {
    const own = await createTestSite();
    const admin = await buildAdmin(own);
    const ask = (optimizationLevel: number) =>
      own.api('POST', '/functions/v1/analyze-prompt', {
        token: admin.token,
        body: { prompt, promptType: 'Text', optimizationLevel },
      });
    expect((await ask(0)).body).toMatchObject({
      notice: 'No language model is configured, so these details come from the text itself.',
    });
    expect((await ask(1)).body.error).toMatch(/^Levels 1 to 3 need a large language model/);
    await own.stop();
  });
});

describe('a pasted prompt', () => {
  const samples: string[] = JSON.parse(readFileSync(new URL('injections.json', import.meta.url), 'utf8'));

  test('stays data: of 50 attempts none reaches the instruction, another field, an address or the catalog', async () => {
    expect(samples).toHaveLength(50);
    await buildPrompt(site, { slug: 'bystander' });
    const state = async () =>
      JSON.stringify(
        await Promise.all([
          site.db.selectFrom('prompts').select(['slug', 'status', 'tier_access', 'prompt_body']).execute(),
          site.db.selectFrom('profiles').select(['id', 'role', 'tier_id']).orderBy('id').execute(),
          site.db.selectFrom('tiers').selectAll().execute(),
          site.db.selectFrom('site_settings').selectAll().execute(),
        ]),
      );
    const before = await state();
    for (const [index, sample] of samples.entries()) {
      // A model that follows the injected text, and writes every field that might exist.
      const obedient = {
        ...good,
        title: `${sample}\n`.repeat(20),
        tags: Array(100).fill(sample),
        status: 'published',
        tier_access: 0,
        role: 'admin',
        price: 0,
        id: 'x',
        slug: 'bystander',
        prompt_body: 'stolen',
        tool_calls: [{ function: { name: 'publish' } }],
        url: 'https://evil.example/',
      };
      model.play({ answer: obedient });
      const { status, body } = await analyze({ prompt: sample, optimizationLevel: index % 4 });
      expect(status).toBe(200);
      expect(Object.keys(body).sort()).toEqual(
        ['category', 'description', 'difficulty', 'optimized_prompt', 'tags', 'title'].sort(),
      );
      expect(body.title).not.toContain('\n');
      expect([body.title.length <= 300, body.tags.length <= 8]).toEqual([true, true]);
      const { system, user } = sent(model.requests[0]);
      expect(system).not.toContain(sample.slice(0, 40));
      expect(JSON.parse(user)).toEqual({ type: 'Text', prompt: sample });
      expect(model.requests[0]?.messages).toHaveLength(2);
    }
    expect(model.others).toEqual([]);
    expect(await state()).toBe(before);
  });
});

describe('near-identical prompts', () => {
  const similar = async (prompt_body: string) =>
    (await site.api('POST', '/api/v1/admin/similar-prompts', { token, body: { prompt_body } })).body.items;
  const essay = Array.from({ length: 60 }, (_, index) => `Sentence ${index} about rivers and boats.`).join(
    ' ',
  );

  test('are found by their text, whatever their title, drafts too', async () => {
    const row = await buildPrompt(site, { title: 'Rivers', prompt_body: essay, status: 'draft' });
    await buildPrompt(site, {
      prompt_body: essay.split(' ').reverse().join(' ').toUpperCase().slice(0, 900),
    });
    const found = await similar(`  ${essay.replace('Sentence 3 ', 'Phrase 3 ')}  `);
    expect(found[0]).toMatchObject({ id: row.id, title: 'Rivers' });
    expect(found[0].similarity).toBeGreaterThan(0.9);
    expect(await similar('Something else altogether that nobody has written before.')).toEqual([]);
    expect(await similar(essay.slice(0, 300))).toEqual([]);
    expect((await site.api('DELETE', `/api/v1/admin/prompts/${row.id}`, { token })).status).toBe(200);
    expect((await similar(essay)).map(({ id }: { id: string }) => id)).not.toContain(row.id);
  });
});
