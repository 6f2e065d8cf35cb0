import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { importLimits } from '#constants';
import { ApiError, api, reasonOr } from '#platform/client/api-client.ts';
import { cursorPages } from '#platform/client/cursor-pages.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { formatRelative } from '#ui/format.ts';
import { focusOn } from '#ui/keep-row-focus.ts';
import { toast } from '#ui/overlays/toasts.tsx';
import { newId } from '#ui/saving/new-id.ts';
import { LoadMore } from '#ui/tables/load-more.tsx';
import { EmptyRow, Table } from '#ui/tables/table.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { ImportView } from './import-view.tsx';
import { stateLabel } from './import-words.ts';
import type { ImportItem } from './imports.contract.ts';
import * as m from './words/messages.ts';

export const meta = privateMeta(m.imports);

const columns = [m.file, common.status, m.result, common.date];

/** Imports of files with many prompts: the list, or the import in the URL. */
export default function ImportsPage() {
  const [search, setSearch] = useSearchParams();
  const id = search.get('id');
  const [shown, setShown] = useState({ id, hasMoved: false });
  if (shown.id !== id) setShown({ id, hasMoved: true });
  const { hasMoved } = shown;
  // The link that was followed is gone. An import has to be loaded first.
  useEffect(() => {
    if (hasMoved && id === null && document.activeElement === document.body)
      focusOn(document.querySelector('h1'));
  }, [hasMoved, id]);
  const open = (next: string) => setSearch({ id: next }, { preventScrollReset: true });
  return (
    <AdminFrame title={m.imports()} {...(id && { back: { to: '/admin/imports', label: m.all_imports() } })}>
      {id ? (
        <ImportView key={id} id={id} takesFocus={hasMoved} close={() => setSearch({})} />
      ) : (
        <AllImports open={open} />
      )}
    </AdminFrame>
  );
}

function AllImports({ open }: { open: (id: string) => void }) {
  const query = useInfiniteQuery({
    queryKey: queryKeys.admin.imports.all,
    queryFn: async ({ pageParam }) =>
      (
        await api.admin.imports.$get({ query: { limit: '50', ...(pageParam && { cursor: pageParam }) } })
      ).json(),
    ...cursorPages,
    staleTime: 0,
  });
  const { data, isPending, isError, refetch } = query;
  const imports = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <UploadImport open={open} />
      {isPending ? (
        <div className="skeleton h-64" role="status" aria-label={common.loading()} />
      ) : data && imports.length === 0 ? (
        <EmptyState title={m.no_imports_yet()} />
      ) : (
        <Table label={m.imports()} columns={columns} isStacked>
          {imports.map((item) => (
            <tr key={item.id}>
              <td className="min-w-48">
                <Link
                  to={`?id=${item.id}`}
                  className="font-semibold [overflow-wrap:anywhere] text-accent underline underline-offset-4"
                >
                  {item.name}
                </Link>
              </td>
              <td className="whitespace-nowrap">{stateLabel(item)}</td>
              <td className="whitespace-nowrap">{m.count_rows({ count: rowsOf(item) })}</td>
              <td className="whitespace-nowrap">{formatRelative(item.created_at)}</td>
            </tr>
          ))}
          {isError && !data && (
            <EmptyRow columns={columns.length}>
              <p className="mb-3">{m.failed_to_load_imports()}</p>
              <TryAgain size="small" retry={refetch} />
            </EmptyRow>
          )}
        </Table>
      )}
      <LoadMore query={query} keptAs="page" size="small" className="mt-4" />
    </>
  );
}

const rowsOf = ({ counts }: ImportItem) => Object.values(counts).reduce((sum, count) => sum + count, 0);

function UploadImport({ open }: { open: (id: string) => void }) {
  // Sending the same file again after a lost response doesn't start another import.
  const [sent, setSent] = useState<{ file: File; id: string }>();
  const megabytes = importLimits.uploadBytes / 1_000_000;
  const { mutate, isPending } = useMutation({
    mutationFn: ({ file, id }: { file: File; id: string }) =>
      api.admin.imports[':id'].$put(
        { param: { id }, query: { name: file.name } },
        { init: { body: file, headers: { 'content-type': 'application/octet-stream' } } },
      ),
    onSuccess: (_answer, { id }) => open(id),
    onError(error) {
      // Another try would be refused for the same reason.
      if (error instanceof ApiError && (error.status === 413 || error.status === 415)) setSent(undefined);
      toast.error(reasonOr(error, m.failed_to_upload_the_file()));
    },
  });
  function upload(next: { file: File; id: string }) {
    if (next.file.size > importLimits.uploadBytes) return toast.error(m.refused_too_large({ megabytes }));
    setSent(next);
    mutate(next);
  }
  return (
    <div className="mb-8 border border-dashed border-line-strong bg-surface p-6">
      <p className="mb-4 max-w-2xl text-muted">{m.file_about({ megabytes })}</p>
      <div className="flex flex-wrap items-center gap-3">
        <label className="relative inline-flex min-h-11 cursor-pointer items-center rounded-md bg-accent px-4 text-sm font-semibold text-on-accent focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent hover:bg-accent-hover has-aria-disabled:opacity-60">
          {isPending ? m.uploading() : m.choose_a_file()}
          <input
            type="file"
            accept=".csv,.json,.zip"
            className="sr-only"
            // A disabled one would lose the focus.
            aria-disabled={isPending || undefined}
            onClick={(event) => isPending && event.preventDefault()}
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = '';
              if (file) upload({ file, id: newId() });
            }}
          />
        </label>
        {sent && !isPending && (
          <Button variant="secondary" onClick={() => upload(sent)}>
            {common.try_again()}
          </Button>
        )}
      </div>
    </div>
  );
}
