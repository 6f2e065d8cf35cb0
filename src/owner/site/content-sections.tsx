import { useFieldArray, useWatch } from 'react-hook-form';
import { limits } from '#constants';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Field } from '#ui/forms/field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { SettingsSection } from '#ui/forms/settings-section.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { keepRowFocus } from '#ui/keep-row-focus.ts';
import * as common from '#ui/words/messages.ts';
import { FooterLinks } from './footer-links.tsx';
import type { SiteForm } from './site-form.ts';
import { figureModes } from './site-words.ts';
import * as m from './words/messages.ts';

/** Texts of the home page, the pricing page and the footer. */
export function ContentSections({ form }: { form: SiteForm }) {
  const { register, control } = form;
  const { errors } = form.formState;
  const mode = useWatch({ control, name: 'figures.mode' });
  return (
    <>
      <SettingsSection id="headline" title={m.headline_section()} about={m.headline_about()}>
        <Field label={m.headline()} {...register('hero.headline')} error={errors.hero?.headline?.message} />
        <TextArea
          label={m.text_below_headline()}
          hint={m.name_is_the_sites()}
          {...register('hero.text')}
          error={errors.hero?.text?.message}
        />
      </SettingsSection>
      <SettingsSection id="figures" title={m.figures()} about={m.on_the_home_page()}>
        <Select label={common.show()} options={figureModes()} {...register('figures.mode')} />
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
      <SettingsSection id="sample" title={m.sample_prompt()} about={m.beside_the_headline_of_the_home()}>
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
      <SettingsSection id="partners" title={common.partners()} about={m.home_groups_about()}>
        <Shown form={form} part="partners" label={m.show_partners()} />
        <TextArea
          label={m.names()}
          hint={m.one_group_a_line_names_separated()}
          {...register('partners.groups')}
          error={errors.partners?.groups?.message}
        />
      </SettingsSection>
      <SettingsSection id="benefits" title={m.benefits()} about={m.on_the_home_page()}>
        <Shown form={form} part="benefits" label={m.show_benefits()} />
        <Items form={form} part="benefits" noun="benefit" />
      </SettingsSection>
      <SettingsSection id="questions" title={m.questions()} about={m.pricing_questions_about()}>
        <Shown form={form} part="questions" label={m.show_questions()} />
        <Items form={form} part="questions" noun="question" />
      </SettingsSection>
      <SettingsSection id="footer" title={m.footer()} about={m.links_beside_the_usual()}>
        <FooterLinks form={form} />
      </SettingsSection>
    </>
  );
}

type ShownProps = {
  form: SiteForm;
  part: 'specimen' | 'partners' | 'benefits' | 'questions';
  label: string;
};

const Shown = ({ form, part, label }: ShownProps) => (
  <Checkbox className="py-3" label={label} {...form.register(`${part}.is_shown`)} />
);

/** Titles with texts, which can be added and removed. */
function Items({
  form,
  part,
  noun,
}: {
  form: SiteForm;
  part: 'benefits' | 'questions';
  noun: 'benefit' | 'question';
}) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: `${part}.items` });
  const problems = form.formState.errors[part]?.items;
  return (
    <div ref={keepRowFocus} className="space-y-6">
      {fields.map(({ id }, index) => (
        <div key={id} className="space-y-3 border-l-2 border-line pl-4">
          <Field
            label={
              noun === 'benefit'
                ? m.title_of_benefit_index({ index: index + 1 })
                : m.question_index({ index: index + 1 })
            }
            {...form.register(`${part}.items.${index}.title`)}
            error={problems?.[index]?.title?.message}
          />
          <TextArea
            label={
              noun === 'benefit'
                ? m.text_of_benefit_index({ index: index + 1 })
                : m.answer_index({ index: index + 1 })
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
