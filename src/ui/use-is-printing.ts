import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether the page is being printed; on paper, nobody can expand a collapsed part. */
export function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    // The browser prints the page as it is right after the event.
    const change = ({ type }: Event) => flushSync(() => setIsPrinting(type === 'beforeprint'));
    window.addEventListener('beforeprint', change);
    window.addEventListener('afterprint', change);
    return () => {
      window.removeEventListener('beforeprint', change);
      window.removeEventListener('afterprint', change);
    };
  }, []);
  return isPrinting;
}
