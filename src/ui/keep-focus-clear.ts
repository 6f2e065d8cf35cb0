/**
 * The ref of a bar that sticks below the top bar: adds its height to the page's scroll padding, so that
 * focused elements aren't hidden behind it.
 */
export function keepFocusClear(bar: HTMLElement | null) {
  if (!bar) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--bar', `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--bar');
  };
}
