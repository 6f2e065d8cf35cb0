import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Transporter } from 'nodemailer';
import { anonymousDomain } from '#constants';
import type { DB } from '../database/database.types.ts';
import { AppError } from '../errors.ts';
import { type Jobs, NonRetryableError } from '../jobs/jobs.server.ts';
import type { Log } from '../observability/log.server.ts';
import type { Vault } from '../secret.server.ts';
import type { Sender } from '../text/sender-address.ts';
import * as m from '../words/messages.ts';
import { createEmailQueue } from './email-queue.server.ts';
import { createSmtpTransport, type LoadMailSettings, type MailServer } from './mail-server.server.ts';
import { keepInOutbox } from './outbox.server.ts';

export type Email = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The target of one-click unsubscribe (RFC 8058). */
  unsubscribeUrl?: string | undefined;
  /** When the email's link or code expires, in ISO 8601. The email isn't sent after that. */
  expiresAt?: string;
};

/** Emails that someone is waiting for go first, bulk emails last. */
const priorities = { awaited: 10, usual: 0, bulk: -10 };

export type Mailer = {
  /** Resolves when the email is queued in the database, within `transaction` if one is given. */
  send(
    email: Email,
    transaction?: Pick<Kysely<DB>, 'executeQuery'>,
    urgency?: keyof typeof priorities,
  ): Promise<void>;
  /** Resolves when the mail server or the outbox has accepted the email. @throws AppError 502 with the server's reply */
  sendNow(email: Email): Promise<void>;
};

/** How long a user waits while an email is being sent. */
const sendNowMilliseconds = 45_000;

type Parts = {
  jobs: Jobs;
  vault: Vault;
  dataDir: string;
  /** Called for each email, so that changes take effect immediately in every process. */
  settings: LoadMailSettings;
  publicUrl: string;
  log: Log;
  /** How long `sendNow` waits, in milliseconds. */
  patience?: number;
};

/**
 * An email for nodemailer. @param id part of the Message-ID; the same for every attempt, so that mail servers can
 * recognize duplicates
 */
export const toMessage = (
  { to, unsubscribeUrl, expiresAt: _, ...content }: Email,
  { id, from, publicUrl }: { id: string; from: Sender; publicUrl: string },
) => ({
  from,
  // As an object it is a single address, even if it contains commas.
  to: { name: '', address: to },
  ...content,
  messageId: `<${id}@${new URL(publicUrl).hostname}>`,
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribeUrl && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
});

/**
 * Sends emails through durable jobs, so that a mail server outage only delays them. They are encrypted while they wait.
 * Without a mail server, they are written to DATA_DIR/outbox.
 */
export function createMailer(parts: Parts): Mailer {
  const { dataDir, settings, publicUrl, log, patience = sendNowMilliseconds } = parts;
  let last: { server: MailServer; transport: Promise<Transporter> } | undefined;

  const queue = createEmailQueue<Email>(
    parts,
    'mail',
    (email, id) => deliver(email, id).catch(classifySendError),
    // A mail server may take ten minutes for one email.
    { batchSize: 4, urgentFrom: priorities.awaited },
  );

  function transportTo(server: MailServer): Promise<Transporter> {
    if (last?.server.url !== server.url) last = { server, transport: createSmtpTransport(server) };
    return last.transport;
  }

  async function deliver(email: Email, id: string, signal?: AbortSignal): Promise<void> {
    if (email.expiresAt && new Date(email.expiresAt) <= new Date())
      return log.info('An email was not sent, because its link or code has expired', { id });
    const { server, from } = await settings();
    const message = toMessage(email, { id, from, publicUrl });
    if (server) await (await transportTo(server)).sendMail({ ...message, ...(signal && { signal }) });
    else await keepInOutbox(dataDir, id, message, email);
  }

  return {
    async send(email, transaction, urgency = 'usual') {
      // Trial accounts don't have an address yet.
      if (email.to.endsWith(`@${anonymousDomain}`)) return;
      await queue.send(email, transaction, priorities[urgency]);
    },
    sendNow(email) {
      const signal = AbortSignal.timeout(patience);
      return deliver(email, randomUUID(), signal).catch((cause: SmtpError) => {
        const reason = signal.aborted ? m.refused_email_too_slow() : reasonOf(cause);
        throw new AppError('email_failed', m.refused_email({ reason }), { cause });
      });
    },
  };
}

type SmtpError = Error & { code?: string; response?: string; responseCode?: number; command?: string };

/** What to fix, or the server's own message. */
export function reasonOf({ code, response, message }: SmtpError): string {
  // OpenSSL mistakes the greeting of a server that starts unencrypted for a TLS version.
  if (message.includes('wrong version number')) return m.refused_email_encryption();
  return code === 'EAUTH' && response ? m.refused_email_login({ reply: response }) : message;
}

/** A 5xx reply about the recipient or the message is permanent; any other failure, also of the sender, is retried. */
function classifySendError(error: SmtpError): never {
  const isPermanent =
    (error.responseCode ?? 0) >= 500 &&
    ['EENVELOPE', 'EMESSAGE'].includes(error.code ?? '') &&
    error.command !== 'MAIL FROM';
  throw isPermanent ? new NonRetryableError(error.message) : error;
}
