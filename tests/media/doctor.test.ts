import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { promptory } from '../harness/command-line.ts';
import { freePort } from '../harness/free-port.ts';
import { appSecret, createTestSite, type TestSite } from '../harness/site.ts';
import { startBunnyStandIn } from './bunny-stand-in.ts';
import { startS3StandIn } from './s3-stand-in.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.stop());

/** What the doctor says about the pictures. */
async function pictures(MEDIA_URL: string, environment: Record<string, string> = {}) {
  const values = {
    DATABASE_URL: site.database.connectionString,
    DATA_DIR: site.dataDir,
    APP_SECRET: appSecret,
    MEDIA_URL,
    ...environment,
  };
  const { stdout, code } = await promptory(values, 'doctor');
  expect(stdout).not.toMatch(/with=signs|bunny-access-key/);
  const lines = stdout.split('\n').filter((line) => line.slice(2).startsWith('pictures'));
  if (lines.some((line) => line.startsWith('✗'))) expect(code).toBe(1);
  return lines.join('\n');
}

describe.each(Object.entries({ S3: startS3StandIn, Bunny: startBunnyStandIn }))(
  'the doctor stores, reads and deletes a picture in %s',
  (name, start) => {
    let storage: Awaited<ReturnType<typeof start>>;
    beforeAll(async () => {
      storage = await start();
    });
    afterAll(() => storage.stop());

    test('and leaves nothing there', async () => {
      expect(await pictures(storage.mediaUrl)).toMatch(
        /^✓ pictures {7}can be stored, read at http:\S+ and deleted$/,
      );
      expect(storage.names()).toEqual([]);
    });

    test('and says that the key, or the name of the place, is wrong', async () => {
      const refused = /^✗ pictures {7}the storage refuses the key \(40[13]\): check the /;
      const wrongKey = storage.mediaUrl.replace(/stand-in%2Fsecret|bunny-access-key/, 'wrong');
      expect(await pictures(wrongKey)).toMatch(refused);
      const elsewhere = storage.mediaUrl.replace(/\/(bucket|zone)\?/, '/other?');
      expect(await pictures(elsewhere)).toMatch(
        name === 'S3' ? /^✗ pictures {7}there is no bucket "other": check MEDIA_URL$/ : refused,
      );
    });

    test('and says that nothing answers at its address', async () => {
      const port = await freePort();
      expect(await pictures(storage.mediaUrl.replace(/@127\.0\.0\.1:\d+/, `@127.0.0.1:${port}`))).toMatch(
        /^✗ pictures {7}the storage cannot be reached: .*ECONNREFUSED/,
      );
    });

    test('and says that visitors get no picture at its public address', async () => {
      const at = (address: string) => {
        const url = new URL(storage.mediaUrl);
        url.searchParams.set('public', address);
        return pictures(url.href);
      };
      const { origin } = new URL(new URL(storage.mediaUrl).searchParams.get('public') ?? '');
      const advice = 'check ?public= in MEDIA_URL, and that everyone can read the pictures';
      expect(await at(`${origin}/nowhere.backup`)).toMatch(
        new RegExp(
          `^✗ pictures {7}visitors don't find a stored picture at ${origin}/nowhere.backup \\(40[0-9]\\): `,
        ),
      );
      expect(await at(site.url)).toContain(advice);
      expect(await at(`http://127.0.0.1:${await freePort()}`)).toContain(advice);
      expect(storage.names()).toEqual([]);
    });
  },
);

test('the doctor says what MEDIA_URL is missing, and nothing about pictures in the data folder', async () => {
  expect(await pictures('s3://host/bucket')).toContain(
    '✗ pictures       MEDIA_URL is missing the access key',
  );
  expect(await pictures('file:')).toBe('');
});
