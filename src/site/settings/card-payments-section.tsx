import { type ComponentProps, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { SettingsSection } from '#ui/settings-section.tsx';
import { Check } from './selling-section.tsx';
import type { AdminSettings } from './settings-admin.contract.ts';
import { inputOf, type SettingsForm } from './settings-form.ts';

const modes = {
  live: ['Live mode', 'Members are charged.'],
  test: ['Test mode', 'Nobody is charged. Pay with test cards, such as 4242 4242 4242 4242.'],
  sandbox: ['Sandbox', 'No keys are set. The site simulates payments, and nobody is charged.'],
  off: ['Off', 'No keys are set, so nothing can be bought. Enter your keys to start selling.'],
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
    <SettingsSection
      title="Card payments"
      about="Stripe takes the payments. Its keys are under Developers > API keys."
    >
      <p className="rounded-md border border-line bg-sunken px-4 py-3 text-sm">
        <strong>{mode}.</strong> {explanation}
      </p>
      <Field
        label="Publishable key"
        placeholder="pk_live_…"
        autoComplete="off"
        {...inputOf(form, 'stripe_publishable_key')}
      />
      <SecretField
        label="Secret key"
        state={stripe_secret_key}
        isTyped={secretKey !== ''}
        {...inputOf(form, 'stripe_secret_key')}
      />
      <SecretField
        label="Webhook secret (optional)"
        state={stripe_webhook_secret}
        isTyped={webhookSecret !== ''}
        {...inputOf(form, 'stripe_webhook_secret')}
      />
      {hasKeys && (
        <Button variant="secondary" size="small" disabled={isBusy} onClick={removeKeys}>
          Remove keys
        </Button>
      )}
      <Field
        label="Grace period (days)"
        hint="How long members keep their plan after a failed payment."
        type="number"
        min={0}
        step={1}
        {...inputOf(form, 'past_due_grace_days')}
      />
      <Check
        label="Cancel refunded plans"
        hint="When a plan's payment is refunded or its dispute is lost, cancel its subscription. Otherwise the plan is on hold until the next payment."
        {...inputOf(form, 'cancel_refunded_plans')}
      />
    </SettingsSection>
  );
}

type SecretProps = ComponentProps<typeof Field> & {
  state: AdminSettings['stripe_secret_key'];
  isTyped: boolean;
};

/** Can be shown while it is typed; once saved, only its last characters are known. */
function SecretField({ state, isTyped, ...rest }: SecretProps) {
  const [isShown, setIsShown] = useState(false);
  const ending = state.last_four ? `, ending in ${state.last_four}` : '';
  return (
    <Field
      {...rest}
      type={isShown ? 'text' : 'password'}
      autoComplete="off"
      hint={state.is_set ? `A value is set${ending}. Leave blank to keep it.` : 'Not set'}
      aside={
        isTyped && (
          <button
            type="button"
            className="min-h-6 text-[0.8125rem] text-muted hover:text-ink"
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        )
      }
    />
  );
}
