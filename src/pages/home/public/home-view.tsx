import { PlanCard } from '#money/tiers/public/plan-card.tsx';
import type { TiersServices } from '#money/tiers/public/tiers-context.ts';
import type { SiteContent } from '#site/content/public/site-content.ts';
import { ButtonLink } from '#ui/button.tsx';
import { formatRoundedPrice } from '#ui/format.ts';
import { LogoStrip } from '../logo-strip.tsx';
import { SamplePrompt } from '../sample-prompt.tsx';
import * as m from '../words/messages.ts';

type Tier = Awaited<ReturnType<TiersServices['list']>>[number];

const steps = [
  [m.browse_discover, m.find_step_about],
  [m.copy_customize, m.copy_step_about],
  [m.get_results, m.run_step_about],
] as const;

type Props = {
  tiers: Tier[];
  currency: string;
  siteName: string;
  content: SiteContent;
  /** Pairs of a number and what it counts. */
  figures: [string, string][];
};

/** The home page, for visitors and for an owner's preview. */
export function HomeView({ tiers, currency, siteName, content, figures }: Props) {
  return (
    <>
      <section className="page grid grid-cols-1 items-center gap-x-16 gap-y-12 pt-14 pb-16 lg:grid-cols-[1.05fr_1fr] lg:pt-20 lg:pb-24">
        <div>
          <h1 className="text-5xl leading-[1.04] [overflow-wrap:anywhere] md:text-6xl lg:text-[4.25rem]">
            {content.hero.headline}
          </h1>
          <p className="mt-6 max-w-lg text-lg whitespace-pre-line text-muted">
            {content.hero.text.replaceAll('{name}', () => siteName)}
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to="/browse" size="large" className="when-signed-out">
              {m.browse_prompts()}
            </ButtonLink>
            <ButtonLink to="/browse-playbooks" size="large" variant="secondary" className="when-signed-out">
              {m.explore_playbooks()}
            </ButtonLink>
            <ButtonLink to="/prompts" size="large" className="when-signed-in">
              {m.browse_prompts()}
            </ButtonLink>
            <ButtonLink to="/playbooks" size="large" variant="secondary" className="when-signed-in">
              {m.explore_playbooks()}
            </ButtonLink>
          </div>
          {figures.length > 0 && (
            <dl className="mt-12 flex flex-wrap gap-x-10 gap-y-4">
              {figures.map(([number, noun]) => (
                <div key={noun} className="flex flex-col-reverse">
                  <dt className="text-sm text-muted">{noun}</dt>
                  <dd className="font-serif text-3xl font-medium">{number}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
        {content.specimen.is_shown && <SamplePrompt {...content.specimen} />}
      </section>

      {content.partners.is_shown && content.partners.groups.length > 0 && (
        <LogoStrip groups={content.partners.groups} />
      )}

      {content.benefits.is_shown && content.benefits.items.length > 0 && (
        <section aria-labelledby="benefits" className="page py-20">
          <h2 id="benefits" className="mb-10 max-w-xl text-3xl md:text-4xl">
            {m.curated_and_tested()}
          </h2>
          <ul className="grid gap-x-10 sm:grid-cols-2 lg:grid-cols-4">
            {content.benefits.items.map(({ title, text }) => (
              <li key={title} className="border-t border-ink py-5">
                <h3 className="mb-2 text-xl">{title}</h3>
                <p className="text-muted">{text}</p>
              </li>
            ))}
          </ul>
        </section>
      )}

      <section aria-labelledby="steps" className="border-y border-line bg-sunken">
        <div className="page grid grid-cols-1 gap-10 py-20 lg:grid-cols-[1fr_2fr]">
          <h2 id="steps" className="text-3xl md:text-4xl">
            {m.how_it_works()}
          </h2>
          <ol>
            {steps.map(([title, text], index) => (
              <li
                key={title()}
                className="grid grid-cols-[3.5rem_minmax(0,1fr)] border-t border-line-strong/50 py-6 last:border-b"
              >
                <span aria-hidden="true" className="font-serif text-3xl leading-none font-medium text-signal">
                  {index + 1}
                </span>
                <div className="sm:grid sm:grid-cols-[14rem_1fr] sm:gap-6">
                  <h3 className="text-xl">{title()}</h3>
                  <p className="mt-1 text-muted sm:mt-0">{text()}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
      </section>

      {tiers.length > 0 && (
        <section aria-labelledby="plans" className="page pt-20">
          <h2 id="plans" className="mb-10 text-3xl md:text-4xl">
            {m.choose_your_plan()}
          </h2>
          <ul className="grid grid-cols-1 gap-6 lg:grid-cols-3">
            {tiers.map((tier) => (
              <PlanCard
                key={tier.id}
                tier={tier}
                heading="h3"
                price={formatRoundedPrice(tier.price, currency)}
                period="month"
                features={tier.features.length > 0 ? tier.features : [m.access_to_prompts()]}
                action={<PlanLink tier={tier} />}
              />
            ))}
          </ul>
        </section>
      )}

      <section className="page py-16">
        <div className="flex flex-wrap items-center justify-between gap-8 rounded-md bg-accent px-8 py-12 text-on-accent max-[18rem]:px-3 md:px-14">
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <h2 className="text-3xl max-[18rem]:text-xl md:text-4xl">
              {m.your_next_prompt_is_already_written()}
            </h2>
            <p className="when-signed-out mt-3 opacity-90">{m.signing_up_is_free()}</p>
            <p className="when-signed-in mt-3 opacity-90">{m.find_it_in_the_library()}</p>
          </div>
          <ButtonLink to="/signup" size="large" variant="secondary" className="when-signed-out">
            {m.sign_up_free()}
          </ButtonLink>
          <ButtonLink to="/dashboard" size="large" variant="secondary" className="when-signed-in">
            {m.go_to_dashboard()}
          </ButtonLink>
        </div>
      </section>
    </>
  );
}

/** A paid plan links to the pricing page; a free one to sign-up, or to a member's own plan. */
function PlanLink({ tier: { name, price, featured } }: { tier: Tier }) {
  const look = { size: 'large', variant: featured ? 'primary' : 'secondary' } as const;
  const plan = <span className="sr-only"> ({name})</span>;
  if (price > 0)
    return (
      <ButtonLink to="/pricing" className="w-full" {...look}>
        {m.subscribe_now()}
        {plan}
      </ButtonLink>
    );
  return (
    <>
      <ButtonLink to="/signup" className="when-signed-out w-full" {...look}>
        {m.get_started()}
        {plan}
      </ButtonLink>
      <ButtonLink to="/subscription" className="when-signed-in w-full" {...look}>
        {m.get_started()}
        {plan}
      </ButtonLink>
    </>
  );
}
