import { z } from 'zod';
import { limits, webhookEvents } from '#constants';
import { line } from '#platform/contract/contract-fields.ts';
import * as m from './words/messages.ts';

/** Whether the site may connect to the host is asked when the webhook is saved. */
export const webhookUrl = line(limits.webhookAddress).refine(
  (value) => {
    const url = URL.parse(value);
    return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  },
  { error: () => m.enter_an_address() },
);
export const webhookNote = line(limits.webhookNote);
export const chosenEvents = z
  .array(z.enum(webhookEvents))
  .min(1, { error: () => m.choose_at_least_one() })
  .max(webhookEvents.length);
