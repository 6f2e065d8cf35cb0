import { PlanCard } from '#money/tiers/public/plan-card.tsx';
import { type TiersServices, tiersContext } from '#money/tiers/public/tiers-context.ts';
import { pageMeta } from '#platform/page-meta.ts';
import { siteContext } from '#site/settings/public/site-context.ts';
import { ButtonLink } from '#ui/button.tsx';
import { formatRoundedPrice } from '#ui/format.ts';
import type { Route } from './+types/home-page.ts';
import { LogoStrip } from './logo-strip.tsx';
import { SamplePrompt } from './sample-prompt.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const [tiers, settings] = await Promise.all([context.get(tiersContext).list(), site.settings()]);
  return { tiers, currency: settings.currency, siteName: settings.site_name, publicUrl: site.publicUrl };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        ...loaderData,
        path: '/',
        title: loaderData.siteName,
        description:
          'A library of tested AI prompts and step-by-step playbooks. Browse, copy, add your own details and get results.',
      })
    : [];

type Tier = Awaited<ReturnType<TiersServices['list']>>[number];

const claims = [
  ['1000+', 'prompts'],
  ['50+', 'playbooks'],
  ['10K+', 'users'],
] as const;
const benefits = [
  [
    'Curated Content',
    "Every prompt is read, tested and edited before it's published. What doesn't hold up is removed.",
  ],
  ['Ready to Use', 'Clear placeholders for your own details, recommended models and a sample of the output.'],
  ['Always Updated', 'Models change. We revise prompts when they do, and keep adding new ones.'],
  ['Quality Assured', 'Members vote and comment, so the prompts that work rise to the top.'],
] as const;
const steps = [
  ['Browse & Discover', 'Search by task, type or category until you find the right prompt.'],
  [
    'Copy & Customize',
    'Copy it with one click. Fill in the placeholders: your reader, your facts, your tone.',
  ],
  ['Get Results', 'Run it in the model you already use, and save the ones that work to your favorites.'],
] as const;

export default function HomePage({ loaderData: { tiers, currency, siteName } }: Route.ComponentProps) {
  return (
    <>
      <section className="page grid items-center gap-x-16 gap-y-12 pt-14 pb-16 lg:grid-cols-[1.05fr_1fr] lg:pt-20 lg:pb-24">
        <div>
          <h1 className="text-5xl leading-[1.04] md:text-6xl lg:text-[4.25rem]">
            Stop writing prompts from scratch.
          </h1>
          <p className="mt-6 max-w-lg text-lg text-muted">
            {siteName} is a library of AI prompts and step-by-step playbooks. Find the right one, copy it and
            add your own details.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to="/browse" size="large" className="when-signed-out">
              Browse Prompts
            </ButtonLink>
            <ButtonLink to="/browse-playbooks" size="large" variant="secondary" className="when-signed-out">
              Explore Playbooks
            </ButtonLink>
            <ButtonLink to="/prompts" size="large" className="when-signed-in">
              Open Prompts
            </ButtonLink>
            <ButtonLink to="/playbooks" size="large" variant="secondary" className="when-signed-in">
              Open Playbooks
            </ButtonLink>
          </div>
          <dl className="mt-12 flex gap-10">
            {claims.map(([number, noun]) => (
              <div key={noun} className="flex flex-col-reverse">
                <dt className="text-sm text-muted">{noun}</dt>
                <dd className="font-serif text-3xl font-medium">{number}</dd>
              </div>
            ))}
          </dl>
        </div>
        <SamplePrompt />
      </section>

      <LogoStrip />

      <section aria-labelledby="benefits" className="page py-20">
        <h2 id="benefits" className="mb-10 max-w-xl text-3xl md:text-4xl">
          Curated, tested and kept up to date
        </h2>
        <ul className="grid gap-x-10 sm:grid-cols-2 lg:grid-cols-4">
          {benefits.map(([title, text]) => (
            <li key={title} className="border-t border-ink py-5">
              <h3 className="mb-2 text-xl">{title}</h3>
              <p className="text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </section>

      <section aria-labelledby="steps" className="border-y border-line bg-sunken">
        <div className="page grid gap-10 py-20 lg:grid-cols-[1fr_2fr]">
          <h2 id="steps" className="text-3xl md:text-4xl">
            How it works
          </h2>
          <ol>
            {steps.map(([title, text], index) => (
              <li
                key={title}
                className="grid grid-cols-[3.5rem_1fr] border-t border-line-strong/50 py-6 last:border-b"
              >
                <span aria-hidden="true" className="font-serif text-3xl leading-none text-signal">
                  {index + 1}
                </span>
                <div className="sm:grid sm:grid-cols-[14rem_1fr] sm:gap-6">
                  <h3 className="text-xl">{title}</h3>
                  <p className="mt-1 text-muted sm:mt-0">{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
      </section>

      {tiers.length > 0 && (
        <section aria-labelledby="plans" className="page pt-20">
          <h2 id="plans" className="mb-10 text-3xl md:text-4xl">
            Choose your plan
          </h2>
          <ul className="grid gap-6 lg:grid-cols-3">
            {tiers.map((tier) => (
              <PlanCard
                key={tier.id}
                tier={tier}
                heading="h3"
                price={formatRoundedPrice(tier.price, currency)}
                period="month"
                features={tier.features.length > 0 ? tier.features : ['Access to prompts']}
                action={<PlanLink tier={tier} />}
              />
            ))}
          </ul>
        </section>
      )}

      <section className="page py-16">
        <div className="flex flex-wrap items-center justify-between gap-8 rounded-md bg-accent px-8 py-12 text-on-accent md:px-14">
          <div>
            <h2 className="text-3xl md:text-4xl">Your next prompt is already written.</h2>
            <p className="when-signed-out mt-3 opacity-90">Signing up is free and takes a minute.</p>
            <p className="when-signed-in mt-3 opacity-90">Find it in the library.</p>
          </div>
          <ButtonLink to="/signup" size="large" variant="secondary" className="when-signed-out">
            Sign Up Free
          </ButtonLink>
          <ButtonLink to="/dashboard" size="large" variant="secondary" className="when-signed-in">
            Go to Dashboard
          </ButtonLink>
        </div>
      </section>
    </>
  );
}

/** Visitors of a free plan sign up; members see their own plan instead. */
function PlanLink({ tier: { name, price, featured } }: { tier: Tier }) {
  const look = { size: 'large', variant: featured ? 'primary' : 'secondary' } as const;
  const plan = <span className="sr-only"> ({name})</span>;
  if (price > 0)
    return (
      <ButtonLink to="/pricing" className="w-full" {...look}>
        Subscribe Now{plan}
      </ButtonLink>
    );
  return (
    <>
      <ButtonLink to="/signup" className="when-signed-out w-full" {...look}>
        Get Started{plan}
      </ButtonLink>
      <ButtonLink to="/subscription" className="when-signed-in w-full" {...look}>
        See Your Plan{plan}
      </ButtonLink>
    </>
  );
}
