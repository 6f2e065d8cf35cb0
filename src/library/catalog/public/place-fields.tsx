import type { UseFormRegisterReturn } from 'react-hook-form';
import { timeZone } from '#ui/format.ts';
import { Field } from '#ui/forms/field.tsx';
import * as common from '#ui/words/messages.ts';

type Place = 'slug' | 'created_at' | 'publish_at';
type Props = {
  path: string;
  register: (name: Place) => UseFormRegisterReturn;
  errors: Partial<Record<Place, { message?: string | undefined }>>;
};

/** The fields for an item's slug, date and publishing time. */
export function PlaceFields({ path, register, errors }: Props) {
  const zone = common.in_your_time_zone({ zone: timeZone() });
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field
        className="sm:col-span-2"
        label={common.address()}
        hint={`${path}… ${common.earlier_addresses_keep_leading()}`}
        spellCheck={false}
        autoComplete="off"
        {...register('slug')}
        error={errors.slug?.message}
      />
      <Field
        label={common.date()}
        type="datetime-local"
        hint={zone}
        {...register('created_at')}
        error={errors.created_at?.message}
      />
      <Field
        label={common.publish_on()}
        type="datetime-local"
        hint={`${zone} ${common.leave_empty_to_publish_by_hand()}`}
        {...register('publish_at')}
        error={errors.publish_at?.message}
      />
    </div>
  );
}
