import { BrowseHero } from '#library/catalog/public/browse-hero.tsx';
import { BrowsePlaybookCard } from '#library/catalog/public/browse-item-cards.tsx';
import { BrowseList } from '#library/catalog/public/browse-list.tsx';
import { browseMeta } from '#library/catalog/public/browse-meta.ts';
import { type BrowseQuery, readBrowseQuery } from '#library/catalog/public/browse-query.ts';
import { redirectRenamed } from '#library/categories/public/redirect-renamed.ts';
import { siteContext } from '#site/settings/public/site-context.ts';
import * as common from '#ui/words/messages.ts';
import type { Route } from './+types/browse-playbooks-page.ts';
import { browsePlaybooksContext } from './browse-context.ts';
import * as m from './words/messages.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const catalog = context.get(browsePlaybooksContext);
  const { type: _ofPrompts, ...query } = readBrowseQuery(new URL(request.url).searchParams);
  await redirectRenamed(context, '/browse-playbooks', query);
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
        description: m.playbooks_about(),
      })
    : [];

async function loadMore(query: BrowseQuery, cursor: string) {
  const { api } = await import('#platform/client/api-client.ts');
  const { type: _ofPrompts, ...rest } = query;
  return (await api.playbooks.$get({ query: { ...rest, cursor } })).json();
}

export default function BrowsePlaybooksPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <BrowseHero
        title={common.browse_playbooks()}
        library={{ to: '/playbooks', label: common.open_playbooks() }}
        other={{ to: '/browse', label: common.browse_prompts() }}
      >
        {m.playbooks_description()}
      </BrowseHero>
      <BrowseList
        {...loaderData}
        path="/browse-playbooks"
        noun="playbook"
        loadPage={(cursor) => loadMore(loaderData.query, cursor)}
        renderItem={(playbook) => <BrowsePlaybookCard playbook={playbook} currency={loaderData.currency} />}
      />
    </>
  );
}
