import textFont from '@fontsource/newsreader/files/newsreader-latin-400-normal.woff2?url';
import { preload } from 'react-dom';
import { tiersContext } from '#money/tiers/public/tiers-context.ts';
import { pageMeta } from '#platform/pages/page-meta.ts';
import { contentContext } from '#site/content/public/content-context.ts';
import { shownContent } from '#site/content/public/shown-content.ts';
import { siteContext } from '#site/settings/public/site-context.ts';
import type { Route } from './+types/home-page.ts';
import { figuresOf } from './public/figures.ts';
import { HomeView } from './public/home-view.tsx';
import * as m from './words/messages.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const words = context.get(contentContext);
  const [tiers, settings, content] = await Promise.all([
    context.get(tiersContext).list(),
    site.settings(),
    words.content().then((content) => shownContent(content)),
  ]);
  const counts = content.figures.mode === 'counted' ? await words.counts() : undefined;
  return {
    content,
    figures: figuresOf(content.figures, counts),
    tiers,
    currency: settings.currency,
    siteName: settings.site_name,
    tagline: settings.site_tagline,
    publicUrl: site.publicUrl,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        ...loaderData,
        path: '/',
        title: `${loaderData.siteName}: ${loaderData.tagline || m.default_tagline()}`,
        description: loaderData.content.hero.text.replaceAll('{name}', () => loaderData.siteName),
      })
    : [];

export default function HomePage({ loaderData }: Route.ComponentProps) {
  // On other pages, this face comes later. Here it is on the first screen.
  if (loaderData.content.specimen.is_shown)
    preload(textFont, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
  return <HomeView {...loaderData} />;
}
