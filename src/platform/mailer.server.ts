import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Transporter, TransportOptions } from 'nodemailer';
import { anonymousDomain } from '#constants';
import type { DB } from './database.types.ts';
import { AppError } from './errors.ts';
import { type Jobs, NonRetryableError } from './jobs.server.ts';
import { keepInOutbox } from './outbox.server.ts';
import type { Vault } from './secret.server.ts';
import * as m from './words/messages.ts';

export type Email = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The target of one-click unsubscribe (RFC 8058). */
  unsubscribeUrl?: string | undefined;
};

export type Mailer = {
  /** Resolves when the email is queued in the database, within `transaction` if one is given. */
  send(email: Email, transaction?: Pick<Kysely<DB>, 'executeQuery'>): Promise<void>;
  /** Resolves when the mail server has taken the email, or the outbox has. @throws AppError 502 with the server's answer */
  sendNow(email: Email): Promise<void>;
};

type Parts = {
  jobs: Jobs;
  vault: Vault;
  dataDir: string;
  from: string;
  smtpUrl: string | undefined;
  publicUrl: string;
};

const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };

/** A connection to the mail server at `smtpUrl`. Passwords require TLS, unless the server is this machine. */
export async function createSmtpTransport(smtpUrl: string): Promise<Transporter> {
  const url = new URL(smtpUrl);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.username && url.protocol === 'smtp:' && !isLocal && !url.searchParams.has('requireTLS'))
    url.searchParams.set('requireTLS', 'true');
  // Loaded with the first email.
  const { createTransport } = await import('nodemailer');
  return createTransport({ url: url.href, ...timeouts } as TransportOptions);
}

/**
 * Sends emails through durable jobs, encrypted while they wait, so a mail server that is down only delays them. Without a
 * mail server they are written to DATA_DIR/outbox.
 */
export function createMailer({ jobs, vault, dataDir, from, smtpUrl, publicUrl }: Parts): Mailer {
  let transport: Promise<Transporter> | undefined;
  const host = new URL(publicUrl).hostname;

  const queue = jobs.queue<{ sealed: string }>('mail', ({ sealed }, id) =>
    deliver(unseal(sealed), id).catch(classifySendError),
  );

  async function deliver({ to, unsubscribeUrl, ...content }: Email, id: string): Promise<void> {
    const message = {
      from,
      // Given as an object it is one address, even if it contains commas.
      to: { name: '', address: to },
      ...content,
      // The same for every attempt, so that mail servers can recognize a duplicate.
      messageId: `<${id}@${host}>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribeUrl && {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
    };
    if (smtpUrl !== undefined) {
      transport ??= createSmtpTransport(smtpUrl);
      await (await transport).sendMail(message);
    } else await keepInOutbox(dataDir, id, message, { to, ...content });
  }

  function unseal(sealed: string): Email {
    try {
      return JSON.parse(vault.decrypt(Buffer.from(sealed, 'base64')));
    } catch (error) {
      throw new NonRetryableError('The email cannot be decrypted with this APP_SECRET', { cause: error });
    }
  }

  return {
    async send(email, transaction) {
      // Trial accounts have no address yet.
      if (email.to.endsWith(`@${anonymousDomain}`)) return;
      await queue.send({ sealed: vault.encrypt(JSON.stringify(email)).toString('base64') }, transaction);
    },
    sendNow: (email) =>
      deliver(email, randomUUID()).catch((cause: Error) => {
        throw new AppError('email_failed', m.refused_email({ reason: cause.message }), { cause });
      }),
  };
}

/** A 5xx reply about the recipient or the message is permanent; any other failure is worth another attempt. */
function classifySendError(error: Error & { code?: string; responseCode?: number }): never {
  const isPermanent =
    (error.responseCode ?? 0) >= 500 && ['EENVELOPE', 'EMESSAGE'].includes(error.code ?? '');
  throw isPermanent ? new NonRetryableError(error.message) : error;
}
