import { z } from 'zod';
import { slugMaximumLength, slugPattern } from '#constants';
import * as m from '../words/messages.ts';

/** The part of an item's URL that identifies it. */
export const itemSlug = z
  .string()
  .max(slugMaximumLength)
  .regex(slugPattern, { error: () => m.slug_characters() });
