import { z } from 'zod';
import { limits } from '#constants';

/** The text of a comment, for the contract and the form. */
export const commentFields = { body: z.string().trim().min(1).max(limits.commentBody) };
