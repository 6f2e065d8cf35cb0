import { useCallback, useState } from 'react';

/** The parts of a page that couldn't be saved, as each of them reports. */
export function useFailures<Part>() {
  const [failed, setFailed] = useState<ReadonlySet<Part>>(new Set());
  const tellFailure = useCallback((part: Part, isFailed: boolean) => {
    setFailed((before) => {
      if (before.has(part) === isFailed) return before;
      const after = new Set(before);
      if (isFailed) after.add(part);
      else after.delete(part);
      return after;
    });
  }, []);
  return { hasFailed: failed.size > 0, tellFailure };
}
