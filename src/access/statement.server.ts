import { createHash } from 'node:crypto';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { batched } from '#platform/database/batch.server.ts';
import { isDatabaseAway } from '#platform/database/database.server.ts';
import { SignedIn } from './internal/proofs.ts';
import type { Source } from './reads.server.ts';
import type { SignedInViewer, Viewer } from './viewer.ts';

/** Placeholder for a value supplied at execution. */
class Placeholder {
  readonly read: (viewer: SignedInViewer, input: Record<string, unknown>) => unknown;
  constructor(read: Placeholder['read']) {
    this.read = read;
  }
}

const userId = new Placeholder((viewer) => viewer.userId);
// Without a tier, only level 0 is open, as in the rules.
const accessLevel = new Placeholder((viewer) => viewer.accessLevel ?? 0);

/** Viewers of the same shape share a statement; only the values differ. */
const shapeOf = (viewer: Viewer): string =>
  viewer.kind === 'visitor'
    ? viewer.kind
    : `${viewer.kind} ${viewer.readingCounts} ${viewer.key ? viewer.key.scopes.join(' ') : '-'}`;

/** A viewer of the same shape, with placeholders instead of values. */
function placeholderOf(viewer: Viewer, places: { userId: unknown; accessLevel: unknown }): Viewer {
  if (viewer.kind === 'visitor') return viewer;
  const { readingCounts, key, sessionId } = viewer;
  const values = { sessionId, readingCounts, key, ...places } as unknown as SignedInViewer;
  switch (viewer.kind) {
    case 'admin':
      return new SignedIn('admin', values);
    case 'editor':
      return new SignedIn('editor', values);
    case 'support':
      return new SignedIn('support', values);
    case 'member':
      return new SignedIn('member', values);
  }
}

/** A statement and its values, in the form that `pg` takes. */
export type Compiled = { name: string | undefined; text: string; values: unknown[] };

/** Maximum number of cached variants per query; rarer ones are recompiled. */
const keptForms = 500;

/**
 * A query that is compiled once for each shape of its viewer and of itself, and then runs as a prepared statement. Only for queries that
 * PostgreSQL plans well without their values.
 * @param build gets a viewer and an input with placeholders instead of values, so it must not look at these; `shape` is everything else
 * that its text depends on
 */
export function statement<Input extends Record<string, unknown>>(
  build: (viewer: Viewer, input: Input, shape: string) => RawBuilder<unknown>,
) {
  const known = new LRUCache<string, { name: string; text: string; parameters: readonly unknown[] }>({
    max: keptForms,
  });
  return (db: QueryExecutorProvider, viewer: Viewer, input: Input, shape = ''): Compiled => {
    const key = `${shape} ${shapeOf(viewer)}`;
    let compiled = known.get(key);
    if (!compiled) {
      const places = Object.keys(input).map((name) => [name, new Placeholder((_, given) => given[name])]);
      const { sql: text, parameters } = build(
        placeholderOf(viewer, { userId, accessLevel }),
        Object.fromEntries(places) as Input,
        shape,
      ).compile(db);
      // Equal texts get equal names, so a connection prepares each text only once.
      const name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
      compiled = { name, text, parameters };
      known.set(key, compiled);
    }
    const { name, text, parameters } = compiled;
    const values = parameters.map((value) =>
      value instanceof Placeholder ? value.read(viewer as SignedInViewer, input) : value,
    );
    return { name, text, values };
  };
}

/** Maximum batch size, so that one large result does not delay the others. */
const largestGroup = 20;
const viewerColumns = { userId: sql.ref('asked.user_id'), accessLevel: sql.ref('asked.access_level') };

/**
 * Batches single-row lookups by a text key: concurrent callers with the same viewer shape share one query, in which each caller's access is
 * decided separately. A call never joins a query that has already started. If the batch fails, each caller's lookup runs alone.
 * @param build gets a viewer and a text with columns instead of values, so it must not look at these
 */
export function groupedStatement<Row extends object>(
  build: (viewer: Viewer, text: RawBuilder<string>) => RawBuilder<unknown>,
) {
  type Given = { users: string[]; levels: number[]; texts: string[] };
  type Call = { viewer: SignedInViewer; text: string };
  const compiled = statement(
    (viewer, { users, levels, texts }: Given) => sql`
      select asked.place::int, found.* from unnest(${users}::uuid[], ${levels}::int[], ${texts}::text[])
        with ordinality as asked(user_id, access_level, text, place)
      cross join lateral (${build(placeholderOf(viewer, viewerColumns), sql.ref('asked.text'))}) as found`,
  );
  const ask = async ({ db, run }: Source, calls: Call[]) => {
    const [first] = calls;
    if (!first) return [];
    const rows = await run<Row & { place: number }>(
      compiled(db, first.viewer, {
        users: calls.map(({ viewer }) => viewer.userId),
        levels: calls.map(({ viewer }) => viewer.accessLevel ?? 0),
        texts: calls.map(({ text }) => text),
      }),
    );
    const found: (Row | undefined)[] = calls.map(() => undefined);
    for (const { place, ...row } of rows) found[place - 1] = row as unknown as Row;
    return found;
  };
  /** @returns undefined for each call if the query failed, so that one caller's invalid input doesn't affect the others */
  const askTogether = async (
    source: Source,
    calls: Call[],
  ): Promise<({ row: Row | undefined } | undefined)[]> => {
    try {
      return (await ask(source, calls)).map((row) => ({ row }));
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      return calls.map(() => undefined);
    }
  };
  const groups = new WeakMap<
    Source,
    Map<string, (call: Call) => Promise<{ row: Row | undefined } | undefined>>
  >();
  return async (source: Source, viewer: SignedInViewer, text: string): Promise<Row | undefined> => {
    const shape = shapeOf(viewer);
    const ofSource = groups.get(source) ?? new Map();
    groups.set(source, ofSource);
    const group = ofSource.get(shape) ?? batched((calls: Call[]) => askTogether(source, calls), largestGroup);
    ofSource.set(shape, group);
    const call = { viewer, text };
    const answer = await group(call);
    return answer ? answer.row : (await ask(source, [call]))[0];
  };
}
