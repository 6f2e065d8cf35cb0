import { useState } from 'react';
import { limits } from '#constants';
import { statusLabel } from '#library/catalog/public/labels.ts';
import { Button } from '#ui/button.tsx';
import { Field, inputStyles } from '#ui/forms/field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { Table } from '#ui/tables/table.tsx';
import * as common from '#ui/words/messages.ts';
import type { ImportItem, ImportSettings } from './imports.contract.ts';
import * as m from './words/messages.ts';

const statuses = [
  {
    value: 'new-drafts',
    get label() {
      return m.drafts();
    },
  },
  {
    value: 'published',
    get label() {
      return statusLabel('published');
    },
  },
  {
    value: 'file',
    get label() {
      return m.as_in_the_file();
    },
  },
] as const;
/** As the file formats name them: what somebody maps is a column of theirs to a column of ours. */
const fields =
  'prompt_body title description category prompt_type tags status publish_at difficulty tier_access model_context example_output use_cases slug blanks preview_image_url'.split(
    ' ',
  );

type Props = {
  item: ImportItem;
  isBusy: boolean;
  check: (settings: ImportSettings) => void;
  start: () => void;
};

/** What is decided for all rows. What was changed is checked before it can be imported. */
export function ImportSettingsForm({ item, isBusy, check, start }: Props) {
  const [settings, setSettings] = useState(item.settings);
  const isChanged = JSON.stringify(settings) !== JSON.stringify(item.settings);
  const count = item.counts.created + item.counts.changed;
  const set = (change: Partial<ImportSettings>) => setSettings((before) => ({ ...before, ...change }));
  return (
    <form
      className="mb-8"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) check(settings);
        else start();
      }}
    >
      <h3 className="eyebrow mb-3 font-sans">{m.settings_for_all()}</h3>
      <div className="grid gap-5 sm:grid-cols-3">
        <Select
          label={common.status()}
          options={statuses}
          value={settings.status}
          onChange={(event) =>
            set({ status: statuses.find(({ value }) => value === event.target.value)?.value ?? 'new-drafts' })
          }
        />
        <Field
          label={m.tier_for_all()}
          hint={m.leave_empty_to_use()}
          type="number"
          min={0}
          max={limits.accessLevel}
          step={1}
          value={settings.tier_access ?? ''}
          onChange={({ target }) =>
            set({ tier_access: target.value === '' ? null : Math.trunc(target.valueAsNumber) })
          }
        />
        <Field
          label={m.category_for_all()}
          hint={m.leave_empty_to_use()}
          maxLength={limits.category}
          value={settings.category ?? ''}
          onChange={({ target }) => set({ category: target.value === '' ? null : target.value })}
        />
      </div>
      <label className="mt-4 flex min-h-11 items-center gap-2 text-sm">
        <input
          type="checkbox"
          className="size-4 accent-(--accent)"
          checked={settings.skip_duplicates}
          onChange={({ target }) => set({ skip_duplicates: target.checked })}
        />
        {m.skip_duplicates()}
      </label>
      {item.columns.length > 0 && (
        <div className="mt-4">
          <h3 className="eyebrow mb-3 font-sans">{m.columns()}</h3>
          <Table label={m.columns()} columns={[m.column, m.first_value, m.field]}>
            {item.columns.map(({ name, sample, field }) => (
              <tr key={name}>
                <td className="min-w-28 font-semibold break-words">{name}</td>
                <td className="min-w-48 [overflow-wrap:anywhere] text-muted">{sample}</td>
                <td>
                  <select
                    className={`${inputStyles} !w-44`}
                    aria-label={`${m.field()}: ${name}`}
                    value={settings.mapping[name] ?? field}
                    onChange={({ target }) => set({ mapping: { ...settings.mapping, [name]: target.value } })}
                  >
                    <option value="">{m.left_out()}</option>
                    {fields.map((option) => (
                      <option key={option} value={option}>
                        {option}
                      </option>
                    ))}
                  </select>
                </td>
              </tr>
            ))}
          </Table>
        </div>
      )}
      <div className="mt-6 flex flex-wrap items-center gap-4">
        {isChanged ? (
          <>
            <Button type="submit" disabled={isBusy}>
              {m.check_again()}
            </Button>
            <p className="text-sm text-muted">{m.check_again_to_see()}</p>
          </>
        ) : (
          <Button type="submit" disabled={isBusy || count === 0}>
            {m.import_count_items({ count })}
          </Button>
        )}
      </div>
    </form>
  );
}
