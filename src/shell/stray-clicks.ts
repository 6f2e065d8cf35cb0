/*
 * The second click of a double-click is meant for the same control as the first. It is ignored if that control now has another label,
 * such as "Stop", or if another row or page has taken its place. A toggle is the same control whatever its label.
 */
const controls = 'a, button, input, label, summary, [role="menuitem"], [role="option"]';
let first: ReturnType<typeof pressed> | undefined;

/** The control that was pressed, and its label. */
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

/* Enter that is held down repeats: what the first press has opened or closed isn't meant by the others. In a text, they are new lines. */
window.addEventListener(
  'keydown',
  (event) => {
    const { target } = event;
    const isText =
      // With one row it is for a line, in which Enter leads on.
      (target instanceof HTMLTextAreaElement && target.rows > 1) ||
      (target instanceof HTMLElement && target.isContentEditable);
    if (event.key !== 'Enter' || !event.repeat || isText) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);

export {};
