import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isUsable } from '../is-usable.ts';
import { type BlankDefinition, blankDefinition } from './blank-fields.ts';
import { labelOf, openBlanks, readBlanks, splitAtBlanks, valuesByKey, valuesOf } from './blanks.ts';
import { blankKey, fillBlanks, parseBlanks } from './parse.ts';

const names = (text: string, definitions: BlankDefinition[] = []) =>
  readBlanks(text, definitions).blanks.map((blank) => blank.name);
const define = (name: string, more: Partial<BlankDefinition> = {}) =>
  blankDefinition.parse({ name, ...more });

/** The finished text for values by name. */
function fill(text: string, values: Record<string, string> = {}, definitions: BlankDefinition[] = []) {
  const { pieces, blanks } = readBlanks(text, definitions);
  return fillBlanks(pieces, valuesOf(blanks, valuesByKey(values)));
}

describe('what is a blank', () => {
  test.each([
    ['{{name}}', ['name']],
    ['{{ your name }}', ['your name']],
    ['{{name:Ada}}', ['name']],
    ['${companyName}', ['companyName']],
    ['${tone:dark, humorous}', ['tone']],
    ['[NAME]', ['NAME']],
    ['[YOUR JOB TITLE]', ['YOUR JOB TITLE']],
    ['[CAFÉ À PARIS]', ['CAFÉ À PARIS']],
    ['{{имя}} {{名前}} {{नाम}}', ['имя', '名前', 'नाम']],
    ['{{step 2 result}}', ['step 2 result']],
    ['{"user": {{user}}}', ['user']],
    ['"[NAME]", ([CITY])', ['NAME', 'CITY']],
    ['`{{name}}` in a line of code', ['name']],
    ['{{url:https://example.com/?a=b}}', ['url']],
    ['[TOPIC]: say more', ['TOPIC']],
    ['[ROLE]', ['ROLE']],
    ['{{first\u00a0name}} {{\u202flast\u202fname}}', ['first\u00a0name', 'last\u202fname']],
    ['{{姓\u3000名}}', ['姓\u3000名']],
    ['[VOTRE\u00a0NOM]', ['VOTRE\u00a0NOM']], // cspell:disable-line
    ['{{ton\u00a0: formel}}', ['ton']], // cspell:disable-line
    ['{{نام\u200cکاربر}}', ['نام\u200cکاربر']], // cspell:disable-line
    ['[MU\u0308NCHEN CITY]', ['MU\u0308NCHEN CITY']], // cspell:disable-line
  ])('%s', (text, expected) => {
    expect(names(text)).toEqual(expected);
  });
});

describe('what is none', () => {
  test.each([
    '[Name]',
    '[A]',
    '[X] done',
    '[x] done',
    '- [ ] to do',
    '[123]',
    '[LINK](https://example.com)',
    '![IMAGE](a.png)',
    '[LINK][REF]',
    '[REF]: https://example.com',
    '  [REF]: <https://example.com>',
    '[[WIKI LINK]]',
    '[YYYY-MM-DD]',
    '[YYYY\u00a0MM\u00a0DD]',
    '[HIGH: 1]',
    '{name}',
    '{{}}',
    '{{ }}',
    '{{1}}',
    '{{#if name}}',
    '{{/if}}',
    '{{> partial}}',
    '{{a.b}}',
    '{{fn()}}',
    '${a.b}',
    '${f(x)}',
    '$name',
    '{{two\nlines}}',
    '[TWO\nLINES]',
    `{{${'x'.repeat(81)}}}`,
  ])('%s', (text) => {
    expect(names(text)).toEqual([]);
    expect(fill(text)).toBe(text);
  });
});

describe('code', () => {
  const fenced = 'Say {{a}}\n```js\nlog(`${b}`)\n```\nand {{c}}';

  test('in a fence has no blanks', () => {
    expect(names(fenced)).toEqual(['a', 'c']);
    expect(fill(fenced, { a: '1', b: '2', c: '3' })).toBe('Say 1\n```js\nlog(`${b}`)\n```\nand 3');
  });

  test('has those that the author has marked', () => {
    expect(names(fenced, [define('b', { scope: 'everywhere' })])).toEqual(['b', 'a', 'c']);
  });

  test.each([
    ['~~~\n{{a}}\n~~~\n{{b}}', ['b']],
    ['````\n```\n{{a}}\n```\n````\n{{b}}', ['b']],
    ['```\n{{a}}', []],
    ['- item\n    ```\n    {{a}}\n    ```\n  {{b}}', ['b']],
    ['> ```\n> {{a}}\n> ```\n> {{b}}', ['b']],
    ['1. ```\n   {{a}}\n   ```\n{{b}}', ['b']],
    ['```one line``` {{b}}', ['b']],
    ['```\n{{a}}\n``` not the end\n{{b}}', []],
  ])('%j', (text, expected) => {
    expect(names(text)).toEqual(expected);
  });
});

describe('an escape', () => {
  test.each([
    ['\\{{name}}', '{{name}}'],
    ['\\${name}', '${name}'],
    ['\\[NAME]', '[NAME]'],
    ['a\\\\{{name}}', 'a\\\\Ada'],
    ['a\\\\\\{{name}}', 'a\\\\{{name}}'],
    ['\\{name}', '\\{name}'],
    ['\\n \\[x]', '\\n \\[x]'],
  ])('%s', (text, finished) => {
    expect(fill(text, { name: 'Ada' })).toBe(finished);
  });

  test('in code stays as it is', () => {
    expect(fill('```\n\\${name}\n```')).toBe('```\n\\${name}\n```');
  });
});

describe('the blanks of a text', () => {
  test('are one blank however a name is written', () => {
    const text = '{{company_name}} ${companyName} [COMPANY NAME] {{Company-Name}} {{company name}}';
    expect(names(text)).toEqual(['company_name']);
    expect(fill(text, { 'COMPANY NAME': 'Acme' })).toBe('Acme Acme Acme Acme Acme');
  });

  test('take a default from any of their places, and keep it for all', () => {
    expect(fill('${language} and ${language:English}')).toBe('English and English');
    expect(fill('${language} and ${language:English}', { language: 'French' })).toBe('French and French');
  });

  test('stand in the order of the author, then of the text; what the author has said counts', () => {
    const definitions = [
      define('C', { label: 'Third', kind: 'choice', options: ['x', 'y'] }),
      define('absent'),
      define('b', { default: 'from the author', required: false }),
    ];
    const { blanks } = readBlanks('{{a:1}} {{b:2}} {{c}}', definitions);
    expect(blanks.map(({ name, label, kind, default: value }) => [name, label, kind, value])).toEqual([
      ['c', 'Third', 'choice', ''],
      ['b', 'B', 'line', 'from the author'],
      ['a', 'A', 'line', '1'],
    ]);
  });

  test('are known to the page, which shows what is copied', () => {
    const definitions = [define('VERSE', { scope: 'nowhere' })];
    for (const text of ['\\{{a}} {{b}}', '[VERSE] \\[VERSE] \\{{a}} {{b}}', '```\n{{a}}\n``` \\[CITY]']) {
      const { pieces, blanks } = readBlanks(text, definitions);
      expect(splitAtBlanks(text, blanks)).toEqual(pieces);
    }
  });

  test('are at most two hundred, those that the author has described among them; what is beyond is plain text', () => {
    const text = Array.from({ length: 300 }, (_, number) => `\\{{n${number}}} {{n${number}}}`).join('');
    const definitions = [define('n299', { label: 'The last' }), define('n1', { scope: 'nowhere' })];
    const { pieces, blanks } = readBlanks(text, definitions);
    expect(blanks.map(({ name }) => name)).toEqual([
      'n299',
      'n0',
      ...Array.from({ length: 198 }, (_, index) => `n${index + 2}`),
    ]);
    expect(pieces.filter(({ kind }) => kind === 'blank')).toHaveLength(200);
    expect(pieces.map(({ raw }) => raw).join('')).toBe(text);
    expect(splitAtBlanks(text, blanks)).toEqual(pieces);
  });

  test('of a text with very many names are only searched up to a limit', () => {
    const text = Array.from({ length: 9_000 }, (_, number) => `{{n${number}}}`).join('');
    let lookedAt = 0;
    parseBlanks(text, () => {
      lookedAt += 1;
      return undefined;
    });
    expect(lookedAt).toBeLessThanOrEqual(2_000);
    expect(parseBlanks(`${text}{{n1}}`).at(-1)).toMatchObject({ kind: 'blank', key: 'n1' });
    expect(readBlanks(text).pieces).toHaveLength(201);
    // Places with further names count too, so that none of a million is looked at.
    const [last] = parseBlanks(`${text}${text}{{n1}}`).slice(-1);
    expect(last).toMatchObject({ kind: 'text', raw: expect.stringMatching(/\{\{n1\}\}$/) });
  });

  test('of a text with very many places are only found in the first ones', () => {
    const text = '[AB] {{c}} [12] '.repeat(60_000);
    let lookedAt = 0;
    const pieces = parseBlanks(text, () => {
      lookedAt += 1;
      return undefined;
    });
    expect(lookedAt).toBeLessThanOrEqual(10_000);
    expect(pieces.length).toBeLessThanOrEqual(20_001);
    expect(pieces.map(({ raw }) => raw).join('') === text).toBe(true);
    const names = Array.from({ length: 300 }, (_, number) => `{{n${number}}}`).join('');
    const read = readBlanks(names + text + '{{last}}');
    expect(splitAtBlanks(names + text + '{{last}}', read.blanks)).toEqual(read.pieces);
  });

  test('leave out what the author has called plain text', () => {
    const definitions = [define('VERSE', { scope: 'nowhere' })];
    expect(names('[VERSE] {{a}}', definitions)).toEqual(['a']);
    expect(fill('[VERSE] \\[VERSE] {{a}}', { verse: 'x', a: '1' }, definitions)).toBe('[VERSE] \\[VERSE] 1');
  });

  test('are open while they are required and have neither value nor default', () => {
    const definitions = [define('d', { required: false })];
    const { blanks } = readBlanks('{{a}} {{b:1}} {{c}} {{d}}', definitions);
    expect(openBlanks(blanks, valuesByKey({ a: 'x' })).map((blank) => blank.name)).toEqual(['c']);
  });

  test('vanish from the finished text where they are optional and empty', () => {
    const definitions = [define('title', { required: false })];
    expect(fill('Dear {{title}} {{name}}', { name: 'Ada' }, definitions)).toBe('Dear  Ada');
    expect(fill('Dear {{title:Dr.}} {{name}}', {}, definitions)).toBe('Dear Dr. {{name}}');
  });

  test.each([
    ['companyName', 'Company name'],
    ['COMPANY_NAME', 'Company name'],
    ['YOUR JOB TITLE', 'Your job title'],
    ['your LinkedIn profile', 'Your LinkedIn profile'],
    ['target-audience', 'Target audience'],
    ['detail2', 'Detail2'],
  ])('are called by their name: %s', (name, label) => {
    expect(labelOf(name)).toBe(label);
  });

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('may be called %s', (name) => {
    expect(fill(`{{${name}}}`)).toBe(`{{${name}}}`);
    expect(fill(`{{${name}}}`, JSON.parse(`{"${name}":"x"}`))).toBe('x');
  });
});

/** Texts with many blanks, and with things that almost are blanks. */
const marks = fc.constantFrom(
  ...['{', '}', '{{', '}}', '${', '[', ']', '](', '\\', ':', '\n', '`', '```', '~~~', ' ', '>', '- '],
  ...['{{name}}', '${tone:dry}', '[CITY]', '{{ a b }}', '[X]', 'é', '😀', '\ud83d', '\r\n', '\0', '$&', '$1'],
);
const anyText = fc
  .array(fc.oneof({ weight: 3, arbitrary: marks }, fc.string({ unit: 'binary', maxLength: 4 })), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''));
const anyScope = fc.constantFrom('text' as const, 'everywhere' as const, 'nowhere' as const);

describe('whatever the text', () => {
  test('its pieces are the text, byte for byte', () => {
    fc.assert(
      fc.property(anyText, anyScope, (text, scope) => {
        const pieces = parseBlanks(text, () => scope);
        expect(pieces.map((piece) => piece.raw).join('')).toBe(text);
      }),
      { numRuns: 3_000 },
    );
  });

  test('filling changes the blanks and the backslash of an escape, and nothing else', () => {
    const values = fc.dictionary(
      fc.constantFrom('name', 'tone', 'CITY', 'a b'),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(anyText, values, (text, given) => {
        const { pieces, blanks } = readBlanks(text);
        const valueFor = valuesOf(blanks, valuesByKey(given));
        let rest = fillBlanks(pieces, valueFor);
        for (const piece of pieces) {
          const expected =
            piece.kind === 'text'
              ? piece.raw
              : piece.kind === 'escape'
                ? piece.raw.slice(1)
                : (valueFor(piece.key) ?? piece.raw);
          expect(rest.startsWith(expected)).toBe(true);
          rest = rest.slice(expected.length);
        }
        expect(rest).toBe('');
      }),
      { numRuns: 3_000 },
    );
  });

  test('a text without blanks is its own finished text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { pieces } = readBlanks(text);
        fc.pre(pieces.every((piece) => piece.kind === 'text'));
        expect(fillBlanks(pieces, () => 'never')).toBe(text);
      }),
    );
  });

  test('a blank is found again among other words', () => {
    const words = fc.string({ unit: fc.constantFrom(...'abc .,;!?\n') });
    const blanks = fc.constantFrom('{{name}}', '{{ name : x }}', '${name}', '${name:x y}', '[NAME]');
    fc.assert(
      fc.property(words, blanks, words, (before, blank, after) => {
        const text = `${before}${blank}${after}`;
        expect(fill(text, { name: 'Ada' })).toBe(`${before}Ada${after}`);
      }),
    );
  });

  test('a key is its own key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => blankKey(blankKey(name)) === blankKey(name)),
      // A mathematical capital has no lowercase letter.
      { examples: [['A𝐀'], ['1𝐀'], ['İ']] },
    );
  });
});

test('a value is only used where the field of the blank can show it', () => {
  const fits = (kind: BlankDefinition['kind'], values: string[]) =>
    values.map((value) => isUsable(define('x', { kind, options: ['red', 'blue'] }), value));
  expect(fits('number', ['35', '-1.5', '.5', '1e3'])).toEqual(Array(4).fill(true));
  expect(fits('number', ['', 'thirty-five', '1,5', '1.', '+1', ' 1', '1e999', '0x1'])).toEqual(
    Array(8).fill(false),
  );
  expect(fits('choice', ['red', 'green', ''])).toEqual([true, false, false]);
  expect(fits('line', ['1,5', 'green', ''])).toEqual([true, true, false]);
});
