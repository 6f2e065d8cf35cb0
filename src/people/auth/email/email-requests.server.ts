import type { Database } from '#access/database.ts';
import type { OperatorWriter } from '#access/writable.server.ts';
import type { Locale } from '#constants';
import type { JsonObject } from '#platform/database/database.types.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import { createSealedQueue } from '#platform/jobs/sealed-queue.server.ts';
import { inLanguage, spokenLanguage } from '#platform/language/locale-context.server.ts';
import type { Vault } from '#platform/secret.server.ts';
import { insertAccount } from '../accounts/accounts.server.ts';
import type { EmailLinks } from './email-links.server.ts';
import type { SendWelcome } from './send-welcome.server.ts';

type Parts = {
  db: OperatorWriter<'accounts'>;
  vault: Vault;
  jobs: Jobs;
  links: EmailLinks;
  sendWelcome: SendWelcome;
};
/** Where the link leads in the end; by default to the site. */
type WithLink = { redirectTo: string | undefined };
type EmailRequest = { to: string } & (
  | ({ kind: 'recovery' } & WithLink)
  /** `newAccount` is made where there is none; undefined: nobody new. */
  | ({ kind: 'sign-in'; newAccount: { metadata: JsonObject } | undefined } & WithLink)
  | ({ kind: 'signup' | 'email_change' } & WithLink)
  | { kind: 'welcome' }
);
/** Each keeps one connection to the database while it works, and others need some too. */
const batchSize = 3;

export type EmailRequests = ReturnType<typeof createEmailRequests>;

/**
 * Emails for whoever has the address. Whether an account has it is looked up by a job: so the answer takes as long for every address, and what was
 * asked for comes although the site stops or is killed.
 */
export function createEmailRequests({ db, vault, jobs, links, sendWelcome }: Parts) {
  const findByEmail = (email: string, from: Database) =>
    from.selectFrom('auth.users').selectAll().where('email', '=', email).executeTakeFirst();

  /** The account that waits for this confirmation. Programs name the address that the account has, or the new one. */
  const findWaiting = (kind: 'signup' | 'email_change', email: string, from: Database) =>
    from
      .selectFrom('auth.users')
      .selectAll()
      .where((row) =>
        kind === 'signup'
          ? row.and([row('email', '=', email), row('email_confirmed_at', 'is', null)])
          : row.or([
              row('new_email', '=', email),
              row.and([row('email', '=', email), row('new_email', 'is not', null)]),
            ]),
      )
      .executeTakeFirst();

  async function send(transaction: OperatorWriter<'accounts'>, request: EmailRequest): Promise<void> {
    const { kind, to } = request;
    if (kind === 'welcome') return sendWelcome(transaction, to);
    const { redirectTo } = request;
    if (kind === 'recovery') {
      const user = await findByEmail(to, transaction);
      if (user) await links.send(transaction, { userId: user.id, purpose: 'recovery', redirectTo });
    } else if (kind === 'sign-in') {
      const { newAccount } = request;
      const user =
        (await findByEmail(to, transaction)) ??
        (newAccount &&
          (await insertAccount(transaction, {
            email: to,
            passwordHash: null,
            metadata: newAccount.metadata,
            state: 'unconfirmed',
          })));
      if (user) await links.send(transaction, { userId: user.id, purpose: 'magiclink', redirectTo });
    } else {
      const user = await findWaiting(kind, to, transaction);
      const purpose = kind === 'signup' ? 'signup' : 'email_change_new';
      if (user) await links.send(transaction, { userId: user.id, purpose, redirectTo });
    }
  }

  const queue = createSealedQueue<EmailRequest & { locale: Locale | undefined }>(
    { jobs, vault },
    'email-requests',
    ({ locale, ...request }) =>
      inLanguage(locale, () => db.transaction().execute((transaction) => send(transaction, request))),
    { batchSize },
  );

  /** Resolves when the request is stored; it has been checked by then. */
  return (request: EmailRequest): Promise<void> => queue.send({ ...request, locale: spokenLanguage() });
}
