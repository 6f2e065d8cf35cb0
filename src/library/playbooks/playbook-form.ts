import type { Control, UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { limits } from '#constants';
import { emptyPlace, placeForm, toPlaceInputs } from '#library/catalog/public/place-form.ts';
import { asTyped } from '#platform/text/line-ends.ts';
import { decimalOf } from '#platform/text/money.ts';
import { listInput, listText, moneyInput, numberInput } from '#ui/forms/input-schemas.ts';
import { priceProblem } from '#ui/forms/price-problems.ts';
import * as common from '#ui/words/messages.ts';
import type { AdminPlaybook } from './playbooks-admin.contract.ts';
import { manualEntryFields, playbookFields, step } from './public/playbook-fields.ts';

/** A prompt that is being written and hasn't been added yet. It is saved with its step. */
type HalfPrompt = { title: string; prompt_body: string };
const isBlank = (text: string) => text.trim() === '';

const stepInput = step
  .extend({ half: z.custom<HalfPrompt>().optional() })
  .transform(({ half, ...fields }, context) => {
    if (!half || (isBlank(half.title) && isBlank(half.prompt_body))) return fields;
    const entry = z.object(manualEntryFields).safeParse(half);
    if (entry.success)
      return { ...fields, prompts: [...fields.prompts, { type: 'manual' as const, ...entry.data }] };
    for (const { path, message } of entry.error.issues)
      context.addIssue({ code: 'custom', path: ['half', ...path], message });
    return z.NEVER;
  });

/** Whether a prompt being written has a title but no text, or a text but no title. */
export const hasHalfPrompt = (steps: { half?: HalfPrompt | undefined }[]) =>
  steps.some(({ half }) => half && isBlank(half.title) !== isBlank(half.prompt_body));

export const playbookForm = (currency: string, publishAt?: string | null) =>
  z.object({
    ...playbookFields,
    ...placeForm(publishAt),
    steps: z.array(stepInput).max(limits.steps),
    tags: listInput(playbookFields.tags),
    tier_access: numberInput(playbookFields.tier_access),
    price: moneyInput(playbookFields.price, currency, priceProblem),
    is_purchasable: z.stringbool(),
  });
type Schema = ReturnType<typeof playbookForm>;
type Inputs = z.input<Schema>;
export type PlaybookForm = UseFormReturn<Inputs, unknown, z.output<Schema>>;
export type PlaybookControl = Control<Inputs, unknown, z.output<Schema>>;

export const emptyInputs: Inputs = {
  ...emptyPlace,
  title: '',
  description: '',
  category: '',
  status: 'draft',
  tier_access: '0',
  price: '0',
  is_purchasable: 'no',
  image_url: '',
  tags: '',
  steps: [],
};

export const purchasableChoices = () => [
  { value: 'yes', label: common.yes() },
  { value: 'no', label: common.no() },
];

export const toInputs = (playbook: AdminPlaybook, currency: string): Inputs =>
  asTyped({
    ...toPlaceInputs(playbook),
    title: playbook.title,
    description: playbook.description,
    category: playbook.category,
    status: playbook.status,
    tier_access: String(playbook.tier_access),
    price: decimalOf(playbook.price, currency),
    is_purchasable: playbook.is_purchasable ? 'yes' : 'no',
    image_url: playbook.image_url ?? '',
    tags: listText(playbook.tags),
    steps: playbook.steps,
  });
