import { html, raw } from 'hono/html';
import { type MarkdownTree, parseMarkdown } from '#ui/markdown/markdown-tree.ts';

type Node = MarkdownTree['children'][number];
type Element = Extract<Node, { type: 'element' }>;
type Place = { publicUrl: string; accent: string };
type Safe = ReturnType<typeof raw>;

/** Inline styles for each element: email programs ignore style sheets and skip tags they don't know. */
const styles: Record<string, string> = {
  p: 'margin:0 0 16px',
  h1: 'margin:24px 0 12px;font-size:26px;line-height:1.25;font-weight:bold',
  h2: 'margin:24px 0 12px;font-size:21px;line-height:1.3;font-weight:bold',
  h3: 'margin:20px 0 8px;font-size:18px;line-height:1.35;font-weight:bold',
  h4: 'margin:20px 0 8px;font-size:16px;font-weight:bold',
  h5: 'margin:20px 0 8px;font-size:16px;font-weight:bold',
  h6: 'margin:20px 0 8px;font-size:16px;font-weight:bold',
  ul: 'margin:0 0 16px;padding-left:24px',
  ol: 'margin:0 0 16px;padding-left:24px',
  li: 'margin:0 0 6px',
  blockquote: 'margin:0 0 16px;padding-left:16px;border-left:3px solid #ddd8cb',
  pre: 'margin:0 0 16px;padding:12px;background:#efece1;overflow-x:auto;white-space:pre-wrap;font:14px/1.5 monospace',
  code: 'font-family:monospace;font-size:14px;background:#efece1',
  hr: 'margin:24px 0;border:0;border-top:1px solid #ddd8cb',
  table: 'margin:0 0 16px;width:100%;border-collapse:collapse',
  // With `anywhere`, a word doesn't count toward the width of its column, and narrow columns would break every word.
  th: 'padding:6px 8px;text-align:left;border-bottom:1px solid #ddd8cb;overflow-wrap:break-word',
  td: 'padding:6px 8px;border-bottom:1px solid #ddd8cb;overflow-wrap:break-word',
  details: 'margin:0 0 16px',
  summary: 'margin:0 0 8px;font-weight:bold',
};
/** Replacements for tags that email programs don't know. */
const plain: Record<string, string> = { section: 'div', details: 'div', summary: 'div' };
/** Elements whose direction depends on their first letter. */
const directed = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'blockquote', 'th', 'td', 'details', 'summary'],
]);
/** The classes that the dark theme restyles. */
const classes: Record<string, string> = {
  pre: 'code',
  code: 'code',
  blockquote: 'line',
  hr: 'line',
  th: 'line',
  td: 'line',
};
const inline = [
  'strong',
  'em',
  'del',
  'b',
  'i',
  's',
  'u',
  'sub',
  'sup',
  'small',
  'span',
  'div',
  'thead',
  'tbody',
  'tr',
  'br',
];
const known = new Set([...Object.keys(styles), ...Object.keys(plain), ...inline]);
const single = new Set(['hr', 'br']);

/** A link to a place in the same text, such as a footnote or its back link. Emails have no anchors. */
const isJump = ({ href }: Element['properties']) => typeof href === 'string' && href.startsWith('#');
const isWayBack = (properties: Element['properties']) =>
  isJump(properties) && properties['dataFootnoteBackref'] !== undefined;

/** An absolute URL for links and pictures; undefined if an email can't link to it. */
function fullAddress(value: unknown, { publicUrl }: Place, protocols: string[]): string | undefined {
  const url = typeof value === 'string' ? URL.parse(value, publicUrl) : null;
  return url && protocols.includes(url.protocol) ? url.href : undefined;
}

/** The width of the card's content, in pixels. */
const pictureWidth = 456;

/** Outlook only reads the `width` attribute. Elsewhere, a picture without one has its natural size, if it fits. */
function picture({ src, alt, width }: Element['properties'], place: Place): Safe {
  const address = fullAddress(src, place, ['http:', 'https:']);
  const words = String(alt ?? '');
  if (address === undefined) return raw(String(html`${words}`));
  const given = Number(width) > 0 ? Math.min(Number(width), pictureWidth) : undefined;
  const style = `${given ? '' : 'width:auto;'}max-width:100%;height:auto`;
  return raw(
    String(html`<img src="${address}" alt="${words}" width="${given ?? pictureWidth}" style="${style}">`),
  );
}

function toHtml(node: Node, place: Place): Safe {
  if (node.type === 'text') return raw(String(html`${node.value}`));
  if (node.type !== 'element') return raw('');
  const { tagName, properties, children } = node;
  const inner = raw(children.map((child) => String(toHtml(child as Node, place))).join(''));
  if (isWayBack(properties)) return raw('');
  if (tagName === 'a') {
    if (isJump(properties)) return inner;
    const href = fullAddress(properties['href'], place, ['http:', 'https:', 'mailto:']);
    return href === undefined
      ? inner
      : raw(String(html`<a class="link" href="${href}" style="color:${place.accent}">${inner}</a>`));
  }
  if (tagName === 'iframe') {
    const src = fullAddress(properties['src'], place, ['https:']);
    return src === undefined
      ? raw('')
      : raw(String(html`<a class="link" href="${src}" style="color:${place.accent}">${src}</a>`));
  }
  if (tagName === 'input') return raw(properties['checked'] ? '☑ ' : '☐ ');
  if (tagName === 'img') return picture(properties, place);
  if (!known.has(tagName)) return inner;
  const style = styles[tagName];
  const name = classes[tagName];
  const attributes = [
    name && ` class="${name}"`,
    directed.has(tagName) && ' dir="auto"',
    style && ` style="${style}"`,
    tagName === 'ol' && typeof properties['start'] === 'number' && ` start="${properties['start']}"`,
  ]
    .filter(Boolean)
    .join('');
  const tag = plain[tagName] ?? tagName;
  const written = `<${tag}${attributes}>${single.has(tag) ? '' : `${inner}</${tag}>`}`;
  return raw(tagName === 'table' ? `<div style="overflow-x:auto">${written}</div>` : written);
}

const blocks = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'blockquote',
  'pre',
  'table',
  'hr',
  'div',
  ...Object.keys(plain),
]);
/** Marks empty lines in code, so that they survive the removal of surplus blank lines. */
const kept = '\0';

function toText(node: Node, place: Place): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return '';
  const inner = () =>
    node.children.map((child, index) => textAfter(node.children[index - 1], child as Node, place)).join('');
  return blocks.has(node.tagName)
    ? `\n\n${blockText(node, inner, place)}\n\n`
    : inlineText(node, inner, place);
}

/** A line break is in the tree twice: as a `br` and as a newline. */
function textAfter(before: Element['children'][number] | undefined, node: Node, place: Place): string {
  const text = toText(node, place);
  return before?.type === 'element' && before.tagName === 'br' ? text.replace(/^\n/, '') : text;
}

function blockText(node: Element, inner: () => string, place: Place): string {
  const { tagName, properties, children } = node;
  if (tagName === 'hr') return '---';
  if (tagName === 'pre')
    return inner()
      .replace(/(?<!\n)\n+$/, '')
      .replaceAll(/^$/gm, kept);
  if (tagName === 'blockquote') return inner().trim().replaceAll(/^/gm, '> ');
  if (tagName !== 'ul' && tagName !== 'ol') return inner().trim();
  const first = typeof properties['start'] === 'number' ? properties['start'] : 1;
  return children
    .filter((child): child is Element => child.type === 'element')
    .map((item, index) => {
      const mark = tagName === 'ol' ? `${first + index}. ` : '- ';
      const lines = toText(item, place)
        .trim()
        .replaceAll(/\n{2,}/g, '\n');
      return `${mark}${lines.replaceAll('\n', `\n${' '.repeat(mark.length)}`)}`;
    })
    .join('\n');
}

function inlineText({ tagName, properties }: Element, inner: () => string, place: Place): string {
  if (tagName === 'br') return '\n';
  if (tagName === 'input') return properties['checked'] ? '[x]' : '[ ]';
  if (tagName === 'img') return String(properties['alt'] ?? '');
  if (tagName === 'iframe') return fullAddress(properties['src'], place, ['https:']) ?? '';
  if (tagName === 'td' || tagName === 'th') return `${inner().trim()} | `;
  if (tagName === 'tr') return `${inner().replace(/ \| $/, '')}\n`;
  if (isWayBack(properties)) return '';
  if (tagName !== 'a') return inner();
  if (isJump(properties)) return properties['dataFootnoteRef'] === undefined ? inner() : `[${inner()}]`;
  const href = fullAddress(properties['href'], place, ['http:', 'https:', 'mailto:']);
  const text = inner();
  return href === undefined || href === text || href === `${text}/` || href === `mailto:${text}`
    ? text
    : `${text} (${href})`;
}

/**
 * Markdown for an email: no scripts, absolute URLs for links and pictures, and videos as links.
 * @returns undefined if the text is nested too deeply or has too many parts.
 */
export function emailMarkdown(markdown: string, place: Place): { html: string; text: string } | undefined {
  const tree = parseMarkdown(markdown);
  return (
    tree && {
      html: tree.children.map((node) => String(toHtml(node, place))).join(''),
      text: tree.children
        .map((node) => toText(node, place))
        .join('')
        .replaceAll(/\n{3,}/g, '\n\n')
        .replaceAll(kept, '')
        .replace(/^\n+/, '')
        .trimEnd(),
    }
  );
}
