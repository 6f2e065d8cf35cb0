import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPrompt } from '#library/prompts/prompts.queries.server.ts';
import type { Compiled } from '../src/access/statement.server.ts';
import { asMember } from '../src/access/testing.ts';
import { buildAdmin, buildMember, buildPrompt } from './harness/build.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

// Simultaneous requests for prompts share one database query, but each gets the same answer as if it came alone.
let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(async () => {
  await site.stop();
});

test('each query gets its own rows, and only those that its viewer may read', async () => {
  const prompts: { id: string; slug: string }[] = [];
  for (let index = 0; index < 12; index += 1)
    prompts.push(
      await buildPrompt(site, {
        title: `Prompt ${index}`,
        prompt_body: `Secret ${index}`,
        example_output: `${'x'.repeat(200)} rest ${index}`,
        tier_access: index % 3,
        status: index === 11 ? 'draft' : 'published',
      }),
    );
  const levels = [0, 1, 2];
  const members: { id: string; token: string; level: number }[] = [];
  for (const level of levels) members.push({ ...(await buildMember(site, { level })), level });
  const admin = { ...(await buildAdmin(site)), level: 99 };
  const [kept] = prompts;
  await site.api('PUT', `/api/v1/prompts/${kept?.slug}/favorite`, { token: members[0]?.token });

  // Requests for the same prompt follow each other, so that different kinds of viewers share a query.
  const asked = [...prompts.entries(), [-1, { slug: 'nowhere' }] as const].flatMap(([index, { slug }]) =>
    [...members, admin].map((viewer) => ({ viewer, index, slug })),
  );
  const answers = await Promise.all(
    asked.map(({ viewer, slug }) => site.api('GET', `/api/v1/prompts/${slug}`, { token: viewer.token })),
  );
  for (const [place, { viewer, index, slug }] of asked.entries()) {
    const { status, body } = answers[place] ?? {};
    const isThere = index >= 0 && (index !== 11 || viewer === admin);
    expect([slug, viewer.level, status]).toEqual([slug, viewer.level, isThere ? 200 : 404]);
    if (!isThere) continue;
    const isOpen = viewer.level >= index % 3;
    expect(body).toMatchObject({
      slug,
      title: `Prompt ${index}`,
      prompt_body: isOpen ? `Secret ${index}` : null,
      is_favorited: index === 0 && viewer === members[0],
    });
    expect(body.example_output).toHaveLength(isOpen ? `${'x'.repeat(200)} rest ${index}`.length : 200);
    expect(Object.keys(body)).not.toContain('place');
  }
});

test("one query that the database refuses doesn't fail the others", async () => {
  const { slug } = await buildPrompt(site, { title: 'Asked for by many' });
  const viewer = asMember({ userId: crypto.randomUUID(), accessLevel: 0 });
  const source = { db: site.db, run: async (query: Compiled) => (await site.pool.query(query)).rows };
  const asked = Array.from({ length: 12 }, (_, index) => (index === 5 ? 'no\0slug' : slug));
  const answers = await Promise.allSettled(asked.map((text) => findPrompt(source, viewer, text)));
  for (const [index, answer] of answers.entries())
    expect(answer.status === 'fulfilled' ? answer.value?.title : answer.status).toBe(
      index === 5 ? 'rejected' : 'Asked for by many',
    );
});

test('a query sees everything written before it, however many queries wait', async () => {
  const { slug, id } = await buildPrompt(site, { title: 'Number 0' });
  const member = await buildMember(site);
  let known = 0;
  let isOver = false;
  const stale: string[] = [];
  const ask = async () => {
    while (!isOver) {
      const before = known;
      const { body } = await site.api('GET', `/api/v1/prompts/${slug}`, { token: member.token });
      const shown = Number(body.title.slice('Number '.length));
      if (shown < before) stale.push(`${shown} after ${before}`);
    }
  };
  const askers = Array.from({ length: 12 }, ask);
  for (let count = 1; count <= 40; count += 1) {
    await site.db
      .updateTable('prompts')
      .set({ title: `Number ${count}` })
      .where('id', '=', id)
      .execute();
    known = count;
    await site.api('GET', `/api/v1/prompts/${slug}`, { token: member.token });
  }
  isOver = true;
  await Promise.all(askers);
  expect(stale).toEqual([]);
});
