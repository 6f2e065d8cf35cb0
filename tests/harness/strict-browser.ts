/** Runs in every page: what its content security policy refuses is an error, also where the code expects it, which only WebKit shows. */
export function reportViolations() {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    // biome-ignore lint/suspicious/noConsole: the console is where a page's faults are found.
    console.error(`${violatedDirective} refuses ${blockedURI}, from ${sourceFile}`),
  );
}
