import { z } from 'zod';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';
import { itemSlug } from './item-slug.ts';

const pad = (value: number) => String(value).padStart(2, '0');

/** A time as the value of a `datetime-local` input, in the reader's time zone: "2026-03-05T16:30". */
function toLocalInput(isoTime: string | null): string {
  if (!isoTime) return '';
  const time = new Date(isoTime);
  const day = `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
  return `${day}T${pad(time.getHours())}:${pad(time.getMinutes())}`;
}

const isTime = (text: string) => text === '' || !Number.isNaN(Date.parse(text));
const timeInput = z.string().refine(isTime, { error: () => common.enter_a_day_and_a_time(), abort: true });
const toIso = (text: string) => (text === '' ? undefined : new Date(text).toISOString());

/**
 * An item's slug, date and publishing time as a form holds them; empty if a new item doesn't have them yet. The form refuses to change the
 * publishing time to a past one, which would publish the item at once.
 * @param publishAt the saved publishing time
 */
export const placeForm = (publishAt: string | null = null) => ({
  slug: z
    .string()
    .refine((slug) => slug === '' || itemSlug.safeParse(slug).success, {
      error: () => m.slug_characters(),
    })
    .transform((slug) => slug || undefined),
  created_at: timeInput.transform(toIso),
  publish_at: timeInput
    .refine((text) => text === '' || text === toLocalInput(publishAt) || Date.parse(text) > Date.now(), {
      error: () => m.choose_a_time_in_the_future(),
    })
    .transform((text) => toIso(text) ?? null),
});

export const emptyPlace = { slug: '', created_at: '', publish_at: '' };

export const toPlaceInputs = (item: { slug: string; created_at: string; publish_at: string | null }) => ({
  slug: item.slug,
  created_at: toLocalInput(item.created_at),
  publish_at: toLocalInput(item.publish_at),
});

/** The fields to create an item with. */
export const withoutPlace = <Values extends object>(
  values: Values & { slug?: unknown; created_at?: unknown; publish_at?: unknown },
) => {
  const { slug: _slug, created_at: _date, publish_at: _day, ...fields } = values;
  return fields;
};
