/**
 * The canonical URL of a page: without a trailing slash or capitals in its path.
 * @returns path and query, or undefined if the URL is already canonical
 */
export function canonicalAddress(url: string): string | undefined {
  const { pathname, search } = new URL(url);
  // With two leading slashes it would be the URL of another host.
  if (pathname.startsWith('//')) return undefined;
  // Match a run of slashes only from its first one: trying each of thousands would take quadratic time.
  const path = `/${pathname.replace(/^\/|(?<!\/)\/+$/g, '')}`.replaceAll(
    /[A-Z]+/g,
    (letters, offset: number, all: string) =>
      // Leave percent-encoded bytes alone.
      /%[\da-f]?$/i.test(all.slice(Math.max(0, offset - 2), offset)) ? letters : letters.toLowerCase(),
  );
  return path === pathname ? undefined : `${path}${search}`;
}
