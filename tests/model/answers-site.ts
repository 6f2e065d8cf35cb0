import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type AnswerEvent, answerEvent } from '#library/answers/answer-events.ts';
import { buildMember, buildPrompt, buildTier } from '../harness/build.ts';
import { freePort } from '../harness/free-port.ts';
import { createTestSite, type TestSite } from '../harness/site.ts';
import { startModelStandIn } from './stand-in.ts';

export type Member = Awaited<ReturnType<typeof buildMember>>;
export let model: Awaited<ReturnType<typeof startModelStandIn>>;
export let site: TestSite;
/** A second process on the same database. */
export let otherProcess: TestSite;
export let addresses: [string, string];
/** A member without a limit of runs. */
export let member: Member;
/** A prompt with two blanks. */
export let slug: string;

/** A site with two processes and a stand-in for the language model, for one test file. */
export function withAnswersSite() {
  beforeAll(async () => {
    model = await startModelStandIn();
    site = await createTestSite({ environment: model.environment });
    // As behind a proxy: both have the same public URL, which here is that of the first.
    const port = await freePort();
    const environment = { ...model.environment, PORT: String(port), PUBLIC_URL: site.url };
    otherProcess = await createTestSite({ environment, database: site.database });
    addresses = [site.url, `http://127.0.0.1:${port}`];
    member = await withRuns(1_000);
    const prompt_body = 'Write to {{company}}, {{tone:kindly}}.';
    slug = (await buildPrompt(site, { tier_access: 1, prompt_body })).slug;
  });
  afterAll(async () => {
    await otherProcess.stop();
    await site.stop();
    await model.stop();
  });
  beforeEach(async () => {
    model.play({ words, ending: 'end' });
    await site.db.deleteFrom('model_months').execute();
    await site.db.updateTable('daily_runs').set({ tokens: 0 }).execute();
  });
}

export const words = ['Dear ', 'Acme,', ' hello.'];

export const withRuns = async (daily_run_limit: number, values: object = {}) =>
  buildMember(site, { tier: await buildTier(site, { access_level: 1, daily_run_limit, ...values }) });
export const promptPath = (of = slug) => `/api/v1/prompts/${of}/answers`;
export const ask = (
  { token }: Member,
  path = promptPath(),
  values: object = {},
  address = site.url,
  signal?: AbortSignal,
) =>
  fetch(`${address}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ values }),
    ...(signal ? { signal } : {}),
  });
/** Status, events and text of a finished answer. A refusal has its body instead. */
export async function answered(response: Response) {
  const text = await response.text();
  if (response.status !== 200)
    return { status: response.status, refusal: JSON.parse(text), events: [], text: '' };
  const lines = text.split('\n\n').filter(Boolean);
  expect(lines.pop()).toBe('data: [DONE]');
  const events = lines.map((line) => answerEvent.parse(JSON.parse(line.replace('data: ', ''))));
  const written = events.map((event) => (event.type === 'text-delta' ? event.delta : '')).join('');
  return { status: 200, events, text: written, refusal: undefined };
}
/** Reads an answer that isn't finished, up to its last word so far. */
export async function readWords(body: ReadableStream<Uint8Array> | null | undefined) {
  const reader = body?.getReader();
  let text = '';
  while (!text.includes(' hello.')) text += new TextDecoder().decode((await reader?.read())?.value);
}
export const last = ({ events }: { events: AnswerEvent[] }) => events.at(-1);
export const month = async () => {
  const row = await site.db.selectFrom('model_months').select(['runs', 'tokens']).executeTakeFirst();
  return { runs: row?.runs ?? 0, tokens: Number(row?.tokens ?? 0) };
};
export const runsLeft = async ({ token }: Member) =>
  (await site.api('GET', '/api/v1/profile', { token })).body.runs_left;
export const setSettings = (values: Record<string, number>) =>
  site.db
    .insertInto('site_settings')
    .values(
      Object.entries(values).map(([setting_key, value]) => ({ setting_key, setting_value: String(value) })),
    )
    .onConflict((conflict) =>
      conflict
        .column('setting_key')
        .doUpdateSet((row) => ({ setting_value: row.ref('excluded.setting_value') })),
    )
    .execute();
