import { Gift as GiftIcon } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useSession } from '#people/session/public/session.tsx';
import { loadQueryCache } from '#platform/client/use-lazy-query.ts';
import { messageOf } from '#platform/error-message.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { formatDay } from '#ui/format.ts';
import { RichText } from '#ui/rich-text.tsx';
import * as common from '#ui/words/messages.ts';
import { GiftCodeForm } from './gift-code-form.tsx';
import type { Gift } from './gifts.contract.ts';
import { lengthWords } from './public/gift-words.ts';
import * as m from './words/messages.ts';

export const handle = { worksWithoutApp: false };
export const meta = privateMeta(m.gift);

const loadApi = async () => (await import('#platform/client/api-client.ts')).api;

type State = { gift?: Gift; error?: string; isBusy: boolean };

/** Shows what a gift code offers, and redeems it. Visitors open it too, so it loads no query library for them. */
export default function GiftPage() {
  const [search, setSearch] = useSearchParams();
  const { status } = useSession();
  const code = search.get('code')?.trim() ?? '';
  /** How often the code in the URL was entered again. */
  const [attempt, setAttempt] = useState(0);
  const [{ gift, error, isBusy }, setState] = useState<State>({ isBusy: true });

  // biome-ignore lint/correctness/useExhaustiveDependencies: entering it again sends another request.
  useEffect(() => {
    // The answer depends on the viewer, so the session must be known.
    if (code === '' || status === 'loading') return undefined;
    let isOver = false;
    setState({ isBusy: true });
    loadApi()
      .then(async (api) => (await api.gifts[':code'].$get({ param: { code } })).json())
      .then(
        (found) => !isOver && setState({ gift: found, isBusy: false }),
        (failure: unknown) => !isOver && setState({ error: messageOf(failure), isBusy: false }),
      );
    return () => {
      isOver = true;
    };
  }, [code, status, attempt]);

  async function redeem() {
    setState({ ...(gift && { gift }), isBusy: true });
    try {
      const api = await loadApi();
      const redeemed = await (await api.gifts[':code'].redeem.$post({ param: { code } })).json();
      setState({ gift: redeemed, isBusy: false });
      // The member can now read other items.
      const { queryClient } = await loadQueryCache();
      await queryClient.invalidateQueries();
    } catch (failure) {
      setState({ ...(gift && { gift }), error: messageOf(failure), isBusy: false });
    }
  }

  const isForm = code === '' || (error !== undefined && !gift);
  return (
    // The offer loads later: until then, the page must have no content below that it would shift.
    <div
      className={classNames(
        'page flex items-start justify-center py-14',
        !isForm && 'min-h-dvh',
        !isForm && !gift && 'space-kept',
      )}
    >
      <div className="w-full max-w-lg rounded-md border border-line bg-surface p-7 shadow-raised md:p-10">
        <GiftIcon className="size-8 text-accent" aria-hidden="true" />
        {isForm ? (
          <GiftCodeForm
            key={code}
            code={code}
            error={error}
            submit={(typed) =>
              typed === code ? setAttempt(attempt + 1) : setSearch({ code: typed }, { replace: true })
            }
          />
        ) : gift ? (
          <>
            <Offered gift={gift} isSignedIn={status === 'signed-in'} />
            <p role="alert" className="min-h-6 text-danger">
              {error}
            </p>
            {gift.status === 'open' && (
              <Redeem gift={gift} isSignedIn={status === 'signed-in'} isBusy={isBusy} redeem={redeem} />
            )}
          </>
        ) : (
          <div className="skeleton mt-6 h-56" role="status" aria-label={m.loading_the_gift()} />
        )}
      </div>
    </div>
  );
}

/** The gift's offer or state. */
function Offered({ gift, isSignedIn }: { gift: Gift; isSignedIn: boolean }) {
  const { status, plan, has_ended, features, redeem_by } = gift;
  const title = {
    open: m.a_gift_plan_for_gift({ plan, gift: lengthWords(gift) }),
    yours: has_ended ? m.your_gift_has_ended() : m.plan_is_yours({ plan }),
    taken: m.this_gift_has_already_been_redeemed(),
    expired: m.this_gift_was_not_redeemed_in(),
    revoked: m.this_gift_is_no_longer_available(),
  }[status];
  return (
    <div aria-live="polite">
      <h1 className="mt-5 text-3xl [overflow-wrap:anywhere]">{title}</h1>
      {status === 'open' && (
        <>
          <p className="mt-3 text-muted">
            {m.gift_is_free()} {redeem_by && m.redeem_by_day({ redeemBy: formatDay(redeem_by) })}
          </p>
          {features.length > 0 && (
            <ul className="mt-4 list-disc space-y-1 pl-5">
              {features.map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
            </ul>
          )}
        </>
      )}
      {status === 'yours' && (
        <>
          <p className="mt-3 text-muted">{yoursWords(gift)}</p>
          <div className="mt-6 flex flex-wrap gap-3">
            <ButtonLink to="/dashboard">{m.go_to_your_dashboard()}</ButtonLink>
            <ButtonLink to="/subscription" variant="secondary">
              {m.your_subscription()}
            </ButtonLink>
          </div>
        </>
      )}
      {status === 'taken' && !isSignedIn && (
        <p className="mt-3">
          <RichText
            parts={m.sign_in_if_you_redeemed_it({
              link: (text) => (
                <Link to={signInFor(gift)} className="font-semibold text-accent underline underline-offset-4">
                  {text}
                </Link>
              ),
            })}
          />
        </p>
      )}
      {!['open', 'yours'].includes(status) && <p className="mt-3 text-muted">{m.ask_for_another_gift()}</p>}
    </div>
  );
}

function yoursWords({ ends_at, has_ended, is_paying, current_plan, plan }: Gift): string {
  if (!ends_at) return m.gift_waits();
  if (has_ended) return m.it_ended_on_ends_at({ endsAt: formatDay(ends_at) });
  const until = m.you_have_it_until_ends_at({ endsAt: formatDay(ends_at) });
  return is_paying && current_plan === plan ? `${until} ${m.subscription_still_charged()}` : until;
}

type RedeemProps = { gift: Gift; isSignedIn: boolean; isBusy: boolean; redeem: () => Promise<void> };

const pathOf = ({ code }: Gift) => encodeURIComponent(`/gift?code=${code}`);
const signInFor = (gift: Gift) => `/signin?from=${pathOf(gift)}`;

function Redeem({ gift, isSignedIn, isBusy, redeem }: RedeemProps): ReactNode {
  if (!isSignedIn)
    return (
      <div className="mt-2 grid gap-3">
        <ButtonLink to={`/signup?from=${pathOf(gift)}`} size="large" className="whitespace-normal!">
          {m.create_an_account_to_redeem_it()}
        </ButtonLink>
        <ButtonLink to={signInFor(gift)} variant="secondary">
          {common.sign_in()}
        </ButtonLink>
      </div>
    );
  return (
    <>
      <p className="mt-2 mb-5 rounded-md bg-sunken px-4 py-3 text-sm">{effectOf(gift)}</p>
      <Button size="large" className="w-full" disabled={isBusy} onClick={() => void redeem()}>
        {isBusy ? m.redeeming() : m.redeem_gift()}
      </Button>
    </>
  );
}

/** What redeeming does for this member, given their current plan. */
function effectOf({ starts, ends_at, current_plan, paid_plan, plan }: Gift): string {
  if (starts === 'later') return m.gift_will_wait({ currentPlan: current_plan ?? '' });
  const until = m.you_get_plan_now_until_ends({ plan, endsAt: ends_at ? formatDay(ends_at) : '' });
  return [
    until,
    ...(current_plan && current_plan !== paid_plan ? [m.back_on_plan({ currentPlan: current_plan })] : []),
    ...(paid_plan ? [m.plan_continues({ currentPlan: paid_plan })] : []),
  ].join(' ');
}
