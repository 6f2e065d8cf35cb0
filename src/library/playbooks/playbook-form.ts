import type { Control, UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { decimalOf } from '#platform/money.ts';
import { listInput, moneyInput, numberInput } from '#ui/input-schemas.ts';
import { priceProblem } from '#ui/price-problems.ts';
import { playbookFields } from './playbook-fields.ts';
import type { AdminPlaybook } from './playbooks-admin.contract.ts';

export const playbookForm = (currency: string) =>
  z.object({
    ...playbookFields,
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

export const toInputs = (playbook: AdminPlaybook, currency: string): Inputs => ({
  title: playbook.title,
  description: playbook.description,
  category: playbook.category,
  status: playbook.status,
  tier_access: String(playbook.tier_access),
  price: decimalOf(playbook.price, currency),
  is_purchasable: playbook.is_purchasable ? 'yes' : 'no',
  image_url: playbook.image_url ?? '',
  tags: playbook.tags.join(', '),
  steps: playbook.steps,
});
