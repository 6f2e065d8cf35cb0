import { limits } from '#constants';
import { nameLine, text } from '#platform/contract/contract-fields.ts';
import * as m from './words/messages.ts';

export const collectionName = nameLine(limits.collectionName).min(1, { error: () => m.enter_a_name() });
export const collectionNote = text(limits.collectionNote);
