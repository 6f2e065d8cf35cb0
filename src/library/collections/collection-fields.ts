import { limits } from '#constants';
import { line, text } from '#platform/contract-fields.ts';

export const collectionName = line(limits.collectionName).min(1, 'Enter a name');
export const collectionNote = text(limits.collectionNote);
