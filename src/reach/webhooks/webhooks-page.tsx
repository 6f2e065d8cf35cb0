import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { webhookRules } from '#constants';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { ShownSecret } from '#reach/keys/public/shown-secret.tsx';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { keepRowFocus } from '#ui/keep-row-focus.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast, toastError } from '#ui/overlays/toasts.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { DeliveriesModal } from './deliveries-modal.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookRow } from './webhook-row.tsx';
import type { WebhookItem } from './webhooks.contract.ts';
import * as m from './words/messages.ts';

export const meta = privateMeta(m.webhooks);

type Open = { kind: 'form' | 'deliveries' | 'rotate' | 'delete'; webhook?: WebhookItem };
const hostOf = (webhook: WebhookItem | undefined) => (webhook ? new URL(webhook.url).host : '');

/** Where the site sends its events, and whether they arrive. */
export default function WebhooksPage() {
  const client = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const reload = () => client.invalidateQueries({ queryKey: queryKeys.admin.webhooks.all });
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.admin.webhooks.all,
    queryFn: async () => (await api.admin.webhooks.$get({ query: {} })).json(),
    staleTime: 0,
  });
  const chosen = data?.items.find(({ id }) => id === open?.webhook?.id);
  const { turn, rotate, remove } = useWebhookChanges({ reload, showSecret: setSecret });
  const confirm = (work: (webhook: WebhookItem) => void) => () => {
    if (chosen) work(chosen);
    close();
  };
  return (
    <AdminFrame
      title={m.webhooks()}
      action={<Button onClick={() => setOpen({ kind: 'form' })}>{m.add_webhook()}</Button>}
    >
      <p className="max-w-2xl text-muted">
        {m.choose_where_events_go()}{' '}
        <Link to="/api/docs#webhooks" className="font-semibold text-accent underline underline-offset-4">
          {m.what_messages_contain()}
        </Link>
      </p>
      {secret && (
        <ShownSecret
          label={m.signing_secret()}
          about={m.copy_this_secret_now()}
          text={secret}
          copied={m.secret_copied()}
          failure={m.couldnt_be_copied()}
          onClose={() => setSecret(undefined)}
        />
      )}
      <div className="mt-7">
        {isError && !data ? (
          <EmptyState title={m.couldnt_be_loaded()}>
            <TryAgain retry={refetch} />
          </EmptyState>
        ) : !data ? (
          <div className="skeleton h-32" role="status" aria-label={common.loading()} />
        ) : data.items.length === 0 ? (
          <EmptyState title={m.no_webhooks_yet()} />
        ) : (
          <ul ref={keepRowFocus} className="divide-y divide-line border-y border-line">
            {data.items.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                onTurn={() => turn(webhook)}
                onOpen={(kind) => setOpen({ kind, webhook })}
              />
            ))}
          </ul>
        )}
      </div>
      {open?.kind === 'form' && (
        <WebhookForm
          webhook={open.webhook}
          close={close}
          onSaved={async (made) => {
            setSecret(made ?? secret);
            toast.success(m.saved());
            await reload();
          }}
        />
      )}
      {open?.kind === 'deliveries' && chosen && <DeliveriesModal webhook={chosen} close={close} />}
      <ConfirmDialog
        isOpen={open?.kind === 'rotate'}
        onClose={close}
        onConfirm={confirm(rotate)}
        question={m.new_secret_question({ host: hostOf(chosen) })}
        confirmLabel={m.new_secret()}
        variant="primary"
      >
        {m.the_old_one_works_for({ count: webhookRules.bothSecretsHours })}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={open?.kind === 'delete'}
        onClose={close}
        onConfirm={confirm(remove)}
        question={m.delete_question({ host: hostOf(chosen) })}
        confirmLabel={common.delete_it()}
      >
        {m.its_deliveries_are_deleted_too()}
      </ConfirmDialog>
    </AdminFrame>
  );
}

type Handlers = { reload: () => Promise<void>; showSecret: (secret: string) => void };

function useWebhookChanges({ reload, showSecret }: Handlers) {
  const settle = { onError: toastError, onSettled: reload };
  const { mutate: turn } = useMutation({
    mutationFn: ({ id, is_enabled }: WebhookItem) =>
      api.admin.webhooks[':id'].$patch({ param: { id }, json: { is_enabled: !is_enabled } }),
    ...settle,
  });
  const { mutate: rotate } = useMutation({
    mutationFn: async ({ id }: WebhookItem) =>
      (await api.admin.webhooks[':id'].secret.$post({ param: { id } })).json(),
    onSuccess: (made) => showSecret(made.secret),
    ...settle,
  });
  const { mutate: remove } = useMutation({
    mutationFn: ({ id }: WebhookItem) => api.admin.webhooks[':id'].$delete({ param: { id } }),
    onSuccess: () => toast.success(m.deleted()),
    ...settle,
  });
  return { turn, rotate, remove };
}
