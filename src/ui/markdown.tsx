import { type Components, toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import type { MarkdownTree } from './markdown-tree.ts';
import { useMarkdownTree } from './use-markdown-tree.ts';
import { isVideoAddress } from './video-address.ts';
import * as m from './words/messages.ts';

const components: Partial<Components> = {
  a: ({ node: _, ...rest }) => <a {...rest} target="_blank" rel="noopener noreferrer nofollow" />,
  img: ({ node: _, alt, ...rest }) =>
    rest.src ? <img {...rest} alt={alt ?? ''} loading="lazy" referrerPolicy="no-referrer" /> : alt,
  iframe: ({ node: _, src, title }) =>
    isVideoAddress(src) ? (
      <iframe
        src={src}
        title={title ?? m.video()}
        width={560}
        height={315}
        loading="lazy"
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
        allow="accelerometer; autoplay; clipboard-write; encrypted-media; gyroscope; picture-in-picture; fullscreen"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    ) : null,
};
const render = (tree: MarkdownTree) =>
  toJsxRuntime(tree, {
    Fragment,
    jsx,
    jsxs,
    components,
    ignoreInvalidStyle: true,
    passKeys: true,
    passNode: true,
  });

/**
 * Text by the site's authors: line breaks are kept, HTML is sanitized, and videos come from known hosts only. A text that takes too long to
 * parse or is nested too deeply is shown as it was written, so that no text can block its reader.
 */
export default function Markdown({ text }: { text: string }) {
  const tree = useMarkdownTree(text);
  // As high as the window: what follows a long text does not move when it comes.
  if (tree === undefined)
    return <div className="skeleton h-dvh" role="status" aria-label={m.loading_text()} />;
  return (
    <div className="prose-text" dir="auto">
      {tree === null ? <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p> : render(tree)}
    </div>
  );
}
