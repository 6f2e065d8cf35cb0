import { useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import {
  changedPaths,
  differences,
  forgetDraft,
  handOver,
  isSame,
  keepDraft,
  readDraft,
  splitDraft,
} from './drafts.ts';
import { newId } from './new-id.ts';

const writeMilliseconds = 300;

type Options = {
  /** Names the editor and its record, such as "prompt:new". */
  key: string;
  /** The record's version when the editor opened. */
  version?: string | undefined;
  /** The record has no version: fields that someone else has saved since keep their values. */
  isUnversioned?: boolean;
  /** Each field of the form is a section: fields within it are merged one by one. Otherwise a field is one value, whatever it consists of. */
  hasSections?: boolean;
  /** Fields that are never stored, such as secrets. */
  except?: readonly string[];
};

type Kept<Inputs> = { base: Inputs; version: string | undefined; id: string; isSent: boolean };

/**
 * Keeps unsaved changes of a form in this browser until they are saved or discarded. After a reload, a crash or the end of the session, the
 * form starts with them.
 */
export function useDraft<Inputs extends FieldValues, Values extends FieldValues>(
  form: UseFormReturn<Inputs, unknown, Values>,
  { key, version, isUnversioned = false, hasSections = false, except = [] }: Options,
) {
  const initial = form.formState.defaultValues as Inputs;
  const [found] = useState(() => {
    const draft = readDraft(key);
    if (!draft || !isUnversioned) return { ...draft, isOutdated: false };
    return { ...draft, ...splitDraft(draft.fields, initial, hasSections) };
  });
  const [isRestored, setIsRestored] = useState(
    !found.isPassedOn && Object.keys(found.fields ?? {}).length > 0,
  );
  const [isOutdated, setIsOutdated] = useState(found.isOutdated);
  const state = useRef<Kept<Inputs> & { opened: Pick<Kept<Inputs>, 'base' | 'version'> }>(undefined);
  state.current ??= {
    opened: { base: structuredClone(initial), version },
    base: structuredClone({
      ...initial,
      ...Object.fromEntries(Object.entries(found.fields ?? {}).map(([name, { base }]) => [name, base])),
    }),
    version: found.version ?? version,
    // Before anything is sent, the same draft in another tab may become another record.
    id: found.isSent && found.id ? found.id : newId(),
    isSent: found.isSent ?? false,
  };
  const kept = state.current;

  function keep() {
    const values: FieldValues = form.getValues();
    const fields = Object.keys(values)
      .filter((name) => !except.includes(name) && !isSame(values[name], kept.base[name]))
      .map((name) => [name, { base: kept.base[name], mine: values[name] }]);
    if (fields.length === 0) return forgetDraft(key);
    const { version: edited, id, isSent } = kept;
    keepDraft(key, { version: edited, id, isSent, fields: Object.fromEntries(fields) });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a form and its key don't change while the editor is open.
  useEffect(() => {
    for (const [name, { mine }] of Object.entries(found.fields ?? {})) set(form, name, mine);
    // From now on, it is a draft of this editor.
    if (found.isPassedOn) keep();
    let timer: ReturnType<typeof setTimeout> | undefined;
    function write() {
      clearTimeout(timer);
      timer = undefined;
      keep();
    }
    const schedule = () => (timer ??= setTimeout(write, writeMilliseconds));
    const flush = () => timer !== undefined && write();
    const stop = form.subscribe({ formState: { values: true }, callback: schedule });
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      stop();
      flush();
    };
  }, []);

  function drop() {
    setIsRestored(false);
    setIsOutdated(false);
    forgetDraft(key);
  }

  /** Drops the draft, after a save or when it isn't wanted anymore. */
  function forget() {
    kept.base = structuredClone(form.getValues());
    drop();
  }

  /** Sets the version that is being edited from now on. */
  function rebase(base: Inputs, newVersion?: string) {
    kept.base = structuredClone(base);
    kept.version = newVersion;
    kept.opened = { base: structuredClone(base), version: newVersion };
  }

  return {
    /** Whether the form started with a draft. */
    isRestored,
    /** Whether part of the draft was dropped, because someone else has saved the same fields since. */
    isOutdated,
    kept,
    /** The paths of the fields that differ from the version being edited. */
    changed: () => changedPaths(form.getValues(), kept.base, hasSections),
    rebase,
    /**
     * Called after a save. Text typed since then stays in the form and in the draft, as a change of the saved version.
     * @returns whether there is any
     */
    saved(record: Inputs, sent: FieldValues, newVersion?: string): boolean {
      const newer = typedSince(form, sent, hasSections);
      const isNewer = (path: string) => newer.some((name) => path === name || path.startsWith(`${name}.`));
      rebase(record, newVersion);
      drop();
      if (newer.length === 0) {
        form.reset(record);
        return false;
      }
      // Field by field, so that a field being typed in keeps its element and its caret.
      form.reset(record, { keepValues: true });
      for (const { path, mine, theirs } of differences(form.getValues(), record))
        set(form, path, isNewer(path) ? mine : theirs);
      keep();
      return true;
    },
    forget,
    /** Called after a save without later changes, while the form stays open: from now on, it has none to ask about. */
    settle() {
      form.reset(form.getValues(), { keepValues: true });
      forget();
    },
    /** For a create request: the id of its record, which stays the same for retries, here or after a reload. */
    sendAs(): string {
      kept.isSent = true;
      keep();
      return kept.id;
    },
    /** Keeps the text for another record than the one already sent from this draft. */
    renew() {
      Object.assign(kept, { id: newId(), isSent: false });
      keep();
    },
    /** Returns to the saved version. Text typed next becomes another record than the one already sent from this draft. */
    discard() {
      Object.assign(kept, structuredClone(kept.opened), { id: newId(), isSent: false });
      form.reset(kept.base);
      drop();
    },
  };
}

/** The paths of the fields whose values have changed since they were `sent`; `areSections` as in `changedPaths`. */
export function typedSince<Inputs extends FieldValues, Values extends FieldValues>(
  form: UseFormReturn<Inputs, unknown, Values>,
  sent: FieldValues,
  areSections = false,
): string[] {
  window.dispatchEvent(new Event(handOver));
  return changedPaths(form.getValues(), sent, areSections);
}

export function set<Inputs extends FieldValues, Values extends FieldValues>(
  form: UseFormReturn<Inputs, unknown, Values>,
  name: string,
  value: unknown,
) {
  form.setValue(name as Path<Inputs>, value as PathValue<Inputs, Path<Inputs>>, { shouldDirty: true });
}
