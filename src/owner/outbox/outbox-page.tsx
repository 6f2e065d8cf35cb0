import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, api } from '#platform/client/api-client.ts';
import { cursorPages } from '#platform/client/cursor-pages.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { AdminFrame } from '#ui/admin-frame.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { formatRelative } from '#ui/format.ts';
import { EmailFrame } from '#ui/overlays/email-frame.tsx';
import { Modal, ModalBody, ModalFooter } from '#ui/overlays/modal.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { LoadMore } from '#ui/tables/load-more.tsx';
import { AddressText, EmptyRow, Table } from '#ui/tables/table.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import { splitAtLinks } from './split-at-links.ts';
import * as m from './words/messages.ts';

export const meta = privateMeta(m.outbox);

const columns = [m.to, m.subject, m.date];

/** The emails of a site that has no email server yet. */
export default function OutboxPage() {
  const [openId, setOpenId] = useState<string>();
  const query = useInfiniteQuery({
    queryKey: queryKeys.admin.outbox.all,
    queryFn: async ({ pageParam }) =>
      (
        await api.admin.outbox.$get({ query: { limit: '100', ...(pageParam && { cursor: pageParam }) } })
      ).json(),
    ...cursorPages,
    staleTime: 0,
  });
  const { data, isPending, isError, refetch } = query;
  const emails = data?.pages.flatMap((page) => page.items) ?? [];
  if (data?.pages[0]?.is_used === false)
    return (
      <AdminFrame title={m.outbox()}>
        <EmptyState title={m.emails_are_being_sent()}>{m.email_server_is_used()}</EmptyState>
      </AdminFrame>
    );
  return (
    <AdminFrame
      title={m.outbox()}
      action={
        <Button variant="secondary" onClick={() => void refetch()}>
          {m.refresh()}
        </Button>
      }
    >
      <p className="mb-5 max-w-2xl text-muted">{m.no_email_server_is_connected_smtp()}</p>
      {isPending ? (
        <div className="skeleton h-64" role="status" aria-label={common.loading()} />
      ) : (
        <Table label={m.outbox()} columns={columns} isStacked>
          {emails.map((email) => (
            <tr key={email.id}>
              <td>
                <AddressText>{email.to}</AddressText>
              </td>
              <td className="min-w-48">
                <button
                  type="button"
                  className="min-h-6 text-left font-semibold text-accent underline underline-offset-4"
                  onClick={() => setOpenId(email.id)}
                >
                  {email.subject}
                </button>
              </td>
              <td className="whitespace-nowrap">{formatRelative(email.sent_at)}</td>
            </tr>
          ))}
          {isError && !data && (
            <EmptyRow columns={columns.length}>
              <TryAgain size="small" retry={refetch} />
            </EmptyRow>
          )}
          {data && emails.length === 0 && <EmptyRow columns={columns.length}>{m.no_emails_yet()}</EmptyRow>}
        </Table>
      )}
      <LoadMore query={query} keptAs="page" size="small" className="mt-4" />
      {openId && <EmailModal id={openId} close={() => setOpenId(undefined)} />}
    </AdminFrame>
  );
}

const linkTo = (address: string) => (
  <a href={address} target="_blank" rel="noreferrer" className="text-accent underline">
    {address}
  </a>
);

function EmailModal({ id, close }: { id: string; close: () => void }) {
  const [isText, setIsText] = useState(true);
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.admin.outbox.email(id),
    queryFn: async () => (await api.admin.outbox[':id'].$get({ param: { id } })).json(),
  });
  // Who cancels the proof doesn't want to see the email after all.
  const isUnproved = !data && error instanceof ApiError && error.code === 'reauthentication_needed';
  useEffect(() => {
    if (isUnproved) close();
  }, [isUnproved, close]);
  return (
    <Modal title={data?.subject ?? common.email()} close={close} isDirty={false}>
      <p className="border-b border-line px-5 py-3 text-sm text-muted [overflow-wrap:anywhere] md:px-7">
        {m.to_to({ to: data?.to ?? '' })}
      </p>
      <ModalBody className="">
        {error && !data && (
          <div className="p-5 md:p-7">
            <TryAgain retry={refetch} />
          </div>
        )}
        {data &&
          (isText ? (
            <p className="p-5 [overflow-wrap:anywhere] whitespace-pre-wrap md:p-7">
              <RichText
                parts={splitAtLinks(data.text).map((part, index) => (index % 2 === 1 ? linkTo(part) : part))}
              />
            </p>
          ) : (
            <EmailFrame title={common.email()} html={data.html} close={close} />
          ))}
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" onClick={() => setIsText(!isText)}>
          {isText ? m.show_as_html() : m.show_as_text()}
        </Button>
        <Button onClick={close}>{common.done()}</Button>
      </ModalFooter>
    </Modal>
  );
}
