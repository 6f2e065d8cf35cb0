import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { type Role, requestLimits, type Scope, scopes, unlimitedCopies } from '#constants';
import type { AuditTrail } from '#platform/audit-trail.server.ts';
import { bearerToken } from '#platform/bearer-token.ts';
import { batched } from '#platform/database/batch.server.ts';
import type { DatabaseEvents } from '#platform/database/database-events.server.ts';
import { AppError } from '#platform/errors.ts';
import type { RateLimits } from '#platform/http/rate-limits.server.ts';
import { apiKeyHash, hashOf, isApiKey } from './api-key-text.server.ts';
import { SignedIn } from './internal/proofs.ts';
import { type SignedInViewer, type Viewer, visitor } from './viewer.ts';
import { cacheViewers } from './viewer-cache.server.ts';
import type { OperatorWriter } from './writable.server.ts';

type TokenCheck = {
  verify(token: string): Promise<{ userId: string; sessionId: string } | undefined>;
  roleOf(token: string): Promise<string | undefined>;
};

/** Identifies the viewer of a request. */
export type Viewers = {
  /**
   * The viewer behind an Authorization header; a visitor without one. `resource` is what a program's token must be for, if not the API.
   * @throws AppError 401 invalid_token if a token is sent that is invalid or has expired
   */
  fromHeader(authorization: string | undefined, resource?: string): Promise<Viewer>;
  /** The viewer behind a bare API key. @throws AppError 401 invalid_token */
  fromKey(key: string): Promise<Viewer>;
  /** Counts a request against the limit of the viewer's key. @returns headers with the remaining requests. @throws AppError 429 */
  count(viewer: Viewer): Promise<[string, string][]>;
  /** Logs an action that did not write to the database. */
  writeDown(trail: AuditTrail): Promise<void>;
};

const member = `profile.id as user_id, profile.role, tier.access_level,
  coalesce(tier.reading_counts and tier.daily_copy_limit < ${unlimitedCopies}, free.reading_counts, false) as reading_counts`;
/** Joins for an account that exists and isn't banned, in a query with a `user_id` in `holder`. */
const memberTables = (holder: string) => `join auth.users account on account.id = ${holder}.user_id
      and (account.banned_until is null or account.banned_until < now())
    join profiles profile on profile.id = ${holder}.user_id
    left join tiers tier on tier.id = current_tier_id(profile)
    left join lateral (select reading_counts and daily_copy_limit < ${unlimitedCopies} as reading_counts
      from tiers where access_level = 0 order by price, id limit 1) free on tier.id is null`;

/** With two-factor sign-in required for roles, people without one count as plain members. */
const memberUnless = (hasFactor: string) =>
  member.replace(
    'profile.role',
    `case when profile.role <> 'member' and not ${hasFactor}
      and (select setting_value from site_settings where setting_key = 'second_factor_for_admins') = 'true'
      then 'member' else profile.role end as role`,
  );
const memberWithKey = memberUnless(
  `(exists (select from auth.factors factor where factor.user_id = profile.id and factor.status = 'verified')
    or exists (select from auth.passkeys passkey where passkey.user_id = profile.id))`,
);

const findViewers = {
  name: 'find-viewers',
  text: `select session.id as session_id, ${memberUnless("(session.aal = 'aal2')")}, session.aal = 'aal1' and exists (
      select from auth.factors factor where factor.user_id = session.user_id and factor.status = 'verified'
    ) as lacks_factor, extract(epoch from profile.tier_until - now())::float8 as seconds_left
    from auth.sessions session ${memberTables('session')}
    where session.id = any($1)`,
};
const findKeyHolders = {
  name: 'find-key-holders',
  text: `select key.id as key_id, key.hash, key.scopes, coalesce(key.last_used_at < now() - interval '1 minute', true) as is_use_due, ${memberWithKey}
    from api_keys key ${memberTables('key')}
    where key.hash = any($1) and (key.expires_at is null or key.expires_at > now())`,
};
/** A program's token, unless the member has revoked its grant. */
const findProgramTokens = {
  name: 'find-program-tokens',
  text: `select token.id_hash as hash, token.grant_id as key_id, string_to_array(token.payload ->> 'scope', ' ') as scopes,
      token.payload ->> 'aud' as resource, coalesce(granted.last_used_at < now() - interval '1 minute', true) as is_use_due, ${memberWithKey}
    from oauth_records token
    join oauth_records granted on granted.model = 'Grant' and granted.grant_id = token.grant_id and granted.expires_at > now()
    ${memberTables('token')}
    where token.model = 'AccessToken' and token.id_hash = any($1) and token.expires_at > now()`,
};
type MemberRow = { user_id: string; role: Role; access_level: number | null; reading_counts: boolean };
/** `seconds_left`: until the plan must be recomputed; negative once it has expired. */
type ViewerRow = MemberRow & { session_id: string; lacks_factor: boolean; seconds_left: number | null };
type KeyRow = MemberRow & { key_id: string; hash: Buffer; scopes: string[]; is_use_due: boolean };
type TokenRow = KeyRow & { resource: string };

/** The format of the authorization server's tokens. */
const programToken = /^[\w-]{43}$/;

const refuse = () => new AppError('invalid_token', 'Your session has ended. Please sign in again.');
const refuseScheme = () => new AppError('invalid_token', 'The Authorization header must be "Bearer <key>".');
const refuseKey = () => new AppError('invalid_token', 'This API key is invalid, expired or revoked.');

type Parts = {
  pool: pg.Pool;
  databaseEvents: DatabaseEvents;
  tokens: TokenCheck;
  rateLimits: RateLimits;
  /** What a program's token must be for by default. */
  apiResource: string;
};

/**
 * A sign-out and a lost tier take effect at once in every process. A key's state is read from the database for every request, and a
 * session's if it isn't cached; concurrent requests share the query.
 */
export function createViewers({ pool, databaseEvents, tokens, rateLimits, apiResource }: Parts): Viewers {
  const load = batched(async (sessionIds: string[]): Promise<(ViewerRow | undefined)[]> => {
    const { rows } = await pool.query<ViewerRow>({ ...findViewers, values: [sessionIds] });
    const bySession = new Map(rows.map((row) => [row.session_id, row]));
    return sessionIds.map((id) => bySession.get(id));
  });
  const findSession = cacheViewers(databaseEvents, async ({ userId, sessionId }) => {
    const row = await load(sessionId);
    if (!row || row.user_id !== userId) return undefined;
    if (row.lacks_factor)
      throw new AppError('second_factor_required', 'Enter the code from your authenticator app first.');
    const viewer = signedIn(row, { sessionId: row.session_id });
    const { seconds_left: left } = row;
    return { viewer, secondsLeft: left !== null && left > 0 ? left : null };
  });
  /** Finds the members behind keys or tokens, and notes that these have been used. */
  const holders = <Row extends KeyRow>(find: typeof findKeyHolders, noteUse: string) =>
    batched(async (hashes: Buffer[]): Promise<(Row | undefined)[]> => {
      const { rows } = await pool.query<Row>({ ...find, values: [hashes] });
      const due = rows.filter(({ is_use_due }) => is_use_due).map(({ key_id }) => key_id);
      if (due.length > 0) await pool.query(noteUse, [due]);
      return hashes.map((hash) => rows.find((row) => row.hash.equals(hash)));
    });
  const loadKeys = holders(findKeyHolders, 'update api_keys set last_used_at = now() where id = any($1)');
  const loadTokens = holders<TokenRow>(
    findProgramTokens,
    "update oauth_records set last_used_at = now() where model = 'Grant' and grant_id = any($1)",
  );
  const toViewer = (row: KeyRow) => {
    const key = { id: row.key_id, scopes: scopes.filter((scope: Scope) => row.scopes.includes(scope)) };
    return signedIn(row, { sessionId: '', key });
  };

  async function fromKey(text: string): Promise<Viewer> {
    const hash = apiKeyHash(text);
    const row = hash && (await loadKeys(hash));
    if (!row) throw refuseKey();
    return toViewer(row);
  }

  return {
    fromKey,
    async writeDown(trail) {
      const { sql, parameters } = trail.entry(undefined);
      await pool.query(sql, [...parameters]);
    },
    async fromHeader(authorization, resource = apiResource) {
      if (authorization === undefined) return visitor;
      const token = bearerToken(authorization);
      if (token === undefined) throw refuseScheme();
      if (isApiKey(token)) return fromKey(token);
      if (programToken.test(token)) {
        const row = await loadTokens(hashOf(token));
        if (row?.resource !== resource) throw refuse();
        return toViewer(row);
      }
      const claims = await tokens.verify(token);
      if (!claims && (await tokens.roleOf(token)) === 'anon') return visitor;
      const viewer = claims && (await findSession(claims));
      if (!viewer) throw refuse();
      return viewer;
    },
    async count(viewer) {
      if (viewer.kind === 'visitor' || !viewer.key) return [];
      const state = await rateLimits.measure('api-key', viewer.key.id);
      if (!state) return [];
      const { isOver, remaining, resetSeconds } = state;
      const { points, seconds } = requestLimits['api-key'];
      const headers: [string, string][] = [
        ['RateLimit-Policy', `"key";q=${points};w=${seconds}`],
        ['RateLimit', `"key";r=${remaining};t=${resetSeconds}`],
      ];
      if (isOver)
        throw new AppError(
          'over_request_rate_limit',
          'This API key has no requests left. Try again in a minute.',
          {
            retryAfterSeconds: resetSeconds,
            headers,
          },
        );
      return headers;
    },
  };
}

/**
 * A member as the reader of an email that the site writes on its own. Like a key that can only read, this viewer can't write anything.
 * @returns undefined if the member is suspended or deleted
 */
export async function findReader(
  db: OperatorWriter<'comments'> | OperatorWriter<'payments'>,
  userId: string,
): Promise<SignedInViewer | undefined> {
  const { rows } = await db.executeQuery<MemberRow>(
    CompiledQuery.raw(
      `select ${memberWithKey} from (select $1::uuid as user_id) reader ${memberTables('reader')}`,
      [userId],
    ),
  );
  return rows[0] && signedIn(rows[0], { sessionId: '', key: { id: '', scopes: ['library:read'] } });
}

/** The viewer of a request for only the headers: nothing is read, so no reading counts. */
export function withoutReadings(viewer: Viewer): Viewer {
  if (viewer.kind === 'visitor' || !viewer.readingCounts) return viewer;
  const values = { ...viewer, readingCounts: false };
  return viewer.kind === 'support' ? new SignedIn('support', values) : new SignedIn('member', values);
}

function signedIn(
  row: MemberRow,
  credentials: Pick<SignedIn<'member'>, 'sessionId'> & Partial<Pick<SignedIn<'member'>, 'key'>>,
): SignedInViewer {
  const values = { ...credentials, userId: row.user_id, accessLevel: row.access_level };
  const reads = { ...values, readingCounts: row.reading_counts };
  switch (row.role) {
    case 'admin':
      return new SignedIn('admin', { ...values, readingCounts: false });
    case 'editor':
      return new SignedIn('editor', { ...values, readingCounts: false });
    case 'support':
      return new SignedIn('support', reads);
    case 'member':
      return new SignedIn('member', reads);
  }
}
