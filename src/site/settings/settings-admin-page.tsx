import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { type LogoIcon, limits, logoIcons } from '#constants';
import { api } from '#platform/api-client.ts';
import { privateMeta } from '#platform/page-meta.ts';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { LogoMark } from '#ui/logo-mark.tsx';
import { toast } from '#ui/toasts.tsx';
import { UnsavedGuard } from '#ui/unsaved-guard.tsx';
import { useDraft } from '#ui/use-draft.ts';
import type { AdminSettings } from './settings-admin.contract.ts';

export const meta = () => privateMeta('Site Settings');

const settingsQuery = {
  queryKey: ['admin', 'settings'],
  queryFn: async () => (await api.admin.settings.$get()).json(),
};

export default function SettingsAdminPage() {
  const { data, isPending, isError, refetch } = useQuery(settingsQuery);
  useEffect(() => {
    if (isError) toast.error('Failed to load settings');
  }, [isError]);
  return (
    <AdminFrame title="Site Settings">
      {isPending && <div className="skeleton h-80" role="status" aria-label="Loading the settings" />}
      {isError && (
        <EmptyState title="The settings could not be loaded">
          <Button variant="secondary" onClick={() => void refetch()}>
            Try again
          </Button>
        </EmptyState>
      )}
      {data && <SettingsForm settings={data} />}
    </AdminFrame>
  );
}

const toDraft = (settings: AdminSettings) => ({
  stripe_publishable_key: settings.stripe_publishable_key,
  stripe_secret_key: '',
  stripe_webhook_secret: '',
  past_due_grace_days: settings.past_due_grace_days,
  site_name: settings.site_name,
  site_logo: settings.site_logo,
  site_logo_type: settings.site_logo_type,
  site_logo_icon: settings.site_logo_icon,
  support_email: settings.support_email,
});

function SettingsForm({ settings }: { settings: AdminSettings }) {
  const client = useQueryClient();
  const revalidator = useRevalidator();
  const { draft, set, isDirty, restart } = useDraft(toDraft(settings));
  const [isBusy, setIsBusy] = useState(false);

  async function save() {
    setIsBusy(true);
    try {
      const saved = await (await api.admin.settings.$put({ json: draft })).json();
      client.setQueryData(settingsQuery.queryKey, saved);
      restart(toDraft(saved));
      toast.success('Settings saved successfully!');
      await revalidator.revalidate();
    } catch (error) {
      const reason =
        error instanceof Error && 'status' in error && error.status === 422 ? `: ${error.message}` : '';
      toast.error(`Failed to save settings${reason}`);
    }
    setIsBusy(false);
  }
  const text = (name: Exclude<keyof typeof draft, 'past_due_grace_days'>) => ({
    value: draft[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });

  return (
    <form
      className="max-w-3xl"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <UnsavedGuard isDirty={isDirty} />
      <Part title="Card payments">
        <Field
          label="Publishable key"
          placeholder="pk_live_…"
          autoComplete="off"
          {...text('stripe_publishable_key')}
        />
        <SecretField label="Secret key" state={settings.stripe_secret_key} {...text('stripe_secret_key')} />
        <SecretField
          label="Webhook secret (optional)"
          state={settings.stripe_webhook_secret}
          {...text('stripe_webhook_secret')}
        />
        <Field
          label="Days of grace"
          hint="How long a plan stays open after a failed payment."
          type="number"
          min={0}
          max={limits.graceDays}
          value={draft.past_due_grace_days}
          onChange={(event) => set({ past_due_grace_days: event.target.valueAsNumber || 0 })}
        />
        <Field
          label="Webhook endpoint URL"
          hint="Configure this address at your payment provider."
          value={settings.webhook_url}
          readOnly
          onFocus={(event) => event.target.select()}
        />
      </Part>
      <Part title="Branding">
        <div>
          <p className="mb-1.5 text-sm font-semibold">Preview</p>
          <div className="flex min-h-16 items-center gap-3 rounded-md border border-line bg-paper px-5">
            <LogoMark settings={draft} />
            <span className="font-serif text-xl font-medium [overflow-wrap:anywhere]">{draft.site_name}</span>
          </div>
        </div>
        <Field label="Site name" maxLength={100} {...text('site_name')} />
        <fieldset>
          <legend className="mb-1.5 text-sm font-semibold">Logo type</legend>
          <div className="flex gap-2">
            <Chip pressed={draft.site_logo_type === 'icon'} onClick={() => set({ site_logo_type: 'icon' })}>
              Icon
            </Chip>
            <Chip pressed={draft.site_logo_type === 'image'} onClick={() => set({ site_logo_type: 'image' })}>
              Image URL
            </Chip>
          </div>
        </fieldset>
        {draft.site_logo_type === 'icon' ? (
          <fieldset>
            <legend className="mb-1.5 text-sm font-semibold">Icon</legend>
            <div className="flex flex-wrap gap-2">
              {logoIcons.map((icon) => (
                <IconChoice
                  key={icon}
                  icon={icon}
                  isChosen={draft.site_logo_icon === icon}
                  choose={() => set({ site_logo_icon: icon })}
                />
              ))}
            </div>
          </fieldset>
        ) : (
          <Field label="Logo image URL" placeholder="https://…" {...text('site_logo')} />
        )}
        <Field label="Support email" type="email" {...text('support_email')} />
      </Part>
      <Part title="Mail">
        <p className="text-muted">
          Until a mail server is set (SMTP_URL), mails lie in the{' '}
          <Link to="/admin/outbox" className="font-semibold text-accent underline underline-offset-4">
            outbox
          </Link>
          .
        </p>
      </Part>
      <div className="border-t border-line py-6">
        <Button type="submit" size="large" disabled={isBusy}>
          {isBusy ? 'Saving...' : 'Save Settings'}
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

type SecretProps = {
  label: string;
  state: { is_set: boolean; last_four: string };
  value: string;
  onChange: (event: { target: { value: string } }) => void;
};

/** Can be looked at while it is typed; once saved only its end is known. */
function SecretField({ label, state, value, onChange }: SecretProps) {
  const [isShown, setIsShown] = useState(false);
  const saved = state.is_set
    ? `A value is set${state.last_four ? `, ending in ${state.last_four}` : ''}. Leave empty to keep it.`
    : 'Not set';
  return (
    <Field
      label={label}
      type={isShown ? 'text' : 'password'}
      autoComplete="off"
      hint={saved}
      value={value}
      onChange={onChange}
      aside={
        value && (
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
