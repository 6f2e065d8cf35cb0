import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate } from 'react-router';
import { limits } from '#constants';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { showSaved } from '#platform/client/show-saved.ts';
import { keysOf } from '#platform/keys-of.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { MissingPage } from '#site/settings/public/missing-page.tsx';
import { PageTitle } from '#site/settings/public/page-title.tsx';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { focusOn } from '#ui/keep-row-focus.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { leaving } from '#ui/overlays/leaving.ts';
import { MenuItem } from '#ui/overlays/menu.tsx';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { UnsavedGuard } from '#ui/overlays/unsaved-guard.tsx';
import { EditableTitle } from '#ui/saving/editable-title.tsx';
import { useFailures } from '#ui/saving/use-failures.ts';
import { useForgetOnLeave } from '#ui/saving/use-forget-on-leave.ts';
import * as common from '#ui/words/messages.ts';
import type { Route } from './+types/my-version-page.ts';
import { dropDraft, EditMyVersion, hasDraft } from './edit-my-version.tsx';
import { MergeModal } from './merge-modal.tsx';
import { MyVersionDifference } from './my-version-difference.tsx';
import { MyVersionText } from './my-version-text.tsx';
import type { MyVersion, MyVersionChange } from './my-versions.contract.ts';
import { myVersionQuery } from './public/my-version-queries.ts';
import { useSavedValues } from './use-saved-values.ts';
import * as m from './words/messages.ts';

export const meta = privateMeta(m.my_version);

export default function MyVersionPage({ params: { id } }: Route.ComponentProps) {
  const { data, error, refetch } = useQuery({ ...myVersionQuery(id), refetchOnWindowFocus: false });
  if (error && !data)
    return (
      <MissingPage
        error={error}
        retry={refetch}
        notFound={{ title: common.version_not_found(), about: m.may_be_deleted() }}
        failedTitle={m.failed()}
        back={{ to: '/my-versions', label: m.my_versions() }}
      />
    );
  if (!data)
    return (
      <div className="skeleton mx-auto h-96 max-w-6xl" role="status" aria-label={m.loading_my_versions()} />
    );
  return <MyVersionView key={id} mine={data} />;
}

const views = { use: m.use, edit: m.edit, difference: m.difference } as const;

function MyVersionView({ mine }: { mine: MyVersion }) {
  const client = useQueryClient();
  const { id, prompt, can } = mine;
  // Open the editor at once if there is unsaved text from before a reload or crash.
  const [isEditing, setIsEditing] = useState(() => hasDraft(id));
  const [view, setView] = useState<keyof typeof views>(isEditing ? 'edit' : 'use');
  const chips = useRef<HTMLFieldSetElement>(null);
  const [isMerging, setIsMerging] = useState(false);
  const { hasFailed, tellFailure } = useFailures<'name' | 'values'>();
  const store = useSavedValues(mine, tellFailure);
  const take = (saved: MyVersion) => {
    // Keep the values typed since the request; they are newer than the response.
    const values = Object.fromEntries(store.values());
    showSaved(client, queryKeys.myVersions.detail(id), { ...saved, values });
    void client.invalidateQueries({ queryKey: queryKeys.myVersions.all, refetchType: 'none' });
  };
  const { mutateAsync: save } = useMutation({
    mutationFn: async (json: MyVersionChange) =>
      (await api['my-versions'][':id'].$patch({ param: { id }, json })).json(),
    onSuccess: take,
    onError: toastError,
    scope: { id: `my version ${id}` },
  });
  return (
    <article className="mx-auto max-w-6xl">
      <PageTitle>{mine.name}</PageTitle>
      {/* The editor has its own guard. */}
      {hasFailed && !isEditing && <UnsavedGuard isDirty isKept />}
      <Head
        mine={mine}
        rename={(name) => save({ name })}
        tellFailure={(isFailed) => tellFailure('name', isFailed)}
      />
      {mine.is_original_changed && (
        <p className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-2 rounded-md bg-signal-soft px-5 py-3">
          {m.original_changed_note()}
          <Button size="small" onClick={() => setIsMerging(true)}>
            {m.take_in()}
          </Button>
        </p>
      )}
      {!can.read_original && (
        <p className="mt-5 rounded-md bg-sunken px-5 py-3 text-sm">{m.original_unreadable()}</p>
      )}
      <fieldset ref={chips} className="mt-6 mb-4">
        <legend className="sr-only">{m.view()}</legend>
        <div className="flex flex-wrap gap-2">
          {keysOf(views)
            .filter((name) => name !== 'difference' || can.read_original)
            .map((name) => (
              <Chip
                key={name}
                pressed={view === name}
                onClick={() => {
                  setView(name);
                  if (name === 'edit') setIsEditing(true);
                }}
              >
                {views[name]()}
              </Chip>
            ))}
        </div>
      </fieldset>
      {isEditing && (
        <EditMyVersion
          mine={mine}
          isHidden={view !== 'edit'}
          isElseUnsaved={hasFailed}
          onSaved={take}
          close={() => {
            flushSync(() => {
              setView('use');
              setIsEditing(false);
            });
            if (document.activeElement === document.body)
              focusOn(chips.current?.querySelector<HTMLElement>('[aria-pressed="true"]') ?? null);
          }}
        />
      )}
      {view === 'use' && <MyVersionText mine={mine} store={store} />}
      {view === 'difference' && <MyVersionDifference mine={mine} />}
      {isMerging && prompt && <MergeModal mine={mine} close={() => setIsMerging(false)} onSaved={take} />}
    </article>
  );
}

type HeadProps = {
  mine: MyVersion;
  rename: (name: string) => Promise<unknown>;
  tellFailure: (isFailed: boolean) => void;
};

function Head({ mine: { id, name, prompt }, rename, tellFailure }: HeadProps) {
  const deleted = useForgetOnLeave(queryKeys.myVersions.detail(id), queryKeys.myVersions.all);
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const { mutate: erase, isPending } = useMutation({
    mutationFn: async () => api['my-versions'][':id'].$delete({ param: { id } }),
    async onSuccess() {
      toast.success(m.deleted());
      deleted();
      dropDraft(id);
      await navigate('/my-versions', { state: leaving });
    },
    onError: toastError,
  });
  return (
    <header>
      <EditableTitle
        back={{ to: '/my-versions', label: m.all_my_versions() }}
        recordKey={`my-version:${id}`}
        name={name}
        nameLabel={m.name_of_version()}
        maxLength={limits.title}
        rename={rename}
        tellFailure={tellFailure}
      >
        <MenuItem onSelect={() => setIsAsking(true)}>
          <Trash2 className="size-4" aria-hidden="true" />
          {m.delete_version()}
        </MenuItem>
      </EditableTitle>
      {prompt && (
        <p className="mt-2 text-sm text-muted">
          {m.original()}{' '}
          <Link
            to={`/prompt/${prompt.slug}`}
            className="font-semibold text-accent underline underline-offset-4 [overflow-wrap:anywhere]"
          >
            {prompt.title}
          </Link>
        </p>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        question={m.delete_question()}
        confirmLabel={m.delete_version()}
        isBusy={isPending}
        onConfirm={() => erase()}
      >
        {m.delete_warning()}
      </ConfirmDialog>
    </header>
  );
}
