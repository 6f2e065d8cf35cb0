import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import { dayMilliseconds } from '#constants';
import type { BackupFiles } from '../backup/backup.server.ts';
import { syncDirectory } from '../sync-directory.server.ts';
import { unlessMissing } from '../unless-missing.server.ts';
import { composeMime } from './compose-mime.server.ts';

/** An email in the outbox. `sent_at` is UTC ISO 8601. */
export type OutboxEmail = {
  id: string;
  sent_at: string;
  to: string;
  subject: string;
  text: string;
  html: string;
};

const fileName = /^[\w.-]+\.(json|eml)$/;
const folderOf = (dataDir: string) => join(dataDir, 'outbox');
const filesIn = async (folder: string) => (await readdir(folder).catch(unlessMissing)) ?? [];

/** Writes an email as an .eml file for any email program, and as JSON for the admin's page. File names sort by date. */
export async function keepInOutbox(
  dataDir: string,
  id: string,
  message: SendMailOptions,
  { to, subject, text, html }: Omit<OutboxEmail, 'id' | 'sent_at'>,
): Promise<void> {
  const raw = await composeMime(message);
  const folder = folderOf(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const sent_at = new Date().toISOString();
  const name = `${sent_at.replaceAll(':', '-')}-${id.slice(0, 8)}`;
  await writeAtomically(
    join(folder, `${name}.json`),
    JSON.stringify({ id: name, sent_at, to, subject, text, html }),
  );
  await writeAtomically(join(folder, `${name}.eml`), raw);
}

/** Writes the file atomically, readable by its owner only, and flushes it to disk. */
async function writeAtomically(path: string, content: string | Buffer) {
  const file = await open(`${path}.part`, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
  await syncDirectory(dirname(path));
}

/** The outbox's files, for a backup. */
export function outboxFiles(dataDir: string): BackupFiles {
  const folder = folderOf(dataDir);
  return {
    list: async () => (await filesIn(folder)).filter((file) => fileName.test(file)).sort(),
    read: (name) => readFile(join(folder, name)).catch(unlessMissing),
    async write(name, bytes) {
      if (!fileName.test(name)) throw new Error(`${name} isn't an email.`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeAtomically(join(folder, name), Buffer.from(bytes));
    },
  };
}

/** Deletes emails older than `days`. */
export async function trimOutbox(dataDir: string, days: number): Promise<void> {
  const folder = folderOf(dataDir);
  // File names begin with the time.
  const oldest = new Date(Date.now() - days * dayMilliseconds).toISOString().replaceAll(':', '-');
  const old = (await filesIn(folder)).filter((file) => file < oldest);
  for (const file of old) await rm(join(folder, file), { force: true });
}

/** The ids of all emails, newest first. */
export const listOutbox = async (dataDir: string): Promise<string[]> =>
  (await filesIn(folderOf(dataDir)))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort()
    .reverse();

/** Whether it could be an email's id. Ids begin with the time, so that they sort by it. */
export const isOutboxId = (id: string) => /^\d{4}-\d\d-\d\dT[\w.-]+$/.test(id);

export async function readOutboxEmail(dataDir: string, id: string): Promise<OutboxEmail | undefined> {
  if (!isOutboxId(id)) return undefined;
  const text = await readFile(join(folderOf(dataDir), `${id}.json`), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}
