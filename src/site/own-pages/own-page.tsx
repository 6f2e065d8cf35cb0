import type { PageHandle } from '#platform/pages/page-handle.ts';
import { pageMeta } from '#platform/pages/page-meta.ts';
import { cutText } from '#platform/text/cut-text.ts';
import { plainText } from '#platform/text/plain-text.ts';
import { siteContext } from '#site/settings/public/site-context.ts';
import { formatDay } from '#ui/format.ts';
import { renderTree } from '#ui/markdown/markdown-view.tsx';
import type { Route } from './+types/own-page.ts';
import { ownPagesContext } from './public/own-pages-context.ts';
import * as m from './words/messages.ts';

const descriptionLength = 160;

export const handle: PageHandle = { isLong: true };

export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const [found, settings] = await Promise.all([
    context.get(ownPagesContext).find(params.slug),
    site.settings(),
  ]);
  if (!found) throw new Response(null, { status: 404 });
  const { body, ...page } = found;
  return {
    page,
    // The raw text is only shown if it can't be laid out.
    text: page.tree ? '' : body,
    description: cutText(plainText(body.slice(0, 2_000)), descriptionLength),
    siteName: settings.site_name,
    publicUrl: site.publicUrl,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({ ...loaderData, path: `/pages/${loaderData.page.slug}`, title: loaderData.page.title })
    : [];

/** The published version of one of the owner's pages. */
export default function OwnPage({ loaderData: { page, text } }: Route.ComponentProps) {
  return (
    <article className="page max-w-3xl py-14">
      <h1 className="text-4xl [overflow-wrap:anywhere] md:text-5xl" dir="auto">
        {page.title}
      </h1>
      <div className="prose-text mt-8" dir="auto">
        {page.tree ? (
          renderTree(page.tree)
        ) : (
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>
        )}
      </div>
      <p className="mt-12 border-t border-line pt-4 text-sm text-muted">
        {m.version_of_date({ version: page.version, date: formatDay(page.published_at) })}
      </p>
    </article>
  );
}
