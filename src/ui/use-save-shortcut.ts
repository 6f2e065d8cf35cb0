import { type RefObject, useEffect } from 'react';

/** Ctrl-S, or Command-S, submits the form. */
export function useSaveShortcut(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      if (!form.current || document.querySelector('[role=alertdialog]')) return;
      // A modal over the page has a form of its own.
      const dialog = document.querySelector('[role=dialog]');
      if (dialog && !dialog.contains(form.current)) return;
      event.preventDefault();
      const { activeElement } = document;
      // What a field takes over when it is left is saved too.
      if (activeElement instanceof HTMLElement && form.current.contains(activeElement)) {
        activeElement.blur();
        activeElement.focus({ preventScroll: true });
      }
      form.current.requestSubmit();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [form]);
}
