// Two thousand members vote, save, view and comment on the same ten items at once: there must be no errors, and
// every counter must be exact.
import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import type { TestSite } from '../tests/harness/site.ts';
import { startInProcessSite } from './in-process-site.ts';

const memberCount = 2_000;
const itemCount = 10;
const parallel = 200;

/** Inserts accounts and sessions directly: hashing 2,000 passwords would measure argon2. */
async function makeMembers(site: TestSite): Promise<string[]> {
  await sql`insert into auth.users (email, password_hash) select 'crowd-' || n || '@example.com', 'none' from generate_series(1, ${memberCount}) n`.execute(
    site.db,
  );
  await sql`insert into profiles (id, email) select id, email from auth.users where email like 'crowd-%'`.execute(
    site.db,
  );
  const { rows } = await sql<{ id: string; user_id: string }>`
    insert into auth.sessions (user_id) select id from auth.users where email like 'crowd-%' returning id, user_id`.execute(
    site.db,
  );
  const tokens: string[] = [];
  for (const row of rows) {
    const { access_token } = await site.services.auth.tokens.issue(row.user_id, row.id, {
      role: 'authenticated',
    });
    tokens.push(access_token);
  }
  return tokens;
}

export async function measureCrowd() {
  const { site, stop } = await startInProcessSite();
  try {
    const slugs = Array.from({ length: itemCount }, (_, index) => `crowd-${index}`);
    await site.db
      .insertInto('prompts')
      .values(slugs.map((slug) => ({ slug, title: slug, prompt_body: slug, status: 'published' })))
      .execute();
    const tokens = await makeMembers(site);
    const work = tokens.flatMap((token, index) => {
      const item = `/api/v1/prompts/${slugs[index % itemCount]}`;
      return [
        ['POST', `${item}/views`],
        ['PUT', `${item}/vote`],
        ['PUT', `${item}/vote`],
        ['PUT', `${item}/favorite`],
        ['POST', `${item}/comments`, { body: 'I was here' }],
      ].map(([method, path, body]) => ({ method: String(method), path: String(path), body, token }));
    });
    const times: number[] = [];
    let errors = 0;
    let next = 0;
    const began = performance.now();
    await Promise.all(
      Array.from({ length: parallel }, async () => {
        for (let call = work[next++]; call; call = work[next++]) {
          const since = performance.now();
          const { status } = await site.api(call.method, call.path, {
            token: call.token,
            ...(call.body ? { body: call.body } : {}),
          });
          times.push(performance.now() - since);
          if (status >= 300) errors += 1;
        }
      }),
    );
    const seconds = (performance.now() - began) / 1_000;
    const { rows } = await sql<{ exact: boolean }>`
      select bool_and(vote_count = ${memberCount / itemCount} and view_count = ${memberCount / itemCount}
        and (select count(*) from votes where prompt_id = prompts.id) = vote_count
        and (select count(*) from user_favorites where prompt_id = prompts.id) = ${memberCount / itemCount}
        and (select count(*) from comments where prompt_id = prompts.id) = ${memberCount / itemCount}) as exact from prompts`.execute(
      site.db,
    );
    times.sort((a, b) => a - b);
    const p95 = times[Math.floor(times.length * 0.95)] ?? 0;
    console.log(
      `${memberCount} members on ${itemCount} items: ${work.length} calls in ${seconds.toFixed(1)} s, ${errors} errors, counters ${rows[0]?.exact ? 'exact' : 'WRONG'}, p95 ${p95.toFixed(0)} ms with ${parallel} at once`,
    );
  } finally {
    await stop();
  }
}

if (import.meta.main) await measureCrowd();
