import { limits } from '#constants';
import { line } from '#platform/contract/contract-fields.ts';

/** The text of a comment, for the contract and the form. */
export const commentFields = { body: line(limits.commentBody).min(1) };
