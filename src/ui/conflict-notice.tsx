import { Button } from './button.tsx';

type Props<Stored, Draft extends object> = {
  /** Of `useRecordSave`; without `theirs` nobody else was first. */
  record: {
    theirs: Stored | undefined;
    settle: (current: Stored) => void;
    save: (over?: string) => Promise<void>;
  };
  draft: Draft;
  toDraft: (stored: Stored) => Draft;
  /** Begins the editor anew from their version. */
  restart: (draft: Draft) => void;
  /** The draft as it is shown, where that is not how it is kept. */
  shown?: (draft: Draft) => object;
};

const show = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 1)) || '—';

/** Two have edited the same record: shows where they differ and lets the later one choose. */
export function ConflictNotice<Stored extends { updated_at: string }, Draft extends object>({
  record: { theirs: stored, settle, save },
  draft,
  toDraft,
  restart,
  shown = (each) => each,
}: Props<Stored, Draft>) {
  if (!stored) return null;
  const mine: Record<string, unknown> = { ...shown(draft) };
  const theirs: Record<string, unknown> = { ...shown(toDraft(stored)) };
  const names = Object.keys(mine).filter(
    (name) => JSON.stringify(mine[name]) !== JSON.stringify(theirs[name]),
  );
  return (
    <section role="alert" className="rounded-md border border-signal bg-signal-soft p-4 text-sm">
      <p className="font-semibold">Somebody else has saved this in the meantime.</p>
      {names.length > 0 && (
        <dl className="mt-3 max-h-64 space-y-3 overflow-y-auto">
          {names.map((name) => (
            <div key={name}>
              <dt className="eyebrow">{name.replaceAll('_', ' ')}</dt>
              <dd className="mt-1 grid gap-2 sm:grid-cols-2">
                <Version label="Theirs" text={show(theirs[name])} />
                <Version label="Yours" text={show(mine[name])} />
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
            restart(toDraft(stored));
            settle(stored);
          }}
        >
          Take their version
        </Button>
        <Button
          size="small"
          onClick={() => {
            settle(stored);
            void save(stored.updated_at);
          }}
        >
          Save mine over it
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
