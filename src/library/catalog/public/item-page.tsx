import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isForSale } from '#money/offers/public/for-sale.ts';
import { isOpenToAll, monthlyPrice, openingPlan } from '#money/tiers/public/opening-plan.ts';
import { useTiers } from '#money/tiers/public/use-tiers.ts';
import { withDestination } from '#people/session/public/destination.ts';
import { type Facts, factsThatApply } from '#platform/text/facts.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { formatMoney } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';
import { firstCategory } from './first-category.ts';
import { TagLinks } from './tag-links.tsx';

type Related = { id: string; slug: string; title: string; description: string; category: string };

type Props = {
  list: { path: '/browse' | '/browse-playbooks'; label: string };
  /** The path of the item's page for members. */
  origin: string;
  noun: 'prompt' | 'playbook';
  item: { title: string; category: string; tier_access: number; is_purchasable?: boolean; price?: number };
  description: ReactNode;
  facts: Facts;
  tags: string[];
  /** A preview of its contents. */
  preview: ReactNode;
  related: Related[];
};

/** The public page of a prompt or playbook, with everything but its text. */
export function ItemPage({ list, origin, noun, item, description, facts, tags, preview, related }: Props) {
  return (
    <div className="page pt-8">
      <nav aria-label={m.breadcrumb()} className="text-[0.8125rem] text-muted">
        <ol className="flex flex-wrap items-center gap-x-2 [overflow-wrap:anywhere]">
          <li>
            <Link className="inline-flex min-h-6 items-center hover:text-ink" to={list.path}>
              {list.label}
            </Link>
          </li>
          {item.category && (
            <li className="before:mr-2 before:content-['/']">
              <Link
                className="inline-flex min-h-6 items-center hover:text-ink"
                to={`${list.path}?category=${encodeURIComponent(firstCategory(item.category))}`}
              >
                {firstCategory(item.category)}
              </Link>
            </li>
          )}
        </ol>
      </nav>
      <article className="mt-6 grid grid-cols-1 gap-x-14 gap-y-10 lg:grid-cols-[1fr_22rem]">
        <div className="min-w-0">
          <h1 dir="auto" className="text-4xl [overflow-wrap:anywhere] md:text-5xl">
            {item.title}
          </h1>
          <div
            dir="auto"
            className="mt-5 max-w-2xl rtl:ml-auto has-[>:dir(rtl)]:ml-auto text-lg text-muted [overflow-wrap:anywhere]"
          >
            {description}
          </div>
          <dl className="mt-8 flex flex-wrap gap-x-10 gap-y-4 border-y border-line py-5">
            {factsThatApply(facts).map(([term, value]) => (
              <div key={term} className="min-w-0">
                <dt className="eyebrow">{term}</dt>
                <dd className="mt-0.5 [overflow-wrap:anywhere]">{value}</dd>
              </div>
            ))}
          </dl>
          <section aria-labelledby="inside" className="mt-10 max-lg:max-w-2xl">
            <h2 id="inside" className="mb-4 text-2xl">
              {m.whats_inside()}
            </h2>
            {preview}
          </section>
          <TagLinks tags={tags} list={list.path} className="mt-8" />
        </div>
        <WaysIn origin={origin} noun={noun} item={item} />
      </article>
      {related.length > 0 && (
        <section aria-labelledby="related" className="mt-16">
          <h2 id="related" className="mb-5 text-2xl">
            {m.related_items({ noun })}
          </h2>
          <ul className="grid grid-cols-1 border-t border-l border-line sm:grid-cols-2 lg:grid-cols-3">
            {related.map(({ id, slug, title, description: text, category }) => (
              <li key={id} className="relative border-r border-b border-line p-6 hover:bg-surface">
                <span className="eyebrow block truncate">{firstCategory(category)}</span>
                <h3 dir="auto" className="mt-2 text-xl [overflow-wrap:anywhere]">
                  <Link to={`${list.path}/${slug}`} className="line-clamp-3 after:absolute after:inset-0">
                    {title}
                  </Link>
                </h3>
                <p dir="auto" className="mt-2 line-clamp-2 text-sm text-muted [overflow-wrap:anywhere]">
                  {text}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** How to get access to the item: visitors are led to sign-up, members to the item. */
function WaysIn({ origin, noun, item }: Pick<Props, 'origin' | 'noun' | 'item'>) {
  const { currency } = useSiteSettings();
  const isFree = isOpenToAll(item.tier_access);
  const plan = openingPlan(useTiers(), item.tier_access);
  const isSold = isForSale(item);
  const price = formatMoney(item.price ?? 0, currency);
  const signUp = withDestination('/signup', { from: origin });
  return (
    <aside
      aria-label={m.get_this_item({ noun })}
      className="h-fit rounded-md border border-line bg-surface p-7 shadow-raised lg:sticky lg:top-24"
    >
      <p className="font-serif text-2xl font-medium [overflow-wrap:anywhere]">
        {isFree
          ? m.free_with_an_account()
          : plan
            ? m.included_in_name({ name: plan.name })
            : m.not_in_a_plan()}
      </p>
      {plan && (
        <p className="mt-1 text-muted">
          {plan.trial_days > 0
            ? m.price_and_trial({ price: monthlyPrice(plan, currency), trialDays: plan.trial_days })
            : monthlyPrice(plan, currency)}
        </p>
      )}
      {!isFree && isSold && (
        <p className="mt-1 text-muted">
          {plan ? m.or_on_its_own_for_price({ price }) : m.on_its_own_for_price_once({ price })}
        </p>
      )}
      <div className="when-signed-out mt-6 space-y-3">
        {!isFree && plan && (
          <ButtonLink
            className="w-full"
            size="large"
            to={withDestination('/signup', { plan: plan.id, interval: 'month', from: origin })}
          >
            {m.get_name({ name: plan.name })}
          </ButtonLink>
        )}
        <ButtonLink
          className="w-full"
          size="large"
          variant={isFree || !plan ? 'primary' : 'secondary'}
          to={signUp}
        >
          {isFree ? m.sign_up_free_to_open_it() : m.create_an_account()}
        </ButtonLink>
        <p className="text-center text-[0.8125rem] text-muted">
          {m.already_a_member()}{' '}
          <Link to={withDestination('/signin', { from: origin })} className="text-accent underline">
            {common.sign_in()}
          </Link>
        </p>
      </div>
      <ButtonLink className="when-signed-in mt-6 w-full" size="large" to={origin}>
        {m.open()}
      </ButtonLink>
    </aside>
  );
}
