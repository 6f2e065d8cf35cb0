import type pg from 'pg';
import { isDatabaseAway } from '#platform/database/database.server.ts';
import { codeOf } from '#platform/error-message.ts';
import type { Database } from './database.ts';
import type { Compiled } from './statement.server.ts';
import type { Viewer } from './viewer.ts';

/** A database to read from. */
export type Source = {
  db: Database;
  run<Row extends object>(query: Compiled): Promise<Row[]>;
};
type Opened = { db: Database; pool: Pick<pg.Pool, 'query'> };

/** Visitors use a separate pool, so they cannot exhaust the members' connections. */
type Places = { members: Opened; visitors: Opened };

/** A streaming replica. */
export type Replica = Places & {
  /** Whether it has replayed everything committed before the call. */
  hasCaughtUp(): Promise<boolean>;
  /** Called after a failed read; pauses use of the replica. */
  failed(error: unknown): void;
};

/** Reads for a viewer; if a replica fails, reads again from the primary. */
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

/** A replica cancels statements that conflict with replay. */
const isInRecoveryConflict = (error: unknown) => codeOf(error) === '40001';
