import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Button } from './button.tsx';
import * as m from './words/messages.ts';

type Props<Stored, Inputs extends FieldValues, Values extends FieldValues> = {
  /** From `useRecordSave`; `theirs` is undefined if there is no conflict. */
  record: { theirs: Stored | undefined; settle: (current: Stored) => void; save: () => Promise<void> };
  form: UseFormReturn<Inputs, unknown, Values>;
  toInputs: (stored: Stored) => Inputs;
};

const show = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 1)) || '—';

/** Someone else saved the record first: shows the differences and lets the admin choose a version. */
export function ConflictNotice<
  Stored extends { updated_at: string },
  Inputs extends FieldValues,
  Values extends FieldValues,
>({ record: { theirs: stored, settle, save }, form, toInputs }: Props<Stored, Inputs, Values>) {
  if (!stored) return null;
  const mine = form.getValues();
  const theirs = toInputs(stored);
  const names = Object.keys(mine).filter(
    (name) => JSON.stringify(mine[name]) !== JSON.stringify(theirs[name]),
  );
  return (
    <section role="alert" className="rounded-md border border-signal bg-signal-soft p-4 text-sm">
      <p className="font-semibold">{m.someone_else_saved_changes_while_you()}</p>
      {names.length > 0 && (
        <dl className="mt-3 max-h-64 space-y-3 overflow-y-auto">
          {names.map((name) => (
            <div key={name}>
              <dt className="eyebrow">{name.replaceAll('_', ' ')}</dt>
              <dd className="mt-1 grid gap-2 sm:grid-cols-2">
                <Version label={m.theirs()} text={show(theirs[name])} />
                <Version label={m.yours()} text={show(mine[name])} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          size="small"
          variant="secondary"
          onClick={() => {
            form.reset(toInputs(stored));
            settle(stored);
          }}
        >
          {m.use_their_version()}
        </Button>
        <Button
          size="small"
          onClick={() => {
            settle(stored);
            void save();
          }}
        >
          {m.save_my_version()}
        </Button>
      </div>
    </section>
  );
}

const Version = ({ label, text }: { label: string; text: string }) => (
  <div className="min-w-0 rounded-sm bg-surface p-2">
    <span className="text-muted">{label}:</span>{' '}
    <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</span>
  </div>
);
