import { BrowseCard } from '#library/catalog/public/browse-card.tsx';
import { BrowseHero } from '#library/catalog/public/browse-hero.tsx';
import { BrowseList } from '#library/catalog/public/browse-list.tsx';
import { browseMeta } from '#library/catalog/public/browse-meta.ts';
import { type BrowseQuery, readBrowseQuery } from '#library/catalog/public/browse-query.ts';
import { isForSale } from '#money/billing/public/for-sale.ts';
import { accessBadge, isOpenToAll } from '#money/tiers/public/opening-plan.ts';
import { useTiers } from '#money/tiers/public/use-tiers.ts';
import { plainText } from '#platform/plain-text.ts';
import { siteContext } from '#site/settings/public/site-context.ts';
import { formatRoundedPrice } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import type { Route } from './+types/browse-playbooks-page.ts';
import { browsePlaybooksContext } from './browse-context.ts';
import * as m from './words/messages.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const catalog = context.get(browsePlaybooksContext);
  const { type: _ofPrompts, ...query } = readBrowseQuery(new URL(request.url).searchParams);
  const [page, categories, settings] = await Promise.all([
    catalog.list(query),
    catalog.categories(),
    site.settings(),
  ]);
  return {
    page,
    query,
    categories: categories.playbooks,
    siteName: settings.site_name,
    currency: settings.currency,
    publicUrl: site.publicUrl,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? browseMeta({
        ...loaderData,
        path: '/browse-playbooks',
        noun: 'playbooks',
        description: m.step_by_step_guides_made_of(),
      })
    : [];

async function loadMore(query: BrowseQuery, cursor: string) {
  const { api } = await import('#platform/api-client.ts');
  const { type: _ofPrompts, ...rest } = query;
  return (await api.playbooks.$get({ query: { ...rest, cursor } })).json();
}

export default function BrowsePlaybooksPage({ loaderData }: Route.ComponentProps) {
  const tiers = useTiers();
  return (
    <>
      <BrowseHero
        title={common.browse_playbooks()}
        library={{ to: '/playbooks', label: common.open_playbooks() }}
      >
        {m.step_by_step_guides_made_of_2()}
      </BrowseHero>
      <BrowseList
        {...loaderData}
        path="/browse-playbooks"
        noun="playbook"
        loadPage={(cursor) => loadMore(loaderData.query, cursor)}
        renderItem={(playbook) => (
          <BrowseCard
            item={{ ...playbook, description: plainText(playbook.description) }}
            origin={`/playbook/${playbook.slug}`}
            page={`/browse-playbooks/${playbook.slug}`}
            access={
              <>
                {accessBadge(tiers, playbook.tier_access)}
                {!isOpenToAll(playbook.tier_access) && isForSale(playbook) && (
                  <span className="font-medium text-muted">
                    {' '}
                    {common.or_price({ price: formatRoundedPrice(playbook.price, loaderData.currency) })}
                  </span>
                )}
              </>
            }
            aside={
              playbook.step_count > 0 && (
                <span className="shrink-0 text-[0.8125rem] font-medium text-muted">
                  {common.count_step({ count: playbook.step_count })}
                </span>
              )
            }
          />
        )}
      />
    </>
  );
}
