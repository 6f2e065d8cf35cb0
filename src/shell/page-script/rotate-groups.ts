import { logoRotationMilliseconds } from '#constants';

const groupsOf = (box: Element) => [...box.querySelectorAll<HTMLElement>('[data-group]')];

/** Shows the groups in a `[data-rotation]` in turn, until its button pauses it. Starts paused if the visitor prefers reduced motion. */
export function rotateGroups() {
  const pause = (box: HTMLElement, isPaused: boolean) => {
    box.toggleAttribute('data-paused', isPaused);
    box.querySelector('[data-pause]')?.setAttribute('aria-pressed', String(isPaused));
  };
  document.addEventListener('click', ({ target }) => {
    const box =
      target instanceof Element
        ? target.closest('[data-pause]')?.closest<HTMLElement>('[data-rotation]')
        : undefined;
    if (box) pause(box, !box.hasAttribute('data-paused'));
  });
  const wantsLess = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (wantsLess)
    document.addEventListener('DOMContentLoaded', () => {
      for (const box of document.querySelectorAll<HTMLElement>('[data-rotation]')) pause(box, true);
    });
  setInterval(() => {
    for (const box of document.querySelectorAll('[data-rotation]:not([data-paused])')) {
      const groups = groupsOf(box);
      const shown = groups.findIndex((group) => group.ariaHidden !== 'true');
      groups.forEach((group, index) => {
        group.ariaHidden = String(index !== (shown + 1) % groups.length);
      });
    }
  }, logoRotationMilliseconds);
}
