import type { Control, UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { decimalOf } from '#platform/money.ts';
import { dollarsInput, listInput, numberInput } from '#ui/input-schemas.ts';
import { playbookFields } from './playbook-fields.ts';
import type { AdminPlaybook } from './playbooks-admin.contract.ts';

export const playbookForm = z.object({
  ...playbookFields,
  tags: listInput(playbookFields.tags),
  tier_access: numberInput(playbookFields.tier_access),
  price: dollarsInput(playbookFields.price),
  is_purchasable: z.stringbool(),
});
type Inputs = z.input<typeof playbookForm>;
export type PlaybookForm = UseFormReturn<Inputs, unknown, z.output<typeof playbookForm>>;
export type PlaybookControl = Control<Inputs, unknown, z.output<typeof playbookForm>>;

export const emptyInputs: Inputs = {
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

export const toInputs = (playbook: AdminPlaybook): Inputs => ({
  title: playbook.title,
  description: playbook.description,
  category: playbook.category,
  status: playbook.status,
  tier_access: String(playbook.tier_access),
  price: decimalOf(playbook.price),
  is_purchasable: playbook.is_purchasable ? 'yes' : 'no',
  image_url: playbook.image_url ?? '',
  tags: playbook.tags.join(', '),
  steps: playbook.steps,
});
