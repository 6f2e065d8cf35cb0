import type { z } from 'zod';
import { playbookFieldLabels } from '#library/playbooks/public/playbook-field-labels.ts';
import { promptFieldLabels } from '#library/prompts/public/prompt-field-labels.ts';
import { issueMeant } from '#platform/contract/validation-messages.ts';
import { cutText } from '#platform/text/cut-text.ts';
import * as common from '#ui/words/messages.ts';
import { type Refusal, type SourceRow, sampleOf } from './records.ts';

const shownTitle = 300;

/** Why a row is refused, for users: the first validation error, such as "Title: Too long", or of a list "Tags “…”: Too long". */
export function refusalOf(
  kind: SourceRow['kind'],
  place: string,
  error: z.ZodError,
  value: unknown,
): Refusal {
  const { path, message } = innermost(error.issues[0]);
  const entry = path.reduce<unknown>(partOf, value);
  const isOfList = typeof path.at(-1) === 'number' && typeof entry === 'string';
  const field = isOfList
    ? `${fieldLabel(kind, path.slice(0, -1))} “${sampleOf(entry)}”`
    : fieldLabel(kind, path);
  const title = partOf(value, 'title');
  return {
    place,
    reason: field ? `${field}: ${message}` : message,
    ...(typeof title === 'string' && { title: cutText(title.trim(), shownTitle) }),
  };
}

/** What a field is called in the editors, such as "Steps 2, Title" for the second step's title. */
export function fieldLabel(kind: SourceRow['kind'], path: PropertyKey[]): string {
  const labels: Partial<Record<string, () => string>> = {
    ...promptFieldLabels,
    prompts: common.prompts,
    ...(kind === 'playbook' && playbookFieldLabels),
  };
  return path.reduce<string>((label, part) => {
    if (typeof part === 'number') return `${label} ${part + 1}`;
    const own = labels[String(part)]?.() ?? String(part);
    return label ? `${label}, ${own}` : own;
  }, '');
}

/** What is wrong with a value that can be one of several kinds is within one of them. */
function innermost(issue: z.core.$ZodIssue | undefined): { path: PropertyKey[]; message: string } {
  const { path = [], message = '' } = issue ?? {};
  const inner = issue?.code === 'invalid_union' ? issueMeant(issue.errors) : undefined;
  if (!inner) return { path, message };
  const { path: rest, message: reason } = innermost(inner);
  return { path: [...path, ...rest], message: reason };
}

const partOf = (value: unknown, name: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
