import { expect, test } from 'vitest';
import { heldWordIn, linksTo } from './held-text.ts';

// cspell:ignore satilik arsa burada ndirim sino
test.each([
  ['Buy at the CASINO now', 'casino'],
  ['a sun\u200bflower here', 'sunflower'],
  ['\uFF23\uFF21\uFF33\uFF29\uFF2E\uFF2F!', 'casino'],
  ['make  money\nfast', 'make money fast'],
  ['SATILIK arsa', 'sat\u0131l\u0131k'],
  ['\u0130ND\u0130R\u0130M burada', '\u0130ndirim'],
  ['V\u0130AGRA', 'viagra'],
  ['C\u00E1sino', 'casino'],
  ['Gr\u00FC\u00DFe (c++) dort', 'c++'],
  ['\u5728\u8FD9\u91CC\u8D4C\u535A\u8D62\u94B1', '\u8D4C\u535A'],
])('%j has the word %j', (text, word) => {
  expect(heldWordIn(text, ['other', '', word])).toBe(word);
});

test.each([
  ['casinos are another word', 'casino'],
  ['cardinal', 'car'],
  ['make money slowly', 'make money fast'],
  ['anything', ' '],
])('%j does not have %j', (text, word) => {
  expect(heldWordIn(text, [word])).toBeUndefined();
});

test.each([
  ['see https://example.com/x now', ['https://example.com/x']],
  ['www.example.com', ['www.example.com']],
  ['go to Example.COM/path?x=1', ['Example.COM/path?x=1']],
  ['example\u200b.com', ['example.com']],
  ['http://127.0.0.1:8080', ['http://127.0.0.1:8080']],
])('%j has links', (text, links) => {
  expect(linksTo(text, 'mine.example')).toEqual(links);
});

test.each([
  ['e.g. this, or node.js and README.md'],
  ['me@example.com'],
  ['version 1.2.3 of it. In the end'],
  ['https://mine.example/prompt/one'],
  ['mine.example/prompts'],
])('%j has none to elsewhere', (text) => {
  expect(linksTo(text, 'mine.example')).toEqual([]);
});
