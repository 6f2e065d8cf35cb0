import { useId, useRef, useState } from 'react';
import { uploadImage } from '#site/media/public/image-field.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Field } from '#ui/forms/field.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { MarkdownEditor } from '#ui/markdown/markdown-editor.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast } from '#ui/overlays/toasts.tsx';
import { UnsavedGuard } from '#ui/overlays/unsaved-guard.tsx';
import { ConflictNotice } from '#ui/saving/conflict-notice.tsx';
import { DraftNotice } from '#ui/saving/draft-notice.tsx';
import { useSaveShortcut } from '#ui/use-save-shortcut.ts';
import * as common from '#ui/words/messages.ts';
import type { AdminPage } from './own-pages.contract.ts';
import { PageConsents } from './page-consents.tsx';
import { pagePath } from './page-fields.ts';
import { fieldLabels, pageForm, toInputs } from './page-form.ts';
import { PageVersions, usePageVersions } from './page-versions.tsx';
import { usePageChanges } from './use-page-changes.ts';
import * as m from './words/messages.ts';

/** Edits a page, publishes it, and shows its earlier versions and consents. */
export function PageEditor({ page }: { page: AdminPage }) {
  const { id } = page;
  const versions = usePageVersions(id);
  const form = useSchemaForm(pageForm, toInputs(page));
  const place = useRef<HTMLFormElement>(null);
  useSaveShortcut(place);
  const obstacleId = useId();
  const [asked, setAsked] = useState<'delete' | 'unpublish'>();
  const { errors, isDirty } = form.formState;
  const { record, publish, unpublish, remove } = usePageChanges(page, form, () => setAsked(undefined));
  const { draft } = record;
  const isBusy = record.isBusy || publish.isPending || unpublish.isPending || remove.isPending;
  const isPublished = page.published_version !== null;
  // Unsaved text isn't published.
  const canPublish = !isDirty && (!isPublished || page.has_changes);
  return (
    <>
      {page.starter_parts.length > 0 && (
        <p className="mb-6 rounded-md border border-line bg-sunken px-4 py-3 text-sm">
          {m.starter_notice({ parts: page.starter_parts.join(', ') })}
        </p>
      )}
      <form ref={place} noValidate className="space-y-5" onSubmit={(event) => void record.save(event)}>
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
          <Button
            type="submit"
            disabled={isBusy || record.clashes !== undefined}
            aria-disabled={!isDirty}
            onClick={(event) => !isDirty && event.preventDefault()}
          >
            {record.isBusy ? common.saving() : m.save_draft()}
          </Button>
          <Button
            variant="secondary"
            disabled={isBusy}
            aria-disabled={!canPublish}
            aria-describedby={obstacleId}
            onClick={() => canPublish && publish.mutate()}
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
          <p id={obstacleId} className="min-h-5 basis-full text-sm text-muted">
            {isDirty ? m.save_before_you_publish() : !canPublish && m.everything_is_published()}
          </p>
        </div>
      </form>
      <PageVersions
        query={versions}
        published={page.published_version}
        restore={(restored) => {
          const typed = form.getValues();
          const show = ({ title, body }: { title: string; body: string }) => {
            form.setValue('title', title, { shouldDirty: true });
            form.setValue('body', body, { shouldDirty: true });
          };
          show(restored);
          place.current?.scrollIntoView();
          toast.withUndo(m.restored_save_it({ version: restored.version }), common.undo(), () => show(typed));
        }}
      />
      {/* Below the versions, so that it doesn't shift. */}
      {!versions.isPending && <PageConsents id={id} />}
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
