import type pg from 'pg';
import { isDatabaseAway } from '#platform/database.server.ts';
import type { Database } from './database.ts';
import type { Compiled } from './statement.server.ts';
import type { Viewer } from './viewer.ts';

/** A database to read from. */
export type Source = {
  db: Database;
  run<Row extends object>(query: Compiled): Promise<Row[]>;
};
type Opened = { db: Database; pool: Pick<pg.Pool, 'query'> };

/** Visitors read through connections of their own, so that members keep theirs. */
type Places = { members: Opened; visitors: Opened };

/** A copy of the database that follows it. */
export type Replica = Places & {
  /** Whether it has by now everything that was committed before the call. */
  hasCaughtUp(): Promise<boolean>;
  /** A read failed at it, so it is left alone for a while. */
  failed(error: unknown): void;
};

/** Reads something for a viewer; where a replica fails at it, once more without it. */
export type Reads = <Result>(viewer: Viewer, work: (source: Source) => Promise<Result>) => Promise<Result>;

const toSource = ({ db, pool }: Opened): Source => ({
  db,
  async run<Row extends object>(query: Compiled) {
    const { rows } = await pool.query(query);
    return rows as Row[];
  },
});
const sourcesOf = (places: Places) => ({
  members: toSource(places.members),
  visitors: toSource(places.visitors),
});

export function createReads(primary: Places, replica?: Replica): Reads {
  const [first, second] = [sourcesOf(primary), replica && sourcesOf(replica)];
  return async (viewer, work) => {
    const whose = viewer.kind === 'visitor' ? 'visitors' : 'members';
    if (second && (await replica?.hasCaughtUp())) {
      try {
        return await work(second[whose]);
      } catch (error) {
        if (!isDatabaseAway(error) && !isInRecoveryConflict(error)) throw error;
        replica?.failed(error);
      }
    }
    return work(first[whose]);
  };
}

/** A replica ends a statement that stands in the way of what it has to take over. */
const isInRecoveryConflict = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '40001';
