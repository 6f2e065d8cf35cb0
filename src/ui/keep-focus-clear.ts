/**
 * The ref of a bar that sticks below the top bar: the page scrolls by its height further, so that nothing that gets the focus is behind it.
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
