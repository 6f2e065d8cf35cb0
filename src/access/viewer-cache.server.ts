import { LRUCache } from 'lru-cache';
import type { DatabaseEvents } from '#platform/database/database-events.server.ts';
import type { SignedInViewer } from './viewer.ts';

/** Maximum number of cached accounts, and of sessions per account. */
const maxAccounts = 20_000;
const maxSessions = 50;
/** Upper bound, even if the plan runs longer. */
const longestMilliseconds = 600_000;

type Session = { userId: string; sessionId: string };
/** `secondsLeft`: how long this stays valid without changes, by the database's clock; null if indefinitely. */
export type FoundViewer = { viewer: SignedInViewer; secondsLeft: number | null };
type Known = { viewer: SignedInViewer; until: number };

/**
 * Caches who is behind a session until the database reports that it may have changed. Each request first checks that all reports have
 * arrived, so that it sees everything committed before it, in every process. While that can't be confirmed, the cache isn't used.
 * @param load reads the viewer from the database; undefined if there is none
 */
export function cacheViewers(
  databaseEvents: Pick<DatabaseEvents, 'isUpToDate' | 'live' | 'onViewersChange'>,
  load: (session: Session) => Promise<FoundViewer | undefined>,
): (session: Session) => Promise<SignedInViewer | undefined> {
  const accounts = new LRUCache<string, Map<string, Known>>({ max: maxAccounts });
  let changes = 0;
  databaseEvents.onViewersChange((userId) => {
    changes += 1;
    if (userId === undefined) accounts.clear();
    else accounts.delete(userId);
  });

  const find = ({ userId, sessionId }: Session) => accounts.get(userId)?.get(sessionId);

  async function recall(session: Session): Promise<SignedInViewer | undefined> {
    if (!find(session) || !(await databaseEvents.isUpToDate())) return undefined;
    const known = find(session);
    return known && performance.now() < known.until ? known.viewer : undefined;
  }

  function remember({ userId, sessionId }: Session, known: Known) {
    const sessions = accounts.get(userId);
    if (sessions && sessions.size < maxSessions) sessions.set(sessionId, known);
    else accounts.set(userId, new Map([[sessionId, known]]));
  }

  return async (session) => {
    const recalled = await recall(session);
    if (recalled) return recalled;
    const begun = { changes, at: performance.now() };
    const found = await load(session);
    // A change notified during the load may be missing from the result.
    if (found && databaseEvents.live && begun.changes === changes) {
      const milliseconds = Math.min(
        (found.secondsLeft ?? Number.POSITIVE_INFINITY) * 1_000,
        longestMilliseconds,
      );
      remember(session, { viewer: found.viewer, until: begun.at + milliseconds });
    }
    return found?.viewer;
  };
}
