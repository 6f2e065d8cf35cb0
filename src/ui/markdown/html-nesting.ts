import type { toJsxRuntime } from 'hast-util-to-jsx-runtime';

type Nodes = Parameters<typeof toJsxRuntime>[0];
type Root = Extract<Nodes, { type: 'root' }>;
type Element = Extract<Nodes, { type: 'element' }>;
type Child = Element['children'][number];

// Browsers move misplaced elements, such as a table row without a body. React would then not find the page as it expects.

const list = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const tableParts = list('table tbody td tfoot th thead tr');
const headings = list('h1 h2 h3 h4 h5 h6');
/** Elements that can't be in a paragraph. */
const blocks = list(
  'blockquote dd details div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre section summary table ul',
);

/** The open elements that a new one closes, unless one of `within` is between them. */
type End = { ends: ReadonlySet<string>; within: ReadonlySet<string> };
const cell: End = { ends: list('td th'), within: list('table tr') };
const group: End = { ends: list('tbody tfoot thead'), within: list('table') };
const term: End = { ends: list('dd dt'), within: list('dl table') };
const ends = new Map<string, End>([
  ['li', { ends: list('li'), within: list('ol table ul') }],
  ['tr', { ends: list('tr'), within: list('table') }],
  ...['td', 'th'].map((name): [string, End] => [name, cell]),
  ...['tbody', 'tfoot', 'thead'].map((name): [string, End] => [name, group]),
  ...['dd', 'dt'].map((name): [string, End] => [name, term]),
]);
const paragraph: End = { ends: list('p'), within: tableParts };

/** How many of the open elements stay open when this one begins. */
export function depthFor(tagName: string, open: readonly Element[]): number {
  const depthOf = (end: End | undefined, among: readonly Element[]) => {
    const at = among.findLastIndex(({ tagName: name }) => end?.ends.has(name) || end?.within.has(name));
    const found = among[at];
    return found && end?.ends.has(found.tagName) ? at : among.length;
  };
  const depth = depthOf(ends.get(tagName), open);
  return blocks.has(tagName) ? depthOf(paragraph, open.slice(0, depth)) : depth;
}

const isBlank = (child: Child) =>
  child.type === 'comment' || (child.type === 'text' && child.value.trim() === '');
const isOneOf = (child: Child, names: ReadonlySet<string>): child is Element =>
  child.type === 'element' && names.has(child.tagName);
const rows = list('tr');
const cells = list('td th');
const groups = list('tbody tfoot thead');

/** Keeps `wanted` children, wraps those in `wrap.of`, and moves everything else `outside`. */
function arrange(
  children: readonly Child[],
  wanted: ReadonlySet<string>,
  wrap: { tagName: string; of: ReadonlySet<string> } | undefined,
  outside: Child[],
): Child[] {
  const kept: Child[] = [];
  let wrapper: Element | undefined;
  for (const child of children) {
    if (isOneOf(child, wanted)) {
      wrapper = undefined;
      kept.push(child);
    } else if (wrap && isOneOf(child, wrap.of)) {
      if (!wrapper) {
        wrapper = { type: 'element', tagName: wrap.tagName, properties: {}, children: [] };
        kept.push(wrapper);
      }
      wrapper.children.push(child);
    } else if (!isBlank(child)) outside.push(child);
  }
  return kept;
}

/** Adds the parts to a table that a browser would add. @returns elements that it would move out */
function arrangeTable(table: Element): Child[] {
  const outside: Child[] = [];
  const withRows = arrange(
    table.children,
    new Set([...groups, ...rows]),
    { tagName: 'tr', of: cells },
    outside,
  );
  table.children = arrange(withRows, groups, { tagName: 'tbody', of: rows }, outside);
  for (const part of elementsIn(table)) {
    part.children = arrange(part.children, rows, { tagName: 'tr', of: cells }, outside);
    for (const row of elementsIn(part)) row.children = arrange(row.children, cells, undefined, outside);
  }
  return outside;
}
const elementsIn = ({ children }: Element) => children.filter((child) => child.type === 'element');

const hasBlock = (children: readonly Child[]): boolean =>
  children.some(
    (child) => child.type === 'element' && (blocks.has(child.tagName) || hasBlock(child.children)),
  );

type Place = { parent: string; isInLink: boolean };
const parentOf = new Map([
  ['li', list('ol ul')],
  ['dd', list('dl')],
  ['dt', list('dl')],
]);

/** Arranges children so that a browser that parses them as HTML leaves them unchanged. */
function settle(children: readonly Child[], place: Place): Child[] {
  return children.flatMap((child): Child[] => {
    if (child.type !== 'element') return [child];
    const { tagName } = child;
    if (tagName === 'table') {
      const outside = arrangeTable(child);
      for (const part of elementsIn(child))
        for (const row of elementsIn(part))
          for (const inRow of elementsIn(row))
            inRow.children = settle(inRow.children, { ...place, parent: inRow.tagName });
      return [...settle(outside, place), child];
    }
    const isSecond =
      (tagName === 'a' && place.isInLink) || (headings.has(tagName) && headings.has(place.parent));
    // Parts of tables are already in place.
    if (isSecond || tableParts.has(tagName)) return settle(child.children, place);
    child.children = settle(child.children, { parent: tagName, isInLink: place.isInLink || tagName === 'a' });
    const isLost = parentOf.get(tagName)?.has(place.parent) === false;
    if (isLost || (tagName === 'p' && hasBlock(child.children))) child.tagName = 'div';
    return [child];
  });
}

/** Moves the elements of a tree to places where HTML allows them. */
export function settleNesting(tree: Root): void {
  tree.children = settle(tree.children as Child[], { parent: '', isInLink: false });
}
