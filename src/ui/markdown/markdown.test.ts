import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Markdown as LazyMarkdown } from './lazy-markdown.tsx';
import Markdown from './markdown.tsx';
import { parseMarkdown } from './markdown-tree.ts';
import { plainParagraphs } from './plain-paragraphs.ts';
import { isVideoAddress } from './video-address.ts';

const render = (text: string, source?: 'model') =>
  renderToStaticMarkup(createElement(Markdown, { text, ...(source && { source }) }));

describe('a text without formatting', () => {
  const word = fc.constantFrom(
    ...[
      'a',
      'Word',
      'é',
      '字',
      '😀',
      ' ',
      ' ',
      '\n',
      '\n',
      '\n\n',
      '. ',
      ', ',
      ': ',
      ' – ',
      '“x”',
      "'",
      '(',
      ')',
      '!',
      '?',
      '1',
      ';',
    ],
  );
  const mark = fc.constantFrom(
    ...[
      '-',
      '+',
      '=',
      '#',
      '>',
      '*',
      '_',
      '~',
      '`',
      '\\',
      '|',
      '[',
      ']',
      '<',
      '{{x}}',
      '&',
      '&amp;',
      '2.',
      '3)',
      '---',
      '  ',
      '\t',
    ],
    ...[
      '~a~',
      '*a*',
      '_a_',
      '`a`',
      '[a](b)',
      '<b>a</b>',
      '\\*',
      'http://a.example',
      'HTTPS://b.example',
      'www.c.example',
      'd@e.example',
      '\u00a0',
      '\ufeff',
      '\r',
      '\0',
    ],
  );
  const piece = fc.oneof({ weight: 12, arbitrary: word }, { weight: 1, arbitrary: mark });

  test('looks the same as from the formatter', () => {
    let plain = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = pieces.join('');
        if (!plainParagraphs(text)) return;
        plain += 1;
        expect(renderToStaticMarkup(createElement(LazyMarkdown, { text }))).toBe(render(text));
      }),
      { numRuns: 6_000 },
    );
    expect(plain).toBeGreaterThan(500);
  });

  test.each(['', 'One line.', 'Two\nlines, and {{blanks}}\n\nand “a second” paragraph: fine (really)!\n'])(
    'is found: %j',
    (text) => expect(plainParagraphs(text)).toBeDefined(),
  );
});

test('a text by a language model loads nothing from other hosts', () => {
  const html = render(
    '**yes** ![a](https://elsewhere.example/x.png) <img src="https://elsewhere.example/y.png"> <iframe src="https://www.youtube.com/embed/x?q=secret"></iframe>',
    'model',
  );
  expect(html).toContain('<strong>yes</strong>');
  expect(html).toContain('a (https://elsewhere.example/x.png)');
  expect(html).not.toMatch(/<(img|iframe|source|video|link)/);
});

describe('a text by the site’s authors', () => {
  test('has headings, lists, tables, line breaks and code', () => {
    const html = render('# One\n\nfirst\nsecond\n\n- a\n- b\n\n| h |\n|---|\n| c |\n\n`x < y` ~~gone~~');
    for (const part of [
      '<h1>One</h1>',
      'first<br/>',
      '<li>a</li>',
      '<td>c</td>',
      '<code>x &lt; y</code>',
      '<del>gone</del>',
    ])
      expect(html).toContain(part);
  });

  test("isn't laid out as a table of millions of cells, which a few thousand characters can request", () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const table = (columns: number, rows: number) =>
        parseMarkdown(
          `${'|a'.repeat(columns)}|${end}${'|-'.repeat(columns)}|${end}${`|x${end}`.repeat(rows)}`,
        );
      expect(table(20, 100)).toBeDefined();
      expect(table(5_000, 5_000)).toBeUndefined();
    }
  });

  test('opens external links in a new tab, without a referrer and with nofollow', () => {
    const html = render('[out](https://example.com)');
    expect(html).toContain(
      '<a href="https://example.com" target="_blank" rel="noopener noreferrer nofollow">out</a>',
    );
  });

  test('shows pictures from https and from the site, and only the description of others', () => {
    expect(render('![a](https://example.com/a.png)')).toContain('src="https://example.com/a.png"');
    expect(render('![a](/media/prompts/a.webp)')).toContain('src="/media/prompts/a.webp"');
    for (const text of [
      '![a cat](http://example.com/a.png)',
      '<img src="http://example.com/a.png" alt="a cat">',
    ]) {
      expect(render(text)).not.toContain('<img');
      expect(render(text)).toContain('a cat');
    }
  });

  test.each([
    ['a <b>bold</b> and <i>light *word*</i>', '<b>bold</b> and <i>light <em>word</em></i>'],
    ['<details open><summary>More</summary>\n\n- one\n\n</details>', '<summary>More</summary>'],
    ['<table><tr><td colspan="2">x &amp; y</td></tr></table>', '<td colSpan="2">x &amp; y</td>'],
    ['<a href="https://example.com/?a=1&amp;b=2">out</a>', 'href="https://example.com/?a=1&amp;b=2"'],
    ["<IMG SRC='https://example.com/a.png' alt=cat>", 'src="https://example.com/a.png" alt="cat"'],
    [
      '<table><tr><td>one<tr><td>two</table>',
      '<table><tbody><tr><td>one</td></tr><tr><td>two</td></tr></tbody></table>',
    ],
    ['<table>x<td>one</td></table>', 'x<table><tbody><tr><td>one</td></tr></tbody></table>'],
    ['<p>one<div>two</div>', '<p>one</p><div>two</div>'],
    ['<p>one<p>two', '<p>one</p><p>two</p>'],
    ['<ul><li>one<li>two</ul>', '<ul><li>one</li><li>two</li></ul>'],
    ['<p><b>one<ul><li>two</li></ul></b></p>', '<p><b>one</b></p><ul><li>two</li></ul>'],
    ['<div><tr><td>one</td></tr></div>', '<div>one</div>'],
    ['<div><a href=https://example.com/?a=1>one</a></div>', 'href="https://example.com/?a=1"'],
    ['<b constructor="x" __proto__="y">one</b> &constructor;', '<b>one</b> &amp;constructor;'],
    ['one <iframe src="https://www.youtube.com/embed/x">old browsers</iframe> two', '</iframe> two'],
    ['one<br>two<br/>three', 'one<br/>two<br/>three'],
    ['<b>without an end\n\nnext', '<p>next</p>'],
    ['an end</b> alone, a < b, <!-- nothing --> &copy;', 'an end alone, a &lt; b,  ©'],
  ])('takes the usual HTML: %s', (text, expected) => expect(render(text)).toContain(expected));

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '<a href="JaVaScRiPt:alert(1)">x</a>',
    '<svg onload=alert(1)></svg>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<object data="javascript:alert(1)"></object>',
    '<form action="https://evil.example"><input name=password></form>',
    '<style>*{display:none}</style>',
    '<base href="https://evil.example">',
    '<math><mtext></p><img src=x onerror=alert(1)></mtext></math>',
    '![x](data:text/html,<script>alert(1)</script>)',
  ])('runs nothing and sends nothing: %s', (text) => {
    const html = render(text);
    // The rest is text or harmless: no element or attribute that runs code or sends data.
    expect(html).not.toMatch(/<(script|svg|math|object|form|style|base|iframe)\b/i);
    expect(html).not.toMatch(/<[^>]*\s(on\w+|srcdoc)=/i);
    expect(html).not.toMatch(/(href|src|action)="(javascript|data):/i);
  });

  test('is always valid HTML without scripts, whatever the text', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '/',
      'script',
      'iframe src=',
      'onerror=',
      'a',
      '`',
      '\n',
      '[',
      '](',
      ')',
      '&lt;',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const html = render(pieces.join(''));
        expect(html).not.toMatch(/<(script|iframe)\b/i);
        expect(html).not.toMatch(/<[^>"]*\son\w+=/i);
      }),
      { numRuns: 150 },
    );
  });
});

describe('a video', () => {
  test.each([
    'https://www.youtube.com/embed/x',
    'https://www.youtube-nocookie.com/embed/x?start=5',
    'https://player.vimeo.com/video/1',
    'https://www.loom.com/embed/x',
  ])('is shown from %s, locked in', (address) => {
    expect(isVideoAddress(address)).toBe(true);
    const html = render(`<iframe src="${address}" onload="alert(1)"></iframe>`);
    expect(html).toContain(`<iframe src="${address}" title="Video"`);
    expect(html).toMatch(/sandbox="[^"]+"/);
    expect(html).not.toMatch(/allow-top-navigation|allow-forms|onload/);
  });

  test.each([
    'http://www.youtube.com/embed/x',
    'https://www.youtube.com/watch?v=x',
    'https://www.youtube.com/redirect?q=https://evil.example',
    'https://www.youtube.com/embed',
    'https://www.youtube.com/embed/../redirect',
    'https://www.youtube.com/embed/%2e%2e/redirect',
    'https://player.vimeo.com/x',
    'https://www.loom.com/share/x',
    'https://youtube.com.evil.example/x',
    'https://www.youtube.com:8443/x',
    'https://evil.example/www.youtube.com',
    'https://www.youtube.com@evil.example/x',
    '//www.youtube.com/x',
    'https://user@www.youtube.com/x',
    'https://user:pw@player.vimeo.com/x',
    'javascript:alert(1)',
    'www.youtube.com',
    '',
    'https://sub.www.youtube.com/x',
    'data:text/html,x',
  ])('is not shown from %j', (address) => {
    expect(isVideoAddress(address)).toBe(false);
    expect(render(`<iframe src="${address}"></iframe>`)).not.toContain('<iframe');
  });

  test('must be a URL and nothing else', () => {
    for (const value of [undefined, null, 5, {}, ['https://www.youtube.com/embed/x']])
      expect(isVideoAddress(value)).toBe(false);
  });
});
