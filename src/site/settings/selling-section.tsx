import { useWatch } from 'react-hook-form';
import { eachLocale } from '#platform/language/locale.ts';
import { currencies } from '#platform/text/currencies.ts';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Select } from '#ui/forms/select.tsx';
import { SettingsSection } from '#ui/forms/settings-section.tsx';
import type { AdminSettings } from './settings-admin.contract.ts';
import { inputOf, type SettingsForm } from './settings-form.ts';
import * as m from './words/messages.ts';

export const currencyOptions = eachLocale((intl) => {
  const names = new Intl.DisplayNames(intl, { type: 'currency', fallback: 'none' });
  return currencies.map((value) => {
    const code = value.toUpperCase();
    const name = names.of(code);
    // Browsers don't know the names of new currencies.
    return { value, label: name === undefined ? code : `${code} – ${name}` };
  });
});

export const taxChoices = () => [
  { value: 'off', label: m.off() },
  { value: 'automatic', label: m.calculated_by_stripe_tax() },
];
export const taxBehaviors = () => [
  { value: 'exclusive', label: m.exclude_tax() },
  { value: 'inclusive', label: m.include_tax() },
];

/** The currency, taxes, and options of the checkout. */
export function SellingSection({ form, settings }: { form: SettingsForm; settings: AdminSettings }) {
  const tax = useWatch({ control: form.control, name: 'tax' });
  const { mode, has_sales, has_live_sales } = settings.payments;
  const fixed = has_live_sales ? m.currency_is_fixed() : m.currency_is_fixed_for_now({ mode });
  return (
    <SettingsSection id="prices" title={m.prices_and_taxes()}>
      <Select
        label={m.currency()}
        options={
          has_sales ? currencyOptions().filter(({ value }) => value === settings.currency) : currencyOptions()
        }
        hint={has_sales ? fixed : m.currency_about()}
        {...inputOf(form, 'currency')}
      />
      <Select
        label={m.taxes()}
        options={taxChoices()}
        hint={m.stripe_tax_about()}
        {...inputOf(form, 'tax')}
      />
      {tax === 'automatic' && (
        <Select label={m.your_prices()} options={taxBehaviors()} {...inputOf(form, 'tax_behavior')} />
      )}
      <fieldset className="space-y-4">
        <legend className="mb-1.5 text-sm font-semibold">{m.at_checkout()}</legend>
        <Checkbox
          label={m.accept_promotion_codes()}
          hint={m.codes_that_you_create_at_stripe()}
          {...inputOf(form, 'promotion_codes')}
        />
        <Checkbox
          label={m.send_invoices_for_playbooks()}
          hint={m.invoices_about()}
          {...inputOf(form, 'purchase_invoices')}
        />
        <Checkbox
          label={m.ask_for_consent_to_your_terms()}
          hint={m.terms_url_about()}
          {...inputOf(form, 'terms_consent')}
        />
      </fieldset>
    </SettingsSection>
  );
}
