import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Ellipsis, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { limits } from '#constants';
import { ApiError, api } from '#platform/api-client.ts';
import { privateMeta } from '#platform/page-meta.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { toast, toastError } from '#ui/toasts.tsx';
import * as common from '#ui/words/messages.ts';
import type { Route } from './+types/my-version-page.ts';
import { EditMyVersion } from './edit-my-version.tsx';
import { MergeModal } from './merge-modal.tsx';
import { MyVersionDifference } from './my-version-difference.tsx';
import type { MyVersion, MyVersionChange } from './my-versions.contract.ts';
import { myVersionQuery } from './public/my-version-queries.ts';
import { UseMyVersion } from './use-my-version.tsx';
import { useSavedValues } from './use-saved-values.ts';
import * as m from './words/messages.ts';

export const meta = () => privateMeta(m.my_version());

export default function MyVersionPage({ params: { id } }: Route.ComponentProps) {
  const { data, error, refetch } = useQuery({ ...myVersionQuery(id), refetchOnWindowFocus: false });
  if (error && !data) {
    const isGone = error instanceof ApiError && [404, 422].includes(error.status);
    return (
      <>
        <h1 className="sr-only">{m.my_version()}</h1>
        <EmptyState title={isGone ? m.not_found() : m.failed()}>
          {isGone ? (
            <Link to="/my-versions" className="font-semibold text-accent underline underline-offset-4">
              {m.my_versions()}
            </Link>
          ) : (
            <Button variant="secondary" onClick={() => void refetch()}>
              {common.try_again()}
            </Button>
          )}
        </EmptyState>
      </>
    );
  }
  if (!data)
    return (
      <div className="skeleton mx-auto h-96 max-w-6xl" role="status" aria-label={m.loading_my_versions()} />
    );
  return <MyVersionView key={id} mine={data} />;
}

const views = { use: m.use, edit: m.edit, difference: m.difference } as const;

function MyVersionView({ mine }: { mine: MyVersion }) {
  const client = useQueryClient();
  const [view, setView] = useState<keyof typeof views>('use');
  const [isEditing, setIsEditing] = useState(false);
  const [isMerging, setIsMerging] = useState(false);
  const { id, prompt, can } = mine;
  const store = useSavedValues(mine);
  const { mutateAsync: save, isPending } = useMutation({
    mutationFn: async (json: MyVersionChange) =>
      (await api['my-versions'][':id'].$patch({ param: { id }, json })).json(),
    onSuccess(saved) {
      // What is typed meanwhile is newer than the answer.
      const values = Object.fromEntries(store.values());
      client.setQueryData(queryKeys.myVersions.detail(id), { ...saved, values });
      void client.invalidateQueries({ queryKey: queryKeys.myVersions.all, refetchType: 'none' });
    },
    onError: toastError,
    scope: { id: `my version ${id}` },
  });
  return (
    <article className="mx-auto max-w-6xl">
      <title>{mine.name}</title>
      <Head mine={mine} rename={(name) => void save({ name }).catch(() => undefined)} />
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
      <fieldset className="mt-6 mb-4">
        <legend className="sr-only">{m.view()}</legend>
        <div className="flex flex-wrap gap-2">
          {(Object.keys(views) as (keyof typeof views)[])
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
      {view === 'use' && <UseMyVersion mine={mine} store={store} />}
      {/* Kept while other views are looked at: what is typed there is saved nowhere yet. */}
      {isEditing && (
        <div hidden={view !== 'edit'}>
          <EditMyVersion
            mine={mine}
            isSaving={isPending}
            save={async (text, updated_at) => {
              await save({ text, updated_at });
              toast.success(m.saved());
              setView('use');
              setIsEditing(false);
            }}
          />
        </div>
      )}
      {view === 'difference' && <MyVersionDifference mine={mine} />}
      {isMerging && prompt && (
        <MergeModal
          mine={mine}
          isSaving={isPending}
          close={() => setIsMerging(false)}
          save={async (change) => {
            await save(change);
            toast.success(m.taken_in());
            setIsMerging(false);
          }}
        />
      )}
    </article>
  );
}

function Head({ mine: { id, name, prompt }, rename }: { mine: MyVersion; rename: (name: string) => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { mutate: erase, isPending } = useMutation({
    mutationFn: async () => api['my-versions'][':id'].$delete({ param: { id } }),
    async onSuccess() {
      toast.success(m.deleted());
      // First away: a page that still shows it would ask for it again.
      await navigate('/my-versions');
      client.removeQueries({ queryKey: queryKeys.myVersions.detail(id) });
      void client.invalidateQueries({ queryKey: queryKeys.myVersions.all });
    },
    onError: toastError,
  });
  return (
    <header>
      <Link to="/my-versions" className="inline-block py-1 text-sm text-muted hover:text-ink">
        {m.all_my_versions()}
      </Link>
      <div className="mt-3 flex items-start justify-between gap-4">
        <h1 className="min-w-0 flex-1 text-4xl md:text-5xl">
          <span className="sr-only">{name}</span>
          <textarea
            dir="auto"
            rows={1}
            aria-label={m.name_of_version()}
            className="-mx-2 field-sizing-content block w-full resize-none rounded-md border border-transparent bg-transparent px-2 font-medium hover:border-line"
            defaultValue={name}
            maxLength={limits.title}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              event.currentTarget.blur();
            }}
            onBlur={({ target }) => {
              const typed = target.value.trim();
              if (typed === '') target.value = name;
              else if (typed !== name) rename(typed);
            }}
          />
        </h1>
        <Menu
          isOpen={isMenuOpen}
          onOpenChange={setIsMenuOpen}
          trigger={
            <Button variant="secondary" size="icon" aria-label={common.more()} className="mt-1">
              <Ellipsis className="size-4" aria-hidden="true" />
            </Button>
          }
        >
          <MenuItem onSelect={() => setIsAsking(true)}>
            <Trash2 className="size-4" aria-hidden="true" />
            {m.delete_version()}
          </MenuItem>
        </Menu>
      </div>
      {prompt && (
        <p className="mt-2 text-sm text-muted">
          {m.original()}{' '}
          <Link
            to={`/prompt/${prompt.slug}`}
            className="font-semibold text-accent underline underline-offset-4"
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
