import { describe, expect, test } from 'vitest';
import { blankRows, definitionsOf } from './blank-rows.ts';
import { type BlankDefinition, blankDefinition } from './public/blank-fields.ts';
import { filledValues, mergeBlanks, readBlanks, valuesByKey, valuesOf } from './public/blanks.ts';
import { createFillStore } from './public/fill-store.ts';

const define = (name: string, more: Partial<BlankDefinition> = {}) =>
  blankDefinition.parse({ name, ...more });

describe('the rows of the author’s editor', () => {
  const body = 'To {{name}} of [COMPANY], {{Name:Ada}}\n```\n{{code:x}} [COMPANY]\n```';
  const rows = (definitions: BlankDefinition[] = [], text = body) => {
    const { blanks, leftAsText } = blankRows(text, definitions);
    return [blanks, leftAsText].map((all) => all.map(({ key }) => key));
  };

  test('are the blanks of the text, then what is left as text', () => {
    expect(rows()).toEqual([['name', 'company'], ['code']]);
    const { blanks, leftAsText } = blankRows(body, []);
    expect(blanks.map(({ inlineDefault, isOnlyInCode }) => [inlineDefault, isOnlyInCode])).toEqual([
      ['Ada', false],
      ['', false],
    ]);
    expect(leftAsText).toMatchObject([{ inlineDefault: 'x', isOnlyInCode: true }]);
  });

  test('follow what the author has said about them', () => {
    const said = [
      define('code', { scope: 'everywhere' }),
      define('COMPANY'),
      define('name', { scope: 'nowhere' }),
    ];
    expect(rows(said)).toEqual([['code', 'company'], ['name']]);
  });

  test("don't include names that are gone from the text, whose definitions are dropped", () => {
    const said = [
      define('gone', { help: 'x' }),
      define('company', { label: 'Firm', help: 'As on the sign' }),
    ];
    const { blanks, leftAsText } = blankRows(body, said);
    expect(definitionsOf([...blanks, ...leftAsText])).toEqual([
      define('company', { label: 'Firm', help: 'As on the sign' }),
      define('name'),
      define('code'),
    ]);
  });

  test('are none at all in a text without blanks', () => {
    expect(rows([define('a')], 'Just a text with {one} brace')).toEqual([[], []]);
    expect(rows([], '')).toEqual([[], []]);
  });
});

describe('the blanks of several texts', () => {
  const merge = (...texts: [string, BlankDefinition[]?][]) =>
    mergeBlanks(texts.map(([text, definitions = []]) => readBlanks(text, definitions).blanks));

  test('are asked for once, in the order in which they come', () => {
    expect(merge(['{{b}} {{company_name}}'], ['{{a}} [COMPANY NAME] {{B}}']).map(({ name }) => name)).toEqual(
      ['b', 'company_name', 'a'],
    );
  });

  test('have the words of the first author who has said something', () => {
    const [tone] = merge(
      ['{{tone}}'],
      ['{{tone}}', [define('tone', { label: 'Voice', kind: 'choice', options: ['dry', 'warm'] })]],
      ['{{tone}}', [define('tone', { label: 'Third', help: 'Third' })]],
    );
    expect(tone).toMatchObject({
      name: 'tone',
      label: 'Voice',
      kind: 'choice',
      options: ['dry', 'warm'],
      help: '',
    });
  });

  test('take the first default there is, and are required where one of the texts requires them', () => {
    const optional = [define('tone', { required: false })];
    expect(
      merge(['{{tone}}', optional], ['{{tone:dry}}', optional], ['{{tone:warm}}', optional]),
    ).toMatchObject([{ default: 'dry', required: false }]);
    expect(merge(['{{tone}}', optional], ['{{tone}}'])).toMatchObject([{ default: '', required: true }]);
    expect(merge(['{{tone}}'], ['{{tone}}', optional])).toMatchObject([{ required: true }]);
  });
});

describe('what stands in the blanks of a finished text', () => {
  test('is kept with its defaults, by name, without those that are open', () => {
    const { blanks } = readBlanks('{{companyName}} {{tone:dry}} {{city}} {{notes}} {{constructor}}', [
      define('notes', { required: false }),
    ]);
    const filled = valuesOf(blanks, valuesByKey({ COMPANY_NAME: 'Acme', tone: '' }));
    expect(filledValues(blanks, filled)).toStrictEqual({ 'company name': 'Acme', tone: 'dry', notes: '' });
  });
});

describe('what a member types into the form', () => {
  test('stays when saved values arrive, which fill what is empty', () => {
    const store = createFillStore();
    store.set('tone', 'dry');
    store.set('city', '');
    store.complete([
      ['tone', 'warm'],
      ['city', 'Oslo'],
      ['company', 'Acme'],
    ]);
    expect(Object.fromEntries(store.values())).toEqual({ tone: 'dry', city: 'Oslo', company: 'Acme' });
    store.set('tone', '');
    expect(store.values().get('tone')).toBe('');
    store.clear();
    expect(store.values().size).toBe(0);
  });

  test('notifies the page of each change, but not after it is gone', () => {
    const store = createFillStore();
    const seen: (string | undefined)[] = [];
    const leave = store.subscribe(() => seen.push(store.values().get('tone')));
    const before = store.values();
    store.set('tone', 'dry');
    // Pages only render again if they get a different map.
    expect(store.values()).not.toBe(before);
    expect(before.size).toBe(0);
    store.complete([['tone', 'warm']]);
    leave();
    store.set('tone', 'none');
    expect(seen).toEqual(['dry', 'dry']);
  });
});
