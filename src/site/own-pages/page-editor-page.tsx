import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { useFreshQuery } from '#platform/client/use-fresh-query.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { uploadImage } from '#site/media/public/image-field.tsx';
import { PageTitle } from '#site/settings/public/page-title.tsx';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Field } from '#ui/forms/field.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { MarkdownEditor } from '#ui/markdown/markdown-editor.tsx';
import { Missing } from '#ui/missing-page.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import { leaving, UnsavedGuard } from '#ui/overlays/unsaved-guard.tsx';
import { ConflictNotice } from '#ui/saving/conflict-notice.tsx';
import { DraftNotice } from '#ui/saving/draft-notice.tsx';
import { useRecordSave } from '#ui/saving/use-record-save.ts';
import { useSaveShortcut } from '#ui/use-save-shortcut.ts';
import * as common from '#ui/words/messages.ts';
import type { Route } from './+types/page-editor-page.ts';
import type { AdminPage } from './own-pages.contract.ts';
import { PageConsents } from './page-consents.tsx';
import { pagePath } from './page-fields.ts';
import { fieldLabels, pageForm, toInputs } from './page-form.ts';
import { PageVersions } from './page-versions.tsx';
import * as m from './words/messages.ts';

export const meta = privateMeta(m.pages);

const pageQuery = (id: string) => ({
  queryKey: queryKeys.admin.pages.one(id),
  queryFn: async () => (await api.admin.pages[':id'].$get({ param: { id } })).json(),
});

export default function PageEditorPage({ params: { id } }: Route.ComponentProps) {
  const { data, isPending, error, refetch } = useFreshQuery(pageQuery(id));
  return (
    <AdminFrame
      title={data?.title ?? m.pages()}
      back={{ to: '/admin/pages', label: m.pages() }}
      action={
        data?.published_version != null && (
          <ButtonLink to={pagePath(data.slug)} variant="secondary">
            {m.view_page()}
          </ButtonLink>
        )
      }
    >
      {data && <PageTitle>{data.title}</PageTitle>}
      {isPending && <div className="skeleton h-96" role="status" aria-label={common.loading()} />}
      {error && !data && (
        <Missing
          error={error}
          notFoundTitle={m.page_not_found()}
          failedTitle={common.couldnt_load_this_page()}
          retry={refetch}
        />
      )}
      {data && <PageEditor page={data} />}
    </AdminFrame>
  );
}

function PageEditor({ page }: { page: AdminPage }) {
  const { id } = page;
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useSchemaForm(pageForm, toInputs(page));
  const place = useRef<HTMLFormElement>(null);
  useSaveShortcut(place);
  const [asked, setAsked] = useState<'delete' | 'unpublish'>();
  const { errors, isDirty } = form.formState;

  function take(saved: AdminPage) {
    client.setQueryData(pageQuery(id).queryKey, saved);
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
          // What is published is the text that stands here.
          json: { updated_at: draft.kept.version ?? page.updated_at },
        })
      ).json(),
    onSuccess(saved) {
      take(saved);
      toast.success(m.page_published());
    },
    onError: ({ message }) => toast.error(m.failed_to_publish_page({ message })),
  });
  const unpublish = useMutation({
    mutationFn: async () => (await api.admin.pages[':id'].publish.$delete({ param: { id } })).json(),
    onSuccess(saved) {
      take(saved);
      toast.success(m.page_unpublished());
    },
    onError: ({ message }) => toast.error(m.failed_to_publish_page({ message })),
    onSettled: () => setAsked(undefined),
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
    onSettled: () => setAsked(undefined),
  });
  const isBusy = record.isBusy || publish.isPending || unpublish.isPending || remove.isPending;
  const isPublished = page.published_version !== null;
  return (
    <>
      {page.starter_parts.length > 0 && (
        <p className="mb-6 max-w-3xl rounded-md border border-line bg-sunken px-4 py-3 text-sm">
          {m.starter_notice({ parts: page.starter_parts.join(', ') })}
        </p>
      )}
      <form
        ref={place}
        noValidate
        className="max-w-5xl space-y-5"
        onSubmit={(event) => void record.save(event)}
      >
        <UnsavedGuard isDirty={isDirty} discard={draft.forget} />
        <DraftNotice draft={draft} />
        <Field label={common.title()} {...form.register('title')} error={errors.title?.message} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label={common.address()}
            hint={pagePath(page.slug)}
            {...form.register('slug')}
            error={errors.slug?.message}
          />
          <Field
            label={m.place_in_footer()}
            hint={m.the_lowest_is_first()}
            inputMode="numeric"
            {...form.register('footer_position')}
            error={errors.footer_position?.message}
          />
        </div>
        <MarkdownEditor
          label={m.text_of_page()}
          isLong
          {...form.register('body')}
          read={() => form.getValues('body')}
          upload={(file) => uploadImage('site', file)}
          track={record.track}
          error={errors.body?.message}
        />
        <Checkbox label={m.asks_consent()} hint={m.asks_consent_about()} {...form.register('asks_consent')} />
        <ConflictNotice record={record} labels={fieldLabels} />
        <div className="flex flex-wrap gap-3 border-t border-line py-6">
          <Button type="submit" disabled={isBusy || !isDirty}>
            {record.isBusy ? common.saving() : m.save_draft()}
          </Button>
          <Button
            variant="secondary"
            disabled={isBusy || isDirty || (isPublished && !page.has_changes)}
            onClick={() => publish.mutate()}
          >
            {isPublished ? m.publish_new_version() : m.publish()}
          </Button>
          {isPublished ? (
            <Button variant="quiet" disabled={isBusy} onClick={() => setAsked('unpublish')}>
              {m.unpublish()}
            </Button>
          ) : (
            <Button variant="quiet" disabled={isBusy} onClick={() => setAsked('delete')}>
              {common.delete_it()}
            </Button>
          )}
        </div>
      </form>
      <PageVersions
        id={id}
        published={page.published_version}
        restore={({ version, title, body }) => {
          form.setValue('title', title, { shouldDirty: true });
          form.setValue('body', body, { shouldDirty: true });
          place.current?.scrollIntoView();
          toast.info(m.restored_save_it({ version }));
        }}
      />
      <PageConsents id={id} />
      <ConfirmDialog
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        question={asked === 'delete' ? m.delete_page() : m.unpublish_page()}
        confirmLabel={asked === 'delete' ? common.delete_it() : m.unpublish()}
        isBusy={isBusy}
        onConfirm={() => (asked === 'delete' ? remove.mutate() : unpublish.mutate())}
      >
        {asked === 'delete' ? m.delete_page_about() : m.unpublish_page_about()}
      </ConfirmDialog>
    </>
  );
}
