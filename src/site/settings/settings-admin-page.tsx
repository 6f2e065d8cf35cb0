import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Link, useRevalidator } from 'react-router';
import { z } from 'zod';
import { type LogoIcon, logoIcons } from '#constants';
import { ApiError, api } from '#platform/api-client.ts';
import { privateMeta } from '#platform/page-meta.ts';
import { queryKeys } from '#platform/query-keys.ts';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { numberInput } from '#ui/input-schemas.ts';
import { LogoMark } from '#ui/logo-mark.tsx';
import { showAtField } from '#ui/server-field-error.ts';
import { toast } from '#ui/toasts.tsx';
import { UnsavedGuard } from '#ui/unsaved-guard.tsx';
import { useSchemaForm } from '#ui/use-schema-form.ts';
import type { AdminSettings } from './settings-admin.contract.ts';
import { settingsFields } from './settings-fields.ts';

export const meta = () => privateMeta('Site Settings');

const settingsQuery = {
  queryKey: queryKeys.admin.settings,
  queryFn: async () => (await api.admin.settings.$get()).json(),
};

export default function SettingsAdminPage() {
  const { data, isPending, isError, refetch } = useQuery(settingsQuery);
  useEffect(() => {
    if (isError) toast.error('Failed to load settings');
  }, [isError]);
  return (
    <AdminFrame title="Site Settings">
      {isPending && <div className="skeleton h-80" role="status" aria-label="Loading settings" />}
      {isError && (
        <EmptyState title="Couldn't load the settings">
          <Button variant="secondary" onClick={() => void refetch()}>
            Try again
          </Button>
        </EmptyState>
      )}
      {data && <SettingsForm settings={data} />}
    </AdminFrame>
  );
}

const schema = z.object({
  ...settingsFields,
  past_due_grace_days: numberInput(settingsFields.past_due_grace_days),
});
type Inputs = z.input<typeof schema>;

const toInputs = (settings: AdminSettings): Inputs => ({
  stripe_publishable_key: settings.stripe_publishable_key,
  stripe_secret_key: '',
  stripe_webhook_secret: '',
  past_due_grace_days: String(settings.past_due_grace_days),
  site_name: settings.site_name,
  site_logo: settings.site_logo,
  site_logo_type: settings.site_logo_type,
  site_logo_icon: settings.site_logo_icon,
  support_email: settings.support_email,
});

function SettingsForm({ settings }: { settings: AdminSettings }) {
  const client = useQueryClient();
  const revalidator = useRevalidator();
  const form = useSchemaForm(schema, toInputs(settings));
  const {
    register,
    setValue,
    formState: { errors, isDirty },
  } = form;
  const [site_name, site_logo, site_logo_type, site_logo_icon] = useWatch({
    control: form.control,
    name: ['site_name', 'site_logo', 'site_logo_type', 'site_logo_icon'],
  });
  const [secretKey, webhookSecret] = useWatch({
    control: form.control,
    name: ['stripe_secret_key', 'stripe_webhook_secret'],
  });
  const { mutate, isPending } = useMutation({
    mutationFn: async (json: z.output<typeof schema>) => (await api.admin.settings.$put({ json })).json(),
    async onSuccess(saved) {
      client.setQueryData(settingsQuery.queryKey, saved);
      form.reset(toInputs(saved));
      toast.success('Settings saved successfully!');
      await revalidator.revalidate();
    },
    onError(error) {
      if (showAtField(form, error)) return toast.error('Failed to save settings');
      const reason = error instanceof ApiError && error.status === 422 ? `: ${error.message}` : '';
      toast.error(`Failed to save settings${reason}`);
    },
  });
  const save = form.handleSubmit((values) => mutate(values));
  // An incomplete address is not requested.
  const logo = settingsFields.site_logo.safeParse(site_logo).success ? site_logo : '';
  const choose: typeof setValue = (name, value) => setValue(name, value, { shouldDirty: true });
  const input = (name: keyof Inputs) => ({ ...register(name), error: errors[name]?.message });

  return (
    <form noValidate className="max-w-3xl" onSubmit={(event) => void save(event)}>
      <UnsavedGuard isDirty={isDirty} />
      <Part title="Card payments">
        <Field
          label="Publishable key"
          placeholder="pk_live_…"
          autoComplete="off"
          {...input('stripe_publishable_key')}
        />
        <SecretField
          label="Secret key"
          state={settings.stripe_secret_key}
          isTyped={secretKey !== ''}
          {...input('stripe_secret_key')}
        />
        <SecretField
          label="Webhook secret (optional)"
          state={settings.stripe_webhook_secret}
          isTyped={webhookSecret !== ''}
          {...input('stripe_webhook_secret')}
        />
        <Field
          label="Grace period (days)"
          hint="How long members keep their plan after a failed payment."
          type="number"
          min={0}
          step={1}
          {...input('past_due_grace_days')}
        />
        <Field
          label="Webhook endpoint URL"
          hint="Enter this URL in your payment provider's webhook settings."
          value={settings.webhook_url}
          readOnly
          onFocus={(event) => event.target.select()}
        />
      </Part>
      <Part title="Branding">
        <div>
          <p className="mb-1.5 text-sm font-semibold">Preview</p>
          <div className="flex min-h-16 items-center gap-3 rounded-md border border-line bg-paper px-5">
            <LogoMark settings={{ site_logo: logo, site_logo_type, site_logo_icon }} />
            <span className="font-serif text-xl font-medium [overflow-wrap:anywhere]">{site_name}</span>
          </div>
        </div>
        <Field label="Site name" {...input('site_name')} />
        <fieldset>
          <legend className="mb-1.5 text-sm font-semibold">Logo type</legend>
          <div className="flex gap-2">
            <Chip pressed={site_logo_type === 'icon'} onClick={() => choose('site_logo_type', 'icon')}>
              Icon
            </Chip>
            <Chip pressed={site_logo_type === 'image'} onClick={() => choose('site_logo_type', 'image')}>
              Image URL
            </Chip>
          </div>
        </fieldset>
        {site_logo_type === 'icon' ? (
          <fieldset>
            <legend className="mb-1.5 text-sm font-semibold">Icon</legend>
            <div className="flex flex-wrap gap-2">
              {logoIcons.map((icon) => (
                <IconChoice
                  key={icon}
                  icon={icon}
                  isChosen={site_logo_icon === icon}
                  choose={() => choose('site_logo_icon', icon)}
                />
              ))}
            </div>
          </fieldset>
        ) : (
          <Field label="Logo image URL" placeholder="https://…" {...input('site_logo')} />
        )}
        <Field label="Support email" type="email" {...input('support_email')} />
      </Part>
      <Part title="Email">
        <p className="text-muted">
          Until you connect an email server (SMTP_URL), emails are kept in the{' '}
          <Link to="/admin/outbox" className="font-semibold text-accent underline underline-offset-4">
            outbox
          </Link>
          .
        </p>
      </Part>
      <div className="border-t border-line py-6">
        <Button type="submit" size="large" disabled={isPending}>
          {isPending ? 'Saving...' : 'Save Settings'}
        </Button>
      </div>
    </form>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-10 gap-y-5 border-t border-line py-8 md:grid-cols-[11rem_1fr]">
      <h2 className="text-xl">{title}</h2>
      <div className="min-w-0 space-y-5">{children}</div>
    </section>
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

function IconChoice({ icon, isChosen, choose }: { icon: LogoIcon; isChosen: boolean; choose: () => void }) {
  return (
    <Chip pressed={isChosen} onClick={choose}>
      <LogoMark
        settings={{ site_logo_type: 'icon', site_logo_icon: icon, site_logo: '' }}
        className="!size-5 !bg-transparent !text-current"
      />
      {icon}
    </Chip>
  );
}
