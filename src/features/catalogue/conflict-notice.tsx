import { Button } from '#ui/button.tsx';

type Props<Draft> = {
  /** What is saved now, by somebody else. */
  theirs: Draft;
  mine: Draft;
  takeTheirs: () => void;
  saveMine: () => void;
};

const show = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 1)) || '—';

/** Two have edited the same record: shows where they differ and lets the later one choose. */
export function ConflictNotice<Draft extends object>({ theirs, mine, takeTheirs, saveMine }: Props<Draft>) {
  const names = (Object.keys(mine) as (keyof Draft & string)[]).filter(
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
        <Button size="small" variant="secondary" onClick={takeTheirs}>
          Take their version
        </Button>
        <Button size="small" onClick={saveMine}>
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
