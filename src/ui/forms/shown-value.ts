import * as m from '../words/messages.ts';

/** A field's value as text in which two versions differ visibly; list items are shown by title and text. */
export function shownValue(value: unknown): string {
  if (Array.isArray(value)) {
    const isNested = value.some((item) => typeof item === 'object');
    return value.map(shownValue).join(isNested ? '\n\n' : '\n') || '—';
  }
  if (typeof value === 'boolean') return value ? m.yes() : m.no();
  if (typeof value !== 'object' || value === null) return String(value ?? '') || '—';
  if ('address' in value && 'label' in value) return `${value.label}: ${value.address}`;
  if (!('title' in value)) return JSON.stringify(value, null, 1);
  const { title, text, description, prompt_body, prompts = [], half } = value as Titled;
  return [title, text, description, prompt_body, ...[...prompts, ...(half ? [half] : [])].map(shownValue)]
    .filter(Boolean)
    .join('\n');
}

/** A step of a playbook, a prompt in a step, or a text of the home page. */
type Titled = {
  title: string;
  text?: string;
  description?: string;
  prompt_body?: string;
  prompts?: unknown[];
  half?: unknown;
};
