import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { awayFromTheHour } from '../harness/away-from-the-hour.ts';
import { buildPrompt } from '../harness/build.ts';
import {
  addresses,
  answered,
  ask,
  last,
  member,
  model,
  month,
  otherProcess,
  promptPath,
  readWords,
  runsLeft,
  setSettings,
  site,
  withAnswersSite,
  withRuns,
  words,
} from './answers-site.ts';

beforeEach(() => awayFromTheHour());

withAnswersSite();

describe('a model that fails', () => {
  test.each([
    [
      'refuses the key',
      { status: 401 },
      "The site's language model isn't set up correctly. Please tell the site owner.",
    ],
    [
      'is busy',
      { status: 429, headers: { 'retry-after-ms': '1' } },
      'The language model is busy. Try again in a minute.',
    ],
    [
      'is down',
      { status: 500, headers: { 'retry-after-ms': '1' } },
      'The language model failed. Try again in a minute.',
    ],
    [
      'refuses the prompt',
      { status: 400, error: 'Nope' },
      'The language model refused this prompt. Change it and try again.',
    ],
  ] as const)('before its first word costs nothing: one that %s', async (_, step, message) => {
    const own = await withRuns(1);
    model.play(step as Parameters<typeof model.play>[0]);
    const { status, refusal } = await answered(await ask(own));
    expect([status, refusal]).toEqual([502, { error: message, code: 'model_failed' }]);
    expect(await month()).toEqual({ runs: 0, tokens: 0 });
    expect(await runsLeft(own)).toBe(1);
  });

  // The prompt has 29 characters: the endpoint counts 8 tokens, and 10 are reserved if it reports nothing.
  test.each([
    [
      'declines',
      { text: '', finish: 'content_filter' },
      'The language model refused this prompt. Change it and try again.',
      { runs: 0, tokens: 8 },
    ],
    [
      'says nothing',
      { words: [], ending: 'end' },
      'The language model gave no answer. Try again.',
      { runs: 0, tokens: 8 },
    ],
    [
      'only thinks',
      { words: [], ending: 'end', finish: 'length', hidden: 2_000 },
      'The language model gave no answer. Try again.',
      { runs: 1, tokens: 8 + 2_000 },
    ],
    [
      'declines and does not count',
      { words: [], ending: 'end without usage', finish: 'content_filter' },
      'The language model refused this prompt. Change it and try again.',
      { runs: 1, tokens: 10 + 2_000 },
    ],
    [
      'breaks off',
      { cut: true },
      'The connection to the language model was lost. Try again.',
      { runs: 1, tokens: 10 + 2_000 },
    ],
  ] as const)('before its first word costs what it has used: one that %s', async (_, step, message, used) => {
    const own = await withRuns(1);
    model.play(step as Parameters<typeof model.play>[0]);
    const { status, refusal } = await answered(await ask(own));
    expect([status, refusal]).toEqual([502, { error: message, code: 'model_failed' }]);
    expect(await month()).toEqual(used);
    expect(await runsLeft(own)).toBe(1 - used.runs);
  });

  test('gives the run back to the member who asked, and to no other', async () => {
    const [own, other] = [await withRuns(2), await withRuns(2)];
    await answered(await ask(other));
    model.play({ status: 400, error: 'Nope' });
    await answered(await ask(own));
    expect([await runsLeft(own), await runsLeft(other)]).toEqual([2, 1]);
  });

  test('is not even asked where the first run of a month could cost more than the month has', async () => {
    await setSettings({ run_monthly_tokens: 2_000 });
    const { status, refusal } = await answered(await ask(await withRuns(1)));
    expect([status, refusal?.code, model.requests.length]).toEqual([429, 'monthly_run_limit_reached', 0]);
    await site.db.deleteFrom('site_settings').where('setting_key', '=', 'run_monthly_tokens').execute();
  });

  test('in the middle leaves what it has written, with the reason, and that counts', async () => {
    model.play({ words, ending: 'wait' });
    const response = await ask(member, promptPath(), { company: 'Acme' });
    const [heard, copy] = response.body?.tee() ?? [];
    await readWords(heard);
    model.hangUp();
    const answer = await answered(new Response(copy));
    expect(answer.text).toBe('Dear Acme, hello.');
    expect(last(answer)).toEqual({
      type: 'error',
      errorText: 'The connection to the language model was lost. Try again.',
    });
    await expect.poll(month).toEqual({ runs: 1, tokens: 8 + 6 });
  });

  test('says why in the language of the page, also in the middle', async () => {
    const headers = {
      authorization: `Bearer ${member.token}`,
      'content-type': 'application/json',
      'promptory-language': 'de',
    };
    const inGerman = () =>
      fetch(`${site.url}${promptPath()}`, { method: 'POST', headers, body: JSON.stringify({ values: {} }) });
    model.play({ words, ending: 'wait' });
    const broken = await inGerman();
    model.hangUp();
    expect(last(await answered(broken))).toEqual({
      type: 'error',
      errorText: 'Die Verbindung zum Sprachmodell ist abgebrochen. Versuche es noch einmal.', // cspell:disable-line
    });
    model.play({ text: '', finish: 'content_filter' });
    const { refusal } = await answered(await inGerman());
    expect(refusal.error).toMatch(/^Das Sprachmodell hat diesen Prompt abgelehnt\./); // cspell:disable-line
  });

  test('is not asked with a prompt that is too long for it, or for this site', async () => {
    const long = async (length: number) =>
      answered(
        await ask(member, promptPath((await buildPrompt(site, { prompt_body: 'x'.repeat(length) })).slug)),
      );
    const here = await long(100_001);
    expect([here.status, model.requests.length]).toEqual([422, 0]);
    await setSettings({ run_answer_tokens: 32_000 });
    const there = await long(90_000);
    expect(there.refusal.error).toBe('This prompt is too long for the language model.');
    await setSettings({ run_answer_tokens: 2_000 });
  });
});

// Last, because it stops one of the two processes.
test('an answer ends with the reason when the site stops, and is settled before the database goes', async () => {
  const own = await withRuns(3);
  const begin = async () => {
    const asked = request(`${addresses[1]}${promptPath()}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${own.token}`, 'content-type': 'application/json' },
    }).end(JSON.stringify({ values: { company: 'Acme' } }));
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return { status: response.statusCode, text: await text(response) };
  };
  model.play({ words, ending: 'wait' }, { slow: true });
  const written = begin();
  await expect.poll(() => model.requests.length).toBe(1);
  const waiting = begin();
  await expect.poll(() => model.requests.length).toBe(2);
  await otherProcess.stopSite();
  const reason = 'The answer was interrupted because the site is restarting. Try again in a minute.';
  expect((await written).text).toContain(`data: {"type":"error","errorText":"${reason}"}\n\ndata: [DONE]`);
  const refused = await waiting;
  expect([refused.status, JSON.parse(refused.text)]).toEqual([503, { error: reason, code: 'unavailable' }]);
  expect(await month()).toEqual({ runs: 2, tokens: 8 + 6 + 8 });
  model.hangUp();
});
