import { randomBytes } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';

export type Mail = { to: string; subject: string; text: string; html: string };

export type Mailer = {
  /** Hands over a mail; resolves when it rests safely in the outbox. */
  send(mail: Mail): Promise<void>;
};

/** Until a mail server is configured, mails lie as `.eml` files in DATA_DIR/outbox, oldest name first. */
export function createMailer({ dataDir, from }: { dataDir: string; from: string }): Mailer {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const outbox = join(dataDir, 'outbox');
  return {
    async send({ to, ...content }) {
      // An address as an object is one address, whatever commas it contains.
      const { message } = await composer.sendMail({ from, to: { name: '', address: to }, ...content });
      await mkdir(outbox, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}`;
      const draft = join(outbox, `.${name}`);
      const file = await open(draft, 'wx', 0o600);
      try {
        await file.writeFile(message as Buffer);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, join(outbox, `${name}.eml`));
    },
  };
}
