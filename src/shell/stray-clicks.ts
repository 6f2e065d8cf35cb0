/*
 * The second click of a double click is for what the first one was for. If by then that has become something else, such as "Stop", or the next
 * row or page is in its place, nobody has meant it. A toggle is the same one whatever is written on it.
 */
const controls = 'a, button, input, label, summary, [role="menuitem"], [role="option"]';
let first: ReturnType<typeof pressed> | undefined;

/** What is pressed, and what is written on it. */
function pressed({ target }: MouseEvent) {
  const found = target instanceof Element ? target.closest(controls) : null;
  // A click on a label is followed by one on its input.
  const control = found instanceof HTMLLabelElement ? found.control : found;
  return { control, words: `${control?.ariaLabel} ${control?.textContent}` };
}

window.addEventListener(
  'click',
  (event) => {
    const press = pressed(event);
    if (event.detail < 2) first = press;
    const isSame =
      press.control === first?.control && (press.words === first?.words || press.control?.ariaPressed);
    if (isSame || !press.control) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);

export {};
