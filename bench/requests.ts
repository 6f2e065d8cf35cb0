// The cost of requests compared with the same statement through plain pg: an item, lists and searches for a member, and lists for a
// visitor; then session refreshes, and assets while many people sign in.
import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import { compare, rate, rateOfChains } from './rate.ts';
import { type BareServer, startBareServer } from './site.ts';

const columns =
  'id, slug, title, description, category, tags, tier_access, view_count, vote_count, created_at, prompt_type, difficulty, preview_image_url, status';
const listOf = (condition: string) =>
  `select json_agg(item) as items from (select ${columns} from prompts where status = 'published' and ${condition}
    order by created_at desc, id desc limit 25) item`;

/** By name: the path on the site, and the query for plain pg with its value. */
const questions: Record<string, [path: string, query: string, value: string]> = {
  'an item': [
    '/api/v1/prompts/plain-words-editor',
    `select ${columns}, updated_at, model_context, use_cases, prompt_body, example_output from prompts where slug = $1`,
    'plain-words-editor',
  ],
  'a list': ['/api/v1/prompts', listOf('$1::text is not null'), ''],
  'a category': ['/api/v1/prompts?category=Writing', listOf('categories @> array[$1]'), 'Writing'],
  'a search, frequent': ['/api/v1/prompts?q=garden&sort=newest', listOf('search_text like $1'), '%garden%'],
  'a search, rare': ['/api/v1/prompts?q=quick+777&sort=newest', listOf('search_text like $1'), '%777%'],
};

export async function measureRequests(url: string, database: string, member: Record<string, string>) {
  for (const [name, [path, query, value]] of Object.entries(questions)) {
    const bare: BareServer = await startBareServer({ BENCH_DATABASE: database, QUERY: query, SLUG: value });
    const asked = `${url}${path}`;
    await rate(asked, member);
    await compare(
      `${name}, for a member`,
      () => rate(asked, member),
      () => rate(bare.url),
    );
    if (name !== 'an item')
      await compare(
        `${name}, for a visitor`,
        () => rate(asked),
        () => rate(bare.url),
      );
    await bare.stop();
  }
}

type Tokens = { refresh_token: string };
export async function measureSessions(url: string, email: string, password: string) {
  // `fetch` uses as much CPU as the site, and both share the cores.
  const pool = new Pool(new URL(url).origin, { connections: 32 });
  const post = async (grant: string, body: object): Promise<Tokens> => {
    const answer = await pool.request({
      method: 'POST',
      path: `/auth/v1/token?grant_type=${grant}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.statusCode !== 200) throw new Error(await answer.body.text());
    return (await answer.body.json()) as Tokens;
  };
  const signIn = () => post('password', { email, password });
  const sessions = await Promise.all(Array.from({ length: 32 }, signIn));
  const refreshes = await rateOfChains(sessions, ({ refresh_token }) =>
    post('refresh_token', { refresh_token }),
  );
  console.log(`refreshes of sessions: ${Math.round(refreshes)}/s`);

  const html = await (await fetch(`${url}/signin`)).text();
  const asset = /\/assets\/[\w.-]+\.js/.exec(html)?.[0] ?? '/';
  const times: number[] = [];
  let isOver = false;
  const signIns = Promise.all(Array.from({ length: 64 }, signIn)).then(() => {
    isOver = true;
  });
  while (!isOver) {
    const since = performance.now();
    await (await fetch(`${url}${asset}`)).arrayBuffer();
    times.push(performance.now() - since);
  }
  await signIns;
  await pool.close();
  console.log(`assets while 64 sign in: at worst ${Math.max(...times).toFixed(0)} ms, of ${times.length}`);
}
