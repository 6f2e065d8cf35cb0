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

/** In a text that no person wrote, a picture or video could send the surrounding text to its host. */
const withoutMedia: typeof components = {
  ...components,
  img: ({ alt, src }) => [alt, src && `(${src})`].filter(Boolean).join(' '),
  iframe: ({ src }) => src,
};

/** The author of a text: an author of the site, or a language model. */
export type MarkdownSource = 'author' | 'model';

/** A sanitized tree as React elements; videos are only embedded from known hosts. */
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
