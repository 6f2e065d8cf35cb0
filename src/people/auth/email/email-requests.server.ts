import type { Kysely } from 'kysely';
import type { Database, DB } from '#access/database.ts';
import type { OperatorWriter } from '#access/writable.server.ts';
import { emailRequestMinutes, type Locale } from '#constants';
import type { JsonObject } from '#platform/database/database.types.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import { inLanguage, spokenLanguage } from '#platform/language/locale-context.server.ts';
import { createEmailQueue } from '#platform/mail/email-queue.server.ts';
import type { Vault } from '#platform/secret.server.ts';
import type { LoadSignInSettings } from '#site/settings/public/sign-in-settings.server.ts';
import { insertAccount } from '../accounts/accounts.server.ts';
import { lockAccount } from '../sessions/lock-account.server.ts';
import { canSignUp } from '../sign-in/sign-up-rules.ts';
import type { EmailLinks } from './email-links.server.ts';
import { latestLinkFirst, type OneTimeTokens } from './one-time-tokens.server.ts';
import type { SendWelcome } from './send-welcome.server.ts';

type Parts = {
  db: OperatorWriter<'accounts'>;
  vault: Vault;
  jobs: Jobs;
  links: EmailLinks;
  oneTimeTokens: OneTimeTokens;
  signInSettings: LoadSignInSettings;
  sendWelcome: SendWelcome;
};
/** `redirectTo` is where the link finally leads; by default to the site. */
type LinkRequest = { redirectTo: string | undefined } & (
  | { kind: 'recovery' | 'signup' | 'email_change' }
  /** `createUser` creates an account with `metadata` if there is none, and if the site allows sign-ups. */
  | { kind: 'sign-in'; createUser: boolean; metadata: JsonObject }
);
type EmailRequest = { to: string } & (LinkRequest | { kind: 'welcome' });
type Stored = EmailRequest & {
  /** ISO 8601. */
  askedAt: string;
  locale: Locale | undefined;
};

const purposes = {
  recovery: 'recovery',
  'sign-in': 'magiclink',
  signup: 'signup',
  email_change: 'email_change_new',
} as const;
/** A job holds a database connection while it runs, possibly waiting for a locked account, so only a few run at a time. */
const batchSize = 3;

export type EmailRequests = ReturnType<typeof createEmailRequests>;

/**
 * Queues emails to an address. A job looks up whether it has an account, so that the answer takes equally long for every address, and the
 * email is sent even if the site stops or is killed.
 */
export function createEmailRequests(parts: Parts) {
  const { db, links, oneTimeTokens, signInSettings, sendWelcome } = parts;

  const find = (kind: LinkRequest['kind'], email: string, from: Database) =>
    from
      .selectFrom('auth.users')
      .select('id')
      .where((row) => {
        if (kind === 'signup')
          return row.and([row('email', '=', email), row('email_confirmed_at', 'is', null)]);
        if (kind !== 'email_change') return row('email', '=', email);
        // Programs may name the account's current address or the new one.
        return row.or([
          row('new_email', '=', email),
          row.and([row('email', '=', email), row('new_email', 'is not', null)]),
        ]);
      })
      .orderBy(latestLinkFirst([purposes[kind]]))
      .limit(1)
      .executeTakeFirst();

  async function sendLink(request: LinkRequest & Stored): Promise<void> {
    const { kind, to: email, redirectTo } = request;
    const askedAt = new Date(request.askedAt);
    // By now, the person has given up or asked again.
    if (Date.now() - askedAt.getTime() > emailRequestMinutes * 60_000) return;
    const settings = await signInSettings();
    if (kind === 'sign-in' && !settings.email_sign_in) return;
    const isNewAllowed = kind === 'sign-in' && request.createUser && canSignUp(settings, email);
    await db.transaction().execute(async (transaction) => {
      const user =
        (await find(kind, email, transaction)) ??
        (isNewAllowed
          ? await insertAccount(transaction, {
              email,
              passwordHash: null,
              metadata: request.metadata,
              state: 'unconfirmed',
            })
          : undefined);
      if (!user) return;
      // Of two requests for one account, the second one sees what the first one sent.
      await lockAccount(transaction, user.id);
      const purpose = purposes[kind];
      // A later request was faster, or this request's email was sent and only its job was interrupted.
      if (await oneTimeTokens.hasSince(transaction, user.id, purpose, askedAt)) return;
      await links.send(transaction, { userId: user.id, purpose, redirectTo });
    });
  }

  const queue = createEmailQueue<Stored>(
    parts,
    'email-requests',
    (request) =>
      inLanguage(request.locale, () =>
        request.kind === 'welcome'
          ? db.transaction().execute((transaction) => sendWelcome(transaction, request.to))
          : sendLink(request),
      ),
    { batchSize, oneAtOnce: true },
  );

  /** Resolves when the request is stored, within `transaction` if given. Callers validate the address first. */
  return (request: EmailRequest, transaction?: Pick<Kysely<DB>, 'executeQuery'>): Promise<void> =>
    queue.send({ ...request, askedAt: new Date().toISOString(), locale: spokenLanguage() }, transaction);
}
