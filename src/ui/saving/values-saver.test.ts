import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#platform/client/api-client.ts';
import { setDraftOwner } from './drafts.ts';
import { keepSent } from './keep-sent.ts';
import { withUnanswered } from './unsaved-values.ts';
import { createValuesSaver } from './values-saver.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  setDraftOwner('ann');
});

const lost = () => new ApiError(0, 'unreachable', '');

/** A page with one value, as loaded; all pages share `server`. */
function openPage(server: { name: string }) {
  const saver = createValuesSaver({ draftKey: 'run:1:values', loaded: { ...server } });
  const typed = new Map(saver.stored);
  for (const { name, mine } of saver.unsaved) typed.set(name, mine);
  const failures: boolean[] = [];
  const sent: string[] = [];
  const save = (name: string | undefined, answer: 'stored' | 'lost' | 'refused' | 'unsent') => {
    if (name !== undefined) typed.set('name', name);
    return saver.save({
      typed: () => typed,
      async send(values) {
        sent.push(values.name ?? '');
        // As with a slow connection, the next text is typed before the answer arrives.
        await Promise.resolve();
        if (answer === 'refused') throw new ApiError(409, 'conflict', '');
        if (answer !== 'unsent') Object.assign(server, values);
        if (answer !== 'stored') throw lost();
      },
      tellFailure: (isFailed) => failures.push(isFailed),
    });
  };
  return { typed, sent, failures, save };
}

test('what was typed while a save was under way comes back if both fail', async () => {
  const server = { name: 'A' };
  const page = openPage(server);
  const first = page.save('AB', 'unsent');
  await Promise.resolve();
  expect(page.sent).toEqual(['AB']);
  await Promise.all([first, page.save('ABC', 'unsent')]);
  const again = openPage(server);
  expect(again.typed.get('name')).toBe('ABC');
  expect(await again.save(undefined, 'stored')).toBe(true);
  expect(server.name).toBe('ABC');
});

test('nothing counts as unsaved once the later of two saves succeeds', async () => {
  const server = { name: 'A' };
  const page = openPage(server);
  const first = page.save('AB', 'unsent');
  await Promise.all([first, page.save('ABC', 'stored')]);
  expect([server.name, page.failures]).toEqual(['ABC', [true, false]]);
  server.name = 'A';
  expect(openPage(server).typed.get('name')).toBe('A');
});

test("one's own value whose answer was lost doesn't count as another device's", async () => {
  const server = { name: 'Ada' };
  const page = openPage(server);
  await page.save('Eve', 'lost');
  await page.save('Evelyn', 'refused');
  expect(server.name).toBe('Eve');
  const again = openPage(server);
  expect(again.typed.get('name')).toBe('Evelyn');
  await again.save(undefined, 'unsent');
  // It is sent again although it equals the first value, because the other one may be stored.
  await again.save('Ada', 'unsent');
  const last = openPage(server);
  expect(last.typed.get('name')).toBe('Ada');
  expect(await last.save(undefined, 'stored')).toBe(true);
  expect(server.name).toBe('Ada');
});

test('what another device has saved since stays', async () => {
  const server = { name: 'Ada' };
  await openPage(server).save('Eve', 'lost');
  server.name = 'Theirs';
  const again = openPage(server);
  expect(again.typed.get('name')).toBe('Theirs');
  await again.save(undefined, 'stored');
  expect(again.sent).toEqual([]);
});

test('the first and the latest of many unanswered values are kept', () => {
  const forms = [1, 2, 3, 4, 5, 6, 7].map((count) => ({ count }));
  const kept = forms.reduce<readonly (typeof forms)[number][]>((sent, form) => keepSent(sent, form), []);
  expect(kept.map(({ count }) => count)).toEqual([1, 4, 5, 6, 7]);
  const keep = (texts: string[], max?: number) =>
    texts.reduce<readonly string[]>((sent, text) => withUnanswered(sent, text, max), []);
  expect(keep(['a', 'b', 'c', 'a'], 2)).toEqual(['a', 'c']);
  const sent = keep(['a', 'b', 'c', 'd', 'e', 'f', 'f']);
  expect(sent[0]).toBe('a');
  expect(sent.at(-1)).toBe('f');
  expect(sent.length).toBeLessThanOrEqual(5);
});
