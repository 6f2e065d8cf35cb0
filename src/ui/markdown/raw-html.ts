import type { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { depthFor } from './html-nesting.ts';

type Nodes = Parameters<typeof toJsxRuntime>[0];
type Element = Extract<Nodes, { type: 'element' }>;
type Root = Extract<Nodes, { type: 'root' }>;
type ElementContent = Element['children'][number];

// Parses the HTML in a Markdown text: what people write by hand or copy from a video site. A full HTML parser would be larger than the
// Markdown code. The result is sanitized, so a wrong guess looks ugly but does no harm.

const attribute = String.raw`\s+([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>${'`'}]+))?`;
const markup = new RegExp(
  String.raw`<!--[\s\S]*?(?:-->|$)|<[!?][^<>]*>|</([a-z][\w-]*)[^<>]*>|<([a-z][\w-]*)((?:${attribute})*)\s*/?>`,
  'gi',
);
const attributes = new RegExp(attribute, 'g');
/** Elements without content; browsers don't show what is inside an iframe. */
const empty = new Set(['br', 'hr', 'img', 'input', 'iframe', 'source', 'wbr']);
/** Attributes whose DOM property name differs from the lowercase name. */
const properties = new Map([
  ['class', 'className'],
  ['colspan', 'colSpan'],
  ['datetime', 'dateTime'],
  ['rowspan', 'rowSpan'],
]);
const named = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
]);
/** How deeply a text can be nested; more isn't laid out. */
export const deepest = 60;

function decode(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
    if (code === undefined) return named.get(name) ?? whole;
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\ufffd';
  });
}

type Piece = ElementContent | { opens: Element } | { closes: string };

function piecesOf(html: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  const addText = (until: number) => {
    if (until > end) pieces.push({ type: 'text', value: decode(html.slice(end, until)) });
  };
  for (const match of html.matchAll(markup)) {
    addText(match.index);
    end = match.index + match[0].length;
    const [, closing, opening, given = ''] = match;
    if (closing) pieces.push({ closes: closing.toLowerCase() });
    if (!opening) continue;
    const tagName = opening.toLowerCase();
    const entries = [...given.matchAll(attributes)].map(([, name = '', value = '']) => {
      const property = name.toLowerCase();
      return [properties.get(property) ?? property, decode(value.replace(/^(["'])([\s\S]*)\1$/, '$2'))];
    });
    const element: Element = {
      type: 'element',
      tagName,
      properties: Object.fromEntries(entries),
      children: [],
    };
    pieces.push(empty.has(tagName) ? element : { opens: element });
  }
  addText(html.length);
  return pieces;
}

/** Nests the content between tags in elements; an unclosed element ends where a browser would end it. */
function build(nodes: readonly Root['children'][number][]): ElementContent[] {
  const all: ElementContent[] = [];
  const open: Element[] = [];
  let frame: { place: ElementContent[]; length: number } | undefined;
  for (const node of nodes)
    for (const piece of node.type === 'raw' ? piecesOf(node.value) : [node as ElementContent]) {
      const place = open.at(-1)?.children ?? all;
      if ('opens' in piece) {
        open.length = depthFor(piece.opens.tagName, open);
        (open.at(-1)?.children ?? all).push(piece.opens);
        if (open.length < deepest) open.push(piece.opens);
      } else if ('closes' in piece && piece.closes === 'iframe') {
        // The content of a frame is never shown.
        if (frame?.place === place) place.length = frame.length;
        frame = undefined;
      } else if ('closes' in piece) {
        const depth = open.findLastIndex(({ tagName }) => tagName === piece.closes);
        if (depth >= 0) open.length = depth;
      } else {
        place.push(piece);
        if ('tagName' in piece && piece.tagName === 'iframe') frame = { place, length: place.length };
      }
    }
  return all;
}

function isParent(node: Nodes): node is Root | Element {
  return 'children' in node;
}

/** Parses the raw HTML in a tree. */
export function addHtml(tree: Root): void {
  const parents: (Root | Element)[] = [tree];
  for (let parent = parents.pop(); parent; parent = parents.pop()) {
    if (parent.children.some(({ type }) => type === 'raw')) parent.children = build(parent.children);
    for (const child of parent.children) if (isParent(child)) parents.push(child);
  }
}
