import { lazy, Suspense, useEffect, useState } from 'react';

const SearchPalette = lazy(() => import('../search-palette.tsx'));

/** Opens the palette with Ctrl+K or ⌘K; it is loaded when it is first wanted. */
export function SearchShortcut() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      setIsOpen((before) => !before);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return isOpen ? (
    <Suspense>
      <SearchPalette close={() => setIsOpen(false)} />
    </Suspense>
  ) : null;
}
