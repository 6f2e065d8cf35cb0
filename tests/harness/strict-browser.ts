/**
 * Runs in every page: reports violations of the content security policy as errors, even where code handles
 * them; otherwise only WebKit shows these.
 */
export function reportViolations() {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    // biome-ignore lint/suspicious/noConsole: tests find a page's errors in the console.
    console.error(`${violatedDirective} refuses ${blockedURI}, from ${sourceFile}`),
  );
}

/** Runs in a page that should treat its browser as Firefox, which requests a module file only once. */
export function askOnceForCode() {
  const supports = CSS.supports.bind(CSS) as (...asked: string[]) => boolean;
  CSS.supports = (...asked: string[]) => asked[0] === '-moz-appearance' || supports(...asked);
}

/** Runs in every page: removes features that the oldest browsers in docs/behavior.md don't have, so that no page relies on them. */
export function forgetNewFunctions() {
  const { prototype } = (globalThis as { Iterator?: { prototype: object } }).Iterator ?? {};
  const all: [unknown, string[]][] = [
    [URL, ['parse']],
    [Promise, ['try']],
    [RegExp, ['escape']],
    [Error, ['isError']],
    [Uint8Array, ['fromBase64', 'fromHex']],
    [Uint8Array.prototype, ['toBase64', 'toHex']],
    [Map.prototype, ['getOrInsert', 'getOrInsertComputed']],
    [ReadableStream.prototype, ['values']],
    [HTMLDialogElement.prototype, ['requestClose']],
    [Element.prototype, ['moveBefore', 'ariaNotify']],
    [Document.prototype, ['startViewTransition']],
    [globalThis, ['scheduler', 'navigation', 'CloseWatcher', 'URLPattern', 'Temporal']],
    [
      prototype,
      ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'],
    ],
  ];
  for (const [owner, names] of all) for (const name of names) Reflect.deleteProperty(Object(owner), name);
  Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator);
}
