import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { PageTitle } from '#site/settings/public/page-title.tsx';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { Missing } from '#ui/missing-page.tsx';
import * as common from '#ui/words/messages.ts';
import type { Route } from './+types/mailing-page.ts';
import { MailingEditor } from './mailing-editor.tsx';
import { MailingProgress } from './mailing-progress.tsx';
import { titleOf } from './mailing-words.ts';
import type { Mailing } from './mailings.contract.ts';
import { useAreChoicesPending } from './segment-fields.tsx';
import * as m from './words/messages.ts';

export const meta = privateMeta(m.email_to_members);

/** How often a mailing that is under way is read again, in milliseconds. */
const freshness = 2_000;
const isUnderWay = (mailing: Mailing | undefined) =>
  mailing?.status === 'sending' || mailing?.status === 'scheduled';

export default function MailingPage({ params: { id } }: Route.ComponentProps) {
  const { data, isPending, error, refetch } = useQuery({
    queryKey: queryKeys.admin.mailings.one(id),
    queryFn: async () => (await api.admin.mailings[':id'].$get({ param: { id } })).json(),
    refetchInterval: ({ state }) => isUnderWay(state.data) && freshness,
  });
  /** The stopped email whose text is being edited, or has been. */
  const [edited, setEdited] = useState<{ id: string; isOpen: boolean }>();
  const editing = edited?.id === id ? edited : undefined;
  const areChoicesPending = useAreChoicesPending(data?.kind === 'message');
  const isEdited = data?.status === 'draft' || (editing?.isOpen === true && data?.status === 'stopped');
  return (
    <AdminFrame
      // A long title would move the placeholder, so it comes with the content.
      title={data && !areChoicesPending ? titleOf(data) : m.email_to_members()}
      back={{ to: '/admin/mailings', label: m.all_emails_to_members() }}
    >
      {data && <PageTitle>{titleOf(data)}</PageTitle>}
      {(isPending || areChoicesPending) && (
        <div className="skeleton h-96" role="status" aria-label={common.loading()} />
      )}
      {error && !data && (
        <Missing
          error={error}
          notFoundTitle={m.mailing_not_found()}
          failedTitle={common.couldnt_load_this_page()}
          retry={refetch}
        />
      )}
      {data &&
        !areChoicesPending &&
        (isEdited ? (
          <MailingEditor key={data.id} mailing={data} done={() => setEdited({ id, isOpen: false })} />
        ) : (
          <MailingProgress
            mailing={data}
            hasBeenEdited={editing?.isOpen === false}
            edit={() => setEdited({ id, isOpen: true })}
          />
        ))}
    </AdminFrame>
  );
}
