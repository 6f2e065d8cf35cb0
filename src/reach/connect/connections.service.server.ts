import { sql } from 'kysely';
import type { InteractionResults, default as Provider } from 'oidc-provider';
import { hashOf } from '#access/api-key-text.server.ts';
import type { Database } from '#access/database.ts';
import { canHoldScope, type Grant, grantAccount } from '#access/decide.ts';
import { lockMember } from '#access/lock-member.server.ts';
import type { Viewer } from '#access/viewer.ts';
import { writable } from '#access/writable.server.ts';
import { type Scope, scopes } from '#constants';
import { epochSeconds } from '#platform/epoch-seconds.ts';
import { AppError } from '#platform/errors.ts';
import { cutText } from '#platform/text/cut-text.ts';
import { isoOrNull } from '#platform/text/iso-time.ts';
import type { SendAccessEmail } from '#reach/keys/public/access-email.server.ts';
import { connectedEmail } from './connected-email.ts';
import type { Connection, ConnectionRequest } from './connections.contract.ts';
import * as m from './words/messages.ts';

type Parts = {
  db: Database;
  provider: () => Promise<Provider>;
  publicUrl: string;
  sendAccessEmail: SendAccessEmail;
  /** Without a recent sign-in, a stolen session could connect a program that outlives it. @throws AppError 403 */
  assertMayGiveAccess: (viewer: Viewer, from?: Pick<Database, 'selectFrom'>) => Promise<void>;
};
type Client = {
  clientId: string;
  clientName?: string | undefined;
  redirectUris?: readonly string[] | undefined;
};
type GrantRow = {
  id: string;
  client_id: string;
  resources: Record<string, string> | null;
  created_at: Date;
  last_used_at: Date | null;
};

/** The host, or the scheme for an app on the member's machine: a host in such a URI says nothing about whose app it is. */
const hostOf = (address: string) => {
  const url = URL.parse(address);
  if (!url) return address;
  return /^https?:$/.test(url.protocol) ? url.host : url.protocol;
};

const longestHost = 200;
/** Whose host it is shows at its end. */
const shownHost = (host: string) => (host.length > longestHost ? `…${host.slice(-longestHost)}` : host);

/** What a member can know about a program: its own name for itself, and its host. */
function describe({ clientId, clientName, redirectUris = [] }: Client, redirect?: string) {
  const host = clientId.startsWith('https://') ? hostOf(clientId) : hostOf(redirect ?? redirectUris[0] ?? '');
  return { name: cutText(clientName ?? host, 100), host: shownHost(host) };
}

/** The programs that members connect by OAuth. Programs themselves can't use any of this. Every method throws AppError 401 and 403. */
export function createConnectionsService({
  db,
  provider,
  publicUrl,
  sendAccessEmail,
  assertMayGiveAccess,
}: Parts) {
  const allowed = (viewer: Viewer, asked: string): Scope[] =>
    scopes.filter((scope) => asked.split(' ').includes(scope) && canHoldScope(viewer, scope));

  /** @throws AppError 404 unless the request was started in this browser */
  async function find(uid: string, cookie: string | undefined) {
    const { Interaction } = await provider();
    const found = cookie === uid ? await Interaction.find(uid) : undefined;
    if (!found) throw new AppError('not_found', m.refused_request_expired());
    return found;
  }
  const nameOf = async (clientId: string, redirect?: string) => {
    const client = await (await provider()).Client.find(clientId).catch(() => undefined);
    return describe(client ?? { clientId }, redirect);
  };

  /** Whether an answer has already connected its program to this account. */
  async function isConnected(result: InteractionResults | undefined, accountId: string): Promise<boolean> {
    const grantId = result?.login?.accountId === accountId ? result.consent?.grantId : undefined;
    return grantId !== undefined && (await (await provider()).Grant.find(grantId)) !== undefined;
  }

  /** Connects a program, and tells its member by email. @returns the grant's id. @throws AppError 403 if the session has ended meanwhile */
  async function saveGrant(
    viewer: Viewer,
    proof: Grant<'account', 'manage-keys'>,
    params: Record<string, unknown>,
    granted: readonly Scope[],
  ): Promise<string> {
    const { Grant: ProviderGrant } = await provider();
    const clientId = String(params.client_id);
    // Before the transaction, because inside it would wait for a second connection, or for the program's host.
    const program = await nameOf(clientId, String(params.redirect_uri ?? ''));
    const grant = new ProviderGrant({ accountId: proof.id, clientId });
    const resource = String(params.resource ?? `${publicUrl}/mcp`);
    grant.addResourceScope(resource, granted.join(' '));
    const asked = String(params.scope ?? '').split(' ');
    // Scopes that weren't granted aren't asked for again.
    grant.rejectResourceScope(
      resource,
      scopes.filter((scope) => asked.includes(scope) && !granted.includes(scope)).join(' '),
    );
    grant.addOIDCScope(['openid', 'offline_access'].filter((scope) => asked.includes(scope)).join(' '));
    const grantId = await grant.save();
    // The session may have ended before this grant could be found and removed with it. Until the result is saved,
    // nobody can use the grant.
    try {
      await writable(db, proof)
        .transaction()
        .execute(async (transaction) => {
          await lockMember(transaction, proof.id);
          await assertMayGiveAccess(viewer, transaction);
          await sendAccessEmail(transaction, proof.id, (to, site) => connectedEmail(to, site, program));
        });
    } catch (cause) {
      await grant.destroy();
      throw cause;
    }
    return grantId;
  }

  return {
    async list(viewer: Viewer): Promise<Connection[]> {
      const { id } = grantAccount(viewer, 'manage-keys');
      const { rows } =
        await sql<GrantRow>`select grant_id as id, client_id, payload -> 'resources' as resources, created_at, last_used_at
        from oauth_records where model = 'Grant' and user_id = ${id} and expires_at > now()
          and exists (select from oauth_records token where token.grant_id = oauth_records.grant_id and token.model in ('AccessToken', 'RefreshToken'))
        order by created_at desc, id`.execute(db);
      return Promise.all(
        rows.map(async (row) => ({
          id: row.id,
          ...(await nameOf(row.client_id)),
          scopes: allowed(viewer, Object.values(row.resources ?? {}).join(' ')),
          created_at: row.created_at.toISOString(),
          last_used_at: isoOrNull(row.last_used_at),
        })),
      );
    },

    /** @throws AppError 404 */
    async revoke(viewer: Viewer, id: string): Promise<void> {
      const proof = grantAccount(viewer, 'manage-keys');
      const { numAffectedRows = 0n } = await sql`delete from oauth_records
        where grant_id = ${id} and grant_id in (select grant_id from oauth_records
          where model = 'Grant' and id_hash = ${hashOf(id)} and user_id = ${proof.id})`.execute(
        writable(db, proof),
      );
      if (numAffectedRows === 0n) throw new AppError('not_found', m.program_not_found());
    },

    /** @throws AppError 404 */
    async request(viewer: Viewer, uid: string, cookie: string | undefined): Promise<ConnectionRequest> {
      const proof = grantAccount(viewer, 'manage-keys');
      const { params } = await find(uid, cookie);
      return {
        ...(await nameOf(String(params.client_id), String(params.redirect_uri ?? ''))),
        scopes: allowed(proof.viewer, String(params.scope ?? '')),
        resource: String(params.resource ?? '').endsWith('/api/v1') ? 'api' : 'mcp',
      };
    },

    /** @returns where to send the browser. @throws AppError 403 if the sign-in isn't recent or strong enough; 404 */
    async answer(viewer: Viewer, uid: string, cookie: string | undefined, allow: boolean): Promise<string> {
      const proof = grantAccount(viewer, 'manage-keys');
      const { id: accountId } = proof;
      const interaction = await find(uid, cookie);
      const granted = allowed(viewer, String(interaction.params.scope ?? ''));
      if (allow && granted.length > 0) {
        await assertMayGiveAccess(viewer);
        // Sent again, as after a lost answer.
        if (await isConnected(interaction.result, accountId)) return interaction.returnTo;
        const grantId = await saveGrant(viewer, proof, interaction.params, granted);
        interaction.result = { login: { accountId, remember: false }, consent: { grantId } };
      } else {
        interaction.result = {
          error: 'access_denied',
          error_description: 'The member has denied the request',
        };
      }
      await interaction.save(interaction.exp - epochSeconds());
      return interaction.returnTo;
    },
  };
}

/** The programs that a member has connected. */
export const exportPrograms = (userId: string) =>
  sql`select client_id, payload -> 'resources' as scopes, created_at, expires_at, last_used_at
    from oauth_records where model = 'Grant' and user_id = ${userId} order by created_at`;
