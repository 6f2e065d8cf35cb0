import { BrowseHero } from '#library/catalog/public/browse-hero.tsx';
import { BrowsePromptCard } from '#library/catalog/public/browse-item-cards.tsx';
import { BrowseList } from '#library/catalog/public/browse-list.tsx';
import { browseMeta } from '#library/catalog/public/browse-meta.ts';
import { type BrowseQuery, readBrowseQuery } from '#library/catalog/public/browse-query.ts';
import { redirectRenamed } from '#library/categories/public/redirect-renamed.ts';
import { siteContext } from '#site/settings/public/site-context.ts';
import * as common from '#ui/words/messages.ts';
import type { Route } from './+types/browse-page.ts';
import { browsePromptsContext } from './browse-context.ts';
import * as m from './words/messages.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const catalog = context.get(browsePromptsContext);
  const query = readBrowseQuery(new URL(request.url).searchParams);
  await redirectRenamed(context, '/browse', query);
  const [page, categories, settings] = await Promise.all([
    catalog.list(query),
    catalog.categories(),
    site.settings(),
  ]);
  return {
    page,
    query,
    categories: categories.prompts,
    siteName: settings.site_name,
    publicUrl: site.publicUrl,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? browseMeta({
        ...loaderData,
        path: '/browse',
        noun: 'prompts',
        description: m.prompts_description(),
      })
    : [];

async function loadMore(query: BrowseQuery, cursor: string) {
  const { api } = await import('#platform/client/api-client.ts');
  return (await api.prompts.$get({ query: { ...query, cursor } })).json();
}

export default function BrowsePage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <BrowseHero
        title={common.browse_prompts()}
        library={{ to: '/prompts', label: common.open_prompts() }}
        other={{ to: '/browse-playbooks', label: common.browse_playbooks() }}
      >
        {m.prompts_about()}
      </BrowseHero>
      <BrowseList
        {...loaderData}
        path="/browse"
        noun="prompt"
        loadPage={(cursor) => loadMore(loaderData.query, cursor)}
        renderItem={(prompt) => <BrowsePromptCard prompt={prompt} />}
      />
    </>
  );
}
