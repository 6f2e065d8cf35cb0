import ReactMarkdown, { type Components, type Options } from 'react-markdown';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkBreaks from 'remark-breaks';
import remarkGfm from 'remark-gfm';
import { videoPlaces } from '#platform/video-places.ts';

/** Whether a frame may be shown: a video at exactly one of the places for them. */
export function isVideoAddress(address: unknown): boolean {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const { href, origin, pathname } = new URL(address);
  // Compared after parsing: no user name, port or `..` is left in it.
  return href.startsWith(origin) && videoPlaces.some((place) => `${origin}${pathname}`.startsWith(place));
}

const schema: typeof defaultSchema = {
  ...defaultSchema,
  tagNames: [...(defaultSchema.tagNames ?? []), 'iframe'],
  attributes: { ...defaultSchema.attributes, iframe: ['src', 'title', 'width', 'height'] },
  // The content policy loads nothing over http.
  protocols: { ...defaultSchema.protocols, src: ['https'] },
};

const components: Components = {
  a: ({ node: _, ...rest }) => <a {...rest} target="_blank" rel="noopener noreferrer nofollow" />,
  img: ({ node: _, alt, ...rest }) =>
    rest.src ? <img {...rest} alt={alt ?? ''} loading="lazy" referrerPolicy="no-referrer" /> : alt,
  iframe: ({ node: _, src, title }) =>
    isVideoAddress(src) ? (
      <iframe
        src={src}
        title={title ?? 'Video'}
        width={560}
        height={315}
        loading="lazy"
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
        allow="accelerometer; autoplay; clipboard-write; encrypted-media; gyroscope; picture-in-picture; fullscreen"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    ) : null,
};
const remarkPlugins: Options['remarkPlugins'] = [remarkGfm, remarkBreaks];
const rehypePlugins: Options['rehypePlugins'] = [rehypeRaw, [rehypeSanitize, schema]];

/** Text by the site's authors: line breaks are kept, HTML is sanitized, and videos come from known hosts only. */
export default function Markdown({ text }: { text: string }) {
  return (
    <div className="prose-text" dir="auto">
      <ReactMarkdown remarkPlugins={remarkPlugins} rehypePlugins={rehypePlugins} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
}
