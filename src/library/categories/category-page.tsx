import type { ReactNode } from 'react';
import { redirect } from 'react-router';
import { BrowsePlaybookCard, BrowsePromptCard } from '#library/catalog/public/browse-item-cards.tsx';
import { browseAddress } from '#library/catalog/public/browse-query.ts';
import { pageMeta } from '#platform/pages/page-meta.ts';
import { cutText } from '#platform/text/cut-text.ts';
import { siteContext } from '#site/settings/public/site-context.ts';
import { ButtonLink } from '#ui/button.tsx';
import { formatNumber } from '#ui/format.ts';
import * as common from '#ui/words/messages.ts';
import type { Route } from './+types/category-page.ts';
import { categoryContext } from './public/category-context.ts';
import * as m from './words/messages.ts';

const descriptionLength = 160;

export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const [found, settings] = await Promise.all([
    context.get(categoryContext).find(params.slug),
    site.settings(),
  ]);
  if (!found) throw new Response(null, { status: 404 });
  if ('movedTo' in found) throw redirect(`/categories/${found.movedTo}`, 301);
  return {
    category: found,
    siteName: settings.site_name,
    currency: settings.currency,
    publicUrl: site.publicUrl,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [];
  const { category, siteName, publicUrl } = loaderData;
  const path = `/categories/${category.slug}`;
  const description =
    cutText(category.description.replaceAll(/\s+/g, ' '), descriptionLength) ||
    m.default_description({ name: category.name, count: countOf(category) });
  const listed = [
    ...category.prompts.items.map(({ slug, title }) => ({ path: `/browse/${slug}`, title })),
    ...category.playbooks.items.map(({ slug, title }) => ({ path: `/browse-playbooks/${slug}`, title })),
  ];
  return [
    ...pageMeta({ siteName, publicUrl, path, title: category.name, description }),
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'CollectionPage',
        name: category.name,
        description,
        url: `${publicUrl}${path}`,
        dateModified: category.updated_at,
        mainEntity: {
          '@type': 'ItemList',
          numberOfItems: category.prompts.total + category.playbooks.total,
          itemListElement: listed.map((item, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name: item.title,
            url: `${publicUrl}${item.path}`,
          })),
        },
      },
    },
  ];
};

type Category = Route.ComponentProps['loaderData']['category'];

function countOf({ prompts, playbooks }: Pick<Category, 'prompts' | 'playbooks'>): string {
  return [
    prompts.total > 0 && common.count_prompt({ count: prompts.total }),
    playbooks.total > 0 && common.count_playbook({ count: playbooks.total }),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The public page of a category: its description, its newest prompts and playbooks, and links to all of them. */
export default function CategoryPage({ loaderData: { category, currency } }: Route.ComponentProps) {
  const { name, description, prompts, playbooks } = category;
  return (
    <div className="page pt-10 pb-16">
      <p className="eyebrow">{common.category()}</p>
      <h1 className="mt-2 text-4xl [overflow-wrap:anywhere] md:text-5xl" dir="auto">
        {name}
      </h1>
      <p className="mt-3 text-sm text-muted">{countOf(category)}</p>
      {description && (
        <div
          className="mt-5 max-w-2xl rtl:ml-auto space-y-3 text-lg text-muted [overflow-wrap:anywhere]"
          dir="auto"
        >
          {description.split(/\n{2,}/).map((paragraph, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a text never change places.
            <p key={index} className="whitespace-pre-line">
              {paragraph}
            </p>
          ))}
        </div>
      )}
      <Part
        title={common.prompts()}
        total={prompts.total}
        shown={prompts.items.length}
        all={{
          to: browseAddress('/browse', { category: name }),
          label: m.all_prompts_in({ count: formatNumber(prompts.total) }),
        }}
      >
        {prompts.items.map((prompt) => (
          <BrowsePromptCard key={prompt.id} prompt={prompt} />
        ))}
      </Part>
      <Part
        title={common.playbooks()}
        total={playbooks.total}
        shown={playbooks.items.length}
        all={{
          to: browseAddress('/browse-playbooks', { category: name }),
          label: m.all_playbooks_in({ count: formatNumber(playbooks.total) }),
        }}
      >
        {playbooks.items.map((playbook) => (
          <BrowsePlaybookCard key={playbook.id} playbook={playbook} currency={currency} />
        ))}
      </Part>
    </div>
  );
}

type PartProps = {
  title: string;
  total: number;
  shown: number;
  all: { to: string; label: string };
  children: ReactNode[];
};

function Part({ title, total, shown, all, children }: PartProps) {
  if (total === 0) return null;
  return (
    <section aria-label={title} className="mt-12">
      <h2 className="mb-4 text-2xl">{title}</h2>
      <ul className="grid grid-cols-1 border-t border-l border-line sm:grid-cols-2 lg:grid-cols-3">
        {children.map((card, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: each card has its own key.
          <li key={index} className="flex border-r border-b border-line">
            {card}
          </li>
        ))}
      </ul>
      {total > shown && (
        <p className="mt-6">
          <ButtonLink to={all.to} variant="secondary">
            {all.label}
          </ButtonLink>
        </p>
      )}
    </section>
  );
}
