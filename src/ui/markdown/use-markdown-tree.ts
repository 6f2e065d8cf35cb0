import { useEffect, useMemo, useState } from 'react';
import { type MarkdownTree, parseMarkdown } from './markdown-tree.ts';
import { isQuick, workMilliseconds } from './quick-text.ts';

/**
 * The tree of a text: `undefined` while it is being parsed, `null` if it can't be shown as Markdown. Long texts are parsed in a worker,
 * with a time limit, so that the page stays responsive.
 */
export function useMarkdownTree(text: string): MarkdownTree | null | undefined {
  const isAtOnce = useMemo(() => isQuick(text), [text]);
  const atOnce = useMemo(() => (isAtOnce ? (parseMarkdown(text) ?? null) : undefined), [isAtOnce, text]);
  const [parsed, setParsed] = useState<{ text: string; tree: MarkdownTree | null }>();
  useEffect(() => {
    if (isAtOnce) return;
    const worker = new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const finish = (tree: MarkdownTree | null) => {
      clearTimeout(timer);
      worker.terminate();
      setParsed({ text, tree });
    };
    worker.onmessage = ({ data }: MessageEvent<MarkdownTree | 'ready' | null>) => {
      if (data !== 'ready') return finish(data);
      worker.postMessage(text);
      timer = setTimeout(() => finish(null), workMilliseconds);
    };
    worker.onerror = () => finish(null);
    return () => {
      clearTimeout(timer);
      worker.terminate();
    };
  }, [isAtOnce, text]);
  return isAtOnce ? atOnce : parsed?.text === text ? parsed.tree : undefined;
}
