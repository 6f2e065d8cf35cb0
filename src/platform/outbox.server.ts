import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import nodemailer from 'nodemailer';

/** A mail that lies in the outbox. `sent_at` is UTC ISO 8601. */
export type OutboxMail = {
  id: string;
  sent_at: string;
  to: string;
  subject: string;
  text: string;
  html: string;
};

const shown = 200;
const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
const folderOf = (dataDir: string) => join(dataDir, 'outbox');

/** Keeps a mail as a file that any mail program opens, and beside it what the admins' page shows. Oldest name first. */
export async function keepInOutbox(
  dataDir: string,
  id: string,
  message: SendMailOptions,
  { to, subject, text, html }: Omit<OutboxMail, 'id' | 'sent_at'>,
): Promise<void> {
  const { message: raw } = await composer.sendMail(message);
  const folder = folderOf(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const sent_at = new Date().toISOString();
  const name = `${sent_at.replaceAll(':', '-')}-${id.slice(0, 8)}`;
  await writeSafely(
    join(folder, `${name}.json`),
    JSON.stringify({ id: name, sent_at, to, subject, text, html }),
  );
  await writeSafely(join(folder, `${name}.eml`), raw as Buffer);
}

/** The file appears whole, for its owner only, and is on the disk. */
async function writeSafely(path: string, content: string | Buffer) {
  const file = await open(`${path}.part`, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
}

/** The newest mails first, without their texts. */
export async function listOutbox(dataDir: string): Promise<Omit<OutboxMail, 'text' | 'html'>[]> {
  const files = (await readdir(folderOf(dataDir)).catch(() => [])).filter((file) => file.endsWith('.json'));
  const newest = files.sort().reverse().slice(0, shown);
  const mails = await Promise.all(
    newest.map((file) => readOutboxMail(dataDir, file.slice(0, -'.json'.length))),
  );
  return mails.flatMap((mail) => {
    if (!mail) return [];
    const { id, sent_at, to, subject } = mail;
    return [{ id, sent_at, to, subject }];
  });
}

/** One mail; undefined where there is none. */
export async function readOutboxMail(dataDir: string, id: string): Promise<OutboxMail | undefined> {
  if (!/^[\w.-]+$/.test(id)) return undefined;
  const text = await readFile(join(folderOf(dataDir), `${id}.json`), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}
