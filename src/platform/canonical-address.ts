/**
 * The one address of the page that an address leads to: no slash at the end, no capitals in the path.
 * @returns path and query, or undefined if the address is the one already
 */
export function canonicalAddress(url: string): string | undefined {
  const { pathname, search } = new URL(url);
  // One slash in front: two would be the address of another host.
  const path = `/${pathname.replace(/^\/+|\/+$/g, '')}`.replaceAll(
    /[A-Z]+/g,
    (letters, offset: number, all: string) =>
      // Percent-encoded bytes are no letters.
      /%[\da-f]?$/i.test(all.slice(Math.max(0, offset - 2), offset)) ? letters : letters.toLowerCase(),
  );
  return path === pathname ? undefined : `${path}${search}`;
}
