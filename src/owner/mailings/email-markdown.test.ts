import { describe, expect, test } from 'vitest';
import { emailMarkdown } from './email-markdown.server.ts';
import { composeDigest } from './mailing-email.server.ts';

const hebrew = 'שלום'; // cspell:disable-line
const place = { publicUrl: 'https://quill.example', accent: '#205040' };
const textOf = (markdown: string) => emailMarkdown(markdown, place)?.text;
const htmlOf = (markdown: string) => emailMarkdown(markdown, place)?.html ?? '';

describe('the text part of an email', () => {
  test.each([
    ['paragraphs are apart, line breaks stay', 'One\ntwo\n\n\n\nThree', 'One\ntwo\n\nThree'],
    ['headings are lines of their own', '# Spring\nIt is here', 'Spring\n\nIt is here'],
    ['lists keep their marks', '- one\n- two', '- one\n- two'],
    ['numbered lists go on from where they begin', '3. three\n4. four', '3. three\n4. four'],
    ['lists in lists are indented by their mark', '1. one\n   - inner\n2. two', '1. one\n   - inner\n2. two'],
    ['tasks show whether they are done', '- [x] done\n- [ ] open', '- [x] done\n- [ ] open'],
    ['quotes keep a mark on each line', '> one\n> two', '> one\n> two'],
    ['tables are rows', '| a | b |\n|---|---|\n| 1 | 2 |', 'a | b\n1 | 2'],
    ['a line break in HTML is one', 'One<br>two', 'One\ntwo'],
    ['a rule is three dashes', 'a\n\n---\n\nb', 'a\n\n---\n\nb'],
    ['pictures are their description', '![A cat](/media/cat.webp)', 'A cat'],
    ['a link names its full address', '[Plans](/pricing)', 'Plans (https://quill.example/pricing)'],
    ['an address as a link stands once', '<https://a.example/b>', 'https://a.example/b'],
    ['so does one without its slash', '[https://a.example](https://a.example)', 'https://a.example'],
    ['and one of an email', '<ada@example.com>', 'ada@example.com'],
    ['what an email cannot lead to is its words', '[Call](tel:123)', 'Call'],
    ['code stays as it was typed', '```\na  b\n\n  c\n```', 'a  b\n\n  c'],
    ['so do its empty lines', 'a\n\n```\nb\n\n\n\nc\n```\n\nd', 'a\n\nb\n\n\n\nc\n\nd'],
    [
      'what can be folded out is there, apart',
      '<details><summary>More</summary>text</details>',
      'More\n\ntext',
    ],
    ['a jump within the text is its words', '# Plans\n[Jump](#plans)', 'Plans\n\nJump'],
    ['a footnote keeps its number', 'a[^1]\n\n[^1]: b', 'a[1]\n\nFootnotes\n\n1. b'],
    ['emphasis is only its words', '**bold** and ~~gone~~', 'bold and gone'],
    ['nothing is nothing', '  \n ', ''],
  ])('%s', (_name, markdown, text) => {
    expect(textOf(markdown)).toBe(text);
  });
});

describe('the picture of an email', () => {
  test('has absolute URLs, even for pages and pictures of the site', () => {
    expect(htmlOf('[Plans](/pricing) [Other](https://a.example/b)')).toMatch(
      /href="https:\/\/quill\.example\/pricing".*href="https:\/\/a\.example\/b"/,
    );
    expect(htmlOf('![Cat](/media/cat.webp)')).toContain(
      'src="https://quill.example/media/cat.webp" alt="Cat"',
    );
  });

  test('is never wider than the card, even if the style of a picture is ignored', () => {
    expect(htmlOf('![Cat](/media/cat.webp)')).toMatch(
      /<img [^>]*width="456" style="width:auto;max-width:100%/,
    );
    const sized = (width: string) => htmlOf(`<img src="https://a.example/cat.png" width="${width}">`);
    expect(sized('120')).toMatch(/<img [^>]*width="120" style="max-width:100%/);
    expect(sized('1200')).toMatch(/<img [^>]*width="456" style="max-width:100%/);
    expect(sized('50%')).toMatch(/<img [^>]*width="456" style="width:auto/);
  });

  test('keeps the words of a table whole, and lets a wide one be moved', () => {
    const html = htmlOf('| Tarif | Preis |\n|---|---|\n| Jahresabonnement | 99 |'); // cspell:disable-line
    expect(html).toMatch(/<div style="overflow-x:auto"><table[^>]*>/);
    for (const cell of ['th', 'td'])
      expect(html).toMatch(new RegExp(`<${cell}[^>]*overflow-wrap:break-word`));
  });

  test('has no links to places within the text, and shows collapsible parts expanded', () => {
    expect(htmlOf('[Jump](#plans) a[^1]\n\n[^1]: b')).not.toContain('href');
    expect(htmlOf('<details><summary>More</summary>text</details>')).toMatch(/<div[^>]*>More<\/div>\s*text/);
  });

  test('leaves the direction of each text to its words', () => {
    expect(htmlOf(hebrew)).toContain('<p dir="auto"');
    for (const [markdown, tags] of [
      [`# ${hebrew}\n\n> ${hebrew}`, ['h1', 'blockquote', 'p']],
      [`- ${hebrew}`, ['li']],
      [`| ${hebrew} |\n|---|\n| ${hebrew} |`, ['th', 'td']],
      [`<details><summary>${hebrew}</summary>${hebrew}</details>`, ['div', 'div']],
    ] as const)
      for (const tag of tags) expect(htmlOf(markdown)).toMatch(new RegExp(`<${tag}[^>]* dir="auto"`));
    expect(htmlOf('`code`')).not.toContain('<code dir');
  });

  test('shows links in the color of the site', () => {
    expect(htmlOf('[Plans](/pricing)')).toContain('style="color:#205040"');
  });

  test('escapes what was typed, in texts, descriptions and addresses', () => {
    const html = htmlOf('a < b & "c"\n\n![x" onerror="y](https://a.example/"z)');
    expect(html).toContain('a &lt; b &amp; ');
    expect(html).not.toContain('onerror="y');
    expect(htmlOf('[x](javascript:alert(1))')).not.toContain('javascript');
  });

  test('begins a list with its number, and marks tasks', () => {
    expect(htmlOf('7. seven')).toMatch(/<ol[^>]* start="7">/);
    expect(htmlOf('1. one')).not.toContain('start="0"');
    const tasks = htmlOf('- [x] done\n- [ ] open');
    expect(tasks).toMatch(/☑\s+done[^☑]*☐\s+open/);
  });

  test('has a video as a link, in the text too', () => {
    const video = '<iframe src="https://www.youtube.com/embed/abc"></iframe>';
    expect(htmlOf(video)).toContain('<a class="link" href="https://www.youtube.com/embed/abc"');
    expect(htmlOf(video)).not.toContain('<iframe');
    expect(textOf(video)).toContain('https://www.youtube.com/embed/abc');
  });

  test('marks what the dark theme changes', () => {
    expect(htmlOf('`code`')).toContain('<code class="code"');
    expect(htmlOf('> quote')).toContain('<blockquote class="line"');
  });
});

test('a text that is nested too deeply is no email', () => {
  expect(emailMarkdown('> '.repeat(2_000), place)).toBeUndefined();
});

describe('the weekly email', () => {
  const site = {
    name: 'Quill',
    url: 'https://quill.example',
    supportEmail: 'help@quill.example',
    logo: { character: 'Q' },
    accent: '#205040',
    accentDark: '#90c0b0',
  };
  const items = [
    { collection: 'prompts' as const, slug: 'a-prompt', title: 'A <prompt>' },
    { collection: 'playbooks' as const, slug: 'a-playbook', title: 'A playbook' },
  ];
  const reader = {
    email: 'ada@example.com',
    locale: null,
    unsubscribeUrl: 'https://quill.example/unsubscribe?x',
  };

  test('links to the page of each item', async () => {
    const { subject, text, html, unsubscribeUrl } = await composeDigest(site, { items, total: 2 })(reader);
    expect(subject).toBe('2 new items at Quill last week');
    expect(text).toContain(
      '- A <prompt>\n  https://quill.example/prompt/a-prompt\n- A playbook\n  https://quill.example/playbook/a-playbook',
    );
    expect(html).toContain('href="https://quill.example/prompt/a-prompt"');
    expect(html).toContain('A &lt;prompt&gt;');
    expect(text).not.toContain('more.');
    expect(unsubscribeUrl).toBe(reader.unsubscribeUrl);
  });

  test('counts all new items, and says how many it leaves out', async () => {
    const { subject, text, html } = await composeDigest(site, { items, total: 23 })(reader);
    expect(subject).toBe('23 new items at Quill last week');
    expect(text).toContain('And 21 more.');
    expect(html).toContain('And 21 more.');
  });

  test('leaves the direction of titles and names to their words', async () => {
    const { html } = await composeDigest({ ...site, name: hebrew }, { items, total: 3 })(reader);
    expect(html).toMatch(/<li dir="auto"[^>]*><a/);
    expect(html.match(/<p(?![^>]*dir="auto")[^>]*>/g)).toEqual([expect.stringContaining('margin:0 0 24px"')]);
    expect(html).toMatch(new RegExp(`<p dir="auto"[^>]*>.*${hebrew}</p>`));
  });

  test('says one item as one, in the language of each reader', async () => {
    const compose = composeDigest(site, { items: items.slice(1), total: 1 });
    const [english, german] = [await compose(reader), await compose({ ...reader, locale: 'de' })];
    expect(english.subject).toBe('1 new item at Quill last week');
    expect(german.subject).toBe('Letzte Woche neu bei Quill: 1 Eintrag'); // cspell:disable-line
    expect(german.html).toContain('lang="de"');
  });
});
