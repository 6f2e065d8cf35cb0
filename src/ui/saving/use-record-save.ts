import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ApiError, endOfSessionOr } from '#platform/client/api-client.ts';
import { showAtField } from '../forms/server-field-error.ts';
import type { SchemaForm } from '../forms/use-schema-form.ts';
import { toast } from '../overlays/toasts.tsx';
import { isSame } from './drafts.ts';
import { useConflict } from './use-conflict.ts';
import { typedSince, useDraft } from './use-draft.ts';
import { usePendingWork } from './use-pending-work.ts';
import { useUnanswered } from './use-unanswered.ts';

type Stored = { updated_at: string };
type Options<Inputs extends FieldValues, Values extends FieldValues, Saved extends Stored> = {
  form: SchemaForm<Inputs, Values>;
  /** Names the editor and its record, for the draft. */
  draft: string;
  /** The record's version when the editor opened; undefined for a new record. */
  opened?: string | undefined;
  /** The record as last loaded, which the editor shows while nothing is typed. */
  latest?: Saved;
  /** Creates the record. Sent twice with the same id, it creates one. */
  create?: (values: Values & { id: string }) => Promise<Saved>;
  /** Saves the changed fields, based on the version that was edited. `made` is the id of a record created here. */
  update?: (changes: Partial<Values> & { updated_at: string }, made: string) => Promise<Saved>;
  /** Reads the current record after a conflict; `made` as in `update`. */
  readCurrent?: (made: string) => Promise<Saved | undefined>;
  toInputs: (stored: Saved) => Inputs;
  /** The toast for any other failure; `atField` is the message if a field shows it already. */
  explain: (error: unknown, atField: string | undefined) => string;
  onInvalid?: () => void;
  /** Called with the answer of `create` or `update`. */
  onSaved: (answer: Saved | undefined) => Promise<void> | void;
  /** Closes the editor once everything is saved; without it, the editor stays open. */
  close?: () => void;
};

/**
 * Saves the record of a form that others may be editing too. Only changed fields are sent; others' changes are taken over, and if both
 * changed the same field, the person is asked. After any failure the form keeps its values and can be saved again. A server error that
 * names a field is shown at that field.
 */
export function useRecordSave<Inputs extends FieldValues, Values extends FieldValues, Saved extends Stored>(
  options: Options<Inputs, Values, Saved>,
) {
  const { form, opened, latest, readCurrent, toInputs, explain, onSaved } = options;
  const draft = useDraft(form, { key: options.draft, version: opened });
  const pending = usePendingWork();
  const sent = useRef<FieldValues>({});
  const unanswered = useUnanswered();
  const [isWaiting, setIsWaiting] = useState(false);
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);

  const write = async (values: Values) => {
    const { version, id, base } = draft.kept;
    if (version === undefined) return options.create?.({ ...values, id: draft.sendAs() });
    const before = form.outputOf(base);
    const changes = Object.entries(values).filter(([name, value]) => !before || !isSame(value, before[name]));
    return options.update?.({ ...(Object.fromEntries(changes) as Partial<Values>), updated_at: version }, id);
  };

  /** Whether something was typed during the save: then the editor stays open, and that text is a change of the saved version. */
  const hasMore = (answer: Saved | undefined) =>
    answer !== undefined &&
    typedSince(form, sent.current).length > 0 &&
    draft.saved(toInputs(answer), sent.current, answer.updated_at);

  const { mutate, isPending } = useMutation({
    mutationFn: write,
    async onSuccess(answer) {
      unanswered.clear();
      if (!options.close) {
        if (answer) draft.saved(toInputs(answer), sent.current, answer.updated_at);
        return onSaved(answer);
      }
      const isOpen = hasMore(answer);
      if (!isOpen) draft.settle();
      await onSaved(answer);
      // Another editor may be open by now.
      if (!isOpen && !isClosed.current && !hasMore(answer)) options.close();
    },
    async onError(error) {
      const isConflict = error instanceof ApiError && error.code === 'conflict';
      unanswered.failed(sent.current, error);
      // If their version can't be loaded, or nobody has saved, the original error is shown.
      const current = isConflict ? await readCurrent?.(draft.kept.id).catch(() => undefined) : undefined;
      if (current && current.updated_at !== draft.kept.version)
        return conflict.merge(current, unanswered.all());
      const words = isConflict ? error.message : explain(error, showAtField(form, error));
      toast.error(endOfSessionOr(error, words));
    },
  });

  async function save(event?: FormEvent) {
    event?.preventDefault();
    setIsWaiting(true);
    const isReady = await pending.settled();
    setIsWaiting(false);
    sent.current = structuredClone(form.getValues());
    if (isReady) await form.handleSubmit((values) => mutate(values), options.onInvalid)();
  }

  const conflict = useConflict({
    form,
    draft,
    toInputs,
    rebase: (current: Saved) => draft.rebase(toInputs(current), current.updated_at),
    save,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newly loaded record is taken over.
  useEffect(() => {
    const isNewer = latest !== undefined && latest.updated_at > (draft.kept.version ?? '');
    if (isNewer && typedSince(form, draft.kept.base).length === 0) conflict.showLatest(latest, []);
  }, [latest?.updated_at]);

  return {
    save,
    isBusy: isPending || isWaiting,
    draft,
    track: pending.track,
    settled: pending.settled,
    clashes: conflict.clashes,
    resolve: conflict.resolve,
    takeTheirs: conflict.takeTheirs,
  };
}
