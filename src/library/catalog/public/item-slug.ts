import { z } from 'zod';
import { slugMaximumLength } from '#constants';
import * as m from '../words/messages.ts';

/** The part of an item's URL that identifies it. */
export const itemSlug = z
  .string()
  .max(slugMaximumLength)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: () => m.slug_characters() });
