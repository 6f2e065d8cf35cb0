import { useCallback, useEffect, useState } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import * as m from '../words/messages.ts';
import { searchEvent } from './open-search.ts';

const SearchPalette = lazyPart<{ close: () => void }>(() => import('../search-palette.tsx'), {
  missing: ({ close }) => <MissingPalette close={close} />,
  // Letters typed while it loads would go to the page behind it.
  comesSoon: true,
});

function MissingPalette({ close }: { close: () => void }) {
  useEffect(() => {
    toast.error(m.search_couldnt_be_loaded_try_again());
    close();
  }, [close]);
  return null;
}

/** On a Mac, Ctrl+K in a text field deletes to the end of the line. */
const deletesText = ({ ctrlKey, target }: KeyboardEvent) =>
  ctrlKey &&
  /^(Mac|iP)/.test(navigator.platform) &&
  target instanceof Element &&
  target.matches('input, textarea, [contenteditable]');

/** Opens the palette with Ctrl+K, ⌘K or the button in the top bar. */
export function SearchShortcut() {
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      if (deletesText(event)) return;
      event.preventDefault();
      setIsOpen((before) => !before);
    };
    const onSearch = (event: Event) => {
      event.preventDefault();
      setIsOpen(true);
    };
    window.addEventListener('keydown', onKey);
    window.addEventListener(searchEvent, onSearch);
    // Navigating back or forward closes the palette, but a page that was already loading when it was opened doesn't.
    window.addEventListener('popstate', close);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener(searchEvent, onSearch);
      window.removeEventListener('popstate', close);
    };
  }, [close]);
  return isOpen ? <SearchPalette close={close} /> : null;
}
