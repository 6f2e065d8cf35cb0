import type { UseFormRegisterReturn } from 'react-hook-form';
import { contentStatuses } from '#constants';
import { Field } from '#ui/forms/field.tsx';
import { Select } from '#ui/forms/select.tsx';
import * as common from '#ui/words/messages.ts';
import { choicesOf, statusLabel } from './labels.ts';

type Props = {
  register: (name: 'status' | 'tier_access') => UseFormRegisterReturn;
  error: string | undefined;
};

/** The fields that say who can open an item: its status and its level. `error` is about the level. */
export const AccessFields = ({ register, error }: Props) => (
  <>
    <Select
      label={common.status()}
      options={choicesOf(contentStatuses, statusLabel)}
      {...register('status')}
    />
    <Field
      label={common.tier_access()}
      hint={common.n0_is_free()}
      type="number"
      min={0}
      step={1}
      {...register('tier_access')}
      error={error}
    />
  </>
);
