import { foldedLength } from '#constants';
import { isOpen, openLine } from '#library/blanks/public/open-line.ts';
import { continuedItems } from '#library/runs/public/continued.ts';
import { plainText } from '#platform/text/plain-text.ts';
import { earlyEvent, hasStarted } from './app-starter.ts';

/** `path`: names with dots between them; a place in a list is named by its number. */
const fieldOf = (data: unknown, path = ''): unknown =>
  path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | null)?.[name], data);

function textOf(value: unknown, isMarkdown: boolean): string {
  if (typeof value === 'number') return value.toLocaleString(document.documentElement.lang);
  if (typeof value !== 'string') return '';
  // A space, so that an empty text is not drawn as a loading shape.
  const text = (isMarkdown ? plainText(value) : value) || ' ';
  return text.length > foldedLength ? `${text.slice(0, foldedLength)}…` : text;
}

const readCopy = (response: Response): Promise<unknown> | undefined =>
  response.ok ? response.clone().json() : undefined;

/** What a page shows early, by its name on this page. */
type Data = {
  [part: string]: unknown;
  item?: { blanks?: Parameters<typeof openLine>[0] };
  runs?: { items: Parameters<typeof continuedItems>[0] };
  recent?: { items: Parameters<typeof continuedItems>[1] };
};

type AnswerOf = (part: string) => Promise<Response> | undefined;

/**
 * Writes what the page is about into the places that `EarlyField` makes for it, before the app runs, which waits for it a moment. Once that
 * has begun, the page is the app's; what could not be loaded is left to it as well.
 * @param answerOf what has been asked for, by its name on this page
 */
export async function showEarly(answerOf: AnswerOf) {
  const { dataset } = document.documentElement;
  dataset.showing = '';
  try {
    const isFilled = await fillIn(answerOf);
    // After a frame it has been painted.
    if (isFilled) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  } finally {
    delete dataset.showing;
    document.dispatchEvent(new Event(earlyEvent));
  }
}

/** @returns whether there was something to fill in */
async function fillIn(answerOf: AnswerOf): Promise<boolean> {
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  const place = document.querySelector<HTMLElement>('[data-early]');
  if (!place) return false;
  const parts = place.dataset.early?.split(' ') ?? [];
  // At the same time: the app reads an answer that it takes.
  const read = await Promise.all(
    parts.map((part) =>
      answerOf(part)
        ?.then(readCopy)
        .catch(() => undefined),
    ),
  );
  if (read.includes(undefined) || hasStarted()) return false;
  const data: Data = Object.fromEntries(parts.map((part, index) => [part, read[index]]));
  data.continued = continuedItems(data.runs?.items ?? [], data.recent?.items ?? []);
  const blanks = data.item?.blanks ?? [];
  data.open = blanks.length > 0 ? openLine(blanks.filter((blank) => isOpen(blank))) : undefined;
  // A new element in its place, so that what stands below does not count as a layout shift.
  const filled = place.cloneNode(true) as HTMLElement;
  for (const part of filled.querySelectorAll<HTMLElement>('[data-if]')) {
    const value = fieldOf(data, part.dataset.if);
    const { is = value, isNot } = part.dataset;
    part.hidden = !value || value !== is || value === isNot;
  }
  for (const field of filled.querySelectorAll<HTMLElement>('[data-field]'))
    field.textContent = textOf(fieldOf(data, field.dataset.field), 'markdown' in field.dataset);
  filled.dataset.filled = '';
  place.replaceWith(filled);
  return true;
}
