import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keysOf } from '#platform/keys-of.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { can } from './decide.ts';
import { revealed, teaser } from './gated.server.ts';
import { visible } from './predicate.server.ts';
import { rules } from './rules.ts';
import { asAdmin, asEditor, asMember, asSupport } from './testing.ts';
import { type Viewer, visitor } from './viewer.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const buyer = randomUUID();

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await db
    .insertInto('auth.users')
    .values({ id: buyer, email: 'buyer@example.com', password_hash: '-' })
    .execute();
  await db.insertInto('profiles').values({ id: buyer, email: 'buyer@example.com' }).execute();
  for (const status of ['published', 'draft'] as const) {
    for (const tier_access of [0, 1, 2, 3]) {
      const slug = `${status}-${tier_access}`;
      const common = { title: slug, status, tier_access };
      await db
        .insertInto('prompts')
        .values({ ...common, slug, prompt_body: 'the body', example_output: 'abcdef' })
        .execute();
      await db
        .insertInto('playbooks')
        .values({ ...common, slug, content: 'the content' })
        .execute();
      const bought = await db
        .insertInto('playbooks')
        .values({ ...common, slug: `${slug}-bought` })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('user_playbook_purchases')
        .values({ playbook_id: bought.id, user_id: buyer })
        .execute();
    }
  }
});
afterAll(() => database.drop());

const signedIn = fc.record({
  userId: fc.constantFrom(buyer, '00000000-0000-4000-8000-000000000009'),
  accessLevel: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }),
});
const viewers: fc.Arbitrary<Viewer> = fc.oneof(
  fc.constant(visitor),
  signedIn.map(asMember),
  signedIn.map(asEditor),
  signedIn.map(asSupport),
  signedIn.map(asAdmin),
);

test('the SQL of a rule selects exactly the rows that its row test allows', async () => {
  const prompts = await database.db.selectFrom('prompts').selectAll().execute();
  const actions = fc.constantFrom(...keysOf(rules.prompt));
  await fc.assert(
    fc.asyncProperty(viewers, actions, async (viewer, action) => {
      const rows = await sql<{
        id: string;
      }>`select id from prompts where ${visible(viewer, 'prompt', action)}`.execute(database.db);
      const expected = prompts.filter((row) => can(viewer, 'prompt', action, row)).map((row) => row.id);
      expect(rows.rows.map((row) => row.id).sort()).toEqual(expected.sort());
    }),
    { numRuns: 150 },
  );
});

test('the same holds for playbooks, purchases included', async () => {
  const playbooks = await database.db.selectFrom('playbooks').selectAll().execute();
  const actions = fc.constantFrom(...keysOf(rules.playbook));
  await fc.assert(
    fc.asyncProperty(viewers, actions, async (viewer, action) => {
      const rows = await sql<{
        id: string;
      }>`select id from playbooks where ${visible(viewer, 'playbook', action)}`.execute(database.db);
      const isBought = (slug: string) =>
        slug.endsWith('-bought') && viewer.kind !== 'visitor' && viewer.userId === buyer;
      const expected = playbooks
        .filter((row) => can(viewer, 'playbook', action, { ...row, is_purchased: isBought(row.slug) }))
        .map((row) => row.id);
      expect(rows.rows.map((row) => row.id).sort()).toEqual(expected.sort());
    }),
    { numRuns: 150 },
  );
});

test('the same holds for comments, whoever wrote them', async () => {
  const [prompt] = await database.db.selectFrom('prompts').select('id').limit(1).execute();
  const target = { target_type: 'prompt' as const, target_id: prompt?.id ?? '' };
  await database.db
    .insertInto('comments')
    .values(
      (['visible', 'held', 'hidden'] as const).flatMap((status) =>
        [buyer, null].map((author_id) => ({ ...target, body: 'x', status, author_id })),
      ),
    )
    .execute();
  const comments = await database.db.selectFrom('comments').selectAll().execute();
  const actions = fc.constantFrom(...keysOf(rules.comment));
  await fc.assert(
    fc.asyncProperty(viewers, actions, async (viewer, action) => {
      const { rows } = await sql<{ id: string }>`
        select id from comments where ${visible(viewer, 'comment', action)}`.execute(database.db);
      const expected = comments.filter((row) => can(viewer, 'comment', action, row)).map((row) => row.id);
      expect(rows.map((row) => row.id).sort()).toEqual(expected.sort());
    }),
    { numRuns: 150 },
  );
});

test('a gated column comes back only with the right to read it', async () => {
  const prompts = await database.db.selectFrom('prompts').select(['id', 'status', 'tier_access']).execute();
  await fc.assert(
    fc.asyncProperty(viewers, async (viewer) => {
      const { rows } = await sql<{ id: string; body: string | null; example: string }>`
        select id, ${revealed(viewer, 'prompt', 'prompt_body')} as body, ${teaser(viewer, 'prompt', 'example_output', 3)} as example
        from prompts`.execute(database.db);
      for (const row of prompts) {
        const found = rows.find((other) => other.id === row.id);
        const canRead = can(viewer, 'prompt', 'read', row);
        expect(found?.body).toBe(canRead ? 'the body' : null);
        expect(found?.example).toBe(canRead ? 'abcdef' : 'abc');
      }
    }),
    { numRuns: 50 },
  );
});
