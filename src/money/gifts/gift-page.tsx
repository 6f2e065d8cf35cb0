import { Gift as GiftIcon } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '#people/session/public/session.tsx';
import { privateMeta } from '#platform/page-meta.ts';
import { loadQueryCache } from '#platform/use-lazy-query.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { formatDay } from '#ui/format.ts';
import type { Gift } from './gifts.contract.ts';
import { lengthWords } from './public/gift-words.ts';

export const handle = { worksWithoutApp: false };
export const meta = () => privateMeta('Gift');

const loadApi = async () => (await import('#platform/api-client.ts')).api;
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

type State = { gift?: Gift; error?: string; isBusy: boolean };

/** Shows what a gift code gives, and redeems it. Visitors open it too, so it loads no query library for them. */
export default function GiftPage() {
  const [search, setSearch] = useSearchParams();
  const { status } = useSession();
  const code = search.get('code')?.trim() ?? '';
  const [{ gift, error, isBusy }, setState] = useState<State>({ isBusy: true });

  useEffect(() => {
    // What it does depends on who asks, so the session has to be known.
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
  }, [code, status]);

  async function redeem() {
    setState({ ...(gift && { gift }), isBusy: true });
    try {
      const api = await loadApi();
      const redeemed = await (await api.gifts[':code'].redeem.$post({ param: { code } })).json();
      setState({ gift: redeemed, isBusy: false });
      // What the member can read has changed.
      const { queryClient } = await loadQueryCache();
      await queryClient.invalidateQueries();
    } catch (failure) {
      setState({ ...(gift && { gift }), error: messageOf(failure), isBusy: false });
    }
  }

  return (
    <div className="page flex justify-center py-14">
      <div className="w-full max-w-lg rounded-md border border-line bg-surface p-7 shadow-raised md:p-10">
        <GiftIcon className="size-8 text-accent" aria-hidden="true" />
        {code === '' || (error && !gift) ? (
          <CodeForm
            key={code}
            code={code}
            error={error}
            submit={(typed) => setSearch({ code: typed }, { replace: true })}
          />
        ) : gift ? (
          <>
            <Offered gift={gift} />
            <p role="alert" className="min-h-6 text-danger">
              {error}
            </p>
            {gift.status === 'open' && (
              <Redeem gift={gift} isSignedIn={status === 'signed-in'} isBusy={isBusy} redeem={redeem} />
            )}
          </>
        ) : (
          <div className="skeleton mt-6 h-56" role="status" aria-label="Loading the gift" />
        )}
      </div>
    </div>
  );
}

type FormProps = { code: string; error: string | undefined; submit: (code: string) => void };

function CodeForm({ code, error, submit }: FormProps) {
  const [text, setText] = useState(code);
  return (
    <form
      className="mt-5 space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') submit(text.trim());
      }}
    >
      <h1 className="text-3xl">Redeem a gift</h1>
      <Field
        label="Gift code"
        placeholder="XXXX-XXXX-XXXX"
        autoComplete="off"
        spellCheck={false}
        className="[&_input]:uppercase"
        maxLength={40}
        value={text}
        error={error}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" size="large" className="w-full">
        Continue
      </Button>
    </form>
  );
}

/** What the gift is, or has become. */
function Offered({ gift }: { gift: Gift }) {
  const { status, plan, ends_at, features, redeem_by } = gift;
  const title = {
    open: `A gift: ${plan} for ${lengthWords(gift)}`,
    yours: ends_at && Date.parse(ends_at) <= Date.now() ? 'Your gift has ended' : `${plan} is yours`,
    taken: 'This gift has already been redeemed',
    expired: 'This gift was not redeemed in time',
    revoked: 'This gift is no longer available',
  }[status];
  return (
    <div aria-live="polite">
      <h1 className="mt-5 text-3xl [overflow-wrap:anywhere]">{title}</h1>
      {status === 'open' && (
        <>
          <p className="mt-3 text-muted">
            You pay nothing, and it ends by itself.
            {redeem_by && ` Redeem it by ${formatDay(redeem_by)}.`}
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
            <ButtonLink to="/dashboard">Go to your dashboard</ButtonLink>
            <ButtonLink to="/subscription" variant="secondary">
              Your subscription
            </ButtonLink>
          </div>
        </>
      )}
      {!['open', 'yours'].includes(status) && (
        <p className="mt-3 text-muted">Ask whoever gave it to you for another one.</p>
      )}
    </div>
  );
}

function yoursWords({ ends_at, is_paying, current_plan, plan }: Gift): string {
  if (!ends_at) return 'It waits, unused, and begins when your present plan ends.';
  if (Date.parse(ends_at) <= Date.now()) return `It ended on ${formatDay(ends_at)}.`;
  const rest =
    is_paying && current_plan === plan ? ' Your subscription continues, and is still charged.' : '';
  return `You have it until ${formatDay(ends_at)}.${rest}`;
}

type RedeemProps = { gift: Gift; isSignedIn: boolean; isBusy: boolean; redeem: () => Promise<void> };

function Redeem({ gift, isSignedIn, isBusy, redeem }: RedeemProps): ReactNode {
  const back = encodeURIComponent(`/gift?code=${gift.code}`);
  if (!isSignedIn)
    return (
      <div className="mt-2 grid gap-3">
        <ButtonLink to={`/signup?from=${back}`} size="large">
          Create an account to redeem it
        </ButtonLink>
        <ButtonLink to={`/signin?from=${back}`} variant="secondary">
          Sign in
        </ButtonLink>
      </div>
    );
  return (
    <>
      <p className="mt-2 mb-5 rounded-md bg-sunken px-4 py-3 text-sm">{effectOf(gift)}</p>
      <Button size="large" className="w-full" disabled={isBusy} onClick={() => void redeem()}>
        {isBusy ? 'Redeeming…' : 'Redeem gift'}
      </Button>
    </>
  );
}

/** What redeeming does for this member, given what they have. */
function effectOf({ starts, ends_at, current_plan, is_paying, plan }: Gift): string {
  if (starts === 'later')
    return `You already have ${current_plan}. The gift isn't used up meanwhile: it begins when that plan ends.`;
  const until = `You get ${plan} now, until ${ends_at ? formatDay(ends_at) : ''}.`;
  if (!current_plan) return until;
  return is_paying
    ? `${until} Your ${current_plan} subscription continues and is still charged. You can cancel it under Subscription.`
    : `${until} Then you're back on ${current_plan}, if it still runs.`;
}
