import { limits } from '#constants';
import { line } from '#platform/contract/contract-fields.ts';

/** A code as somebody typed it; whether it is one is not said before it is looked up. */
export const typedCode = line(limits.offerCode).min(1);
