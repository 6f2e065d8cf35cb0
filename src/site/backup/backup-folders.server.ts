import type { Env } from '#platform/env.server.ts';
import { outboxFiles } from '#platform/mail/outbox.server.ts';
import { pictureFiles } from '#site/media/public/picture-files.server.ts';

/** The files that a backup contains besides the database, by their folder in it. */
export const backupFolders = (env: Pick<Env, 'DATA_DIR' | 'MEDIA_URL'>) => ({
  pictures: pictureFiles(env.MEDIA_URL, env.DATA_DIR),
  outbox: outboxFiles(env.DATA_DIR),
});
