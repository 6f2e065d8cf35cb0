import { sql } from 'kysely';
import type { Database } from '#access/database.ts';
import type { WriterFor } from '#access/writable.server.ts';
import { anonymousDomain } from '#constants';
import { inLanguage, spokenLanguage } from '#platform/language/locale-context.server.ts';
import type { EmailBranding } from '#platform/mail/email-layout.ts';
import type { Email, Mailer } from '#platform/mail/mailer.server.ts';
import type { LoadEmailBranding } from '#site/settings/public/load-email-branding.ts';
import { linkEmails } from './emails.ts';
import type { OneTimeTokens, Purpose } from './one-time-tokens.server.ts';

type Parts = {
  oneTimeTokens: OneTimeTokens;
  mailer: Mailer;
  publicUrl: string;
  emailBranding: LoadEmailBranding;
};

/** The `type` parameter of a link's URL. */
const linkTypes: Record<Purpose, string> = {
  recovery: 'recovery',
  signup: 'signup',
  magiclink: 'magiclink',
  invite: 'invite',
  email_change_current: 'email_change',
  email_change_new: 'email_change',
  reauthentication: 'reauthentication',
};
const sentColumns = {
  recovery: 'recovery_sent_at',
  magiclink: 'recovery_sent_at',
  signup: 'confirmation_sent_at',
  invite: 'invited_at',
  email_change_current: 'email_change_sent_at',
  email_change_new: 'email_change_sent_at',
  reauthentication: 'reauthentication_sent_at',
} as const satisfies Record<Purpose, string>;

/**
 * Whether a link may lead there. The URL gets the session in its fragment, which browsers carry along: paths that redirect to other sites,
 * like `/oauth/authorize` and pictures in a bucket, would hand it over.
 */
function isPage(path: string): boolean {
  try {
    return !/^[/\\]*(api|auth|email-logo\.png|embed|functions|mcp|media|oauth)(\/|$)/i.test(
      decodeURIComponent(path),
    );
  } catch {
    return false;
  }
}

/** Composes an email in the recipient's language, or in the request's language if they haven't chosen one. */
async function inTheirLanguage(
  transaction: Database,
  reader: { id: string } | { email: string },
  compose: () => Promise<Email>,
): Promise<Email> {
  const profile = await transaction
    .selectFrom('profiles')
    .select('locale')
    .where((column) => column.and(reader))
    .executeTakeFirst();
  return inLanguage(profile?.locale ?? spokenLanguage(), compose);
}

export type EmailLinks = ReturnType<typeof createEmailLinks>;

/** Emails with a link and a code. */
export function createEmailLinks({ oneTimeTokens, mailer, publicUrl, emailBranding }: Parts) {
  /** The requested URL if it belongs to this site, else the site's own. */
  function safeRedirect(requested: string | undefined): string {
    const origin = new URL(publicUrl).origin;
    if (!requested || !URL.canParse(requested) || /[\\\s]/.test(requested)) return publicUrl;
    const url = new URL(requested);
    url.hash = '';
    // Comparing origins isn't enough: a `blob:` URL has the origin of the URL inside it.
    const isOurs = url.href.startsWith(`${origin}/`);
    return isOurs && isPage(url.pathname) ? url.href : publicUrl;
  }

  /**
   * Creates a link for the account, without an email.
   * @param hasCode whether its code works; by default only where emails have one
   * @returns undefined if there is no address that the link could prove
   */
  async function create(
    transaction: WriterFor<'person', 'send-email'>,
    userId: string,
    purpose: Purpose,
    redirectTo: string | undefined,
    hasCode?: boolean,
  ) {
    // Locks the account's row, so that of two links requested at once, the later one is the newest, and a link proves the address read
    // here.
    const account = await transaction
      .updateTable('auth.users')
      .set({ [sentColumns[purpose]]: sql`now()` })
      .where('id', '=', userId)
      .returning(['email', 'new_email'])
      .executeTakeFirst();
    const to = purpose === 'email_change_new' ? account?.new_email : account?.email;
    // The account was deleted, or its address change was canceled.
    if (!account || !to) return undefined;
    const { token, code, expiresAt } = await oneTimeTokens.issue(transaction, userId, purpose, hasCode);
    const query = new URLSearchParams({
      token,
      type: linkTypes[purpose],
      redirect_to: safeRedirect(redirectTo),
    });
    const url = `${publicUrl}/auth/v1/verify?${query}`;
    const isTrial = account.email.endsWith(`@${anonymousDomain}`);
    return { token, code, expiresAt, url, to, newAddress: account.new_email ?? undefined, isTrial };
  }

  return {
    safeRedirect,
    create,

    /** Sends a new link and code for `purpose` to the address that they prove. Earlier ones stop working. */
    async send(
      transaction: WriterFor<'person', 'send-email'>,
      { userId, purpose, redirectTo }: { userId: string; purpose: Purpose; redirectTo?: string | undefined },
    ): Promise<void> {
      const link = await create(transaction, userId, purpose, redirectTo);
      if (!link) return;
      const site = await emailBranding(transaction);
      const compose = () => linkEmails[purpose]({ site, ...link });
      const email = await inTheirLanguage(transaction, { id: userId }, compose);
      await mailer.send({ ...email, expiresAt: link.expiresAt }, transaction, 'awaited');
    },

    /** Sends an email without a single-use link. */
    async sendPlain(
      transaction: Database,
      to: string,
      compose: (site: EmailBranding) => Promise<Email>,
    ): Promise<void> {
      const site = await emailBranding(transaction);
      await mailer.send(
        await inTheirLanguage(transaction, { email: to }, () => compose(site)),
        transaction,
        'awaited',
      );
    },
  };
}
