import { type Components, toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import * as m from '../words/messages.ts';
import type { MarkdownTree } from './markdown-tree.ts';
import { isVideoAddress } from './video-address.ts';

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

/** A picture or a video in a text that nobody has written by hand would tell its host what stands in the text around it. */
const withoutMedia: typeof components = {
  ...components,
  img: ({ alt, src }) => [alt, src && `(${src})`].filter(Boolean).join(' '),
  iframe: ({ src }) => src,
};

/** Who has written a text: an author of the site, or a language model for its member. */
export type MarkdownSource = 'author' | 'model';

/** A sanitized tree as elements; videos come from known hosts only. */
export const renderTree = (tree: MarkdownTree, source: MarkdownSource = 'author') =>
  toJsxRuntime(tree, {
    Fragment,
    jsx,
    jsxs,
    components: source === 'model' ? withoutMedia : components,
    ignoreInvalidStyle: true,
    passKeys: true,
    passNode: true,
  });
