import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ApiError, api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { showSaved } from '#platform/client/show-saved.ts';
import { leaving } from '#ui/overlays/leaving.ts';
import { toast } from '#ui/overlays/toasts.tsx';
import { useRecordSave } from '#ui/saving/use-record-save.ts';
import type { AdminPage } from './own-pages.contract.ts';
import { type PageForm, toInputs } from './page-form.ts';
import * as m from './words/messages.ts';

export const pageQuery = (id: string) => ({
  queryKey: queryKeys.admin.pages.one(id),
  queryFn: async () => (await api.admin.pages[':id'].$get({ param: { id } })).json(),
});

/** Saves, publishes, unpublishes and deletes a page. `onAnswered` is called after either of the last two, even if it failed. */
export function usePageChanges(page: AdminPage, form: PageForm, onAnswered: () => void) {
  const { id } = page;
  const client = useQueryClient();
  const navigate = useNavigate();
  const onError = ({ message }: Error) => toast.error(m.failed_to_publish_page({ message }));
  function take(saved: AdminPage) {
    showSaved(client, pageQuery(id).queryKey, saved);
    void client.invalidateQueries({ queryKey: queryKeys.admin.pages.all, exact: true });
    void client.invalidateQueries({ queryKey: queryKeys.admin.pages.versions(id) });
  }

  const record = useRecordSave({
    form,
    draft: `page ${id}`,
    opened: page.updated_at,
    latest: page,
    update: async (json) => (await api.admin.pages[':id'].$patch({ param: { id }, json })).json(),
    readCurrent: () => pageQuery(id).queryFn(),
    toInputs,
    explain: (error, atField) =>
      atField === undefined && error instanceof ApiError && error.status < 500
        ? error.message
        : m.failed_to_save_page(),
    onSaved(saved) {
      if (saved) take(saved);
      toast.success(m.page_saved());
    },
  });
  const { draft } = record;
  const publish = useMutation({
    mutationFn: async () =>
      (
        await api.admin.pages[':id'].publish.$post({
          param: { id },
          // The version on screen is the one to publish.
          json: { updated_at: draft.kept.version ?? page.updated_at },
        })
      ).json(),
    onSuccess(saved) {
      take(saved);
      toast.success(m.page_published());
    },
    onError,
  });
  const unpublish = useMutation({
    mutationFn: async () => (await api.admin.pages[':id'].publish.$delete({ param: { id } })).json(),
    onSuccess(saved) {
      take(saved);
      toast.success(m.page_unpublished());
    },
    onError,
    onSettled: onAnswered,
  });
  const remove = useMutation({
    mutationFn: async () => void (await api.admin.pages[':id'].$delete({ param: { id } })),
    onSuccess() {
      draft.forget();
      toast.success(m.page_deleted());
      void client.invalidateQueries({ queryKey: queryKeys.admin.pages.all, exact: true });
      void navigate('/admin/pages', { replace: true, state: leaving });
    },
    onError: ({ message }) => toast.error(m.failed_to_delete_page({ message })),
    onSettled: onAnswered,
  });
  return { record, publish, unpublish, remove };
}
