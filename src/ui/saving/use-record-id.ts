import { useState } from 'react';
import { newId } from './new-id.ts';

/**
 * The id of what is made next: the same until it is made, so that a lost answer does not make it twice.
 * @returns it, and what is called once it is made
 */
export function useRecordId() {
  const [id, setId] = useState(newId);
  return [id, () => setId(newId())] as const;
}
