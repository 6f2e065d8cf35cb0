import { useMutation, useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { ProofDialog } from '#people/auth/public/proof-dialog.tsx';
import { useProfile } from '#people/session/public/use-profile.ts';
import { ApiError, api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { scopeLabel } from '#reach/keys/public/scope-label.ts';
import { MissingPage } from '#site/settings/public/missing-page.tsx';
import { Button } from '#ui/button.tsx';
import { toastError } from '#ui/overlays/toasts.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

export const meta = privateMeta(m.connect_a_program);

/** Asks the member whether a program may use the library for them. */
export default function ConsentPage() {
  const uid = useSearchParams()[0].get('request') ?? '';
  const profile = useProfile();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: async (allow: boolean) =>
      (await api.connections.requests[':uid'].$post({ param: { uid }, json: { allow } })).json(),
    onSuccess: ({ url }) => location.assign(url),
    onError: toastError,
  });
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.connectionRequest(uid),
    queryFn: async () => (await api.connections.requests[':uid'].$get({ param: { uid } })).json(),
    // Once answered, the request no longer exists.
    enabled: !isPending && !isSuccess,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const isNotFound = error instanceof ApiError && error.status === 404;
  if (error && (isNotFound || !data))
    return (
      <MissingPage
        error={error}
        retry={refetch}
        notFound={{ title: m.this_request_has_expired(), about: m.start_again_in_the_program() }}
        failedTitle={m.this_request_couldnt_be_loaded()}
      />
    );
  return (
    <div className="mx-auto max-w-lg">
      <ProofDialog />
      <h1 className="text-3xl">{m.connect_a_program()}</h1>
      {!data ? (
        <div className="skeleton mt-6 h-72" role="status" aria-label={common.loading()} />
      ) : (
        <div className="mt-6 rounded-md border border-line bg-surface p-6">
          <p dir="auto" className="font-serif text-xl font-medium [overflow-wrap:anywhere]">
            {data.name}
          </p>
          <p className="mt-1 text-sm text-muted [overflow-wrap:anywhere]">
            {m.a_program_from_host({ host: data.host })}
          </p>
          <p className="mt-5 font-semibold">{m.it_wants_to()}</p>
          <ul className="mt-2 space-y-1.5">
            {data.scopes.map((scope) => (
              <li key={scope} className="flex items-center gap-2.5 text-sm">
                <Check className="size-4 shrink-0 text-accent" aria-hidden="true" />
                {scopeLabel(scope)}
              </li>
            ))}
          </ul>
          <p className="mt-5 text-sm text-muted">
            {m.as_email_within_your_plan({ email: profile?.email ?? '' })}
          </p>
          <p className="mt-3 rounded-md bg-sunken px-4 py-3 text-sm">{m.nobody_has_checked_this_name()}</p>
          {/* If the program is outside the browser, it takes over, and this page stays open. */}
          <p role="status" className="mt-6 font-semibold [overflow-wrap:anywhere]">
            {isSuccess && m.done_go_back_to_name({ name: data.name })}
          </p>
          {!isSuccess && (
            <div className="flex flex-wrap justify-end gap-3">
              <Button variant="secondary" disabled={isPending} onClick={() => mutate(false)}>
                {m.deny()}
              </Button>
              <Button disabled={isPending || data.scopes.length === 0} onClick={() => mutate(true)}>
                {m.allow()}
              </Button>
            </div>
          )}
        </div>
      )}
    </div>
  );
}
