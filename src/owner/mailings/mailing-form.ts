import { z } from 'zod';
import { asTyped } from '#platform/text/line-ends.ts';
import type { SchemaForm } from '#ui/forms/use-schema-form.ts';
import { mailingFields, type Segment } from './mailing-fields.ts';
import type { Mailing } from './mailings.contract.ts';
import * as m from './words/messages.ts';

export const mailingForm = z.object(mailingFields);
type Inputs = z.input<typeof mailingForm>;
export type MailingForm = SchemaForm<Inputs, z.output<typeof mailingForm>>;

export const toInputs = ({ subject, body, segment, counts_opens }: Mailing): Inputs =>
  asTyped({
    subject,
    body,
    segment,
    counts_opens,
  });

export const fieldLabels = {
  subject: m.subject,
  body: m.text,
  segment: m.to_whom,
  counts_opens: m.count_opened_emails,
};

/** The value of an option for recent activity: `within 30`, `before 90`, or empty. */
export const seenValue = (seen: Segment['seen']) =>
  seen ? `${seen.is_within ? 'within' : 'before'} ${seen.days}` : '';
export function readSeen(value: string): Segment['seen'] {
  const [kind, days] = value.split(' ');
  return value === '' ? null : { is_within: kind === 'within', days: Number(days) };
}
