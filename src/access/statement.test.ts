import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { expect, test } from 'vitest';
import type { DB } from './database.ts';
import { revealed } from './gated.server.ts';
import { visible } from './predicate.server.ts';
import { statement } from './statement.server.ts';
import { asAdmin, asMember } from './testing.ts';
import { type Viewer, visitor } from './viewer.ts';

const db = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const query = (viewer: Viewer, { slug }: { slug: string }) => sql`
  select ${revealed(viewer, 'prompt', 'prompt_body')}, ${revealed(viewer, 'playbook', 'content')} from prompts
  where slug = ${slug} and level < ${1} and ${visible(viewer, 'prompt', 'open')} and ${visible(viewer, 'playbook', 'read')}`;

test("a statement equals the viewer's own query, with their id and level as values", () => {
  const compiled = statement(query);
  const viewers: Viewer[] = [
    visitor,
    asAdmin(),
    ...[null, 0, 1, 2, 7].map((accessLevel) => asMember({ userId: `member ${accessLevel}`, accessLevel })),
    asMember({ userId: 'counted', accessLevel: 1, readingCounts: true }),
    asMember({ userId: 'program', accessLevel: 2, scopes: ['library:read'] }),
    asMember({ userId: 'other program', accessLevel: 2, scopes: ['library:copy'] }),
    asMember({ userId: 'both', accessLevel: 3, scopes: ['library:read', 'library:copy'] }),
  ];
  const names = new Map<string, string>();
  // In both directions, so that each shape is compiled first once, and later once.
  for (const viewer of [...viewers, ...viewers.toReversed()]) {
    const input = { slug: `slug of ${viewer.kind}` };
    const direct = query(viewer, input).compile(db);
    const { name, text, values } = compiled(db, viewer, input);
    expect({ text, values }).toEqual({ text: direct.sql, values: [...direct.parameters] });
    // Equal names mean equal texts.
    expect(names.get(String(name)) ?? text).toBe(text);
    names.set(String(name), text);
  }
});
