import { useState } from 'react';
import { newId } from './new-id.ts';

/**
 * The id of the next record, which stays the same until the record is created, so that a lost answer doesn't create it twice.
 * @returns the id, and a function to call once it is created
 */
export function useRecordId() {
  const [id, setId] = useState(newId);
  return [id, () => setId(newId())] as const;
}
