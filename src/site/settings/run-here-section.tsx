import { Link } from 'react-router';
import { Field } from '#ui/field.tsx';
import { formatNumber } from '#ui/format.ts';
import { SettingsSection } from '#ui/settings-section.tsx';
import type { AdminSettings } from './settings-admin.contract.ts';
import { inputOf, type SettingsForm } from './settings-form.ts';
import * as m from './words/messages.ts';

/** What running prompts on the site can cost the owner. */
export function RunHereSection({ form, settings }: { form: SettingsForm; settings: AdminSettings }) {
  const { name, tokens_this_month } = settings.model;
  return (
    <SettingsSection
      title={m.run_here()}
      about={
        name
          ? m.members_run_prompts_with({ name, tokens: formatNumber(tokens_this_month) })
          : m.members_can_run_prompts_once()
      }
    >
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
      </div>
      <p className="text-[0.8125rem] text-muted">
        {m.runs_are_part_of_the_plan()}{' '}
        <Link to="/admin/pricing" className="font-semibold text-accent underline underline-offset-4">
          {m.plan()}
        </Link>
        .
      </p>
    </SettingsSection>
  );
}
