declare global {
  /** Clicks and keys from before the page's own script listened, recorded by the script in `<head>`. */
  var earlyPresses: Event[] | undefined;
}

/** Part of the script in `<head>`, where `d` is the root's dataset. Once the app runs, it handles presses itself. */
export const noteEarlyPresses = `for(var p of['click','keydown'])addEventListener(p,e=>'app'in d||globalThis.earlyPresses?.push(e));globalThis.earlyPresses=[]`;

/** Dispatches the recorded presses again, except clicks that the browser itself has acted on. */
export function repeatEarlyPresses() {
  const presses = globalThis.earlyPresses;
  globalThis.earlyPresses = undefined;
  for (const press of presses ?? []) {
    const { target, type } = press;
    if (
      target instanceof Element &&
      (type !== 'click' || target.closest('[type=button]:not([popovertarget])'))
    )
      target.dispatchEvent(press);
  }
}
