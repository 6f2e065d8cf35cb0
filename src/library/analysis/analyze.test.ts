import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';

let site: TestSite;
let token: string;
beforeAll(async () => {
  site = await createTestSite();
  token = (await buildAdmin(site)).token;
});
afterAll(() => site.stop());

describe('analyze-prompt', () => {
  const analyze = (body: unknown) => site.api('POST', '/functions/v1/analyze-prompt', { token, body });

  test('works out level 0 without a model, and says what the other levels need', async () => {
    const prompt = 'I want you to act as a travel guide. Suggest museums in {{city}}.';
    expect((await analyze({ prompt, promptType: 'Text', optimizationLevel: 0 })).body).toMatchObject({
      title: 'Travel Guide',
      category: 'Travel & Culture',
      difficulty: 'beginner',
      optimized_prompt: prompt,
    });
    for (const optimizationLevel of [1, 2, 3]) {
      const answer = await analyze({ prompt, promptType: 'Text', optimizationLevel });
      expect(answer).toMatchObject({
        status: 422,
        body: { error: expect.stringContaining('large language model') },
      });
    }
    for (const optimizationLevel of [4, 5]) {
      expect((await analyze({ prompt, promptType: 'Text', optimizationLevel })).body.error).toContain(
        'coming soon',
      );
    }
  });

  test.each([
    {},
    { prompt: ' ', promptType: 'Text', optimizationLevel: 0 },
    { prompt: 'x', promptType: 'Smell', optimizationLevel: 0 },
    { prompt: 'x', promptType: 'Text', optimizationLevel: 6 },
    { prompt: 'x', promptType: 'Text', optimizationLevel: '0' },
  ])('refuses %j', async (body) => {
    expect((await analyze(body)).status).toBe(422);
  });
});
