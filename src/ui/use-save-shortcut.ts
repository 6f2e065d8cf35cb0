import { type RefObject, useEffect } from 'react';

/** The forms on the page, in the order in which they were opened. */
const forms = new Set<RefObject<HTMLFormElement | null>>();

/**
 * Ctrl-S or Command-S submits the form, unless its button is disabled because it is being saved. With several forms, it submits the focused
 * one, or else the one opened last.
 */
export function useSaveShortcut(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    forms.add(form);
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      if (!form.current || document.querySelector('[role=alertdialog]')) return;
      // A modal over the page has its own form.
      const dialog = document.querySelector('[role=dialog]');
      if (dialog && !dialog.contains(form.current)) return;
      const { activeElement } = document;
      const all = [...forms];
      if (form !== (all.find(({ current }) => current?.contains(activeElement)) ?? all.at(-1))) return;
      event.preventDefault();
      if (event.repeat || form.current.querySelector('[type=submit]:disabled')) return;
      // Also saves changes that a field only passes on when it loses the focus.
      if (activeElement instanceof HTMLElement && form.current.contains(activeElement)) {
        activeElement.blur();
        activeElement.focus({ preventScroll: true });
      }
      form.current.requestSubmit();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      forms.delete(form);
      document.removeEventListener('keydown', onKey);
    };
  }, [form]);
}
