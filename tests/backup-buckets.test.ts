import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asOperator } from '#access/operator.ts';
import { createBackupStorage, nameBackup, timeOfBackup } from '#site/backup/backup-storage.server.ts';
import { rememberNewestBackup } from '#site/backup/public/newest-backup.server.ts';
import { backupEnvironment, fillSite, reopen, rowsOf } from './harness/backup.ts';
import { buildAdmin } from './harness/build.ts';
import { promptory } from './harness/command-line.ts';
import { createTestDatabase } from './harness/database.ts';
import { freePort } from './harness/free-port.ts';
import { addJob } from './harness/jobs.ts';
import { createTestSite, type TestSite } from './harness/site.ts';
import { startBunnyStandIn } from './media/bunny-stand-in.ts';
import { startS3StandIn } from './media/s3-stand-in.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'promptory-backup-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const environment = backupEnvironment(() => folder);

describe.each(Object.entries({ S3: startS3StandIn, Bunny: startBunnyStandIn }))(
  'pictures in %s',
  (_name, start) => {
    test('are in the backup, and restored after all were lost', async () => {
      const [from, to] = [await start(), await start()];
      const site = await createTestSite({ environment: { MEDIA_URL: from.mediaUrl } });
      await fillSite(site);
      const file = join(folder, 'bucket.backup');
      const values = (mediaUrl: string) =>
        environment(site.database.connectionString, { MEDIA_URL: mediaUrl, DATA_DIR: site.dataDir });
      expect(await promptory(values(from.mediaUrl), 'backup', file)).toMatchObject({ code: 0, stderr: '' });
      const target = await createTestDatabase();
      await target.db.destroy();
      expect(
        await promptory({ ...values(to.mediaUrl), DATABASE_URL: target.connectionString }, 'restore', file),
      ).toMatchObject({ code: 0, stderr: '' });
      expect(to.names()).toEqual(from.names());
      expect(to.names()).toHaveLength(2);
      await site.stop();
      await Promise.all([from.stop(), to.stop()]);
    });
  },
);

/** What an admin is told about the backups. */
async function stateOf(site: TestSite) {
  const { token } = await buildAdmin(site);
  const { steps, backups } = (await site.api('GET', '/api/v1/admin/first-hour', { token })).body;
  return { isDone: steps.find(({ id }: { id: string }) => id === 'backup').is_done, backups };
}

describe('a backup in BACKUP_URL', () => {
  test('is made when it is due, kept in number, checked and restored; a failed one leaves the older ones', {
    timeout: 300_000,
  }, async () => {
    const bucket = await startS3StandIn();
    const site = await createTestSite({ environment: { BACKUP_URL: bucket.backupUrl, BACKUP_KEEP: '2' } });
    await fillSite(site);
    const values = environment(site.database.connectionString, {
      BACKUP_URL: bucket.backupUrl,
      BACKUP_KEEP: '2',
      MEDIA_URL: 'file:',
    });
    const list = async () =>
      (await promptory(values, 'backup', '--list')).stdout.trim().split('\n').filter(Boolean);
    expect(await promptory(values, 'backup', '--list')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'There is no backup in BACKUP_URL yet.\n',
    });
    const storage = createBackupStorage(bucket.backupUrl);
    const put = (hours: number) =>
      storage.put(nameBackup(new Date(Date.now() + hours * 3_600_000)), Readable.from([Buffer.from('old')]));
    await put(-3);
    await put(-2);
    expect(await promptory(values, 'backup')).toMatchObject({ code: 0, stderr: '' });
    const kept = await list();
    expect(kept).toHaveLength(2);
    expect(bucket.names().filter((name) => name.endsWith('.backup'))).toHaveLength(2);

    bucket.refuseUploads(true);
    expect(await promptory(values, 'backup')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('answered PUT with 403 AccessDenied'),
    });
    bucket.refuseUploads(false);
    expect(await list()).toEqual(kept);
    expect(bucket.openUploads()).toBe(0);

    // A backup dated in the future, from a clock that was ahead, isn't the latest.
    await put(24);
    expect((await promptory(values, 'backup', '--verify', 'latest')).stdout).toContain('Complete');
    expect((await promptory(values, 'doctor')).stdout).toContain(
      `✓ backups        3, the newest is ${kept[1]}`,
    );
    const target = await createTestDatabase();
    await target.db.destroy();
    const restored = await promptory(
      { ...values, DATABASE_URL: target.connectionString },
      'restore',
      'latest',
    );
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    const opened = { ...target, ...(await reopen(target.connectionString)) };
    expect((await rowsOf(opened))['auth.users']).toEqual((await rowsOf(site.database))['auth.users']);
    await opened.drop();
    await site.stop();
    await bucket.stop();
  });

  test('is scheduled by the site', async () => {
    const bucket = await startS3StandIn();
    const site = await createTestSite({
      environment: { BACKUP_URL: bucket.backupUrl },
      keepsSchedule: true,
    });
    const crons = async () =>
      (
        await site.pool
          .query("select cron from jobs.schedule where name = 'backup'")
          .catch(() => ({ rows: [] }))
      ).rows;
    await expect.poll(crons).toEqual([{ cron: '7 * * * *' }]);
    // Whatever minute it is, only this test asks for one.
    await site.pool.query('delete from jobs.schedule');
    const make = () => addJob(site.db, 'backup');
    await make();
    await expect.poll(() => bucket.names().length).toBe(1);
    await expect.poll(async () => (await stateOf(site)).isDone).toBe(true);
    const madeAt = timeOfBackup(String(bucket.names()[0]?.split('/').at(-1))).toISOString();
    expect((await stateOf(site)).backups).toEqual({ is_on: true, newest_at: madeAt, is_late: false });
    // The next one is not due yet.
    await expect
      .poll(async () => (await site.pool.query("select state from jobs.job where name = 'backup'")).rows)
      .toEqual([{ state: 'completed' }]);
    await make();
    await expect
      .poll(async () => (await site.pool.query("select state from jobs.job where name = 'backup'")).rows)
      .toEqual([{ state: 'completed' }, { state: 'completed' }]);
    expect(bucket.names()).toHaveLength(1);
    await site.stop();
    await bucket.stop();
  });

  test('is a step to do until one is made, and its failure is told to admins', async () => {
    const bucket = await startS3StandIn();
    const environment = { BACKUP_URL: bucket.backupUrl, BACKUP_EVERY: '12h' };
    const site = await createTestSite({ environment });
    expect(await stateOf(site)).toEqual({
      isDone: false,
      backups: { is_on: true, newest_at: null, is_late: false },
    });
    // A process that is killed during its backup can't report the failure.
    const wanted = (hours: number) =>
      sql`update site_settings set updated_at = now() - make_interval(hours => ${hours})
      where setting_key = 'backups_wanted'`.execute(site.db);
    await wanted(25);
    expect((await stateOf(site)).backups.is_late).toBe(true);
    await wanted(23);
    expect((await stateOf(site)).backups.is_late).toBe(false);
    // Without BACKUP_URL, time doesn't count, and an earlier failure is over.
    const remember = (madeAt: Date | undefined) =>
      rememberNewestBackup(site.db, asOperator('backups'), madeAt);
    await wanted(25);
    await remember(undefined);
    expect((await stateOf(site)).backups.is_late).toBe(true);
    const setAgain = async () => {
      await (await createTestSite({ database: site.database })).stop();
      await (await createTestSite({ database: site.database, environment })).stop();
    };
    await setAgain();
    expect((await stateOf(site)).backups.is_late).toBe(false);
    bucket.refuseUploads(true);
    await addJob(site.db, 'backup');
    await expect
      .poll(async () => (await stateOf(site)).backups)
      .toEqual({ is_on: true, newest_at: null, is_late: true });
    expect((await stateOf(site)).isDone).toBe(false);

    await remember(new Date(Date.now() - 100 * 3_600_000));
    expect((await stateOf(site)).backups.is_late).toBe(false);
    await wanted(15);
    for (const [hours, isLate] of [
      [14.1, true],
      [13.9, false],
      [1, false],
    ] as const) {
      await remember(new Date(Date.now() - hours * 3_600_000));
      expect(await stateOf(site)).toMatchObject({ isDone: !isLate, backups: { is_late: isLate } });
    }
    // A failure doesn't make the newest one unknown.
    await remember(undefined);
    expect((await stateOf(site)).isDone).toBe(true);
    await site.stop();
    await bucket.stop();
  });

  test("with a wrong key, bucket or address is refused with a message that doesn't contain the secret", async () => {
    const bucket = await startS3StandIn();
    const database = await createTestDatabase();
    for (const [url, message] of [
      [bucket.backupUrl.replace('stand-in%2Fsecret', 'wrong'), '403 SignatureDoesNotMatch'],
      [bucket.backupUrl.replace('/bucket/', '/other/'), '404 NoSuchBucket'],
      ['s3://host/bucket', 'missing the access key, the secret'],
    ] as const) {
      const refused = await promptory(environment(database.connectionString, { BACKUP_URL: url }), 'backup');
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
      expect(refused.stderr).not.toContain('with=signs');
    }
    const away = bucket.backupUrl.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${await freePort()}`);
    await expect(createBackupStorage(away, { pauses: [] }).list()).rejects.toThrow(
      /^The storage of BACKUP_URL cannot be reached: connect ECONNREFUSED [\d.:]+$/,
    );
    const name = nameBackup(new Date());
    const nowhere = join(folder, 'nowhere');
    const values = environment(database.connectionString, {
      BACKUP_URL: bucket.backupUrl,
      DATA_DIR: nowhere,
    });
    expect(await promptory(values, 'restore', name)).toEqual({
      code: 1,
      stdout: '',
      stderr: `There is neither a file nor a backup in BACKUP_URL named ${name}.\n`,
    });
    expect(existsSync(nowhere)).toBe(false);
    await database.drop();
    await bucket.stop();
  });
});
