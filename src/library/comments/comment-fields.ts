import { z } from 'zod';
import { limits } from '#constants';
import { storable } from '#platform/contract/contract-fields.ts';

/** The text of a comment, for the contract and the form. */
export const commentFields = { body: storable(z.string().trim().min(1).max(limits.commentBody)) };
