import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { invalidateItems } from '#library/catalog/public/invalidate-items.ts';
import { ApiError, api, reasonOr } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { showSaved } from '#platform/client/show-saved.ts';
import { Button } from '#ui/button.tsx';
import { formatNumber } from '#ui/format.ts';
import { focusOn } from '#ui/keep-row-focus.ts';
import { Missing } from '#ui/missing-page.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { forgetDraft } from '#ui/saving/drafts.ts';
import { useForgetOnLeave } from '#ui/saving/use-forget-on-leave.ts';
import * as common from '#ui/words/messages.ts';
import type { ImportSettings } from './import-fields.ts';
import { ImportRows } from './import-rows.tsx';
import { ImportSettingsForm, importDraft } from './import-settings-form.tsx';
import { countImported, stateLabel } from './import-words.ts';
import type { ImportItem } from './imports.contract.ts';
import * as m from './words/messages.ts';

const pollMilliseconds = 700;
const isUnderWay = ({ state }: ImportItem) =>
  state === 'checking' || state === 'importing' || state === 'undoing';

const drafts = { to: '/admin/prompts?status=draft', label: m.see_the_drafts };
/** Links to the imported items, by the status that was chosen for them. */
const itemsOf = {
  'new-drafts': drafts,
  draft: drafts,
  published: { to: '/admin/prompts?status=published', label: m.see_the_published_prompts },
  file: { to: '/admin/prompts', label: m.see_the_prompts },
};

type Props = {
  id: string;
  /** Whether it takes the place of the list or another import, along with the focus. */
  takesFocus: boolean;
  close: () => void;
};

/** An import, from checking its file to undoing it. */
export function ImportView({ id, takesFocus, close }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const [isChanged, setIsChanged] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The form disappears while the file is checked or imported.
  const leaveForm = { onSuccess: () => focusOn(heading.current) };
  const { data, error, refetch, change, isChanging, remove, isRemoving } = useImportItem(id, {
    onChanged: () => setIsAsking(false),
    onRemoved: close,
  });
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (isLoaded && takesFocus && document.activeElement === document.body) focusOn(heading.current);
  }, [isLoaded, takesFocus]);
  if (!data)
    return error ? (
      <Missing
        error={error}
        notFoundTitle={m.refused_no_such_import()}
        failedTitle={common.couldnt_load_this_page()}
        retry={refetch}
      />
    ) : (
      <div className="skeleton h-96" role="status" aria-label={common.loading()} />
    );
  const items = itemsOf[data.settings.status];
  // A failed check has no rows.
  const hasImported = data.total > 0 && countImported(data) > 0;
  const canUndo = data.state === 'done' || (data.state === 'failed' && hasImported);
  const canDiscard = data.state === 'checked' || (data.state === 'failed' && !hasImported);
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 ref={heading} className="text-xl [overflow-wrap:anywhere]">
            {data.name}
          </h2>
          <p role="status" className="text-muted">
            {data.state === 'undone'
              ? m.undone_count({ restored: data.restored, kept: data.kept })
              : isChanged
                ? m.not_ready_yet()
                : stateLabel(data)}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          {canDiscard && (
            <Button variant="quiet" disabled={isRemoving} onClick={() => remove()}>
              {m.discard()}
            </Button>
          )}
          {data.state === 'done' && (
            <Link
              to={items.to}
              className="inline-flex min-h-10 items-center text-sm font-semibold text-accent underline underline-offset-4"
            >
              {items.label()}
            </Link>
          )}
          {canUndo && (
            <Button variant="secondary" onClick={() => setIsAsking(true)}>
              {m.undo_import()}
            </Button>
          )}
        </div>
      </div>
      {isUnderWay(data) && <Progress item={data} />}
      {data.problem && (
        <p role="alert" className="mb-6 border border-signal bg-surface p-4 text-signal">
          {data.problem}
        </p>
      )}
      {data.state === 'checked' && (
        <ImportSettingsForm
          key={JSON.stringify(data.settings)}
          item={data}
          isBusy={isChanging}
          onChanged={setIsChanged}
          check={(settings) => change(settings, leaveForm)}
          start={() => change('start', leaveForm)}
        />
      )}
      {data.state !== 'checking' && (data.state !== 'failed' || hasImported) && <ImportRows item={data} />}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        question={m.undo_question()}
        confirmLabel={m.undo_import()}
        cancelLabel={m.keep_it()}
        isBusy={isChanging}
        onConfirm={() => change('undo')}
      >
        {m.undo_says()}
      </ConfirmDialog>
    </>
  );
}

type Handlers = { onChanged: () => void; onRemoved: () => void };

/** An import, kept up to date while it is under way, with what can be done to it. */
function useImportItem(id: string, { onChanged, onRemoved }: Handlers) {
  const client = useQueryClient();
  const deleted = useForgetOnLeave(queryKeys.admin.imports.one(id), queryKeys.admin.imports.all);
  const one = api.admin.imports[':id'];
  const param = { id };
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.admin.imports.one(id),
    queryFn: async () => (await one.$get({ param })).json(),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? pollMilliseconds : false),
  });
  const state = data?.state;
  useEffect(() => {
    // One that has failed may have imported some of its rows.
    if (state === 'done' || state === 'undone' || state === 'failed')
      void Promise.all([invalidateItems(client, 'prompts'), invalidateItems(client, 'playbooks')]);
  }, [state, client]);
  function onError(error: Error) {
    // Someone else has changed it meanwhile.
    if (error instanceof ApiError && error.status === 409) void refetch();
    if (error instanceof ApiError && error.status === 404)
      void client.resetQueries({ queryKey: queryKeys.admin.imports.one(id), exact: true });
    toast.error(reasonOr(error, m.failed_to_change_the_import()));
  }
  const { mutate: change, isPending: isChanging } = useMutation({
    mutationFn: async (change: 'start' | 'undo' | ImportSettings) => {
      if (change === 'start') return (await one.start.$post({ param })).json();
      if (change === 'undo') return (await one.undo.$post({ param })).json();
      return (await one.check.$post({ param, json: change })).json();
    },
    onSuccess(item) {
      showSaved(client, queryKeys.admin.imports.one(id), item);
      forgetDraft(importDraft(id));
    },
    onError,
    onSettled: onChanged,
  });
  const { mutate: remove, isPending: isRemoving } = useMutation({
    mutationFn: () => one.$delete({ param }),
    onSuccess() {
      forgetDraft(importDraft(id));
      deleted();
      onRemoved();
    },
    onError,
  });
  return { data, error, refetch, change, isChanging, remove, isRemoving };
}

function Progress({ item }: { item: ImportItem }) {
  const { state, done, total } = item;
  const all = state === 'undoing' ? countImported(item) : total;
  return (
    <div className="mb-6">
      <ProgressBar label={stateLabel(item)} max={Math.max(all, 1)} value={all > 0 ? done : undefined} />
      <p className="mt-1 text-sm text-muted tabular-nums">
        {all > 0 && m.done_of_total({ done: formatNumber(done), total: formatNumber(all) })}{' '}
        {m.you_can_leave()}
      </p>
    </div>
  );
}
