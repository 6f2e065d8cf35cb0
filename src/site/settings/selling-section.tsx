import type { ComponentProps } from 'react';
import { useWatch } from 'react-hook-form';
import { currencies } from '#platform/currencies.ts';
import { eachLocale } from '#platform/locale.ts';
import { Select } from '#ui/select.tsx';
import { SettingsSection } from '#ui/settings-section.tsx';
import type { AdminSettings } from './settings-admin.contract.ts';
import { inputOf, type SettingsForm } from './settings-form.ts';

const currencyOptions = eachLocale((intl) => {
  const names = new Intl.DisplayNames(intl, { type: 'currency' });
  return currencies.map((code) => ({
    value: code,
    label: `${code.toUpperCase()} – ${names.of(code.toUpperCase())}`,
  }));
});

/** The currency, taxes, and what the checkout asks for. */
export function SellingSection({ form, settings }: { form: SettingsForm; settings: AdminSettings }) {
  const tax = useWatch({ control: form.control, name: 'tax' });
  const { has_sales } = settings.payments;
  return (
    <SettingsSection title="Prices and taxes">
      <Select
        label="Currency"
        options={
          has_sales ? currencyOptions().filter(({ value }) => value === settings.currency) : currencyOptions()
        }
        hint={
          has_sales
            ? "The currency can't be changed after the first sale."
            : "Choose it before your first sale: it can't be changed later. Prices keep their digits, so check them afterwards."
        }
        {...inputOf(form, 'currency')}
      />
      <Select
        label="Taxes"
        options={[
          { value: 'off', label: 'Off' },
          { value: 'automatic', label: 'Calculated by Stripe Tax' },
        ]}
        hint="Stripe Tax asks buyers for their address and tax ID. Set it up at Stripe first, under Tax. It applies to new purchases."
        {...inputOf(form, 'tax')}
      />
      {tax === 'automatic' && (
        <Select
          label="Your prices"
          options={[
            { value: 'exclusive', label: 'Exclude tax: it is added at checkout' },
            { value: 'inclusive', label: 'Include tax' },
          ]}
          {...inputOf(form, 'tax_behavior')}
        />
      )}
      <fieldset className="space-y-4">
        <legend className="mb-1.5 text-sm font-semibold">At checkout</legend>
        <Check
          label="Accept promotion codes"
          hint="Codes that you create at Stripe."
          {...inputOf(form, 'promotion_codes')}
        />
        <Check
          label="Send invoices for playbooks"
          hint="Subscriptions always have invoices. Stripe charges a fee for the others."
          {...inputOf(form, 'purchase_invoices')}
        />
        <Check
          label="Ask for consent to your terms"
          hint="Add the URL of your terms at Stripe first, under Settings > Business > Public details. Without it, Stripe refuses every checkout."
          {...inputOf(form, 'terms_consent')}
        />
      </fieldset>
    </SettingsSection>
  );
}

type CheckProps = ComponentProps<'input'> & { label: string; hint: string; error: string | undefined };

export function Check({ label, hint, error, ...rest }: CheckProps) {
  return (
    <label className="flex gap-3 text-sm">
      <input type="checkbox" className="mt-0.5 size-4 shrink-0 accent-(--accent)" {...rest} />
      <span>
        <span className="font-semibold">{label}</span>
        <span className="block text-[0.8125rem] text-muted">{error ?? hint}</span>
      </span>
    </label>
  );
}
