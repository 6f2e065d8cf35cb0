import { expect, test } from 'vitest';
import { splitAtLinks } from './split-at-links.ts';

test.each([
  ['No link', ['No link']],
  ['Plans (https://quill.example/pricing), or', ['Plans (', 'https://quill.example/pricing', '), or']],
  ['See https://a.example/b.', ['See ', 'https://a.example/b', '.']],
  [
    'https://a.example/?q=a.b&c=(d)#e\nhttps://b.example',
    ['', 'https://a.example/?q=a.b&c=(d)#e', '\n', 'https://b.example', ''],
  ],
  ['https://a.example/ https://a.example/', ['', 'https://a.example/', ' ', 'https://a.example/', '']],
  ['https://...', ['https://...']],
])('the links of %j', (text, parts) => {
  expect(splitAtLinks(text)).toEqual(parts);
});
