import { lazy, Suspense } from 'react';
import { redirect } from 'react-router';
import { relatedItems } from '#constants';
import { firstCategory } from '#library/catalog/public/first-category.ts';
import { itemDates } from '#library/catalog/public/item-dates.ts';
import { itemMeta } from '#library/catalog/public/item-meta.ts';
import { ItemPage } from '#library/catalog/public/item-page.tsx';
import { StepsPreview } from '#library/catalog/public/item-preview.tsx';
import { isForSale } from '#money/offers/public/for-sale.ts';
import { cutText, wholeWords } from '#platform/text/cut-text.ts';
import { decimalOf } from '#platform/text/money.ts';
import { plainTeaser, plainText } from '#platform/text/plain-text.ts';
import { siteContext } from '#site/settings/public/site-context.ts';
import { formatNumber } from '#ui/format.ts';
import { isQuick } from '#ui/markdown/quick-text.ts';
import * as common from '#ui/words/messages.ts';
import type { Route } from './+types/public-playbook-page.ts';
import { browsePlaybooksContext } from './browse-context.ts';
import * as m from './words/messages.ts';

const plainLength = 2_000;
const Markdown = lazy(() => import('#ui/markdown/markdown.tsx'));
const ParsedMarkdown = lazy(async () => ({
  default: (await import('#ui/markdown/markdown.tsx')).ParsedMarkdown,
}));

export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const catalog = context.get(browsePlaybooksContext);
  const [item, settings] = await Promise.all([catalog.find(params.slug), site.settings()]);
  if (!item) throw new Response(null, { status: 404 });
  if (item.slug !== params.slug) throw redirect(`/browse-playbooks/${item.slug}`, 301);
  const category = firstCategory(item.category) || undefined;
  const { items } = await catalog.list({ category, sort: 'popular', limit: relatedItems + 1 });
  const related = items
    .filter(({ id }) => id !== item.id)
    .slice(0, relatedItems)
    .map((other) => ({ ...other, description: plainText(other.description) }));
  const { site_name: siteName, currency } = settings;
  // In a page for visitors, a long text would be parsed on the main thread, so the server does it.
  const tree = isQuick(item.description) ? null : await catalog.parse(item.description);
  return {
    // The tree contains the whole text; everything else only needs its beginning.
    item: tree ? { ...item, description: cutText(item.description, plainLength) } : item,
    tree,
    related,
    siteName,
    currency,
    publicUrl: site.publicUrl,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [];
  const { item, currency, publicUrl } = loaderData;
  const offers = isForSale(item) && {
    offers: {
      '@type': 'Offer',
      price: decimalOf(item.price, currency),
      priceCurrency: currency.toUpperCase(),
      availability: 'https://schema.org/InStock',
      url: `${publicUrl}/browse-playbooks/${item.slug}`,
    },
  };
  const step = item.preview.map(({ title }, index) => ({
    '@type': 'HowToStep',
    position: index + 1,
    name: title,
  }));
  return itemMeta(
    { ...loaderData, collection: 'playbooks' },
    { '@type': ['HowTo', 'CreativeWork'], step, ...offers },
  );
};

/** The beginning of a text that can't be parsed, without Markdown syntax. */
const beginningOf = (text: string) =>
  text.length > plainLength ? `${wholeWords(plainTeaser(cutText(text, plainLength)))}…` : plainText(text);

export default function PublicPlaybookPage({ loaderData: { item, tree, related } }: Route.ComponentProps) {
  return (
    <ItemPage
      list={{ path: '/browse-playbooks', label: common.playbooks() }}
      origin={`/playbook/${item.slug}`}
      noun="playbook"
      item={item}
      description={
        tree || isQuick(item.description) ? (
          <Suspense fallback={<div className="skeleton h-24" />}>
            {tree ? <ParsedMarkdown tree={tree} /> : <Markdown text={item.description} />}
          </Suspense>
        ) : (
          <p className="prose-text whitespace-pre-line">{beginningOf(item.description)}</p>
        )
      }
      facts={[item.step_count > 0 && [m.steps(), formatNumber(item.step_count)], ...itemDates(item)]}
      tags={item.tags}
      preview={
        item.preview.length > 0 ? (
          <StepsPreview steps={item.preview} />
        ) : (
          <p className="text-muted">{m.no_steps_yet()}</p>
        )
      }
      related={related}
    />
  );
}
