import { useCallback, useEffect, useState } from 'react';

/** What stands in an editor: its fields, whether they differ from what was opened, and a setter for each. */
export function useDraft<Draft extends object>(opened: Draft) {
  const [start, setStart] = useState(opened);
  const [draft, setDraft] = useState(opened);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(start);
  const set = useCallback((change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change })), []);
  /** Begins anew from another state. */
  const restart = useCallback((state: Draft) => {
    setStart(state);
    setDraft(state);
  }, []);

  // Leaving the site asks as well.
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  return { draft, set, isDirty, restart };
}

/** "a, b ,c" as a list. */
export const splitList = (text: string) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
