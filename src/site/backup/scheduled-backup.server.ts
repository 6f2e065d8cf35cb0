import type { Readable } from 'node:stream';
import { BackupError } from '#platform/backup/backup-archive.server.ts';
import type { Log } from '#platform/observability/log.server.ts';
import { type BackupStorage, nameBackup, timeOfBackup } from './backup-storage.server.ts';

type Parts = {
  storage: BackupStorage;
  make: () => Readable;
  every: number;
  keep: number;
  /** Called after every run with the time of the newest backup, undefined if none is known. */
  remember: (madeAt: Date | undefined) => Promise<void>;
  log: Log;
};

/** Uploads a backup, then deletes the oldest ones beyond `keep`. @returns its name. @throws BackupError if the list lacks it */
export async function uploadBackup({ storage, make, keep }: Pick<Parts, 'storage' | 'make' | 'keep'>) {
  const name = nameBackup(new Date());
  await storage.put(name, make());
  const names = await storage.list();
  if (!names.includes(name))
    throw new BackupError(`The storage of BACKUP_URL took ${name}, but does not list it.`);
  for (const old of pastBackups(names).slice(0, -keep)) await storage.remove(old);
  return name;
}

/** Ignores backups made while the clock was ahead, which would count as the newest for that long. */
const pastBackups = (names: string[]) =>
  names.filter((name) => timeOfBackup(name).getTime() <= Date.now() + 3_600_000);

/** The newest backup; `names` are oldest first. */
export const newestBackup = (names: string[]): string | undefined => pastBackups(names).at(-1);

/** Whether the newest backup is older than `hours`. */
export const isBackupDue = (names: string[], hours: number) =>
  Date.now() - timeOfBackup(newestBackup(names) ?? nameBackup(new Date(0))).getTime() > hours * 3_600_000;

/** The hourly checks come some seconds early or late. Without this, a backup would be an hour late after each early one. */
const earlyHours = 1 / 6;

/** Makes a backup if the newest one is `every` hours old. Called again and again; the storage tells when the newest one was made. */
export function createScheduledBackup({
  storage,
  make,
  every,
  keep,
  remember,
  log,
}: Parts): () => Promise<void> {
  return async () => {
    let newest: string | undefined;
    try {
      const names = await storage.list();
      newest = newestBackup(names);
      if (!isBackupDue(names, every - earlyHours)) return;
      const since = performance.now();
      newest = await uploadBackup({ storage, make, keep });
      log.info('A backup was written', {
        name: newest,
        seconds: Math.round((performance.now() - since) / 1_000),
      });
    } finally {
      await remember(newest === undefined ? undefined : timeOfBackup(newest));
    }
  };
}
