import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Destination,
  destinationPath,
  readDestination,
  safePath,
  withDestination,
} from './destination.ts';

const plan = '0b6f3a52-5f0e-4e6b-9a43-6b3a8d0c1e77';

describe('the page to go back to after signing in', () => {
  test.each(['/', '/prompt/a-title', '/browse?q=tea&sort=best', '/settings#password', '/a//b', '/%2F/x'])(
    'can be %s',
    (path) => expect(safePath(path)).toBe(path),
  );

  test.each([
    ...['', 'prompt/a', 'https://evil.example/', '//evil.example', '/\\evil.example', '/a\\b'],
    ...['/\t/evil.example', '/\n/evil.example', '/a b', 'javascript:alert(1)', ' /prompts'],
    ...[null, undefined, 7, ['/prompts'], { from: '/prompts' }],
  ])('cannot be %j', (path) => expect(safePath(path)).toBeUndefined());

  test('is never on another site, however a browser parses it', () => {
    const piece = fc.constantFrom(
      ...['/', '\\', '.', '..', '@', ':', '?', '#', '%2f', '%5c', '\t', '\r', '\n', ' ', '\u3000', '\0'],
      ...['evil.example', 'https:', 'javascript:', 'a'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = safePath(pieces.join('')) ?? '/';
        expect(new URL(path, 'https://site.example').origin).toBe('https://site.example');
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('what someone wanted to do before signing in', () => {
  const read = (query: string, state?: unknown) => readDestination(new URLSearchParams(query), state);

  test.each([
    ['from=/prompt/a', undefined, { from: '/prompt/a' }],
    ['', { from: '/prompt/a' }, { from: '/prompt/a' }],
    ['from=/prompt/a', { from: '/prompt/b' }, { from: '/prompt/a' }],
    // An external page in the URL doesn't hide the page that a guard stored.
    ['from=//evil.example', { from: '/prompt/b' }, { from: '/prompt/b' }],
    ['from=//evil.example', { from: 'https://evil.example' }, { from: undefined }],
    ['', 'from', { from: undefined }],
    ['', null, { from: undefined }],
    ['plan=pro&interval=year', undefined, { from: undefined }],
    [`plan=${plan}x`, undefined, { from: undefined }],
    [`plan=${plan}`, undefined, { from: undefined, plan, interval: 'month', offer: undefined }],
    [`plan=${plan}&interval=week`, undefined, { from: undefined, plan, interval: 'month', offer: undefined }],
    [
      `plan=${plan}&interval=year&offer=SPRING&from=/pricing`,
      undefined,
      { from: '/pricing', plan, interval: 'year', offer: 'SPRING' },
    ],
    // A provider's `code` is not an offer.
    [`plan=${plan}&code=SPRING`, undefined, { from: undefined, plan, interval: 'month', offer: undefined }],
    ['interval=year&offer=SPRING', undefined, { from: undefined }],
  ])('is read from ?%s and %j', (query, state, expected) => {
    expect(read(query, state)).toEqual(expected);
  });

  test('is unchanged after signing in, whatever characters a page or an offer has', () => {
    const part = fc.constantFrom('/a', '/', '?b=c&d', '#e', '%20', '+', '=', 'é', '😀', ',');
    const destination = fc.record({
      from: fc.option(
        fc.array(part, { maxLength: 5 }).map((parts) => `/x${parts.join('')}`),
        { nil: undefined },
      ),
      plan: fc.constant(plan),
      interval: fc.constantFrom('month' as const, 'year' as const),
      offer: fc.option(fc.string({ minLength: 1, unit: 'grapheme' }), { nil: undefined }),
    });
    fc.assert(
      fc.property(destination, (wanted: Destination) => {
        const address = new URL(withDestination('/sign-in', wanted), 'https://site.example');
        expect(address.pathname).toBe('/sign-in');
        expect(readDestination(address.searchParams)).toEqual(wanted);
      }),
    );
  });

  test.each([
    [{}, '/dashboard'],
    [{ from: '/prompt/a' }, '/prompt/a'],
    [{ plan, interval: 'year' as const }, `/subscribe?plan=${plan}&interval=year`],
    [{ plan, from: '/prompt/a' }, `/subscribe?plan=${plan}&from=%2Fprompt%2Fa`],
    [{ interval: 'year' as const, offer: 'SPRING' }, '/dashboard'],
  ])('is where they go: %j', (destination, path) => {
    expect(destinationPath(destination, '/dashboard')).toBe(path);
  });

  test("doesn't change an address without it", () => {
    expect(withDestination('/sign-up', {})).toBe('/sign-up');
  });
});
