import { type RefObject, useEffect } from 'react';

/** On the page, in the order in which they were opened. */
const forms = new Set<RefObject<HTMLFormElement | null>>();

/** Ctrl-S, or Command-S, submits the form. Of several, it is the one with the focus, or the one that was opened last. */
export function useSaveShortcut(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    forms.add(form);
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      if (!form.current || document.querySelector('[role=alertdialog]')) return;
      // A modal over the page has a form of its own.
      const dialog = document.querySelector('[role=dialog]');
      if (dialog && !dialog.contains(form.current)) return;
      const { activeElement } = document;
      const all = [...forms];
      if (form !== (all.find(({ current }) => current?.contains(activeElement)) ?? all.at(-1))) return;
      event.preventDefault();
      // What a field takes over when it is left is saved too.
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
