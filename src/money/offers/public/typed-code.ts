import { limits } from '#constants';
import { line } from '#platform/contract/contract-fields.ts';

/** A code as typed; whether it is valid is only known after looking it up. */
export const typedCode = line(limits.offerCode).min(1);
