import { redirect } from 'react-router';
import { relatedItems } from '#constants';
import { firstCategory } from '#library/catalog/public/first-category.ts';
import { itemDates } from '#library/catalog/public/item-dates.ts';
import { itemMeta } from '#library/catalog/public/item-meta.ts';
import { ItemPage } from '#library/catalog/public/item-page.tsx';
import { PromptPreview } from '#library/catalog/public/item-preview.tsx';
import { difficultyLabel, typeLabel } from '#library/catalog/public/labels.ts';
import { capitalized } from '#platform/text/capitalized.ts';
import type { Facts } from '#platform/text/facts.ts';
import { siteContext } from '#site/settings/public/site-context.ts';
import * as common from '#ui/words/messages.ts';
import type { Route } from './+types/public-prompt-page.ts';
import { browsePromptsContext } from './browse-context.ts';
import * as m from './words/messages.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const catalog = context.get(browsePromptsContext);
  const [item, settings] = await Promise.all([catalog.find(params.slug), site.settings()]);
  if (!item) throw new Response(null, { status: 404 });
  if (item.slug !== params.slug) throw redirect(`/browse/${item.slug}`, 301);
  const category = firstCategory(item.category) || undefined;
  const { items } = await catalog.list({ category, sort: 'popular', limit: relatedItems + 1 });
  const related = items.filter(({ id }) => id !== item.id).slice(0, relatedItems);
  return { item, related, siteName: settings.site_name, publicUrl: site.publicUrl };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? itemMeta({ ...loaderData, collection: 'prompts' }, { '@type': 'CreativeWork' }) : [];

export default function PublicPromptPage({ loaderData: { item, related } }: Route.ComponentProps) {
  const facts: Facts = [
    [common.type(), typeLabel(item.prompt_type)],
    [m.difficulty(), capitalized(difficultyLabel(item.difficulty))],
    item.model_context !== '' && [m.models(), item.model_context],
    ...itemDates(item),
  ];
  return (
    <ItemPage
      list={{ path: '/browse', label: common.prompts() }}
      origin={`/prompt/${item.slug}`}
      noun="prompt"
      item={item}
      description={item.description}
      facts={facts}
      tags={item.tags}
      preview={
        <>
          <PromptPreview preview={item.preview} />
          {item.use_cases.length > 0 && (
            <>
              <h3 className="eyebrow mt-6 font-sans">{m.use_cases_2()}</h3>
              <ul className="mt-2 list-disc space-y-1 pl-5">
                {item.use_cases.map((useCase) => (
                  <li key={useCase}>{useCase}</li>
                ))}
              </ul>
            </>
          )}
        </>
      }
      related={related}
    />
  );
}
