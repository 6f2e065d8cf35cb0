import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { advisoryLocks } from '#platform/database/locks.ts';
import { keysOf } from '#platform/keys-of.ts';
import { buildAdmin, buildMember } from './harness/build.ts';
import { retryJobs } from './harness/jobs.ts';
import { createTestSite, type TestSite } from './harness/site.ts';

let site: TestSite;
let token: string;
let png: Buffer;
beforeAll(async () => {
  site = await createTestSite();
  token = (await buildAdmin(site)).token;
  png = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#4a7' } })
    .png()
    .toBuffer();
});
afterAll(() => site.stop());

const admin = async (method: string, path: string, body?: unknown) => {
  const answer = await site.api(method, `/api/v1/admin${path}`, {
    token,
    ...(body === undefined ? {} : { body }),
  });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};
/** Deletes an item permanently, because it could be restored from the trash with its pictures. */
const discard = async (path: string) => {
  await admin('DELETE', path);
  await admin('DELETE', `${path}?forever=true`);
};
async function upload(
  folder: 'prompts' | 'playbooks' | 'site' = 'prompts',
  file = 'shown.png',
): Promise<string> {
  const answer = await fetch(`${site.url}/api/v1/admin/media/${folder}/${file}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: new Uint8Array(png),
  });
  return (await answer.json()).url;
}
const statusOf = async (address: string) => (await fetch(`${site.url}${address}`)).status;
const cardOf = (address: string) => address.replace(/\.webp$/, '.card.webp');
const isThere = async (address: string) => [await statusOf(address), await statusOf(cardOf(address))];
const there = [200, 200];
const gone = [404, 404];

let count = 0;
const prompt = (values: object) =>
  admin('POST', '/prompts', { title: `Pictured ${++count}`, prompt_body: 'x', ...values });
const playbook = (values: object) => admin('POST', '/playbooks', { title: `Guide ${++count}`, ...values });

/** Every place where an item may show a picture, and how to remove it from there. */
const places = {
  'the preview of another prompt': async (url: string) => {
    const { id } = await prompt({ preview_image_url: url });
    return () => admin('PATCH', `/prompts/${id}`, { preview_image_url: '' });
  },
  'the example of a prompt': async (url: string) => {
    const { id } = await prompt({ example_output: `See ![it](${url}) here` });
    return () => admin('PATCH', `/prompts/${id}`, { example_output: '' });
  },
  'the body of a prompt': async (url: string) => {
    const { id } = await prompt({ prompt_body: `Draw it like ${url}` });
    return () => discard(`/prompts/${id}`);
  },
  'an earlier version of a prompt': async (url: string) => {
    const { id } = await prompt({ prompt_body: `Draw it like ${url}` });
    await admin('PATCH', `/prompts/${id}`, { prompt_body: 'Draw it.' });
    return () => discard(`/prompts/${id}`);
  },
  'a member’s own version of a prompt': async (url: string) => {
    const { slug } = await prompt({ status: 'published' });
    const own = { prompt: slug, text: `Draw it like ${url}` };
    const { id } = (await site.api('POST', '/api/v1/my-versions', { token, body: own })).body;
    return () => site.api('DELETE', `/api/v1/my-versions/${id}`, { token });
  },
  'an earlier text of a playbook in a history': async (url: string) => {
    const { id, slug } = await playbook({ status: 'published', steps: [{ title: 'One', description: url }] });
    const member = await buildMember(site, { level: 2 });
    await site.api('POST', `/api/v1/playbooks/${slug}/views`, { token: member.token });
    await admin('PATCH', `/playbooks/${id}`, { steps: [{ title: 'One' }] });
    return () => discard(`/playbooks/${id}`);
  },
  'a prompt written into a step of a playbook': async (url: string) => {
    const { id } = await playbook({
      steps: [{ title: 'One', prompts: [{ type: 'manual', title: 'Draw', prompt_body: `Like ${url}` }] }],
    });
    return () => admin('PATCH', `/playbooks/${id}`, { steps: [{ title: 'One' }] });
  },
  'a comment': async (url: string) => {
    const { slug } = await prompt({});
    const body = { body: `Look at ${url}` };
    const { id } = (await site.api('POST', `/api/v1/prompts/${slug}/comments`, { token, body })).body;
    return () => site.api('DELETE', `/api/v1/comments/${id}`, { token });
  },
  'the picture of a playbook': async (url: string) => {
    const { id } = await playbook({ image_url: url });
    return () => admin('PATCH', `/playbooks/${id}`, { image_url: '' });
  },
  'the description of a playbook': async (url: string) => {
    const { id } = await playbook({ description: `# Look\n\n![](${url})\n` });
    return () => admin('PATCH', `/playbooks/${id}`, { description: '' });
  },
  'a step of a playbook': async (url: string) => {
    const { id } = await playbook({
      steps: [{ title: 'One' }, { title: 'Two', description: `![](${url})` }],
    });
    return () => admin('PATCH', `/playbooks/${id}`, { steps: [{ title: 'One' }] });
  },
  'an earlier version of a playbook': async (url: string) => {
    const { id } = await playbook({ status: 'published', description: `![](${url})` });
    await admin('PATCH', `/playbooks/${id}`, { description: 'Nothing to see' });
    return () => discard(`/playbooks/${id}`);
  },
  'a page of the owner': async (url: string) => {
    const { id } = await admin('POST', '/pages', { kind: 'own' });
    await admin('PATCH', `/pages/${id}`, { body: `![](${url})` });
    return () => admin('DELETE', `/pages/${id}`);
  },
  'a page as it was published': async (url: string) => {
    const { id } = await admin('POST', '/pages', { kind: 'own' });
    const { updated_at } = await admin('PATCH', `/pages/${id}`, { body: `![](${url})` });
    await admin('POST', `/pages/${id}/publish`, { updated_at });
    await admin('PATCH', `/pages/${id}`, { body: 'Nothing to see' });
    return () => admin('DELETE', `/pages/${id}`);
  },
  'an email to members': async (url: string) => {
    const { id } = await admin('POST', '/mailings', {});
    await admin('PATCH', `/mailings/${id}`, { subject: 'News', body: `![](${url})` });
    return () => admin('DELETE', `/mailings/${id}`);
  },
  'the logo of the site': async (url: string) => {
    await admin('PUT', '/settings', { site_logo: url });
    return () => admin('PUT', '/settings', { site_logo: 'https://example.com/other.png' });
  },
} as const;

/** Spellings that browsers treat as the same URL. */
const spellings = {
  'with the address of the site': (url: string) => `${site.url}${url}`,
  'by a detour': (url: string) => url.replace('/prompts/', '/playbooks/.././prompts/'),
  'with a query': (url: string) => `${url}?again#here`,
  'percent-encoded': (url: string) => percentEncoded(url.replace('/media/', '')).replace(/^/, '/media/'),
  'in decimal entities': (url: string) => url.replaceAll(/[\d-]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  'in hexadecimal entities': (url: string) =>
    url.replaceAll(/[\d-]/g, (sign) => `&#x00${sign.charCodeAt(0).toString(16)};`),
  'with line breaks that browsers ignore': (url: string) => url.replaceAll(/\d/g, (digit) => `${digit}\n`),
  'in percent signs that are entities': (url: string) => percentEncoded(url).replaceAll('%', '&percnt;'),
};
const percentEncoded = (text: string) =>
  text.replaceAll(/[\d-]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

describe('a picture that is removed from a prompt', () => {
  test.each(keysOf(places))('stays while %s shows it', async (place) => {
    const url = await upload();
    const { id } = await prompt({ preview_image_url: url });
    const takeOut = await places[place](url);
    await admin('PATCH', `/prompts/${id}`, { preview_image_url: '' });
    expect(await isThere(url)).toEqual(there);
    expect(await site.services.media.removeOrphans(-1)).toBe(0);
    expect(await isThere(url)).toEqual(there);
    await takeOut();
    await site.services.media.removeOrphans(-1);
    // The job that a change starts may have removed only one of the two files so far.
    await expect.poll(() => isThere(url)).toEqual(gone);
  });

  test.each(Object.entries(spellings))('stays while a text refers to it %s', async (_how, spell) => {
    const url = await upload();
    const shown = await prompt({ preview_image_url: url });
    const { id } = await prompt({ example_output: `<img src="${spell(url)}">` });
    await admin('PATCH', `/prompts/${shown.id}`, { preview_image_url: '' });
    expect(await site.services.media.removeOrphans(-1)).toBe(0);
    expect(await isThere(url)).toEqual(there);
    await discard(`/prompts/${id}`);
    await site.services.media.removeOrphans(-1);
    // The job that a change starts may have removed only one of the two files so far.
    await expect.poll(() => isThere(url)).toEqual(gone);
  });

  test('is soon deleted in both sizes once nothing shows it', async () => {
    const url = await upload();
    const { id } = await prompt({ preview_image_url: url });
    await admin('PATCH', `/prompts/${id}`, { title: 'Still pictured' });
    expect(await isThere(url)).toEqual(there);
    await admin('PATCH', `/prompts/${id}`, { preview_image_url: '' });
    await expect.poll(() => isThere(url)).toEqual(gone);
  });

  test('is deleted when another replaces it, and with the prompt', async () => {
    const [first, second] = [await upload(), await upload()];
    const { id } = await prompt({ preview_image_url: first });
    await admin('PATCH', `/prompts/${id}`, { preview_image_url: second });
    await expect.poll(() => isThere(first)).toEqual(gone);
    expect(await isThere(second)).toEqual(there);
    await discard(`/prompts/${id}`);
    await expect.poll(() => isThere(second)).toEqual(gone);
  });

  test('is deleted with a playbook too, unless a step of another one shows it', async () => {
    const [own, shared, former] = [
      await upload('playbooks'),
      await upload('playbooks'),
      await upload('playbooks'),
    ];
    const { id } = await playbook({ image_url: former });
    await admin('PATCH', `/playbooks/${id}`, { image_url: own });
    await expect.poll(() => isThere(former)).toEqual(gone);
    expect(await isThere(own)).toEqual(there);
    const other = await playbook({ image_url: shared });
    await playbook({ steps: [{ title: 'Shows it', description: `before ![](${shared}) after` }] });
    await discard(`/playbooks/${id}`);
    await discard(`/playbooks/${other.id}`);
    await expect.poll(() => isThere(own)).toEqual(gone);
    expect(await isThere(shared)).toEqual(there);
  });

  test('is deleted as the logo when the settings name another one', async () => {
    const [first, second] = [await upload(), await upload()];
    await admin('PUT', '/settings', { site_logo: first });
    await admin('PUT', '/settings', { site_logo: first, site_name: 'Same logo' });
    expect(await isThere(first)).toEqual(there);
    await admin('PUT', '/settings', { site_logo: second });
    await expect.poll(() => isThere(first)).toEqual(gone);
    expect(await isThere(second)).toEqual(there);
  });

  test('is deleted as the browser icon when the site gets another one', async () => {
    const [first, second] = [await upload('site'), await upload('site')];
    await admin('PUT', '/site', { brand: { site_favicon: first } });
    await admin('PUT', '/site', { brand: { site_favicon: first, site_tagline: 'Same icon' } });
    expect(await isThere(first)).toEqual(there);
    await admin('PUT', '/site', { brand: { site_favicon: second } });
    await expect.poll(() => isThere(first)).toEqual(gone);
    expect(await isThere(second)).toEqual(there);
    await admin('PUT', '/site', { brand: { site_favicon: '', site_tagline: '' } });
  });

  test('is deleted after a backup that was being written, whether it was removed or deleted', async () => {
    const [removed, deleted] = [await upload(), await upload()];
    const { id } = await prompt({ preview_image_url: removed });
    const backup = await site.pool.connect();
    await backup.query('select pg_advisory_lock($1)', [advisoryLocks.pictures]);
    try {
      await admin('PATCH', `/prompts/${id}`, { preview_image_url: '' });
      await admin('DELETE', deleted);
      const waiting = async () =>
        (await site.pool.query("select id from jobs.job where name = 'pictures' and state = 'retry'"))
          .rowCount;
      await expect.poll(waiting).toBe(2);
      expect([await isThere(removed), await isThere(deleted)]).toEqual([there, there]);
      const logged = (await site.api('GET', '/api/v1/admin/audit', { token })).body.items[0];
      expect(logged).toMatchObject({ area: 'media', action: expect.stringContaining('DELETE') });
    } finally {
      await backup.query('select pg_advisory_unlock($1)', [advisoryLocks.pictures]);
      backup.release();
    }
    await retryJobs(site.db, 'pictures');
    await expect.poll(async () => [await isThere(removed), await isThere(deleted)]).toEqual([gone, gone]);
  });

  test('stays if the change was refused', async () => {
    const url = await upload();
    const { id, updated_at } = await prompt({ preview_image_url: url });
    await admin('PATCH', `/prompts/${id}`, { title: 'Newer' });
    const late = await site.api('PATCH', `/api/v1/admin/prompts/${id}`, {
      token,
      body: { preview_image_url: '', updated_at },
    });
    expect(late.status).toBe(409);
    expect(await isThere(url)).toEqual(there);
  });

  test("can't be deleted on request while it is in use", async () => {
    const url = await upload();
    const { id } = await prompt({ preview_image_url: url });
    const remove = () =>
      site.api('DELETE', `/api/v1/admin/media/prompts/${url.split('/').at(-1)}`, { token });
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await isThere(url)).toEqual(there);
    await discard(`/prompts/${id}`);
    expect((await remove()).status).toBe(200);
    expect(await isThere(url)).toEqual(gone);
  });

  test("at another site's address causes no deletion", async () => {
    const url = await upload();
    const kept = await prompt({ preview_image_url: url });
    for (const address of [
      `https://elsewhere.example${url}`,
      '/media/prompts/x.webp',
      '/media/other/1700000000000-x.webp',
      url.replace('/prompts/', '/prompts/../prompts/'),
    ]) {
      const { id } = await prompt({ preview_image_url: address });
      await admin('PATCH', `/prompts/${id}`, { preview_image_url: '' });
    }
    expect(await isThere(url)).toEqual(there);
    await discard(`/prompts/${kept.id}`);
  });
});

test('every column that can name a picture is watched', async () => {
  // A category's description is plain text.
  const { rows } = await site.pool.query<{ table: string; is_watched: boolean }>(`
    select table_name as table, bool_or(column_name = 'picture_stamps') as is_watched
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'categories'
    group by table_name having bool_or(column_name ~ '(body|content|description|text|html|image|logo|setting_value)' and column_name <> 'text_hash')`);
  expect(rows.filter(({ is_watched }) => !is_watched)).toEqual([]);
  expect(rows.map(({ table }) => table).sort()).toEqual([
    'comments',
    'mailings',
    'my_versions',
    'page_versions',
    'pages',
    'playbook_steps_new',
    'playbook_texts',
    'playbook_version_texts',
    'playbooks',
    'prompt_texts',
    'prompts',
    'site_settings',
  ]);
});

describe('the cleanup', () => {
  test('keeps new uploads, because a draft may refer to them', async () => {
    const url = await upload('playbooks', 'fresh.png');
    expect(await site.services.media.removeOrphans()).toBe(0);
    expect(await isThere(url)).toEqual(there);
    expect(await site.services.media.removeOrphans(-1)).toBeGreaterThanOrEqual(1);
    expect(await isThere(url)).toEqual(gone);
  });

  test('removes the remains of interrupted uploads, but no files that may still be written', async () => {
    await upload('playbooks', 'fresh.png');
    const folder = join(site.dataDir, 'media', 'playbooks');
    const [old, recent] = [Date.now() - 40 * 86_400_000, Date.now() - 2 * 86_400_000];
    const left = [
      `${old}-card.card.webp`,
      `.${recent}-draft.webp.0a1b2c3d`,
      `.${recent}-draft.card.webp.0a1b2c3d`,
    ];
    const kept = [`${recent}-card.card.webp`, `.${Date.now()}-draft.webp.0a1b2c3d`, '.gitkeep'];
    for (const name of [...left, ...kept]) await writeFile(join(folder, name), '');
    expect(await site.services.media.removeOrphans()).toBe(left.length);
    const names = await readdir(folder);
    expect(names).toEqual(expect.arrayContaining(kept));
    expect(names.filter((name) => left.includes(name))).toEqual([]);
  });

  test('goes on after a file that cannot be deleted, and fails at the end', async () => {
    const folder = join(site.dataDir, 'media', 'prompts');
    const stuck = join(folder, '0000000000001-stuck.webp');
    await mkdir(stuck, { recursive: true });
    const url = await upload();
    await expect(site.services.media.removeOrphans(-1)).rejects.toThrow('Some images could not be deleted');
    await rm(stuck, { recursive: true });
    expect(await isThere(url)).toEqual(gone);
  });

  test('never leaves only one of two sizes', async () => {
    const url = await upload();
    await prompt({ preview_image_url: await upload() });
    await site.services.media.removeOrphans(-1);
    expect(await isThere(url)).toEqual(gone);
    const files = (await readdir(join(site.dataDir, 'media'), { recursive: true })).filter((name) =>
      name.endsWith('.webp'),
    );
    const cards = files.filter((name) => name.endsWith('.card.webp'));
    expect(cards.length).toBeGreaterThan(0);
    expect(files).toHaveLength(2 * cards.length);
  });
});

describe('a picture’s address', () => {
  test('is new for every upload, so that what it shows never changes', async () => {
    const [one, two] = [await upload(), await upload()];
    expect(one).not.toBe(two);
    expect(await isThere(one)).toEqual(there);
  });
});
