import { limits } from '#constants';
import { text } from '#platform/contract/contract-fields.ts';

export const myVersionText = text(limits.promptBody);
