import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { limits } from '#constants';
import { api } from '#platform/api-client.ts';
import { privateMeta } from '#platform/page-meta.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { Button } from '#ui/button.tsx';
import { DraftNotice } from '#ui/draft-notice.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { SettingsSection } from '#ui/settings-section.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { toast } from '#ui/toasts.tsx';
import { UnsavedGuard } from '#ui/unsaved-guard.tsx';
import { useDraft } from '#ui/use-draft.ts';
import { useSaveShortcut } from '#ui/use-save-shortcut.ts';
import { useSchemaForm } from '#ui/use-schema-form.ts';
import * as common from '#ui/words/messages.ts';
import { contentForm, toInputs } from './content-form.ts';
import type { SiteContent } from './site-content.contract.ts';
import * as m from './words/messages.ts';

export const meta = () => privateMeta(common.site());

type Form = UseFormReturn<z.input<typeof contentForm>, unknown, z.output<typeof contentForm>>;

const contentQuery = {
  queryKey: queryKeys.admin.site,
  queryFn: async () => (await api.admin.site.$get()).json(),
};

export default function SiteContentPage() {
  const { data, isPending, isError, refetch } = useQuery(contentQuery);
  useEffect(() => {
    if (isError) toast.error(common.failed_to_load_settings());
  }, [isError]);
  return (
    <AdminFrame title={common.site()}>
      {isPending && <div className="skeleton h-80" role="status" aria-label={common.loading_settings()} />}
      {isError && (
        <EmptyState title={common.couldnt_load_the_settings()}>
          <Button variant="secondary" onClick={() => void refetch()}>
            {common.try_again()}
          </Button>
        </EmptyState>
      )}
      {data && <ContentForm content={data} />}
    </AdminFrame>
  );
}

function ContentForm({ content }: { content: SiteContent }) {
  const client = useQueryClient();
  const form = useSchemaForm(contentForm, toInputs(content));
  const { register, formState, control } = form;
  const place = useRef<HTMLFormElement>(null);
  useSaveShortcut(place);
  const draft = useDraft(form, { key: 'site-content', isUnversioned: true });
  const { errors, dirtyFields } = formState;
  const mode = useWatch({ control, name: 'figures.mode' });
  const { mutate, isPending } = useMutation({
    mutationFn: async (json: Partial<SiteContent>) => (await api.admin.site.$put({ json })).json(),
    onSuccess(saved) {
      client.setQueryData(contentQuery.queryKey, saved);
      form.reset(toInputs(saved));
      draft.rebase(toInputs(saved));
      draft.forget();
      toast.success(common.settings_saved_successfully());
    },
    onError: () => toast.error(common.failed_to_save_settings()),
  });
  // Only what was changed: another owner may be changing another part.
  const save = form.handleSubmit((values) =>
    mutate(Object.fromEntries(Object.entries(values).filter(([part]) => part in dirtyFields))),
  );
  return (
    <form ref={place} noValidate className="max-w-3xl" onSubmit={(event) => void save(event)}>
      <UnsavedGuard isDirty={formState.isDirty} discard={draft.forget} />
      <DraftNotice draft={draft} />
      <SettingsSection title={m.figures()} about={m.on_the_home_page()}>
        <Select
          label={common.show()}
          options={[
            { value: 'written', label: m.the_figures_below() },
            { value: 'counted', label: m.what_this_site_has_counted() },
            { value: 'off', label: m.no_figures() },
          ]}
          {...register('figures.mode')}
        />
        {mode === 'written' && (
          <div className="grid gap-5 sm:grid-cols-3">
            <Field
              label={common.prompts()}
              {...register('figures.prompts')}
              error={errors.figures?.prompts?.message}
            />
            <Field
              label={common.playbooks()}
              {...register('figures.playbooks')}
              error={errors.figures?.playbooks?.message}
            />
            <Field
              label={common.users()}
              {...register('figures.users')}
              error={errors.figures?.users?.message}
            />
          </div>
        )}
      </SettingsSection>
      <SettingsSection title={m.sample_prompt()} about={m.beside_the_headline_of_the_home()}>
        <Shown form={form} part="specimen" label={m.show_a_sample_prompt()} />
        <Field
          label={common.title()}
          {...register('specimen.title')}
          error={errors.specimen?.title?.message}
        />
        <Field
          label={m.category_and_type()}
          {...register('specimen.eyebrow')}
          error={errors.specimen?.eyebrow?.message}
        />
        <TextArea
          label={m.text()}
          hint={m.blanks_are_written_as_name()}
          {...register('specimen.text')}
          error={errors.specimen?.text?.message}
        />
      </SettingsSection>
      <SettingsSection title={common.partners()} about={m.on_the_home_page_one_group()}>
        <Shown form={form} part="partners" label={m.show_partners()} />
        <TextArea
          label={m.names()}
          hint={m.one_group_a_line_names_separated()}
          {...register('partners.groups')}
          error={errors.partners?.groups?.message}
        />
      </SettingsSection>
      <SettingsSection title={m.benefits()} about={m.on_the_home_page()}>
        <Shown form={form} part="benefits" label={m.show_benefits()} />
        <Items form={form} part="benefits" noun="benefit" />
      </SettingsSection>
      <SettingsSection title={m.questions()} about={m.on_the_page_of_plans_what()}>
        <Shown form={form} part="questions" label={m.show_questions()} />
        <Items form={form} part="questions" noun="question" />
      </SettingsSection>
      <div className="border-t border-line py-6">
        <Button type="submit" size="large" disabled={isPending}>
          {isPending ? common.saving() : common.save_settings()}
        </Button>
      </div>
    </form>
  );
}

type ShownProps = {
  form: Form;
  part: 'specimen' | 'partners' | 'benefits' | 'questions';
  label: string;
};

const Shown = ({ form, part, label }: ShownProps) => (
  <label className="flex min-h-11 items-center gap-2 text-sm font-semibold">
    <input type="checkbox" className="size-4 accent-(--accent)" {...form.register(`${part}.is_shown`)} />
    {label}
  </label>
);

/** Titles with a text each, which can be added and removed. */
function Items({
  form,
  part,
  noun,
}: {
  form: Form;
  part: 'benefits' | 'questions';
  noun: 'benefit' | 'question';
}) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: `${part}.items` });
  const problems = form.formState.errors[part]?.items;
  return (
    <div className="space-y-6">
      {fields.map(({ id }, index) => (
        <div key={id} className="space-y-3 border-l-2 border-line pl-4">
          <Field
            label={
              noun === 'benefit'
                ? m.title_of_benefit_index({ index: index + 1 })
                : m.title_of_question_index({ index: index + 1 })
            }
            {...form.register(`${part}.items.${index}.title`)}
            error={problems?.[index]?.title?.message}
          />
          <TextArea
            label={
              noun === 'benefit'
                ? m.text_of_benefit_index({ index: index + 1 })
                : m.text_of_question_index({ index: index + 1 })
            }
            {...form.register(`${part}.items.${index}.text`)}
            error={problems?.[index]?.text?.message}
          />
          <Button size="small" variant="quiet" onClick={() => remove(index)}>
            {noun === 'benefit'
              ? m.remove_benefit_index({ index: index + 1 })
              : m.remove_question_index({ index: index + 1 })}
          </Button>
        </div>
      ))}
      {fields.length < limits.contentItems && (
        <Button variant="secondary" onClick={() => append({ title: '', text: '' })}>
          {noun === 'benefit' ? m.add_benefit() : m.add_question()}
        </Button>
      )}
    </div>
  );
}
