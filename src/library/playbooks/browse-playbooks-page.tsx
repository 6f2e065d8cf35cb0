import { BrowseCard } from '#library/catalog/public/browse-card.tsx';
import { BrowseHero } from '#library/catalog/public/browse-hero.tsx';
import { BrowseList } from '#library/catalog/public/browse-list.tsx';
import { isForSale } from '#money/billing/public/for-sale.ts';
import { pageMeta } from '#platform/page-meta.ts';
import { plainText } from '#platform/plain-text.ts';
import { siteContext } from '#site/settings/public/site-context.ts';
import { formatRoundedPrice, plural } from '#ui/format.ts';
import type { Route } from './+types/browse-playbooks-page.ts';
import { browsePlaybooksContext } from './browse-context.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const catalog = context.get(browsePlaybooksContext);
  const query = new URL(request.url).searchParams;
  const category = query.get('category') ?? undefined;
  const [page, categories, settings] = await Promise.all([
    catalog.list({ category, cursor: query.get('cursor') ?? undefined }),
    catalog.categories(),
    site.settings(),
  ]);
  return {
    page,
    category,
    categories: categories.playbooks,
    siteName: settings.site_name,
    currency: settings.currency,
    publicUrl: site.publicUrl,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        ...loaderData,
        path: loaderData.category
          ? `/browse-playbooks?category=${encodeURIComponent(loaderData.category)}`
          : '/browse-playbooks',
        title: loaderData.category ? `${loaderData.category} playbooks` : 'Browse playbooks',
        description: 'Step-by-step guides made of prompts: from a blank page to a finished piece of work.',
      })
    : [];

export default function BrowsePlaybooksPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <BrowseHero title="Browse playbooks" library={{ to: '/playbooks', label: 'Open Playbooks' }}>
        Step-by-step guides made of prompts. Each one takes you from a blank page to a finished piece of work.
      </BrowseHero>
      <BrowseList
        {...loaderData}
        path="/browse-playbooks"
        noun="playbook"
        renderItem={(playbook) => (
          <BrowseCard
            item={{ ...playbook, description: plainText(playbook.description) }}
            origin={`/playbook/${playbook.slug}`}
            aside={
              <span className="shrink-0 text-[0.8125rem] font-medium text-muted">
                {plural(playbook.step_count, 'step')} ·{' '}
                <span className="font-semibold text-ink">
                  {isForSale(playbook) ? formatRoundedPrice(playbook.price, loaderData.currency) : 'Free'}
                </span>
              </span>
            }
          />
        )}
      />
    </>
  );
}
