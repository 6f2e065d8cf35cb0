import { defaultSchema, type Schema, sanitize } from 'hast-util-sanitize';
import type { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { newlineToBreak } from 'mdast-util-newline-to-break';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';
import { settleNesting } from './html-nesting.ts';
import { addHtml, deepest } from './raw-html.ts';

// Built from the parts of remark and rehype: the whole would include their Markdown writer, a quarter of the code.

const schema: Schema = {
  ...defaultSchema,
  tagNames: [...(defaultSchema.tagNames ?? []), 'iframe'],
  attributes: { ...defaultSchema.attributes, iframe: ['src', 'title', 'width', 'height'] },
  // The content policy doesn't load anything over http.
  protocols: { ...defaultSchema.protocols, src: ['https'] },
};

/** A sanitized HTML tree. */
export type MarkdownTree = Extract<Parameters<typeof toJsxRuntime>[0], { type: 'root' }>;
export type MarkdownBlock = MarkdownTree['children'][number];

/**
 * The difference to the previous text: the number of unchanged blocks at the start and end, and the blocks between. Null for a text that
 * can't be laid out.
 */
export type LiveChange = { start: number; blocks: MarkdownBlock[]; end: number } | null;

/** What a browser lays out without effort; far beyond any text written by hand. */
const bounds = { nodes: 10_000, depth: deepest };

/**
 * Markdown as HTML: line breaks are kept, and the rest is sanitized. Parsing some texts takes quadratic time: where someone waits, only
 * short ones may be parsed (see `markdown.tsx`).
 * @returns undefined if the text is nested too deeply or has too many parts to lay out
 */
export function parseMarkdown(text: string): MarkdownTree | undefined {
  if (cellsOf(text) > bounds.nodes) return undefined;
  try {
    const markdown = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
    newlineToBreak(markdown);
    const html = toHast(markdown, { allowDangerousHtml: true }) as MarkdownTree;
    addHtml(html);
    const tree = sanitize(html, schema) as MarkdownTree;
    settleNesting(tree);
    return isWithinBounds(tree) ? tree : undefined;
  } catch (error) {
    // The parser recurses for each level of nesting.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * An upper bound for the table cells of a text. The parser fills up each row to its table's columns, so a few thousand characters could
 * become millions of cells.
 */
function cellsOf(text: string): number {
  let cells = 0;
  for (const block of text.replaceAll(/\r\n?/g, '\n').split(/\n[ \t]*\n/)) {
    const lines = block.split('\n');
    const columns = lines.filter((line) => line.includes('-') && /^[\s>|:-]+$/.test(line));
    cells += lines.length * Math.max(0, ...columns.map((line) => line.split('|').length));
  }
  return cells;
}

function isWithinBounds(tree: MarkdownTree): boolean {
  let nodes = 0;
  let level: readonly object[] = [tree];
  for (let depth = 0; level.length > 0; depth += 1) {
    nodes += level.length;
    if (depth > bounds.depth || nodes > bounds.nodes) return false;
    level = level.flatMap((node) => ('children' in node ? (node.children as object[]) : []));
  }
  return true;
}
