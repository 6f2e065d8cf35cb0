import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { modelLimits } from '#constants';
import { api } from '#platform/client/api-client.ts';
import { formatNumber } from '#ui/format.ts';
import { Field } from '#ui/forms/field.tsx';
import { SettingsSection } from '#ui/forms/settings-section.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { SecretField } from './secret-field.tsx';
import type { AdminSettings } from './settings-admin.contract.ts';
import { inputOf, type SettingsForm } from './settings-form.ts';
import { TestButton } from './test-button.tsx';
import * as m from './words/messages.ts';

const modelFields = ['llm_base_url', 'llm_model', 'llm_api_key'] as const;

/** The language model, and the limits on what running prompts can cost the owner. */
export function RunHereSection({ form, settings }: { form: SettingsForm; settings: AdminSettings }) {
  const { name, tokens_this_month } = settings.model;
  const isUnsaved = modelFields.some((field) => form.formState.dirtyFields[field]);
  async function test() {
    const { model, answer, milliseconds } = await (await api.admin.settings['test-model'].$post()).json();
    const seconds = formatNumber(Math.max(0.1, Math.round(milliseconds / 100) / 10));
    return answer === ''
      ? m.model_answered_nothing({ model, seconds })
      : m.model_answered({ model, seconds, answer });
  }
  return (
    <SettingsSection
      id="run-here"
      title={m.run_here()}
      about={
        name
          ? m.run_here_state({ name, tokens: formatNumber(tokens_this_month) })
          : m.members_can_run_prompts_once()
      }
    >
      {settings.fixed.model ? (
        <p className="rounded-md border border-line bg-sunken px-4 py-3 text-sm">
          {m.model_is_set_in_the_environment()}
        </p>
      ) : (
        <ModelFields form={form} settings={settings} />
      )}
      {name && <TestButton label={m.test_the_model()} run={test} isUnsaved={isUnsaved} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={m.tokens_per_answer()}
          type="number"
          min={0}
          step={1}
          hint={m.a_longer_answer_is_cut_off()}
          {...inputOf(form, 'run_answer_tokens')}
        />
        <Field
          label={m.tokens_per_month()}
          type="number"
          min={0}
          step={1}
          hint={m.for_all_members_together()}
          {...inputOf(form, 'run_monthly_tokens')}
        />
        <Field
          label={m.share_of_one_member()}
          type="number"
          min={modelLimits.memberPercent.min}
          max={modelLimits.memberPercent.max}
          step={1}
          hint={m.share_of_one_member_hint()}
          {...inputOf(form, 'run_member_percent')}
        />
        <Field
          label={m.share_of_free_accounts()}
          type="number"
          min={modelLimits.freePercent.min}
          max={modelLimits.freePercent.max}
          step={1}
          hint={m.share_of_free_accounts_hint()}
          {...inputOf(form, 'run_free_percent')}
        />
      </div>
      <p className="text-[0.8125rem] text-muted">
        <RichText
          parts={m.runs_are_part_of_the_plan({
            link: (text) => (
              <Link to="/admin/pricing" className="font-semibold text-accent underline underline-offset-4">
                {text}
              </Link>
            ),
          })}
        />
      </p>
    </SettingsSection>
  );
}

function ModelFields({ form, settings }: { form: SettingsForm; settings: AdminSettings }) {
  const key = useWatch({ control: form.control, name: 'llm_api_key' });
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field
        label={m.model_address()}
        hint={m.model_address_hint()}
        inputMode="url"
        autoComplete="off"
        {...inputOf(form, 'llm_base_url')}
      />
      <Field
        label={m.model_name()}
        hint={m.model_name_hint()}
        autoComplete="off"
        {...inputOf(form, 'llm_model')}
      />
      <SecretField
        label={m.api_key()}
        state={settings.llm_api_key}
        isTyped={key !== ''}
        {...inputOf(form, 'llm_api_key')}
      />
    </div>
  );
}
