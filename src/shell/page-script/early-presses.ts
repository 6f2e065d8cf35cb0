declare global {
  /** Clicks and keys from before the page's own script listened: noted by the script in `<head>`. */
  var earlyPresses: Event[] | undefined;
}

/** For the script in `<head>`, where `d` is the dataset of the root. The app, once it is there, hears of presses itself. */
export const noteEarlyPresses = `for(var p of['click','keydown'])addEventListener(p,e=>'app'in d||globalThis.earlyPresses?.push(e));globalThis.earlyPresses=[]`;

/** Tells of presses again that were too early, but not of clicks with which the browser itself has done something. */
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
