import { beforeEach, expect, test, vi } from 'vitest';
import {
  adoptDraft,
  changedPaths,
  differences,
  draftNames,
  forgetDrafts,
  keepDraft,
  readDraft,
  setDraftOwner,
  splitDraft,
} from './drafts.ts';
import {
  keepAnswer,
  keepBlanks,
  keepUnsaved,
  readAnswer,
  readBlanks,
  readUnsaved,
} from './unsaved-values.ts';

beforeEach(() => {
  for (const name of ['localStorage', 'sessionStorage']) {
    // A storage's keys are its own properties; its methods aren't.
    const store = Object.create({
      getItem: (key: string) => store[key] ?? null,
      setItem: (key: string, value: string) => void Object.assign(store, { [key]: value }),
      removeItem: (key: string) => void Reflect.deleteProperty(store, key),
    });
    vi.stubGlobal(name, store);
  }
});

const typed = (mine: string) => ({ id: 'one', fields: { title: { base: '', mine } } });
const mine = () => readDraft('prompt:new')?.fields.title?.mine;

test("two admins in one browser have separate drafts in the same editor, and signing out deletes only one's own", () => {
  setDraftOwner('ann');
  keepDraft('prompt:new', typed('Of Ann'));
  setDraftOwner('ann:b');
  expect(mine()).toBeUndefined();
  keepDraft('prompt:new', typed('Of Ben'));
  expect(mine()).toBe('Of Ben');
  forgetDrafts();
  expect(mine()).toBeUndefined();
  setDraftOwner('ann');
  expect(mine()).toBe('Of Ann');
});

test('a draft is offered for thirty days, and forgotten after that', () => {
  setDraftOwner('ann');
  keepDraft('prompt:new', typed('Of Ann'));
  const [key = ''] = Object.keys(localStorage);
  const age = (days: number) =>
    localStorage.setItem(key, JSON.stringify({ ...typed('Of Ann'), at: Date.now() - days * 86_400_000 }));
  age(29);
  expect([mine(), draftNames('prompt:')]).toEqual(['Of Ann', ['prompt:new']]);
  age(31);
  expect([mine(), draftNames('prompt:')]).toEqual([undefined, []]);
  expect(Object.keys(localStorage)).toEqual([]);
});

test('drafts stored under an email address move to the account, and are deleted with it', () => {
  setDraftOwner('ann@example.com');
  keepDraft('prompt:new', typed('Of Ann'));
  keepDraft('prompt:1', typed('Older'));
  setDraftOwner('ann');
  keepDraft('prompt:1', typed('Newer'));
  setDraftOwner('ann', 'ann@example.com');
  expect(mine()).toBe('Of Ann');
  expect(readDraft('prompt:1')?.fields.title?.mine).toBe('Newer');
  // The address has changed since.
  setDraftOwner('ann', 'new@example.com');
  expect(mine()).toBe('Of Ann');
  forgetDrafts();
  expect(Object.keys(localStorage)).toEqual([]);
});

test('a draft that an earlier release stored under another key is kept, unless there is a newer one', () => {
  setDraftOwner('ann');
  keepDraft('comment reply 1', typed('Older'));
  adoptDraft('comment reply 1', 'comment item reply 1');
  expect(draftNames('comment item ')).toEqual(['comment item reply 1']);
  keepDraft('comment reply 1', typed('Late'));
  adoptDraft('comment reply 1', 'comment item reply 1');
  expect(readDraft('comment item reply 1')?.fields.title?.mine).toBe('Older');
  expect(draftNames('comment reply')).toEqual([]);
});

test('what could not be saved comes back, unless another device has saved the same field since', () => {
  setDraftOwner('ann');
  const stored = new Map([['note', 'Before']]);
  keepUnsaved('collection:1', stored, { note: 'After', name: 'New' }, new Map());
  expect(readUnsaved('collection:1', stored)).toMatchObject([
    { name: 'note', base: 'Before', mine: 'After' },
    { name: 'name', base: '', mine: 'New' },
  ]);
  expect(readUnsaved('collection:1', new Map([['note', 'Theirs']]))).toMatchObject([{ name: 'name' }]);
  keepUnsaved('collection:1', stored, {}, new Map());
  expect(readUnsaved('collection:1', stored)).toEqual([]);
});

test('the blanks of one text are kept in the tab, and nothing is kept after signing out', () => {
  setDraftOwner('ann');
  const values = new Map([['name', 'Ada']]);
  keepBlanks('prompt:letter', values);
  expect(readBlanks('prompt:letter')).toEqual([...values]);
  expect(readBlanks('prompt:other')).toEqual([]);
  expect(readBlanks('prompt:letter')).toEqual([]);
  keepBlanks('prompt:letter', values);
  keepAnswer('letter', { text: 'Dear Ada' });
  expect(readAnswer('letter')).toEqual({ text: 'Dear Ada' });
  expect(readAnswer('other')).toBeUndefined();
  forgetDrafts();
  // A page that closes after sign-out still tries to save, and must fail.
  keepUnsaved('run:1:name', new Map(), { text: 'Typed' }, new Map());
  keepBlanks('prompt:letter', values);
  keepAnswer('letter', {});
  expect([...Object.keys(localStorage), ...Object.keys(sessionStorage)]).toEqual([]);
});

test("a draft of settings doesn't undo what someone else has saved since", () => {
  const fields = {
    site_name: { base: 'Before', mine: 'Mine' },
    support_email: { base: 'a@example.com', mine: 'b@example.com' },
  };
  const mine = { support_email: fields.support_email };
  expect(splitDraft(fields, { site_name: 'Theirs', support_email: 'a@example.com' }, false)).toEqual({
    fields: mine,
    isOutdated: true,
  });
  // The typed text equals the saved one.
  expect(splitDraft(fields, { site_name: 'Mine', support_email: 'a@example.com' }, false)).toEqual({
    fields: mine,
    isOutdated: false,
  });
});

test('a draft of a section keeps the fields that nobody else has saved since', () => {
  const base = { headline: 'Before', text: 'Before', items: ['a'] };
  const fields = { hero: { base, mine: { ...base, headline: 'Mine', items: ['a', 'mine'] } } };
  const saved = { ...base, text: 'Theirs' };
  expect(splitDraft(fields, { hero: saved }, true)).toEqual({
    fields: { hero: { base: saved, mine: { ...saved, headline: 'Mine', items: ['a', 'mine'] } } },
    isOutdated: false,
  });
  const longer = { ...base, items: ['theirs', 'a'] };
  expect(splitDraft(fields, { hero: longer }, true)).toEqual({
    fields: { hero: { base: longer, mine: { ...longer, headline: 'Mine' } } },
    isOutdated: true,
  });
});

test('a field with parts is one value, unless it is a section', () => {
  const base = { subject: 'Hello', seen: { is_within: true, days: 30 } };
  const mine = { subject: 'Hello', seen: { is_within: true, days: 7 } };
  expect(changedPaths(mine, base, false)).toEqual(['seen']);
  expect(changedPaths(mine, base, true)).toEqual(['seen.days']);
  const draft = { seen: { base: base.seen, mine: mine.seen } };
  const saved = { subject: 'Hello', seen: { is_within: false, days: 30 } };
  expect(splitDraft(draft, saved, false)).toEqual({ fields: {}, isOutdated: true });
});

test('differences go down to single fields, but lists of different lengths differ as a whole', () => {
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
