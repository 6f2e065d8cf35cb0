/** Runs in every page: what its content security policy refuses is an error, also where the code expects it, which only WebKit shows. */
export function reportViolations() {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    // biome-ignore lint/suspicious/noConsole: the console is where a page's faults are found.
    console.error(`${violatedDirective} refuses ${blockedURI}, from ${sourceFile}`),
  );
}

/** Runs in a page that is to take its browser for Firefox, which asks for a file of code only once. */
export function askOnceForCode() {
  const supports = CSS.supports.bind(CSS) as (...asked: string[]) => boolean;
  CSS.supports = (...asked: string[]) => asked[0] === '-moz-appearance' || supports(...asked);
}

/** Runs in every page: takes away what the oldest browsers that docs/behavior.md names do not have, so that no page relies on it. */
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
