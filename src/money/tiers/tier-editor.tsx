import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { defaultDailyCopyLimit, limits, unlimitedCopies } from '#constants';
import { api } from '#platform/api-client.ts';
import { centsOf, decimalOf } from '#platform/money.ts';
import { Button } from '#ui/button.tsx';
import { ConflictNotice } from '#ui/conflict-notice.tsx';
import { Field } from '#ui/field.tsx';
import { Modal, ModalBody, ModalCancel, ModalFooter } from '#ui/modal.tsx';
import { toast } from '#ui/toasts.tsx';
import { UnsavedGuard } from '#ui/unsaved-guard.tsx';
import { useDraft } from '#ui/use-draft.ts';
import { useRecordSave } from '#ui/use-record-save.ts';
import type { AdminTier } from './tiers-admin.contract.ts';

const empty = {
  ...{ name: '', price: '0', daily_copy_limit: String(defaultDailyCopyLimit), trial_days: '0' },
  ...{ access_level: '0', featured: false, features: [] as string[] },
};
type Draft = typeof empty;
type Fields = { draft: Draft; set: (change: Partial<Draft>) => void };

const toDraft = (tier: AdminTier): Draft => ({
  name: tier.name,
  price: decimalOf(tier.price),
  daily_copy_limit: String(tier.daily_copy_limit),
  trial_days: String(tier.trial_days),
  access_level: String(tier.access_level),
  featured: tier.featured,
  features: tier.features,
});
const toValues = (draft: Draft) => ({
  ...draft,
  price: centsOf(draft.price),
  daily_copy_limit: Number(draft.daily_copy_limit),
  trial_days: Number(draft.trial_days),
  access_level: Number(draft.access_level),
});

/** Edits a plan where it stands in the list. */
export function TierEditor({ tier, close }: { tier: AdminTier; close: () => void }) {
  const client = useQueryClient();
  const { draft, set, isDirty, restart } = useDraft(toDraft(tier));
  const record = useRecordSave<AdminTier>({
    opened: tier.updated_at,
    write: (updated_at) =>
      api.admin.tiers[':id'].$patch({ param: { id: tier.id }, json: { ...toValues(draft), updated_at } }),
    async readCurrent() {
      const { items } = await (await api.admin.tiers.$get()).json();
      return items.find(({ id }) => id === tier.id);
    },
    explain: (error) => (error instanceof Error ? error.message : 'Failed to update tier'),
    async onSaved() {
      toast.success('Tier updated successfully');
      await client.invalidateQueries({ queryKey: ['admin', 'tiers'] });
      close();
    },
  });
  const { save, isBusy } = record;
  const saveNamed = () =>
    draft.name.trim() === '' ? toast.warning('Please enter a tier name') : void save();

  return (
    <div className="space-y-5">
      <UnsavedGuard isDirty={isDirty} />
      <ConflictNotice record={record} draft={draft} toDraft={toDraft} restart={restart} />
      <TierFields draft={draft} set={set} />
      <div className="flex gap-3">
        <Button disabled={isBusy} onClick={saveNamed}>
          {isBusy ? 'Saving...' : 'Save Changes'}
        </Button>
        <Button variant="secondary" onClick={close}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

export function TierModal({ close }: { close: () => void }) {
  const client = useQueryClient();
  const { draft, set, isDirty } = useDraft(empty);
  const [isBusy, setIsBusy] = useState(false);

  async function create() {
    if (draft.name.trim() === '') return toast.warning('Please enter a tier name');
    setIsBusy(true);
    try {
      await api.admin.tiers.$post({ json: toValues(draft) });
      toast.success('Tier created successfully');
      await client.invalidateQueries({ queryKey: ['admin', 'tiers'] });
      return close();
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'Failed to create tier');
    }
    setIsBusy(false);
  }

  return (
    <Modal title="Create New Tier" close={close} isDirty={isDirty}>
      <ModalBody>
        <TierFields draft={draft} set={set} />
        <section className="rounded-md bg-sunken p-4 text-sm">
          <h3 className="text-lg">Access level guide</h3>
          <ul className="mt-2 space-y-1">
            <li>
              <strong>0</strong> – free tier with limited prompts
            </li>
            <li>
              <strong>1</strong> – all prompts
            </li>
            <li>
              <strong>2</strong> – all prompts plus all playbooks
            </li>
          </ul>
        </section>
      </ModalBody>
      <ModalFooter>
        <ModalCancel />
        <Button disabled={isBusy} onClick={() => void create()}>
          {isBusy ? 'Creating...' : 'Create Tier'}
        </Button>
      </ModalFooter>
    </Modal>
  );
}

function TierFields({ draft, set }: Fields) {
  const isUnlimited = Number(draft.daily_copy_limit) >= unlimitedCopies;
  const number = (name: 'daily_copy_limit' | 'trial_days' | 'access_level') => ({
    type: 'number',
    min: 0,
    step: 1,
    value: draft[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Name"
          value={draft.name}
          maxLength={limits.tierName}
          onChange={(event) => set({ name: event.target.value })}
        />
        <Field
          label="Price (dollars a month)"
          type="number"
          min={0}
          step={0.01}
          value={draft.price}
          onChange={(event) => set({ price: event.target.value })}
        />
        <Field
          label="Daily copy limit"
          hint={isUnlimited ? 'Unlimited' : `${unlimitedCopies} means unlimited`}
          {...number('daily_copy_limit')}
        />
        <Field label="Trial days" {...number('trial_days')} />
        <Field label="Access level" {...number('access_level')} />
        <label className="flex min-h-11 items-center gap-2 self-end text-sm font-semibold">
          <input
            type="checkbox"
            className="size-4 accent-(--accent)"
            checked={draft.featured}
            onChange={(event) => set({ featured: event.target.checked })}
          />
          Featured
        </label>
      </div>
      <FeatureLines features={draft.features} onChange={(features) => set({ features })} />
    </>
  );
}

/** Enter adds a line; a blank one is not added. */
function FeatureLines({
  features,
  onChange,
}: {
  features: string[];
  onChange: (features: string[]) => void;
}) {
  const [text, setText] = useState('');
  const add = () => {
    const line = text.trim();
    if (line !== '' && !features.includes(line)) onChange([...features, line]);
    setText('');
  };
  return (
    <div>
      <Field
        label="Features"
        hint="Enter adds a feature"
        value={text}
        maxLength={limits.tierFeature}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
        onBlur={add}
      />
      <ul className="mt-3 flex flex-wrap gap-2">
        {features.map((feature) => (
          <li
            key={feature}
            className="inline-flex items-center gap-1 rounded-full bg-sunken py-0.5 pr-1 pl-3 text-[0.8125rem]"
          >
            <span className="[overflow-wrap:anywhere]">{feature}</span>
            <button
              type="button"
              className="grid size-6 place-items-center rounded-full hover:bg-line"
              aria-label={`Remove ${feature}`}
              onClick={() => onChange(features.filter((each) => each !== feature))}
            >
              <X className="size-3.5" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
