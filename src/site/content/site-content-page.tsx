import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { limits } from '#constants';
import { api } from '#platform/api-client.ts';
import { privateMeta } from '#platform/page-meta.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { SettingsSection } from '#ui/settings-section.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { toast } from '#ui/toasts.tsx';
import { UnsavedGuard } from '#ui/unsaved-guard.tsx';
import { useSchemaForm } from '#ui/use-schema-form.ts';
import { contentForm, toInputs } from './content-form.ts';
import type { SiteContent } from './site-content.contract.ts';

export const meta = () => privateMeta('Site');

type Form = UseFormReturn<z.input<typeof contentForm>, unknown, z.output<typeof contentForm>>;

const contentQuery = {
  queryKey: queryKeys.admin.site,
  queryFn: async () => (await api.admin.site.$get()).json(),
};

export default function SiteContentPage() {
  const { data, isPending, isError, refetch } = useQuery(contentQuery);
  useEffect(() => {
    if (isError) toast.error('Failed to load settings');
  }, [isError]);
  return (
    <AdminFrame title="Site">
      {isPending && <div className="skeleton h-80" role="status" aria-label="Loading settings" />}
      {isError && (
        <EmptyState title="Couldn't load the settings">
          <Button variant="secondary" onClick={() => void refetch()}>
            Try again
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
  const { errors, dirtyFields } = formState;
  const mode = useWatch({ control, name: 'figures.mode' });
  const { mutate, isPending } = useMutation({
    mutationFn: async (json: Partial<SiteContent>) => (await api.admin.site.$put({ json })).json(),
    onSuccess(saved) {
      client.setQueryData(contentQuery.queryKey, saved);
      form.reset(toInputs(saved));
      toast.success('Settings saved successfully!');
    },
    onError: () => toast.error('Failed to save settings'),
  });
  // Only what was changed: another owner may be changing another part.
  const save = form.handleSubmit((values) =>
    mutate(Object.fromEntries(Object.entries(values).filter(([part]) => part in dirtyFields))),
  );
  return (
    <form noValidate className="max-w-3xl" onSubmit={(event) => void save(event)}>
      <UnsavedGuard isDirty={formState.isDirty} />
      <SettingsSection title="Figures" about="On the home page.">
        <Select
          label="Show"
          options={[
            { value: 'written', label: 'The figures below' },
            { value: 'counted', label: 'What this site has, counted' },
            { value: 'off', label: 'No figures' },
          ]}
          {...register('figures.mode')}
        />
        {mode === 'written' && (
          <div className="grid gap-5 sm:grid-cols-3">
            <Field
              label="Prompts"
              {...register('figures.prompts')}
              error={errors.figures?.prompts?.message}
            />
            <Field
              label="Playbooks"
              {...register('figures.playbooks')}
              error={errors.figures?.playbooks?.message}
            />
            <Field label="Users" {...register('figures.users')} error={errors.figures?.users?.message} />
          </div>
        )}
      </SettingsSection>
      <SettingsSection title="Sample prompt" about="Beside the headline of the home page.">
        <Shown form={form} part="specimen" label="Show a sample prompt" />
        <Field label="Title" {...register('specimen.title')} error={errors.specimen?.title?.message} />
        <Field
          label="Category and type"
          {...register('specimen.eyebrow')}
          error={errors.specimen?.eyebrow?.message}
        />
        <TextArea
          label="Text"
          hint="Blanks are written as {{name}}"
          {...register('specimen.text')}
          error={errors.specimen?.text?.message}
        />
      </SettingsSection>
      <SettingsSection title="Partners" about="On the home page, one group at a time.">
        <Shown form={form} part="partners" label="Show partners" />
        <TextArea
          label="Names"
          hint="One group a line, names separated by commas"
          {...register('partners.groups')}
          error={errors.partners?.groups?.message}
        />
      </SettingsSection>
      <SettingsSection title="Benefits" about="On the home page.">
        <Shown form={form} part="benefits" label="Show benefits" />
        <Items form={form} part="benefits" noun="benefit" />
      </SettingsSection>
      <SettingsSection title="Questions" about="On the page of plans. What you answer here is your promise.">
        <Shown form={form} part="questions" label="Show questions" />
        <Items form={form} part="questions" noun="question" />
      </SettingsSection>
      <div className="border-t border-line py-6">
        <Button type="submit" size="large" disabled={isPending}>
          {isPending ? 'Saving...' : 'Save Settings'}
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
            label={noun === 'benefit' ? `Title of benefit ${index + 1}` : `Title of question ${index + 1}`}
            {...form.register(`${part}.items.${index}.title`)}
            error={problems?.[index]?.title?.message}
          />
          <TextArea
            label={noun === 'benefit' ? `Text of benefit ${index + 1}` : `Text of question ${index + 1}`}
            {...form.register(`${part}.items.${index}.text`)}
            error={problems?.[index]?.text?.message}
          />
          <Button size="small" variant="quiet" onClick={() => remove(index)}>
            {noun === 'benefit' ? `Remove benefit ${index + 1}` : `Remove question ${index + 1}`}
          </Button>
        </div>
      ))}
      {fields.length < limits.contentItems && (
        <Button variant="secondary" onClick={() => append({ title: '', text: '' })}>
          {noun === 'benefit' ? 'Add benefit' : 'Add question'}
        </Button>
      )}
    </div>
  );
}
