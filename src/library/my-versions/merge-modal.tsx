import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api } from '#platform/client/api-client.ts';
import { keysOf } from '#platform/keys-of.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Modal, ModalBody, ModalCancel, ModalFooter } from '#ui/overlays/modal.tsx';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import type { Merge, MergeRegion, MyVersion } from './my-versions.contract.ts';
import { mergeQuery } from './public/my-version-queries.ts';
import * as m from './words/messages.ts';

type Choice = 'mine' | 'original' | 'both';
const choices = { mine: m.keep_mine, original: m.take_original, both: m.keep_both } as const;

type Props = {
  mine: MyVersion;
  close: () => void;
  onSaved: (saved: MyVersion) => void;
};

/** Merges changes of the original into the member's version. Where both changed the same lines, the member chooses. */
export function MergeModal({ mine, close, onSaved }: Props) {
  const [{ id, original_version }] = useState(mine);
  const { data, error, refetch } = useQuery(mergeQuery(id, original_version ?? 0));
  const [chosen, setChosen] = useState<Record<number, Choice>>({});
  const regions = data?.regions ?? [];
  const conflicts = regions.flatMap(({ kind }, index) => (kind === 'conflict' ? [index] : []));
  const open = conflicts.filter((index) => chosen[index] === undefined).length;
  const { mutate: save, isPending } = useMutation({
    async mutationFn({ version, updated_at }: Merge) {
      const text = regions.map((region, index) => resolved(region, chosen[index])).join('');
      const json = { text, base_version: version, updated_at };
      return (await api['my-versions'][':id'].$patch({ param: { id }, json })).json();
    },
    onSuccess(saved) {
      onSaved(saved);
      toast.success(m.taken_in());
      close();
    },
    async onError(failure) {
      if (!(failure instanceof ApiError && failure.code === 'conflict')) return toastError(failure);
      // The choices belong to the lines of the text that was merged.
      const again = await refetch();
      if (again.error) return toastError(again.error);
      setChosen({});
      toast.error(m.merged_again());
    },
    scope: { id: `my version ${id}` },
  });
  return (
    <Modal title={m.take_in()} close={close} isDirty={Object.keys(chosen).length > 0}>
      <ModalBody>
        {error && !data ? (
          <p role="alert">{error.message}</p>
        ) : !data ? (
          <div className="skeleton h-40" role="status" aria-label={m.loading_my_versions()} />
        ) : (
          <>
            <p className="text-sm text-muted">
              {conflicts.length === 0 ? m.no_conflicts() : m.conflicts({ count: conflicts.length })}
            </p>
            <div className="overflow-hidden rounded-md border border-line bg-paper font-serif leading-relaxed">
              {regions.map((region, index) => (
                <Region
                  // biome-ignore lint/suspicious/noArrayIndexKey: the regions of a text never change places.
                  key={index}
                  region={region}
                  chosen={chosen[index]}
                  choose={(choice) => setChosen((before) => ({ ...before, [index]: choice }))}
                />
              ))}
            </div>
          </>
        )}
      </ModalBody>
      <ModalFooter>
        {open > 0 && <span className="mr-auto text-sm text-signal">{m.open_conflicts({ count: open })}</span>}
        <ModalCancel />
        <Button disabled={!data || open > 0 || isPending} onClick={() => data && save(data)}>
          {m.save_merged()}
        </Button>
      </ModalFooter>
    </Modal>
  );
}

function Region({
  region,
  chosen,
  choose,
}: {
  region: MergeRegion;
  chosen: Choice | undefined;
  choose: (choice: Choice) => void;
}) {
  const lines = 'px-4 py-1 whitespace-pre-wrap [overflow-wrap:anywhere]';
  if (region.kind === 'merged')
    return (
      <p dir="auto" className={lines}>
        {region.text}
      </p>
    );
  return (
    <fieldset className="my-1 border-y border-line bg-surface py-3">
      <legend className="sr-only">{m.conflict()}</legend>
      {(['mine', 'original'] as const)
        .filter((side) => chosen === undefined || chosen === 'both' || chosen === side)
        .map((side) => (
          <div
            key={side}
            className={`border-l-3 ${side === 'mine' ? 'border-accent bg-accent-soft' : 'border-signal bg-signal-soft'}`}
          >
            <p className="px-4 pt-1.5 font-sans text-[0.8125rem] font-semibold text-muted">
              {side === 'mine' ? m.mine() : m.the_original()}
            </p>
            <p dir="auto" className={lines}>
              {region[side] || m.nothing_left()}
            </p>
          </div>
        ))}
      <div className="flex flex-wrap gap-2 px-4 pt-3 font-sans">
        {keysOf(choices).map((choice) => (
          <Chip key={choice} pressed={chosen === choice} onClick={() => choose(choice)}>
            {choices[choice]()}
          </Chip>
        ))}
      </div>
    </fieldset>
  );
}

function resolved(region: MergeRegion, choice: Choice | undefined): string {
  if (region.kind === 'merged') return region.text;
  if (choice === 'both') return withEnd(region.mine) + region.original;
  return choice === 'original' ? region.original : region.mine;
}

/** Adds a final line end, so that the next text starts on a new line. */
const withEnd = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
