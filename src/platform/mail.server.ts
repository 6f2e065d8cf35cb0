import type { Kysely } from 'kysely';
import nodemailer, { type Transporter, type TransportOptions } from 'nodemailer';
import type { DB } from './database.types.ts';
import { type Jobs, NonRetryableError } from './jobs.server.ts';
import { keepInOutbox } from './outbox.server.ts';
import type { Vault } from './secret.server.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where a reader ends mails of this kind with one click (RFC 8058). */
  unsubscribeUrl?: string | undefined;
};

export type Mailer = {
  /** Resolves when the mail rests in the database, from where it is delivered; with `transaction`, as part of it. */
  send(mail: Mail, transaction?: Pick<Kysely<DB>, 'executeQuery'>): Promise<void>;
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

/** A connection to the mail server of `smtpUrl`. Passwords travel encrypted, unless the server is this machine. */
export function createSmtpTransport(smtpUrl: string): Transporter {
  const url = new URL(smtpUrl);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.username && url.protocol === 'smtp:' && !isHere && !url.searchParams.has('requireTLS'))
    url.searchParams.set('requireTLS', 'true');
  return nodemailer.createTransport({ url: url.href, ...timeouts } as TransportOptions);
}

/**
 * Mails go through durable jobs, encrypted while they wait: a mail server that is away delays them. Without one they lie in
 * DATA_DIR/outbox.
 */
export function createMailer({ jobs, vault, dataDir, from, smtpUrl, publicUrl }: Parts): Mailer {
  const transport = smtpUrl === undefined ? undefined : createSmtpTransport(smtpUrl);
  const host = new URL(publicUrl).hostname;

  const queue = jobs.queue<{ sealed: string }>('mail', async ({ sealed }, id) => {
    const { to, unsubscribeUrl, ...content }: Mail = open(sealed);
    const message = {
      from,
      // An address as an object is one address, whatever commas it contains.
      to: { name: '', address: to },
      ...content,
      // The same for every attempt, so that a mail that was taken twice can be told.
      messageId: `<${id}@${host}>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribeUrl && {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
    };
    if (transport) await transport.sendMail(message).catch(refuseForGood);
    else await keepInOutbox(dataDir, id, message, { to, ...content });
  });

  function open(sealed: string): Mail {
    try {
      return JSON.parse(vault.decrypt(Buffer.from(sealed, 'base64')));
    } catch (error) {
      throw new NonRetryableError('This APP_SECRET does not open the mail', { cause: error });
    }
  }

  return {
    send: (mail, transaction) =>
      queue.send({ sealed: vault.encrypt(JSON.stringify(mail)).toString('base64') }, transaction),
  };
}

/** A recipient or a message that the server refuses with 5xx is refused every time; everything else may pass. */
function refuseForGood(error: Error & { code?: string; responseCode?: number }): never {
  const isFinal = (error.responseCode ?? 0) >= 500 && ['EENVELOPE', 'EMESSAGE'].includes(error.code ?? '');
  throw isFinal ? new NonRetryableError(error.message) : error;
}
