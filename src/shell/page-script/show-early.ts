import { foldedLength } from '#constants';
import { isOpen, openLine } from '#library/blanks/public/open-line.ts';
import { continuedItems } from '#library/runs/public/continued.ts';
import { cutText } from '#platform/text/cut-text.ts';
import { plainText } from '#platform/text/plain-text.ts';
import { earlyEvent, hasStarted } from './app-starter.ts';

/** `path`: names and list indexes, separated by dots. */
const fieldOf = (data: unknown, path = ''): unknown =>
  path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | null)?.[name], data);

function textOf(value: unknown, isMarkdown: boolean): string {
  if (typeof value === 'number') return value.toLocaleString(document.documentElement.lang);
  if (typeof value !== 'string') return '';
  // A space, because an empty text would look like a loading placeholder.
  const text = (isMarkdown ? plainText(value) : value) || ' ';
  return text.length > foldedLength ? `${cutText(text, foldedLength)}…` : text;
}

const readCopy = (response: Response): Promise<unknown> | undefined =>
  response.ok ? response.clone().json() : undefined;

/** The data that a page shows early, by name. */
type Data = {
  [part: string]: unknown;
  item?: { blanks?: Parameters<typeof openLine>[0] };
  runs?: { items: Parameters<typeof continuedItems>[0] };
  recent?: { items: Parameters<typeof continuedItems>[1] };
};

type AnswerOf = (part: string) => Promise<Response> | undefined;

/**
 * Fills the page's main data into the placeholders of `EarlyField` before the app runs, which waits a moment for it. Once the app has
 * started, the page is left to it; so is data that failed to load.
 * @param answerOf returns the requested answer with this name
 */
export async function showEarly(answerOf: AnswerOf) {
  const { dataset } = document.documentElement;
  dataset.showing = '';
  try {
    const isFilled = await fillIn(answerOf);
    // It has been painted after a frame.
    if (isFilled) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  } finally {
    delete dataset.showing;
    document.dispatchEvent(new Event(earlyEvent));
  }
}

/** @returns whether it filled in data */
async function fillIn(answerOf: AnswerOf): Promise<boolean> {
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  const place = document.querySelector<HTMLElement>('[data-early]');
  if (!place) return false;
  const parts = place.dataset.early?.split(' ') ?? [];
  // All at once: the app may consume an answer.
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
  // A new element, so that content moving below it doesn't count as a layout shift.
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
