import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkBreaks from 'remark-breaks';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { rehypeNesting } from './html-nesting.ts';
import { rehypeHtml } from './raw-html.ts';

const schema: typeof defaultSchema = {
  ...defaultSchema,
  tagNames: [...(defaultSchema.tagNames ?? []), 'iframe'],
  attributes: { ...defaultSchema.attributes, iframe: ['src', 'title', 'width', 'height'] },
  // The content policy loads nothing over http.
  protocols: { ...defaultSchema.protocols, src: ['https'] },
};

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkBreaks)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeHtml)
  .use(rehypeSanitize, schema)
  .use(rehypeNesting);

/** A sanitized tree of HTML. */
export type MarkdownTree = ReturnType<typeof processor.runSync>;
export type MarkdownBlock = MarkdownTree['children'][number];

/** From one text to the next: how many blocks at its start and end stay, and those between. Null for a text that cannot be laid out. */
export type LiveChange = { start: number; blocks: MarkdownBlock[]; end: number } | null;

/** What a browser lays out without effort; far beyond what anybody writes by hand. */
const bounds = { nodes: 10_000, depth: 60 };

/**
 * Markdown as HTML: line breaks are kept, and the rest is sanitized. Some texts take a time that grows with the square of their length:
 * only short ones may be parsed where somebody waits (see `markdown.tsx`).
 * @returns undefined for a text that is nested too deeply or has too many parts to be laid out.
 */
export function parseMarkdown(text: string): MarkdownTree | undefined {
  try {
    const tree = processor.runSync(processor.parse(text), text);
    return isWithinBounds(tree) ? tree : undefined;
  } catch (error) {
    // The parser calls itself for each level of nesting.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
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
