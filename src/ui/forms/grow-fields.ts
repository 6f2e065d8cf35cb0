const growing = 'textarea.field-sizing-content';

/** Makes text areas grow with their text in browsers without `field-sizing`: Safari before 26.2, and some versions of Firefox. */
export function growFields() {
  const growAll = (within: ParentNode) => {
    for (const field of within.querySelectorAll(growing)) grow(field);
  };
  const growOne = ({ target }: Event) => grow(target);
  for (const event of ['input', 'focusin']) document.addEventListener(event, growOne);
  window.addEventListener('resize', () => growAll(document));
  // Fields that are added later, and text that the page sets.
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      for (const node of [target, ...addedNodes]) grow(node);
      for (const node of addedNodes) if (node instanceof Element) growAll(node);
    }
  }).observe(document, { childList: true, subtree: true });
  growAll(document);
}

/**
 * Only an empty field shrinks: to measure whether one with text could, it would have to be too small for a moment, and the page would jump.
 */
function grow(field: EventTarget | null) {
  if (!(field instanceof HTMLTextAreaElement) || !field.matches(growing)) return;
  const { scrollHeight, clientHeight, offsetHeight, style } = field;
  if (field.value === '') style.height = '';
  else if (scrollHeight > clientHeight) style.height = `${scrollHeight + offsetHeight - clientHeight}px`;
}
