import { createHash } from 'node:crypto';
import type { QueryExecutorProvider, RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import { SignedIn } from './internal/proofs.ts';
import type { SignedInViewer, Viewer } from './viewer.ts';

/** Stands in a statement for what is given when it runs. */
class Placeholder {
  readonly read: (viewer: SignedInViewer, input: Record<string, unknown>) => unknown;
  constructor(read: Placeholder['read']) {
    this.read = read;
  }
}

const userId = new Placeholder((viewer) => viewer.userId);
// Without a tier only level 0 is open, as the rules say.
const accessLevel = new Placeholder((viewer) => viewer.accessLevel ?? 0);

/** Viewers of one shape make the same statement, with other values in it. */
const shapeOf = (viewer: Viewer): string =>
  viewer.kind === 'visitor'
    ? viewer.kind
    : `${viewer.kind} ${viewer.readingCounts} ${viewer.key ? viewer.key.scopes.join(' ') : '-'}`;

/** A viewer of the same shape, with places instead of values. */
function placeholderOf(viewer: Viewer): Viewer {
  if (viewer.kind === 'visitor') return viewer;
  const { readingCounts, key, sessionId } = viewer;
  const values = { sessionId, readingCounts, key, userId, accessLevel } as unknown as SignedInViewer;
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

/** A statement and its values, as `pg` takes them. */
export type Compiled = { name: string | undefined; text: string; values: unknown[] };

/** So many forms of a query are kept; whoever asks for rare ones waits for their compilation. */
const keptForms = 500;

/**
 * A query that is compiled once for each shape of its viewer and of itself, and runs as a prepared statement from then on. Only for queries
 * that are planned well without their values.
 * @param build gets a viewer and an input with places instead of values, so it must not look at them; what decides about its text besides
 * the viewer is `shape`.
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
      const { sql, parameters } = build(
        placeholderOf(viewer),
        Object.fromEntries(places) as Input,
        shape,
      ).compile(db);
      // The same text has the same name when it is compiled again, so connections that know it have it once.
      const name = createHash('sha256').update(sql).digest('base64url').slice(0, 32);
      compiled = { name, text: sql, parameters };
      known.set(key, compiled);
    }
    const { name, text, parameters } = compiled;
    const values = parameters.map((value) =>
      value instanceof Placeholder ? value.read(viewer as SignedInViewer, input) : value,
    );
    return { name, text, values };
  };
}
