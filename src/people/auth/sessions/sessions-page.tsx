import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { askAuth } from '#people/session/public/session.tsx';
import { useProfile } from '#people/session/public/use-profile.ts';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { BackLink } from '#ui/back-link.tsx';
import { Button } from '#ui/button.tsx';
import { formatLocalDay, formatRelative } from '#ui/format.ts';
import { keepRowFocus } from '#ui/keep-row-focus.ts';
import { ListRow, RowText } from '#ui/list-row.tsx';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { PasskeysSection, usePasskeys } from '../passkeys/passkeys-section.tsx';
import { LinkedAccountsSection, useIdentities } from '../providers/linked-accounts-section.tsx';
import { signInOptionsContext } from '../public/sign-in-options.ts';
import { TwoFactorSection, useFactors } from '../second-factor/two-factor-section.tsx';
import * as m from '../words/messages.ts';
import type { Route } from './+types/sessions-page.ts';
import { deviceWords } from './device-name.ts';

export const meta = privateMeta(m.sign_in_and_security);

/** Sign-in and security: the member's sessions, and the protection of the account besides the password. */
export async function loader({ context }: Route.LoaderArgs) {
  return { options: await context.get(signInOptionsContext).read() };
}

export default function SessionsPage({ loaderData: { options } }: Route.ComponentProps) {
  const profile = useProfile();
  const hasProviders = options.providers.length > 0;
  const [factors, passkeys, identities] = [
    useFactors(),
    usePasskeys(options.passkeys),
    useIdentities(hasProviders),
  ];
  // Render both together: the upper section's height changes when it loads.
  const pending = [
    factors.isPending,
    options.passkeys && passkeys.isPending,
    hasProviders && identities.isPending,
  ];
  /**
   * The loading state of the sections above, used as a key: when they appear, the section remounts and moves, so it must stay a placeholder
   * until then, or a press could be lost.
   */
  const above = (sections: number) => pending.slice(0, sections);
  return (
    <div className="max-w-3xl">
      <BackLink to="/settings">{common.settings()}</BackLink>
      <h1 className="mt-3 mb-8 text-3xl">{m.sign_in_and_security()}</h1>
      {profile?.needs_second_factor && (
        <p role="status" className="mb-8 rounded-md border border-line bg-sunken px-4 py-3 text-sm">
          {m.set_up_two_factor_to_use_the_admin_area()}
        </p>
      )}
      <section className="border-t border-line py-8">
        <h2 className="mb-4 text-xl">{m.two_factor_sign_in()}</h2>
        <TwoFactorSection hasKeys={options.passkeys} />
      </section>
      {options.passkeys && (
        <section key={String(above(1))} className="border-t border-line py-8">
          <h2 className="mb-4 text-xl">{m.passkeys()}</h2>
          <PasskeysSection isAbove={!above(1).includes(true)} />
        </section>
      )}
      {hasProviders && (
        <section key={String(above(2))} className="border-t border-line py-8">
          <h2 className="mb-4 text-xl">{m.linked_accounts()}</h2>
          <LinkedAccountsSection isAbove={!above(2).includes(true)} providers={options.providers} />
        </section>
      )}
      <section key={String(above(3))} className="border-t border-line py-8">
        <h2 className="mb-4 text-xl">{m.your_devices()}</h2>
        <Devices isAbove={!above(3).includes(true)} />
      </section>
    </div>
  );
}

/** `isAbove`: whether the sections above have loaded. */
function Devices({ isAbove }: { isAbove: boolean }) {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.sessions,
    queryFn: async () => (await api.sessions.$get({ query: {} })).json(),
    staleTime: 0,
  });
  const onSettled = () => client.invalidateQueries({ queryKey: queryKeys.sessions });
  const { mutate: end, isPending } = useMutation({
    mutationFn: async (id: string) => api.sessions[':id'].$delete({ param: { id } }),
    onSuccess: () => toast.success(m.device_signed_out()),
    onError: toastError,
    onSettled,
  });
  const others = useMutation({
    mutationFn: async () => {
      const { error } = await askAuth((client) => client.signOut({ scope: 'others' }));
      if (error) throw error;
    },
    onSuccess: () => toast.success(m.other_devices_signed_out()),
    onError: toastError,
    onSettled,
  });
  if (isError && !data) return <TryAgain retry={refetch} />;
  if (!data || !isAbove) return <div className="skeleton h-24" role="status" aria-label={common.loading()} />;
  return (
    <>
      <ul ref={keepRowFocus} className="divide-y divide-line border-y border-line">
        {data.items.map(({ id, browser, system, address, is_current, ...times }) => {
          const name = deviceWords({ browser, system });
          return (
            <ListRow key={id}>
              <RowText
                name={name}
                details={[
                  is_current ? m.this_device() : m.last_used({ when: formatRelative(times.last_used_at) }),
                  m.signed_in_on({ day: formatLocalDay(times.created_at) }),
                  address,
                ]}
              />
              {!is_current && (
                <Button
                  variant="secondary"
                  size="small"
                  disabled={isPending}
                  aria-label={m.sign_out_device({ name })}
                  onClick={() => end(id)}
                >
                  {m.sign_out_one()}
                </Button>
              )}
            </ListRow>
          );
        })}
      </ul>
      {data.items.length > 1 && (
        <Button
          variant="secondary"
          className="mt-5"
          disabled={others.isPending}
          onClick={() => others.mutate()}
        >
          {m.sign_out_all_other_devices()}
        </Button>
      )}
    </>
  );
}
