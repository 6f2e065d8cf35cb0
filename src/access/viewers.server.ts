import type pg from 'pg';
import { unlimitedCopies } from '#constants';
import { batched } from '#platform/batch.server.ts';
import { AppError } from '#platform/errors.ts';
import { SignedIn } from './internal/proofs.ts';
import { type Viewer, visitor } from './viewer.ts';

type TokenCheck = { verify(token: string): Promise<{ userId: string; sessionId: string } | undefined> };

/** Finds out who asks. */
export type Viewers = {
  /**
   * The viewer behind an Authorization header; without one a visitor.
   * @throws AppError 401 invalid_token where a token is given that is not, or no longer, valid.
   */
  fromHeader(authorization: string | undefined): Promise<Viewer>;
};

const findViewers = {
  name: 'find-viewers',
  text: `select session.id as session_id, profile.id as user_id, profile.role, tier.access_level,
      coalesce(tier.reading_counts and tier.daily_copy_limit < ${unlimitedCopies}, free.reading_counts, false) as reading_counts
    from auth.sessions session
    join auth.users account on account.id = session.user_id and (account.banned_until is null or account.banned_until < now())
    join profiles profile on profile.id = session.user_id
    left join tiers tier on tier.id = current_tier_id(profile)
    left join lateral (select reading_counts and daily_copy_limit < ${unlimitedCopies} as reading_counts
      from tiers where access_level = 0 order by price, id limit 1) free on tier.id is null
    where session.id = any($1)`,
};
type ViewerRow = {
  session_id: string;
  user_id: string;
  role: string;
  access_level: number | null;
  reading_counts: boolean;
};

/**
 * A session's state is read from the database for every request, so that a sign-out and a lost tier count at once
 * in every process; requests that arrive together share the query.
 */
export function createViewers(pool: pg.Pool, tokens: TokenCheck): Viewers {
  const load = batched(async (sessionIds: string[]): Promise<(ViewerRow | undefined)[]> => {
    const { rows } = await pool.query<ViewerRow>({ ...findViewers, values: [sessionIds] });
    const bySession = new Map(rows.map((row) => [row.session_id, row]));
    return sessionIds.map((id) => bySession.get(id));
  });

  return {
    async fromHeader(authorization) {
      if (authorization === undefined) return visitor;
      const token = /^Bearer (\S+)$/i.exec(authorization)?.[1];
      const claims = token === undefined ? undefined : await tokens.verify(token);
      const row = claims && (await load(claims.sessionId));
      if (!row || row.user_id !== claims.userId) {
        throw new AppError('invalid_token', 'Your session has ended. Please sign in again.');
      }
      const { user_id: userId, session_id: sessionId, access_level: accessLevel } = row;
      const values = { userId, sessionId, accessLevel };
      return row.role === 'admin'
        ? new SignedIn('admin', { ...values, readingCounts: false })
        : new SignedIn('member', { ...values, readingCounts: row.reading_counts });
    },
  };
}
