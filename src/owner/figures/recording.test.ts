import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { awayFromTheHour } from '#tests/harness/away-from-the-hour.ts';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt, buildStep } from '#tests/harness/build.ts';
import { createTestSite, type TestSite } from '#tests/harness/site.ts';
import type { Figures } from './figures.contract.ts';

beforeEach(() => awayFromTheHour());

let site: TestSite;
let admin: Awaited<ReturnType<typeof buildAdmin>>;
beforeAll(async () => {
  site = await createTestSite();
  admin = await buildAdmin(site);
});
afterAll(() => site.stop());

const get = async (path: string) =>
  (await site.api('GET', `/api/v1/admin/figures${path}`, { token: admin.token })).body;
async function today(): Promise<Figures['series'][number]> {
  const { series }: Figures = await get('?unit=month');
  const last = series.at(-1);
  if (!last) throw new Error('No figures');
  return last;
}

test("members' actions are counted at once, without recording who did them", async () => {
  const before = await today();
  const member = await buildMember(site);
  const other = await buildMember(site);
  const prompt = await buildPrompt(site, { title: 'Counted prompt' });
  const playbook = await buildPlaybook(site, { title: 'Counted playbook' });
  await buildStep(site, playbook, { prompts: [{ type: 'manual', title: 'One', prompt_body: 'Do it' }] });
  const call = async (who: typeof member, method: string, path: string, body?: object) => {
    const answer = await site.api(method, `/api/v1${path}`, { token: who.token, ...(body ? { body } : {}) });
    expect(answer.status, answer.text).toBeLessThan(300);
  };
  const views = Array.from({ length: 4 }, () => call(member, 'POST', `/prompts/${prompt.slug}/views`));
  await Promise.all([...views, call(other, 'POST', `/playbooks/${playbook.slug}/views`)]);
  await Promise.all([1, 2].map(() => call(member, 'POST', `/prompts/${prompt.slug}/copies`, {})));
  await call(other, 'POST', `/playbooks/${playbook.slug}/steps/0/prompts/0/copies`);
  await call(member, 'PUT', `/prompts/${prompt.slug}/favorite`);
  await call(member, 'PUT', `/prompts/${prompt.slug}/favorite`);
  await call(other, 'POST', `/playbooks/${playbook.slug}/runs`, { name: 'A run', values: {} });
  const after = await today();
  const grown = (name: 'joined' | 'viewed' | 'copied' | 'saved' | 'ran') => after[name] - before[name];
  expect([grown('joined'), grown('viewed'), grown('copied'), grown('saved'), grown('ran')]).toEqual([
    2, 5, 3, 1, 1,
  ]);
  const { top, first_copies }: Figures = await get('');
  expect(top.viewed).toEqual([
    { target_type: 'prompt', slug: prompt.slug, title: 'Counted prompt', amount: 4 },
    { target_type: 'playbook', slug: playbook.slug, title: 'Counted playbook', amount: 1 },
  ]);
  expect(top.ran.map(({ title }) => title)).toEqual(['Counted playbook']);
  // Both members copied within an hour, no matter how often.
  expect(first_copies).toMatchObject({ hour: 2, ever: 2 });
  const { rows } = await site.pool.query('select * from figure_events');
  expect(rows.length).toBeGreaterThan(8);
  for (const row of rows) expect(Object.keys(row).sort()).toEqual(['amount', 'at', 'kind', 'subject']);
  const kept = JSON.stringify(rows);
  for (const { id, email } of [member, other]) {
    expect(kept).not.toContain(id);
    expect(kept).not.toContain(email);
  }
});

test('a deleted account counts as left, and one that was never confirmed never counts as joined', async () => {
  const before = await get('/summary');
  const { left } = await today();
  const gone = await buildMember(site);
  expect((await get('/summary')).members).toBe(before.members + 1);
  await site.api('DELETE', '/api/v1/profile', { token: gone.token, body: { password: gone.password } });
  expect((await get('/summary')).members).toBe(before.members);
  expect((await today()).left).toBe(left + 1);
  await site.pool.query(
    "insert into auth.users (email, password_hash) values ('never@example.com', 'x') on conflict do nothing",
  );
  await site.pool.query("delete from auth.users where email = 'never@example.com'");
  expect((await today()).left).toBe(left + 1);
});

test("searches without results are counted if the whole library has none, and texts that may identify someone aren't kept", async () => {
  await site.pool.query("delete from figure_events where kind = 'missed'");
  const [one, two] = [await buildMember(site), await buildMember(site)];
  await buildPlaybook(site, { title: 'Beekeeping in spring' });
  const search = async (q: string, token?: string, rest = '') =>
    site.api('GET', `/api/v1/prompts?q=${encodeURIComponent(q)}${rest}`, token ? { token } : {});
  // Typed bit by bit and submitted twice, it is one search.
  for (const q of ['quartz', 'quartz pip', 'quartz  Pipes', 'quartz pipes']) await search(q, one.token);
  await site.services.missedSearches.stop();
  // Again on the same day, it counts no more.
  await search('Quartz pipes', one.token);
  await site.services.missedSearches.stop();
  await search('quartz pipes', two.token);
  await site.services.missedSearches.stop();
  await search('Quartz pipes');
  for (const q of [
    'anna@example.com',
    'call 555 123 456',
    'https://example.com/x',
    '???',
    'word '.repeat(30),
  ])
    for (let time = 0; time < 3; time += 1) await search(q);
  // Found among the playbooks, or missing only in this category.
  for (let time = 0; time < 3; time += 1) {
    await search('beekeeping');
    await search('counted', undefined, '&category=Nowhere');
  }
  // Programs that only check an address search for nothing.
  for (const path of ['/api/v1/prompts', '/api/v1/playbooks', '/browse'])
    await site.api('HEAD', `${path}?q=granite`, path === '/api/v1/playbooks' ? { token: two.token } : {});
  await site.services.missedSearches.stop();
  const { rows } = await site.pool.query("select distinct subject from figure_events where kind = 'missed'");
  expect(rows).toEqual([{ subject: 'quartz pipes' }]);
  const { missed_searches }: Figures = await get('');
  expect(missed_searches).toEqual([{ text: 'quartz pipes', amount: 3 }]);
});

test("sixty searches a minute are counted for all visitors together, because they can't be told apart", async () => {
  await site.pool.query("delete from figure_events where kind = 'missed'");
  const letters = [...'abcdefghijk'];
  const words = letters.flatMap((one) => letters.map((other) => `zz${one}${other}qx`));
  for (const word of words) await site.api('GET', `/api/v1/prompts?q=${word}`);
  await site.services.missedSearches.stop();
  const { rows } = await site.pool.query(
    "select coalesce(sum(amount), 0)::int as sum from figure_events where kind = 'missed'",
  );
  expect(rows[0].sum).toBeGreaterThan(0);
  // A new minute may have begun during the test.
  expect(rows[0].sum).toBeLessThanOrEqual(120);
  await site.pool.query("delete from figure_events where kind = 'missed'");
});

test('the state of the site is recorded once for each day', async () => {
  await site.services.keepDay();
  await Promise.all([site.services.keepDay(), site.services.keepDay()]);
  const { members } = await get('/summary');
  expect(await today()).toMatchObject({ members, paying: 0, recurring: 0 });
  const { rows } = await site.pool.query('select count(*)::int as count from figure_days');
  expect(rows[0].count).toBe(1);
  // At any hour, one of these two zones has a different date than UTC.
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await site.db.deleteFrom('figure_days').execute();
    const body = { time_zone: zone };
    expect((await site.api('PUT', '/api/v1/admin/settings', { token: admin.token, body })).status).toBe(200);
    await site.services.keepDay();
    const kept = await site.pool.query(
      'select day = (now() at time zone $1)::date as today from figure_days',
      [zone],
    );
    expect(kept.rows).toEqual([{ today: true }]);
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format();
    expect((await get('?unit=day')).today).toBe(day);
  }
});
