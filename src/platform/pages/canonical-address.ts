/**
 * The one address of the page that an address leads to: no slash at the end, no capitals in the path.
 * @returns path and query, or undefined if the address is the one already
 */
export function canonicalAddress(url: string): string | undefined {
  const { pathname, search } = new URL(url);
  // Two slashes in front would be the address of another host.
  if (pathname.startsWith('//')) return undefined;
  // A run of slashes is tried at its first one only: from each of thousands it would take a processor for a moment.
  const path = `/${pathname.replace(/^\/|(?<!\/)\/+$/g, '')}`.replaceAll(
    /[A-Z]+/g,
    (letters, offset: number, all: string) =>
      // Percent-encoded bytes are no letters.
      /%[\da-f]?$/i.test(all.slice(Math.max(0, offset - 2), offset)) ? letters : letters.toLowerCase(),
  );
  return path === pathname ? undefined : `${path}${search}`;
}
