import { BrowseCard } from '#library/catalog/public/browse-card.tsx';
import { BrowseHero } from '#library/catalog/public/browse-hero.tsx';
import { BrowseList } from '#library/catalog/public/browse-list.tsx';
import { PromptTypeMark } from '#library/catalog/public/prompt-type-mark.tsx';
import { pageMeta } from '#platform/page-meta.ts';
import { siteContext } from '#site/settings/public/site-context.ts';
import type { Route } from './+types/browse-page.ts';
import { browsePromptsContext } from './browse-context.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const catalog = context.get(browsePromptsContext);
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
    categories: categories.prompts,
    siteName: settings.site_name,
    publicUrl: site.publicUrl,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        ...loaderData,
        path: loaderData.category ? `/browse?category=${encodeURIComponent(loaderData.category)}` : '/browse',
        title: loaderData.category ? `${loaderData.category} prompts` : 'Browse prompts',
        description:
          'Tested AI prompts for text, image, audio, video and agents, sorted by category. Open one, copy it, make it yours.',
      })
    : [];

export default function BrowsePage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <BrowseHero title="Browse prompts" library={{ to: '/prompts', label: 'Open Prompts' }}>
        Tested prompts for text, images, audio, video and agents. Look around, then sign up for free to open
        and copy them.
      </BrowseHero>
      <BrowseList
        {...loaderData}
        path="/browse"
        noun="prompt"
        renderItem={(prompt) => (
          <BrowseCard
            item={prompt}
            origin={`/prompt/${prompt.slug}`}
            aside={<PromptTypeMark type={prompt.prompt_type} />}
          />
        )}
      />
    </>
  );
}
