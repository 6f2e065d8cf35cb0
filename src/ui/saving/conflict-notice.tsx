import { useEffect, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { shownValue } from '../forms/shown-value.ts';
import * as m from '../words/messages.ts';
import type { ConflictWords } from './conflict-words.ts';
import type { Clash } from './use-conflict.ts';

type Props = {
  /** From `useRecordSave`; `clashes` is undefined if there is no conflict. */
  record: {
    clashes: Clash[] | undefined;
    resolve: (mine: string[]) => Promise<void>;
    takeTheirs: () => void;
  };
  /** The labels of the fields, by their paths. */
  labels: Partial<Record<string, () => string>>;
  words?: ConflictWords | undefined;
  /** The record belongs to one member, so the other change was made by them on another device. */
  isOwn?: boolean;
};

/** Someone else changed the same fields and saved first: shows both versions of each, and lets the editor choose. */
export function ConflictNotice({
  record: { clashes, resolve, takeTheirs },
  labels,
  words = {},
  isOwn = false,
}: Props) {
  const notice = useRef<HTMLElement>(null);
  const [theirs, setTheirs] = useState<string[]>([]);
  useEffect(() => {
    if (clashes) notice.current?.focus();
  }, [clashes]);
  if (!clashes) return null;
  const choose = (name: string, isTheirs: boolean) =>
    setTheirs((before) => [...before.filter((other) => other !== name), ...(isTheirs ? [name] : [])]);
  return (
    <section
      ref={notice}
      role="alert"
      tabIndex={-1}
      className="max-h-[60dvh] shrink-0 overflow-y-auto border-t border-signal bg-signal-soft px-5 py-4 text-sm md:px-7"
    >
      <p className="font-semibold">{isOwn ? m.saved_on_another_device() : m.saved_by_someone_else()}</p>
      <p>{isOwn ? m.choose_which_text_to_keep() : m.choose_for_each_field()}</p>
      {clashes.map(({ name, mine, theirs: other }) => (
        <fieldset key={name} className="mt-3 min-w-0">
          <legend className="eyebrow">{labels[name]?.() ?? name.replaceAll('_', ' ')}</legend>
          <div className="mt-1 grid gap-2 sm:grid-cols-2">
            <Version
              name={name}
              label={isOwn ? m.on_other_device() : m.theirs()}
              text={words[name]?.(other) ?? shownValue(other)}
              isChosen={theirs.includes(name)}
              choose={() => choose(name, true)}
            />
            <Version
              name={name}
              label={isOwn ? m.on_this_device() : m.yours()}
              text={words[name]?.(mine) ?? shownValue(mine)}
              isChosen={!theirs.includes(name)}
              choose={() => choose(name, false)}
            />
          </div>
        </fieldset>
      ))}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button size="small" variant="secondary" onClick={takeTheirs}>
          {isOwn ? m.use_other_version() : m.use_their_version()}
        </Button>
        <Button
          size="small"
          onClick={() =>
            void resolve(clashes.map(({ name }) => name).filter((name) => !theirs.includes(name)))
          }
        >
          {m.save_my_choices()}
        </Button>
      </div>
    </section>
  );
}

type VersionProps = { name: string; label: string; text: string; isChosen: boolean; choose: () => void };

const Version = ({ name, label, text, isChosen, choose }: VersionProps) => (
  <label className="flex min-w-0 gap-2 rounded-sm bg-surface p-2">
    <input
      type="radio"
      name={`version of ${name}`}
      className="mt-0.5 size-4 shrink-0 accent-(--accent)"
      checked={isChosen}
      onChange={choose}
    />
    <span
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="max-h-48 min-w-0 overflow-y-auto"
    >
      <span className="text-muted">{label}:</span>{' '}
      <span
        // Several lines begin below the label.
        className={classNames('whitespace-pre-wrap [overflow-wrap:anywhere]', text.includes('\n') && 'block')}
      >
        {text}
      </span>
    </span>
  </label>
);
