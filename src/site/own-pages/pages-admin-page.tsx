import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiError, api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Modal, ModalBody, ModalFooter } from '#ui/overlays/modal.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import { newId } from '#ui/saving/new-id.ts';
import { StackedLabel, Table } from '#ui/tables/table.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import type { AdminPage } from './own-pages.contract.ts';
import { type PageKind, pageKinds, pagePath } from './page-fields.ts';
import * as m from './words/messages.ts';

export const meta = privateMeta(m.pages);

const columns = [common.title, common.status, common.address, m.in_the_footer];
const kindNames: Record<PageKind, () => string> = {
  terms: m.terms,
  privacy: m.privacy,
  imprint: m.imprint,
  refunds: m.refunds,
  own: m.own_page,
};
const statusOf = (page: Pick<AdminPage, 'published_version' | 'has_changes'>) =>
  page.published_version === null
    ? common.draft()
    : page.has_changes
      ? m.published_with_changes()
      : m.published();

/** The owner's own pages. */
export default function PagesAdminPage() {
  const [isAdding, setIsAdding] = useState(false);
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: queryKeys.admin.pages.all,
    queryFn: async () => (await (await api.admin.pages.$get({ query: {} })).json()).items,
  });
  const add = <Button onClick={() => setIsAdding(true)}>{m.add_page()}</Button>;
  return (
    <AdminFrame title={m.pages()} action={add}>
      <p className="mb-5 max-w-2xl text-muted">{m.about_pages()}</p>
      {isPending && <div className="skeleton h-64" role="status" aria-label={common.loading()} />}
      {isError && !data && (
        <EmptyState title={m.couldnt_load_pages()}>
          <TryAgain retry={refetch} />
        </EmptyState>
      )}
      {data?.length === 0 && <EmptyState title={m.no_pages_yet()}>{m.start_with_a_draft()}</EmptyState>}
      {data && data.length > 0 && (
        <Table label={m.pages()} columns={columns} isStacked>
          {data.map((page) => (
            <tr key={page.id}>
              <td className="min-w-40 [overflow-wrap:anywhere]">
                <Link
                  to={`/admin/pages/${page.id}`}
                  className="inline-block min-h-6 font-semibold text-accent underline underline-offset-4"
                >
                  {page.title}
                </Link>
              </td>
              <td className="whitespace-nowrap">{statusOf(page)}</td>
              <td className="whitespace-nowrap">{pagePath(page.slug)}</td>
              <td className={page.footer_position === null ? 'max-sm:hidden!' : undefined}>
                <StackedLabel>{m.in_the_footer()}</StackedLabel>
                {page.footer_position ?? '–'}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {isAdding && <AddPage close={() => setIsAdding(false)} taken={data?.map(({ kind }) => kind) ?? []} />}
    </AdminFrame>
  );
}

/** Asks which kind of page to add; kinds that exist already aren't offered again. */
function AddPage({ close, taken }: { close: () => void; taken: PageKind[] }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  // Each kind its own: a try whose answer was lost may have added another kind.
  const [ids] = useState(() => new Map(pageKinds.map((kind) => [kind, newId()])));
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: async (kind: PageKind) =>
      (await api.admin.pages.$post({ json: { id: ids.get(kind), kind } })).json(),
    onSuccess(page) {
      client.setQueryData(queryKeys.admin.pages.one(page.id), page);
      void client.invalidateQueries({ queryKey: queryKeys.admin.pages.all, exact: true });
      void navigate(`/admin/pages/${page.id}`);
    },
    onError: (error) => toast.error(error instanceof ApiError ? error.message : m.failed_to_save_page()),
  });
  return (
    <Modal title={m.add_page()} close={close} isDirty={false} isNarrow>
      <ModalBody>
        <p className="font-semibold">{m.which_page()}</p>
        <ul className="flex flex-col items-start gap-3">
          {pageKinds
            .filter((kind) => kind === 'own' || !taken.includes(kind))
            .map((kind) => (
              <li key={kind}>
                <Button variant="secondary" disabled={isPending || isSuccess} onClick={() => mutate(kind)}>
                  {kindNames[kind]()}
                </Button>
              </li>
            ))}
        </ul>
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" onClick={close}>
          {common.cancel()}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
