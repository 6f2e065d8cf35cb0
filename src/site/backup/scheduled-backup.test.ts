import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { endServer } from '#tests/harness/end-server.ts';
import { startS3StandIn } from '#tests/media/s3-stand-in.ts';
import {
  type BackupStorage,
  createBackupStorage,
  nameBackup,
  timeOfBackup,
} from './backup-storage.server.ts';
import { createScheduledBackup, isBackupDue, uploadBackup } from './scheduled-backup.server.ts';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-03-02T12:00:00.000Z'), toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

test('the name of a backup says when it was made, and sorts by it', () => {
  const times = ['2026-03-02T09:05:07.999Z', '2025-12-31T23:59:59.000Z', '2026-03-02T10:00:00.000Z'].map(
    (time) => new Date(time),
  );
  const [name = ''] = times.map(nameBackup);
  expect(name).toBe('promptory-2026-03-02T09-05-07Z.backup');
  expect(timeOfBackup(name).toISOString()).toBe('2026-03-02T09:05:07.000Z');
  expect(times.map(nameBackup).sort().map(timeOfBackup).map(Number)).toEqual(
    times.map((time) => Math.floor(time.getTime() / 1_000) * 1_000).sort((a, b) => a - b),
  );
});

test.each([
  [[], true],
  [[25], true],
  [[24], false],
  [[23], false],
  // Only the newest one counts, which is last.
  [[90, 23], false],
  [[90, 25], true],
  // Made while the clock was years ahead, and minutes ahead.
  [[90, 25, -35_000], true],
  [[90, -0.5], false],
])('of backups made %j hours ago another one is due after a day: %s', (made, isDue) => {
  const names = made.map((hours) => nameBackup(hoursAgo(hours)));
  expect(isBackupDue(names, 24)).toBe(isDue);
});

test('the parts of a backup have the same size, as some S3-compatible storages require', async () => {
  const bucket = await startS3StandIn();
  const storage = createBackupStorage(bucket.backupUrl, { partBytes: 5 * 1_048_576 });
  const chunks = [1, 9_000_001, 8_500_000, 3, 9_000_000].map((size, index) => Buffer.alloc(size, index));
  const name = nameBackup(new Date());
  await storage.put(name, Readable.from(chunks));
  expect(bucket.bytesOf(`/bucket/site/one/${name}`)?.equals(Buffer.concat(chunks))).toBe(true);
  await bucket.stop();
});

test('a backup outlasts connections that break off', async () => {
  const bucket = await startS3StandIn();
  const storage = createBackupStorage(bucket.backupUrl, { partBytes: 5 * 1_048_576, pauses: [1, 1] });
  bucket.dropEverySecond();
  const content = Buffer.alloc(12_000_000, 7);
  const name = await uploadBackup({ storage, make: () => Readable.from([content]), keep: 1 });
  expect(bucket.bytesOf(`/bucket/site/one/${name}`)?.equals(content)).toBe(true);
  await bucket.stop();
});

test('a backup counts although the connection breaks off right after its end', async () => {
  const bucket = await startS3StandIn();
  bucket.dropCompletions();
  const storage = createBackupStorage(bucket.backupUrl, { pauses: [1, 1] });
  const make = () => Readable.from([Buffer.from('content')]);
  const name = await uploadBackup({ storage, make, keep: 1 });
  expect(await storage.list()).toEqual([name]);
  await bucket.stop();
});

test('a refusal is not repeated, and what cannot be reached is tried a number of times', async () => {
  const answers: (number | undefined)[] = [403, 404, 503, 503, 503, undefined, undefined, undefined];
  let calls = 0;
  const server = createServer((request, response) => {
    const status = answers[calls++];
    if (status === undefined) request.socket.destroy();
    else response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const storage = createBackupStorage(`s3://key:secret@127.0.0.1:${port}/bucket?tls=false`, {
    pauses: [1, 1],
  });
  for (const [message, after] of [
    ['answered GET with 403', 1],
    ['answered GET with 404', 2],
    ['answered GET with 503', 5],
    ['cannot be reached', 8],
  ] as const) {
    await expect(storage.list()).rejects.toThrow(message);
    expect(calls).toBe(after);
  }
  await endServer(server);
});

test('an address that answers everything, but not like S3, takes no backup', async () => {
  const server = createServer(
    (request, response) => void request.resume().on('end', () => response.end('<html>Welcome</html>')),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const storage = createBackupStorage(`s3://key:secret@127.0.0.1:${port}/bucket?tls=false`);
  const unlike = 'does not answer like S3. Check the address.';
  await expect(
    uploadBackup({ storage, make: () => Readable.from([Buffer.from('content')]), keep: 1 }),
  ).rejects.toThrow(unlike);
  await expect(storage.list()).rejects.toThrow(unlike);
  await endServer(server);
});

test('a backup that is not listed afterward counts as failed, and no older one is deleted', async () => {
  const removed: string[] = [];
  const storage = {
    list: async () => [nameBackup(hoursAgo(48)), nameBackup(hoursAgo(24))],
    put: async () => undefined,
    remove: async (name: string) => void removed.push(name),
  } as unknown as BackupStorage;
  await expect(uploadBackup({ storage, make: () => Readable.from(['content']), keep: 1 })).rejects.toThrow(
    'but does not list it',
  );
  expect(removed).toEqual([]);
});

test('a backup that the storage refuses at once is not left unread', async () => {
  const bucket = await startS3StandIn();
  bucket.refuseStarts(true);
  const content = Readable.from(['content']);
  const storage = createBackupStorage(bucket.backupUrl);
  await expect(storage.put(nameBackup(new Date()), content)).rejects.toThrow('403 AccessDenied');
  expect(content.destroyed).toBe(true);
  await bucket.stop();
});

test('what a killed process has uploaded is deleted after a day', async () => {
  const bucket = await startS3StandIn();
  const killed = createBackupStorage(bucket.backupUrl);
  const other = createBackupStorage(bucket.backupUrl.replace('/one?', '/two?'));
  const start = (storage: typeof killed) =>
    void storage.put(nameBackup(new Date()), new Readable({ read() {} }));
  start(killed);
  start(other);
  await expect.poll(() => bucket.openUploads()).toBe(2);
  const put = () =>
    createBackupStorage(bucket.backupUrl).put(
      nameBackup(new Date()),
      Readable.from([Buffer.from('content')]),
    );
  vi.setSystemTime(new Date('2026-03-03T11:00:00.000Z'));
  await put();
  expect(bucket.openUploads()).toBe(2);
  vi.setSystemTime(new Date('2026-03-03T13:00:00.000Z'));
  await put();
  expect(bucket.openUploads()).toBe(1);
  await bucket.stop();
});

describe('the scheduled backup', () => {
  test('neither counts nor deletes one made while the clock was ahead', async () => {
    const { run, names } = setUp([-35_000, 100, 75, 50, 25]);
    await run();
    expect(names).toEqual([-35_000, 50, 25, 0].map((hours) => nameBackup(hoursAgo(hours))));
  });

  function setUp(made: number[], put = async (_name: string, _content: Readable) => undefined as unknown) {
    const names = made.map((hours) => nameBackup(hoursAgo(hours)));
    const lines: string[] = [];
    const remembered: (string | undefined)[] = [];
    const storage = {
      list: async () => names.toSorted(),
      get: async () => new ReadableStream<Uint8Array>(),
      async put(name: string, content: Readable) {
        await put(name, content);
        names.push(name);
      },
      async remove(name: string) {
        names.splice(names.indexOf(name), 1);
      },
    };
    const log = { info: (line: string) => lines.push(line) };
    const run = createScheduledBackup({
      storage,
      make: () => Readable.from(['content']),
      every: 24,
      keep: 3,
      remember: async (madeAt) => void remembered.push(madeAt?.toISOString()),
      log: log as never,
    });
    return { run, names, lines, storage, remembered };
  }

  test('keeps the configured number of newest backups', async () => {
    const { run, names, lines } = setUp([120, 96, 72, 48]);
    await run();
    expect(names.toSorted()).toEqual([72, 48, 0].map((hours) => nameBackup(hoursAgo(hours))));
    expect(lines).toHaveLength(1);
    await run();
    expect([names.length, lines.length]).toEqual([3, 1]);
  });

  test('is made although the check comes some seconds sooner than the day before', async () => {
    const { run, names } = setUp([24 - 5 / 3_600]);
    await run();
    expect(names).toHaveLength(2);
    const early = setUp([23]);
    await early.run();
    expect(early.names).toHaveLength(1);
  });

  test('deletes nothing while there are no more than that', async () => {
    const { run, names } = setUp([48]);
    await run();
    expect(names).toHaveLength(2);
  });

  test('remembers when the newest one was made, whether it was due, failed or the storage is away', async () => {
    const { run, remembered, storage } = setUp([48]);
    const now = '2026-03-02T12:00:00.000Z';
    await run();
    await run();
    expect(remembered).toEqual([now, now]);
    storage.list = () => Promise.reject(new Error('The bucket is away'));
    await expect(run()).rejects.toThrow('The bucket is away');
    expect(remembered).toEqual([now, now, undefined]);

    const full = setUp([48], () => Promise.reject(new Error('The bucket is full')));
    await expect(full.run()).rejects.toThrow('The bucket is full');
    expect(full.remembered).toEqual(['2026-02-28T12:00:00.000Z']);
  });

  test("deletes nothing if the new one isn't stored", async () => {
    const { run, names, lines } = setUp([120, 96, 72, 48], () =>
      Promise.reject(new Error('The bucket is full')),
    );
    await expect(run()).rejects.toThrow('The bucket is full');
    expect([names.length, lines.length]).toEqual([4, 0]);
  });
});

test('an upload that the storage refuses at its end is no backup', async () => {
  const bucket = await startS3StandIn();
  bucket.loseUploads(true);
  const storage = createBackupStorage(bucket.backupUrl);
  await expect(
    uploadBackup({ storage, make: () => Readable.from([Buffer.from('content')]), keep: 1 }),
  ).rejects.toThrow('The storage of BACKUP_URL did not keep the backup: <Error><Code>InternalError');
  expect([bucket.names(), bucket.openUploads()]).toEqual([[], 0]);
  await bucket.stop();
});

test("other files in the bucket don't count as backups, and are never deleted", async () => {
  const bucket = await startS3StandIn();
  const storage = createBackupStorage(bucket.backupUrl);
  const put = (name: string) => storage.put(name, Readable.from([Buffer.from('content')]));
  for (const name of ['promptory-notes.txt', 'promptory-2020-01-01.backup', 'promptory-a.backup'])
    await put(name);
  const name = await uploadBackup({ storage, make: () => Readable.from([Buffer.from('content')]), keep: 1 });
  expect(await storage.list()).toEqual([name]);
  expect(bucket.names()).toHaveLength(4);
  await bucket.stop();
});
