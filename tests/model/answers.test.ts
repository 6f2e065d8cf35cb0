import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PaymentMode } from '#money/billing/payment-provider.ts';
import { awayFromTheHour } from '../harness/away-from-the-hour.ts';
import { buildAdmin, buildMember, buildPlaybook, buildPrompt, buildStep } from '../harness/build.ts';
import {
  addresses,
  answered,
  ask,
  last,
  member,
  model,
  month,
  promptPath,
  readWords,
  runsLeft,
  setSettings,
  site,
  slug,
  withAnswersSite,
  withRuns,
  words,
} from './answers-site.ts';

beforeEach(() => awayFromTheHour());

withAnswersSite();

describe('an answer', () => {
  test('is written to the finished prompt, and counted as the endpoint counts it', async () => {
    const own = await withRuns(2);
    expect(await runsLeft(own)).toBe(2);
    const response = await ask(own, promptPath(), { Company: 'Acme' });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const answer = await answered(response);
    expect(answer.text).toBe('Dear Acme, hello.');
    expect(answer.events[0]).toEqual({ type: 'start', messageMetadata: { model: 'stand-in', runs_left: 1 } });
    expect(answer.events.filter(({ type }) => type === 'text-delta')).toHaveLength(3);
    expect(last(answer)).toEqual({ type: 'finish', messageMetadata: { is_cut: false } });
    expect(model.requests).toMatchObject([
      {
        messages: [{ role: 'user', content: 'Write to Acme, kindly.' }],
        max_tokens: 2_000,
        stream_options: { include_usage: true },
      },
    ]);
    expect(model.requests[0]?.tools).toBeUndefined();
    // 22 and 17 characters, at four per token.
    await expect.poll(month).toEqual({ runs: 1, tokens: 6 + 5 });
    expect(await runsLeft(own)).toBe(1);
    const history = await site.api('GET', '/api/v1/history', { token: own.token });
    expect(history.body.items).toMatchObject([{ action: 'ran', slug, target_type: 'prompt' }]);
    const entry = await site.api('GET', `/api/v1/history/${history.body.items[0].id}`, { token: own.token });
    expect(entry.body.text).toBe('Write to Acme, kindly.');
    const remembered = await site.api('GET', '/api/v1/values', { token: own.token });
    expect(remembered.body.items).toMatchObject([{ value: 'Acme' }]);
  });

  test('counts as reading its prompt where the plan counts that, and is refused beyond the limit', async () => {
    const own = await withRuns(5, { reading_counts: true, daily_copy_limit: 1 });
    const other = await buildPrompt(site, { tier_access: 1, prompt_body: 'Another one.' });
    const statuses = [];
    for (const path of [promptPath(), promptPath(), promptPath(other.slug)]) {
      const { status, refusal } = await answered(await ask(own, path, { company: 'Acme' }));
      statuses.push(refusal?.code ?? status);
    }
    expect(statuses).toEqual([200, 200, 'daily_copy_limit_reached']);
    expect(await runsLeft(own)).toBe(3);
  });

  test('of an endpoint that does not count is counted by its length, rather too high', async () => {
    model.play({ words, ending: 'end without usage' });
    await answered(await ask(member, promptPath(), { company: 'Acme' }));
    await expect.poll(month).toEqual({ runs: 1, tokens: 8 + 6 });
  });

  test.each([0.5, -1_000, 1e30])(
    'of an endpoint that counts what cannot be (%d more) is counted by its length, and settled',
    async (hidden) => {
      model.play({ words, ending: 'end', hidden });
      await answered(await ask(member, promptPath(), { company: 'Acme' }));
      await expect.poll(month).toEqual({ runs: 1, tokens: 6 + 6 });
    },
  );

  test('is cut off where the owner says, and says so', async () => {
    await setSettings({ run_answer_tokens: 100 });
    model.play({ words: Array.from({ length: 200 }, () => 'four'), ending: 'end' });
    const answer = await answered(await ask(member));
    expect(answer.text).toHaveLength(400);
    expect(last(answer)).toEqual({ type: 'finish', messageMetadata: { is_cut: true } });
    await setSettings({ run_answer_tokens: 2_000 });
  });

  test('of a step takes what the run was filled with, and results of earlier steps', async () => {
    const library = await buildPrompt(site, {
      tier_access: 2,
      prompt_body: 'Sum up {{step 1 result}} for {{company}} {{note}}',
      blanks: JSON.stringify([{ name: 'note', required: false }]),
    });
    const playbook = await buildPlaybook(site, { tier_access: 1 });
    await buildStep(site, playbook, {
      prompts: [
        { type: 'manual', title: 'One', prompt_body: 'Study {{company:Acme}}' },
        { type: 'library', prompt_id: library.id, title: 'Two', prompt_body: 'old' },
      ],
    });
    const path = (prompt: number) => `/api/v1/playbooks/${playbook.slug}/steps/0/prompts/${prompt}/answers`;
    const own = await withRuns(1);
    const answer = await answered(await ask(own, path(1), { 'step 1 result': 'They sell tea.' }));
    expect(answer.text).toBe('Dear Acme, hello.');
    expect(model.requests[0]?.messages[0]?.content).toBe('Sum up They sell tea. for Acme ');
    expect((await ask(member, path(2))).status).toBe(404);
    expect((await ask(await buildMember(site, { level: 0 }), path(0))).status).toBe(403);
    const { items } = (await site.api('GET', '/api/v1/history', { token: own.token })).body;
    expect(items).toMatchObject([
      { action: 'ran', slug: playbook.slug, place: { step: 0, prompt: 1 }, run_id: null },
    ]);
    const entry = await site.api('GET', `/api/v1/history/${items[0].id}`, { token: own.token });
    expect(entry.body.text).toBe('Sum up They sell tea. for Acme ');
    // The figures count the runs of playbooks that are started.
    const counted = site.db.selectFrom('figure_events').select('kind').where('subject', '=', playbook.id);
    expect(await counted.execute()).toEqual([]);
  });

  test('leaves blanks open that are named like parts of the language, in the history too', async () => {
    const own = await withRuns(1);
    const open = await buildPrompt(site, { tier_access: 1, prompt_body: '{{company}} and {{constructor}}' });
    await answered(await ask(own, promptPath(open.slug), { company: 'Acme' }));
    expect(model.requests[0]?.messages[0]?.content).toBe('Acme and {{constructor}}');
    const { body } = await site.api('GET', '/api/v1/history', { token: own.token });
    const entry = await site.api('GET', `/api/v1/history/${body.items[0].id}`, { token: own.token });
    expect(entry.body.text).toBe('Acme and {{constructor}}');
  });

  test("that the history can't store stops the model", async () => {
    model.play({ words, ending: 'wait' });
    const before = model.hangUps();
    await site.pool.query('alter table history_entries add constraint none check (false) not valid');
    try {
      expect((await answered(await ask(await withRuns(1)))).status).toBe(500);
    } finally {
      await site.pool.query('alter table history_entries drop constraint none');
    }
    await expect.poll(model.hangUps).toBe(before + 1);
  });

  test('stops when the client disconnects, and what was used still counts', async () => {
    model.play({ words, ending: 'wait' });
    const own = await withRuns(3);
    const before = model.hangUps();
    const abort = new AbortController();
    const response = await ask(own, promptPath(), { company: 'Acme' }, site.url, abort.signal);
    await readWords(response.body);
    abort.abort();
    await expect.poll(model.hangUps).toBe(before + 1);
    await expect.poll(month).toEqual({ runs: 1, tokens: 8 + 6 });
    expect(await runsLeft(own)).toBe(2);
    // The client leaves before the first word, when the model has read the prompt.
    model.play({ slow: true });
    const second = new AbortController();
    const waiting = ask(own, promptPath(), { company: 'Acme' }, site.url, second.signal).catch(() => 'left');
    await expect.poll(() => model.requests.length).toBe(1);
    second.abort();
    expect(await waiting).toBe('left');
    await expect.poll(model.hangUps).toBe(before + 2);
    await expect.poll(month).toEqual({ runs: 2, tokens: 8 + 6 + 8 });
    expect(await runsLeft(own)).toBe(1);
  });
});

describe('what can be used', () => {
  test('is none by default, and unlimited for admins but for the month', async () => {
    const without = await buildMember(site, { level: 1 });
    expect(await runsLeft(without)).toBe(0);
    expect((await answered(await ask(without))).refusal.code).toBe('forbidden');
    const admin = await buildAdmin(site);
    expect(await runsLeft(admin)).toBeNull();
    expect((await answered(await ask(admin))).status).toBe(200);
  });

  test('a day is exact, however many runs come at once to several processes', async () => {
    const own = await withRuns(5);
    const runs = Array.from({ length: 24 }, (_, index) =>
      ask(own, promptPath(), {}, addresses[index % 2]).then(answered),
    );
    const answers = await Promise.all(runs);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    for (const { status, refusal } of answers)
      if (status !== 200) expect([status, refusal.code]).toEqual([429, 'daily_run_limit_reached']);
    expect([await runsLeft(own), model.requests.length]).toEqual([0, 5]);
    await expect.poll(month).toMatchObject({ runs: 5 });
  });

  test('in a month is exact too, and a run counts with all that it may use while it goes on', async () => {
    // The prompt has 29 characters, or 10 tokens. Three runs fit, each with its maximum answer.
    await setSettings({ run_monthly_tokens: 3 * (10 + 2_000), run_member_percent: 100 });
    model.play({ words: [...words], ending: 'wait' });
    const abort = new AbortController();
    const runs = Array.from({ length: 12 }, (_, index) =>
      ask(member, promptPath(), {}, addresses[index % 2], abort.signal),
    );
    const responses = await Promise.all(runs);
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(9);
    for (const response of refused) {
      expect((await response.json()).code).toBe('monthly_run_limit_reached');
      const after = new Date(Date.now() + Number(response.headers.get('retry-after')) * 1_000 + 999);
      expect([after.getUTCDate(), after.getUTCHours()]).toEqual([1, 0]);
    }
    expect(model.requests).toHaveLength(3);
    for (const { body, status } of responses) if (status === 200) await readWords(body);
    abort.abort();
    await expect.poll(month).toEqual({ runs: 3, tokens: 3 * (10 + 6) });
    const { body } = await site.api('GET', '/api/v1/admin/settings', {
      token: (await buildAdmin(site)).token,
    });
    expect(body).toMatchObject({
      model: { name: 'stand-in', tokens_this_month: 48 },
      run_monthly_tokens: 6_030,
    });
    await setSettings({ run_monthly_tokens: 1_000_000, run_member_percent: 20 });
  });

  test('of the month by one member is a share, exact too, which leaves the rest to others', async () => {
    const own = await withRuns(20);
    const run = 10 + 2_000;
    // Three runs of this member fit into a quarter of the month's tokens.
    await setSettings({ run_monthly_tokens: 4 * 3 * run, run_member_percent: 25 });
    model.play({ words: [...words], ending: 'wait' });
    const abort = new AbortController();
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => ask(own, promptPath(), {}, addresses[index % 2], abort.signal)),
    );
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(5);
    for (const response of refused)
      expect([response.status, await response.json()]).toEqual([
        429,
        {
          code: 'monthly_run_limit_reached',
          error:
            "You've used your share of this site's language model for this month. Copy the prompt and run it elsewhere, or come back next month.",
        },
      ]);
    // Refused runs don't count against the daily limit either.
    expect(await runsLeft(own)).toBe(17);
    for (const { body, status } of responses) if (status === 200) await readWords(body);
    abort.abort();
    // Each of the three has used 16 tokens instead of its reservation.
    await expect.poll(month).toEqual({ runs: 3, tokens: 3 * 16 });
    model.play({ words: [...words], ending: 'end' });
    expect((await answered(await ask(own))).status).toBe(200);
    await site.db
      .updateTable('daily_runs')
      .set({ tokens: 3 * run })
      .where('user_id', '=', own.id)
      .execute();
    expect((await answered(await ask(own))).status).toBe(429);
    // Runs on other days of this month count too.
    await sql`update daily_runs set day = date_trunc('month', now() at time zone 'utc')::date where user_id = ${own.id}`.execute(
      site.db,
    );
    expect((await answered(await ask(own))).status).toBe(429);
    // Runs in another month no longer count.
    await sql`update daily_runs set day = (date_trunc('month', now() at time zone 'utc') - interval '1 day')::date
      where user_id = ${own.id}`.execute(site.db);
    expect((await answered(await ask(own))).status).toBe(200);
    expect((await answered(await ask(member))).status).toBe(200);
    // Admins can use the whole month's tokens.
    const owner = await buildAdmin(site);
    expect((await answered(await ask(owner))).status).toBe(200);
    const used = { tokens: 3 * run };
    await site.db.updateTable('daily_runs').set(used).where('user_id', '=', owner.id).execute();
    expect((await answered(await ask(owner))).status).toBe(200);
    await setSettings({ run_monthly_tokens: 1_000_000, run_member_percent: 20 });
  });

  test('of the month by accounts that cost nothing is a share too, of all of them together', async () => {
    const run = 10 + 2_000;
    await setSettings({ run_monthly_tokens: 8 * run, run_member_percent: 100, run_free_percent: 25 });
    // If nothing is sold, there are no paying members.
    const fresh = await Promise.all(Array.from({ length: 5 }, () => withRuns(20)));
    model.play({ words: [...words], ending: 'wait' });
    const askAll = ({ signal }: AbortController) =>
      Promise.all(fresh.map((one, index) => ask(one, promptPath(), {}, addresses[index % 2], signal)));
    const statusesOf = (responses: Response[]) => responses.map(({ status }) => status).sort();
    const first = new AbortController();
    const unsold = await askAll(first);
    expect(statusesOf(unsold)).toEqual([200, 200, 200, 200, 200]);
    for (const { body } of unsold) await readWords(body);
    first.abort();
    await expect.poll(month).toEqual({ runs: 5, tokens: 5 * 16 });
    await site.db.deleteFrom('model_months').execute();

    const payer = await withRuns(20, { price: 900 });
    const abort = new AbortController();
    const responses = await askAll(abort);
    expect(statusesOf(responses)).toEqual([200, 200, 429, 429, 429]);
    const refused = responses.find(({ status }) => status === 429);
    expect(await refused?.json()).toEqual({
      code: 'monthly_run_limit_reached',
      error:
        "Members on free plans and trials have used their part of this site's language model for this month. Copy the prompt and run it elsewhere, get a paid plan, or come back next month.",
    });
    const paid = await Promise.all(
      Array.from({ length: 7 }, () => ask(payer, promptPath(), {}, site.url, abort.signal)),
    );
    expect(statusesOf(paid)).toEqual([200, 200, 200, 200, 200, 200, 429]);
    for (const { body, status } of [...responses, ...paid]) if (status === 200) await readWords(body);
    abort.abort();
    // Unused reservations are available again, in both counts.
    const share = async () =>
      (await site.db.selectFrom('model_months').select(['tokens', 'free_tokens']).executeTakeFirst()) ?? {};
    await expect.poll(share).toEqual({ tokens: String(8 * 16), free_tokens: String(2 * 16) });

    model.play({ words: [...words], ending: 'end' });
    await site.db
      .updateTable('model_months')
      .set({ free_tokens: 2 * run })
      .execute();
    const [one] = fresh;
    if (!one) throw new Error('There is no account');
    expect((await answered(await ask(one))).status).toBe(429);
    await site.db.updateTable('daily_runs').set({ tokens: 0 }).execute();
    expect((await answered(await ask(payer))).status).toBe(200);
    expect((await answered(await ask(await buildAdmin(site)))).status).toBe(200);
    // A trial from when the owner tested payments doesn't affect a plan that has since been paid for.
    await buildTrial(payer, 'test');
    expect((await answered(await ask(payer))).status).toBe(200);
    // A trial of a plan for sale hasn't been paid for yet.
    await buildTrial(payer, 'sandbox');
    expect((await answered(await ask(payer))).status).toBe(429);
    await site.db.updateTable('subscriptions').set({ status: 'active' }).execute();
    expect((await answered(await ask(payer))).status).toBe(200);
    await setSettings({ run_monthly_tokens: 1_000_000, run_member_percent: 20, run_free_percent: 50 });
  });
});

test('of a member whose share is less than what one run may use begin one after the other', async () => {
  const own = await withRuns(20);
  await setSettings({ run_monthly_tokens: 3 * (10 + 2_000), run_member_percent: 20 });
  model.play({ words: [...words], ending: 'wait' });
  const abort = new AbortController();
  const first = await ask(own, promptPath(), {}, addresses[0], abort.signal);
  expect(first.status).toBe(200);
  expect((await answered(await ask(own))).status).toBe(429);
  await readWords(first.body);
  abort.abort();
  await expect.poll(month).toEqual({ runs: 1, tokens: 16 });
  model.play({ words: [...words], ending: 'end' });
  expect((await answered(await ask(own))).status).toBe(200);
  await site.db.updateTable('daily_runs').set({ tokens: 1_206 }).where('user_id', '=', own.id).execute();
  expect((await answered(await ask(own))).status).toBe(429);
  await setSettings({ run_monthly_tokens: 1_000_000, run_member_percent: 20 });
});

test('of free accounts whose share is less than what one run may use begin one after the other, and none at 0 percent', async () => {
  await withRuns(20, { price: 900 });
  const [one, other] = await Promise.all([withRuns(20), withRuns(20)]);
  await setSettings({
    run_monthly_tokens: 3 * (10 + 2_000),
    run_member_percent: 100,
    run_free_percent: 20,
  });
  const share = { free_tokens: 1_206 };
  model.play({ words: [...words], ending: 'wait' });
  const abort = new AbortController();
  const first = await ask(one, promptPath(), {}, addresses[0], abort.signal);
  expect(first.status).toBe(200);
  expect((await answered(await ask(other))).status).toBe(429);
  await readWords(first.body);
  abort.abort();
  await expect.poll(month).toEqual({ runs: 1, tokens: 16 });
  model.play({ words: [...words], ending: 'end' });
  expect((await answered(await ask(other))).status).toBe(200);
  await site.db.updateTable('model_months').set(share).execute();
  expect((await answered(await ask(other))).status).toBe(429);
  await site.db.deleteFrom('model_months').execute();
  await setSettings({ run_free_percent: 0 });
  expect((await answered(await ask(other))).status).toBe(429);
  await setSettings({ run_monthly_tokens: 1_000_000, run_member_percent: 20, run_free_percent: 50 });
});

/** Puts the member's plan on trial. */
async function buildTrial({ id }: { id: string }, mode: PaymentMode) {
  await sql`insert into subscriptions (id, mode, user_id, tier_id, customer_id, item_id, price_id, status, interval, amount, currency,
      current_period_start, current_period_end, trial_end, read_number, created_at)
    select 'sub_trial_' || ${mode}, ${mode}, id, tier_id, 'cus_trial', 'si_trial_' || ${mode}, 'price_trial', 'trialing', 'month', 900, 'usd',
      now(), now() + interval '7 days', now() + interval '7 days', 1, now() from profiles where id = ${id}`.execute(
    site.db,
  );
}
