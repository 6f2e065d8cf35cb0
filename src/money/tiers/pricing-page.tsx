import { useSearchParams } from 'react-router';
import { type BillingInterval, billingIntervals } from '#constants';
import type { Subscription } from '#money/billing/public/billing.contract.ts';
import { useLeftCheckout } from '#money/billing/public/use-left-checkout.ts';
import { useOwnPlan } from '#money/billing/public/use-own-plan.ts';
import { CodeBox } from '#money/offers/public/code-box.tsx';
import { durationWords } from '#money/offers/public/discount.ts';
import { type OfferState, useOffer } from '#money/offers/public/use-offer.ts';
import { safePath } from '#people/session/public/destination.ts';
import { pageMeta } from '#platform/pages/page-meta.ts';
import { capitalized } from '#platform/text/capitalized.ts';
import { periodPrice } from '#platform/text/money.ts';
import { contentContext } from '#site/content/public/content-context.ts';
import { shownContent } from '#site/content/public/shown-content.ts';
import { siteContext } from '#site/settings/public/site-context.ts';
import { taxNote } from '#site/settings/public/tax-note.ts';
import { classNames } from '#ui/class-names.ts';
import { formatPrice } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import type { Route } from './+types/pricing-page.ts';
import { PlanButton } from './plan-button.tsx';
import { PlanCard } from './public/plan-card.tsx';
import { tiersContext } from './public/tiers-context.ts';
import { tierFeatures } from './tier-features.ts';
import type { Tier } from './tiers.contract.ts';
import * as m from './words/messages.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const [tiers, settings, content] = await Promise.all([
    context.get(tiersContext).list(),
    site.settings(),
    context
      .get(contentContext)
      .content()
      .then((content) => shownContent(content)),
  ]);
  return {
    tiers,
    questions: content.questions.is_shown ? content.questions.items : [],
    siteName: settings.site_name,
    currency: settings.currency,
    taxNote: taxNote(settings),
    publicUrl: site.publicUrl,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        ...loaderData,
        path: '/pricing',
        title: common.pricing(),
        description: m.pricing_description(),
      })
    : [];

/** The effect of a code on a plan's price; undefined if there is none. */
function reductionOf(offer: OfferState, tier: Tier, interval: BillingInterval, currency: string) {
  if (offer.status !== 'applied') return undefined;
  const price = offer.quote.plans.find((plan) => plan.tier_id === tier.id && plan.interval === interval);
  return price && { due: price.due, words: durationWords(offer.quote, interval, price.amount, currency) };
}

/** Each member gets one trial. */
const trialNote = ({ trial_days }: Tier, plan: Subscription | undefined) =>
  trial_days > 0 && plan?.can_try !== false
    ? m.trial_days_day_free_trial({ trialDays: trial_days })
    : undefined;

/**
 * A member without a tier is on the free plan, or the first of several. A member with a higher plan as a gift keeps the
 * one that they pay for.
 */
const ownPlans = (tiers: Tier[], { tier_id, paid_plan }: Subscription) =>
  tier_id === null
    ? [tiers.find(({ price, access_level }) => price === 0 && access_level === 0)?.id]
    : [tier_id, paid_plan?.tier_id];

/** Hides the plans of the period that isn't chosen. */
const hiddenUnlessChosen = {
  month: '[.pricing:has([value=year]:checked)_&]:hidden',
  year: '[.pricing:has([value=month]:checked)_&]:hidden',
};

export default function PricingPage({
  loaderData: { tiers, questions, currency, taxNote: note },
}: Route.ComponentProps) {
  const plan = useOwnPlan();
  const offer = useOffer();
  useLeftCheckout();
  const [search] = useSearchParams();
  const isAnnual = search.get('interval') === 'year';
  const from = safePath(search.get('from'));
  return (
    <div className="page pricing">
      <div className="pt-14 pb-10 text-center">
        <h1 className="text-4xl md:text-5xl">{m.plans_that_pay_for_themselves()}</h1>
        <p className="mx-auto mt-4 max-w-xl text-base text-muted">{m.pricing_about()}</p>
        <fieldset className="mx-auto mt-8 inline-flex min-w-0 rounded-full border border-line-strong p-1 max-[18rem]:flex-col max-[18rem]:rounded-3xl">
          <legend className="sr-only">{m.billing()}</legend>
          {billingIntervals.map((interval) => (
            <label
              key={interval}
              className="group flex min-h-9 items-center gap-2 rounded-full px-5 max-[18rem]:flex-wrap max-[18rem]:justify-center text-sm font-semibold text-muted has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name="billing"
                value={interval}
                className="sr-only"
                defaultChecked={(interval === 'year') === isAnnual}
              />
              {interval === 'year' ? m.annual() : common.monthly()}
              {interval === 'year' && (
                <span className="rounded-full bg-accent-soft px-2 py-0.5 text-xs text-accent group-has-checked:bg-on-accent">
                  {m.save_20()}
                </span>
              )}
            </label>
          ))}
        </fieldset>
        <CodeBox offer={offer} className="mt-5" />
      </div>

      {/*
        A new key when prices or the contents of a card change, to avoid layout shifts. It doesn't depend on anything else about the
        member, because a click in progress and the focus would be lost.
      */}
      <div key={`${offer.status} ${plan?.can_try === false} ${plan?.payment_under_way?.tier_id}`}>
        {/* Both are in the page; the period chosen above shows one of them, with or without the app. */}
        {billingIntervals.map((interval) => (
          <ul
            key={interval}
            className={classNames(
              'grid grid-cols-1 gap-6 lg:flex lg:flex-wrap lg:justify-center lg:*:w-[calc((100%-3rem)/3)]',
              hiddenUnlessChosen[interval],
            )}
          >
            {tiers.map((tier) => {
              const reduction = reductionOf(offer, tier, interval, currency);
              const trial = trialNote(tier, plan);
              return (
                <PlanCard
                  key={tier.id}
                  tier={tier}
                  heading="h2"
                  price={formatPrice(periodPrice(tier.price, interval, currency), currency)}
                  reduced={reduction && formatPrice(reduction.due, currency)}
                  period={interval}
                  features={tierFeatures(tier)}
                  note={
                    reduction
                      ? `${capitalized(reduction.words)}.${trial ? ` ${m.the_code_replaces_the_free_trial()}` : ''}`
                      : (trial ?? '')
                  }
                  isCurrent={plan !== undefined && ownPlans(tiers, plan).includes(tier.id)}
                  action={
                    <PlanButton
                      tier={tier}
                      interval={interval}
                      plan={plan}
                      code={reduction && offer.code}
                      from={from}
                    />
                  }
                />
              );
            })}
          </ul>
        ))}
        {note && <p className="mt-6 text-center text-[0.8125rem] text-muted">{note}</p>}
        {tiers.length === 0 && (
          <p className="border-y border-line py-12 text-center text-muted">{m.no_plans_yet_about()}</p>
        )}

        {questions.length > 0 && (
          <section aria-labelledby="questions" className="mx-auto mt-20 max-w-3xl">
            <h2 id="questions" className="mb-6 text-3xl">
              {m.frequently_asked_questions()}
            </h2>
            {questions.map(({ title: question, text: answer }) => (
              <details key={question} className="group border-t border-line last:border-b">
                <summary className="flex min-h-14 list-none items-center justify-between gap-6 py-3 text-base font-semibold [&::-webkit-details-marker]:hidden">
                  {question}
                  <span
                    aria-hidden="true"
                    className="text-xl text-muted transition-transform group-open:rotate-45"
                  >
                    +
                  </span>
                </summary>
                <p className="max-w-2xl pb-5 text-muted">{answer}</p>
              </details>
            ))}
          </section>
        )}
      </div>
    </div>
  );
}
