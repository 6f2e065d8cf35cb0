import { useWatch } from 'react-hook-form';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { Field } from '#ui/forms/field.tsx';
import { SettingsSection } from '#ui/forms/settings-section.tsx';
import { SecretField } from './secret-field.tsx';
import type { AdminSettings } from './settings-admin.contract.ts';
import { inputOf, type SettingsForm } from './settings-form.ts';
import * as m from './words/messages.ts';

const modes = {
  live: [m.live_mode, m.members_are_charged],
  test: [m.test_mode, m.test_keys_about],
  sandbox: [m.sandbox, m.no_keys_sandbox],
  off: [m.off, m.no_keys_no_sales],
} as const;

type Props = { form: SettingsForm; settings: AdminSettings; isBusy: boolean; removeKeys: () => void };

/** The keys of the payment provider. */
export function CardPaymentsSection({ form, settings, isBusy, removeKeys }: Props) {
  const [secretKey, webhookSecret] = useWatch({
    control: form.control,
    name: ['stripe_secret_key', 'stripe_webhook_secret'],
  });
  const { stripe_publishable_key, stripe_secret_key, stripe_webhook_secret, payments } = settings;
  const hasKeys = stripe_publishable_key !== '' || stripe_secret_key.is_set || stripe_webhook_secret.is_set;
  const [mode, explanation] = modes[payments.mode];
  return (
    <SettingsSection id="payments" title={m.card_payments()} about={m.stripe_keys_about()}>
      <p className="rounded-md border border-line bg-sunken px-4 py-3 text-sm">
        <strong>{mode()}.</strong> {explanation()}
      </p>
      <Field
        label={m.publishable_key()}
        placeholder="pk_live_…"
        autoComplete="off"
        {...inputOf(form, 'stripe_publishable_key')}
      />
      <SecretField
        label={m.secret_key()}
        state={stripe_secret_key}
        isTyped={secretKey !== ''}
        {...inputOf(form, 'stripe_secret_key')}
      />
      <SecretField
        label={m.webhook_secret_optional()}
        state={stripe_webhook_secret}
        isTyped={webhookSecret !== ''}
        {...inputOf(form, 'stripe_webhook_secret')}
      />
      {hasKeys && (
        <Button variant="secondary" size="small" disabled={isBusy} onClick={removeKeys}>
          {m.remove_keys()}
        </Button>
      )}
      <Field
        label={m.grace_period_days()}
        hint={m.grace_days_about()}
        type="number"
        min={0}
        step={1}
        {...inputOf(form, 'past_due_grace_days')}
      />
      <Checkbox
        label={m.cancel_refunded_plans()}
        hint={m.cancel_on_refund_about()}
        {...inputOf(form, 'cancel_refunded_plans')}
      />
    </SettingsSection>
  );
}
