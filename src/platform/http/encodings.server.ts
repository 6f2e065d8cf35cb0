import { parseAccept } from 'hono/utils/accept';

/** The encodings in which pages are cached, in order of preference. */
const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

/** Browsers send only a handful of different headers, so each is parsed once. Bounded, because anyone can send others. */
const memo = new Map<string, Encoding>();
const maxMemo = 100;

/** The encoding that an Accept-Encoding header prefers (RFC 9110, 12.5.3). */
export function chooseEncoding(header: string | null | undefined): Encoding {
  if (!header) return 'identity';
  const known = memo.get(header);
  if (known) return known;
  const encoding = negotiate(header);
  if (memo.size >= maxMemo) memo.clear();
  memo.set(header, encoding);
  return encoding;
}

/** Whether an Accept-Encoding header allows gzip. */
export const acceptsGzip = (header: string | undefined) =>
  header !== undefined && readQualities(header)('gzip') > 0;

function readQualities(header: string) {
  const qualities = new Map(parseAccept(header).map(({ type, q }) => [type.toLowerCase(), q]));
  return (encoding: Encoding) => qualities.get(encoding) ?? qualities.get('*') ?? 0;
}

function negotiate(header: string): Encoding {
  const qualityOf = readQualities(header);
  const [best = 'identity'] = encodings
    .filter((encoding) => qualityOf(encoding) > 0)
    .sort((a, b) => qualityOf(b) - qualityOf(a));
  return best;
}
