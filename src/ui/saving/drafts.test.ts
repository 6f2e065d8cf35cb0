import { beforeEach, expect, test, vi } from 'vitest';
import { differences, forgetDrafts, keepDraft, readDraft, setDraftOwner, splitDraft } from './drafts.ts';

beforeEach(() => {
  // The keys of a store are properties of it; its methods are not.
  const store = Object.create({
    getItem: (key: string) => store[key] ?? null,
    setItem: (key: string, value: string) => void Object.assign(store, { [key]: value }),
    removeItem: (key: string) => void Reflect.deleteProperty(store, key),
  });
  vi.stubGlobal('localStorage', store);
});

const typed = (mine: string) => ({ id: 'one', fields: { title: { base: '', mine } } });
const mine = () => readDraft('prompt:new')?.fields.title?.mine;

test('two admins at one browser have a draft each of the same editor, and signing out deletes only the own one', () => {
  setDraftOwner('ann@example.com');
  keepDraft('prompt:new', typed('Of Ann'));
  setDraftOwner('ann@example.com:b');
  expect(mine()).toBeUndefined();
  keepDraft('prompt:new', typed('Of Ben'));
  expect(mine()).toBe('Of Ben');
  forgetDrafts();
  expect(mine()).toBeUndefined();
  setDraftOwner('ann@example.com');
  expect(mine()).toBe('Of Ann');
});

test('a draft of settings leaves what somebody else has saved since', () => {
  const fields = {
    site_name: { base: 'Before', mine: 'Mine' },
    support_email: { base: 'a@example.com', mine: 'b@example.com' },
  };
  const mine = { support_email: fields.support_email };
  expect(splitDraft(fields, { site_name: 'Theirs', support_email: 'a@example.com' })).toEqual({
    fields: mine,
    isOutdated: true,
  });
  // What was typed is what was saved.
  expect(splitDraft(fields, { site_name: 'Mine', support_email: 'a@example.com' })).toEqual({
    fields: mine,
    isOutdated: false,
  });
});

test('differences go down to single fields, and take lists of two lengths as a whole', () => {
  const mine = {
    title: 'A',
    steps: [
      { title: 'One', prompts: ['a'] },
      { title: 'Two', prompts: [] },
    ],
    tags: ['x'],
  };
  const theirs = {
    title: 'A',
    steps: [
      { title: 'One', prompts: ['a', 'b'] },
      { title: '2', prompts: [] },
    ],
    tags: null,
  };
  expect(differences(mine, theirs)).toEqual([
    { path: 'steps.0.prompts', mine: ['a'], theirs: ['a', 'b'] },
    { path: 'steps.1.title', mine: 'Two', theirs: '2' },
    { path: 'tags', mine: ['x'], theirs: null },
  ]);
  expect(differences(mine, structuredClone(mine))).toEqual([]);
});
