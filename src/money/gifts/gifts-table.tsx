import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '#platform/client/api-client.ts';
import { cursorPages } from '#platform/client/cursor-pages.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { formatDay } from '#ui/format.ts';
import { copyLink } from '#ui/overlays/copy-with-toast.ts';
import { toast } from '#ui/overlays/toasts.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { LoadMore } from '#ui/tables/load-more.tsx';
import { SearchBox } from '#ui/tables/search-box.tsx';
import { searchLabel } from '#ui/tables/search-label.ts';
import { EmptyRow, Table } from '#ui/tables/table.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import type { AdminGift } from './gifts-admin.contract.ts';
import { lengthWords } from './public/gift-words.ts';
import * as m from './words/messages.ts';

/** Few enough columns for a phone. */
const columns = [common.code, common.status, common.actions];

export function GiftsTable({ revoke }: { revoke: (gift: AdminGift) => void }) {
  const [typed, setTyped] = useState('');
  const q = typed.trim();
  const query = useInfiniteQuery({
    queryKey: queryKeys.admin.gifts.list(q),
    queryFn: async ({ pageParam, signal }) => {
      const parameters = { limit: '50', ...(q ? { q } : {}), ...(pageParam ? { cursor: pageParam } : {}) };
      return (await api.admin.offers.gifts.$get({ query: parameters }, { init: { signal } })).json();
    },
    ...cursorPages,
    placeholderData: keepPreviousData,
  });
  const { data, isError, isSuccess } = query;
  const gifts = data?.pages.flatMap((page) => page.items) ?? [];
  useEffect(() => {
    if (isError) toast.error(m.failed_to_load_gift_codes());
  }, [isError]);
  if (isSuccess && !query.isPlaceholderData && q === '' && gifts.length === 0)
    return <EmptyState title={m.no_gift_codes_yet()} />;
  return (
    <>
      <div className="mb-4 flex max-w-md">
        <SearchBox
          label={searchLabel(m.gift_codes())}
          placeholder={m.search_codes()}
          value={typed}
          onChange={setTyped}
        />
      </div>
      {query.isPending ? (
        <div className="skeleton h-96" role="status" aria-label={common.loading()} />
      ) : (
        <>
          <Table label={m.gift_codes()} columns={columns} hasActions isStacked>
            {gifts.map((gift) => (
              <GiftRow key={gift.id} gift={gift} revoke={() => revoke(gift)} />
            ))}
            {isError && gifts.length === 0 && (
              <EmptyRow columns={columns.length}>
                <TryAgain size="small" retry={query.refetch} />
              </EmptyRow>
            )}
            {isSuccess && gifts.length === 0 && (
              <EmptyRow columns={columns.length}>
                {q ? m.no_gift_codes_found() : m.no_gift_codes_yet()}
              </EmptyRow>
            )}
          </Table>
          <div className="mt-3 flex flex-wrap items-center gap-4 text-sm text-muted">
            <p role="status">
              {data &&
                m.showing_gift_codes({
                  giftCodes: m.count_gift_code({ count: data.pages[0]?.total ?? 0 }),
                })}
            </p>
            <LoadMore query={query} size="small" />
          </div>
        </>
      )}
    </>
  );
}

function statusWords({ status, ends_at, redeem_by }: AdminGift): string {
  if (status === 'running' && ends_at) return m.runs_until_ends_at({ endsAt: formatDay(ends_at) });
  if (status === 'over' && ends_at) return m.ended_ends_at({ endsAt: formatDay(ends_at) });
  if (status === 'open' && redeem_by) return m.open_until_redeem_by({ redeemBy: formatDay(redeem_by) });
  return {
    open: m.open(),
    expired: m.expired(),
    waiting: m.waits(),
    revoked: m.revoked(),
    running: '',
    over: m.ended(),
  }[status];
}

function GiftRow({ gift, revoke }: { gift: AdminGift; revoke: () => void }) {
  const link = `${location.origin}/gift?code=${gift.code}`;
  const name = <span className="sr-only"> {gift.code}</span>;
  const canRevoke = ['open', 'waiting', 'running'].includes(gift.status);
  return (
    <tr>
      <td className="min-w-44 [overflow-wrap:anywhere]">
        <span translate="no" className="font-mono whitespace-nowrap">
          {gift.code}
        </span>
        <span className="block">
          {gift.plan ?? m.deleted_plan()}, {lengthWords(gift)}
        </span>
        <span className="block text-muted">{gift.note}</span>
      </td>
      <td className="min-w-40 [overflow-wrap:anywhere]">
        {statusWords(gift)}
        {gift.redeemed_at && (
          <span className="block text-muted">
            <RichText
              parts={m.redeemed_by_who({
                who: gift.redeemed_by ?? m.deleted_account(),
                day: formatDay(gift.redeemed_at),
                hidden: (text) => <span className="sr-only">{text}</span>,
              })}
            />
          </span>
        )}
      </td>
      <td className="whitespace-nowrap">
        {gift.status === 'open' && (
          <Button size="small" variant="quiet" onClick={() => void copyLink(link)}>
            {common.copy_link()}
            {name}
          </Button>
        )}
        {canRevoke && (
          <Button size="small" variant="quiet" className="text-signal" onClick={revoke}>
            {m.revoke()}
            {name}
          </Button>
        )}
      </td>
    </tr>
  );
}
