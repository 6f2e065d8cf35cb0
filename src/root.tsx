import pageScript from 'virtual:page-script';
import serifFont from '@fontsource/newsreader/files/newsreader-latin-500-normal.woff2?url';
import sansFont from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url';
import { type MouseEvent, type ReactNode, use, useEffect } from 'react';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from 'react-router';
import { tiersContext } from '#money/tiers/public/tiers-context.ts';
import { SessionProvider } from '#people/session/public/session.tsx';
import { formerSessionKey, sessionKeyOf } from '#people/session/public/session-key.ts';
import { ScriptNonce } from '#platform/http/script-nonce.ts';
import { locale } from '#platform/language/locale.ts';
import type { PageHandle } from '#platform/pages/page-handle.ts';
import { LostStrip } from '#shell/lost-strip.tsx';
import { OfflineStrip } from '#shell/offline-strip.tsx';
import { PageAnnouncer } from '#shell/page-announcer.tsx';
import { PageError } from '#shell/page-error.tsx';
import { readyEvent } from '#shell/page-script/app-starter.ts';
import { askedAttribute } from '#shell/page-script/asked.ts';
import { runsAtOnce } from '#shell/page-script/deferred-app.ts';
import { noteEarlyPresses } from '#shell/page-script/early-presses.ts';
import { fontsKey, slowMegabits } from '#shell/page-script/load-fonts.ts';
import { openArriving } from '#shell/page-script/open-linked.ts';
import { placesKey } from '#shell/places-key.ts';
import { TopBar } from '#shell/top-bar.tsx';
import * as m from '#shell/words/messages.ts';
import { accentStyle, barColors } from '#site/settings/public/accent.ts';
import { siteContext } from '#site/settings/public/site-context.ts';
import { Toasts } from '#ui/overlays/toasts.tsx';
import { PageContent } from '#ui/page-content.tsx';
import { themeKey } from '#ui/theme-key.ts';
import type { Route } from './+types/root.ts';
import '@fontsource-variable/instrument-sans/wght.css';
import '@fontsource-variable/instrument-sans/wght-italic.css';
import '@fontsource/newsreader/400.css';
import '@fontsource/newsreader/400-italic.css';
import '@fontsource/newsreader/500.css';
import '@fontsource/newsreader/700.css';
import '@fontsource/newsreader/700-italic.css';
import './app.css';

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const [settings, tiers] = await Promise.all([site.settings(), context.get(tiersContext).list()]);
  return {
    settings,
    logoRatio: await site.logoRatio(settings),
    tiers,
    publicUrl: site.publicUrl,
    pageScript,
    accent: accentStyle(settings.site_accent),
    bars: barColors(settings.site_accent),
  };
}

/** Settings and plans come with the first page and are kept; the pages that change them reload them. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.href === nextUrl.href;

export const links: Route.LinksFunction = () => [
  { rel: 'manifest', href: '/manifest.webmanifest' },
  {
    rel: 'alternate',
    type: 'application/atom+xml',
    title: m.new_prompts_and_playbooks(),
    href: '/feed.atom',
  },
  {
    rel: 'alternate',
    type: 'application/feed+json',
    title: m.new_prompts_and_playbooks(),
    href: '/feed.json',
  },
];

/**
 * Runs before the first paint: sets the chosen theme, whether someone may be signed in (a session of an earlier version gets its new key), and
 * the fonts of the first screen, unless they come later. Also sets, before Zod loads, that it shouldn't try whether it may compile code, which
 * the content security policy would report. From here on, records failures to load code for `LostStrip`, and presses before the page's own
 * script listens, and opens the part that the page's address leads to. The app doesn't need to include it.
 */
const beforePaint = import.meta.env.SSR
  ? `addEventListener('error',({target:t})=>{if(t.rel==='modulepreload'||t.type==='module')d.lost=''},true);${noteEarlyPresses};${openArriving};globalThis.__zod_globalConfig={jitless:true};try{var d=document.documentElement.dataset,t=localStorage.getItem('${themeKey}');if(t==='light'||t==='dark')d.theme=t;var k=(${sessionKeyOf})(location.hostname),o=localStorage.getItem('${formerSessionKey}');if(o){localStorage[k]??=o;localStorage.removeItem('${formerSessionKey}')}if(localStorage.getItem(k)){d.session='';if(navigator.connection?.downlink<${slowMegabits}&&localStorage.getItem('${fontsKey}')===null)d.fonts='later'}}catch(e){}if(!d.fonts)for(var f of ${JSON.stringify([sansFont, serifFont])})document.head.append(Object.assign(document.createElement('link'),{rel:'preload',as:'font',type:'font/woff2',crossOrigin:'anonymous',href:f}))`
  : '';

/** What the current page's handle declares: the data it requests first, and whether it is long. */
function useShownPage() {
  const { handle, params } = useMatches().at(-1) ?? { params: {} };
  const query = new URLSearchParams(useLocation().search);
  const page = handle as PageHandle | undefined;
  return { asked: page?.asked?.(params, query), isLong: page?.isLong };
}

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root');
  const script = data?.pageScript;
  const { asked, isLong } = useShownPage();
  useEffect(() => {
    document.documentElement.dataset.app = 'ready';
    document.dispatchEvent(new Event(readyEvent));
  }, []);
  return (
    // Without `dir`, because left to right is the default: with it, the styles of the toasts, which come late, would set properties here and
    // make the browser compute the style of each element again.
    <html lang={locale()} {...askedAttribute(asked)} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
        <meta
          name="theme-color"
          media="(prefers-color-scheme: light)"
          content={data?.bars.light ?? '#f8f6ef'}
        />
        <meta
          name="theme-color"
          media="(prefers-color-scheme: dark)"
          content={data?.bars.dark ?? '#121614'}
        />
        <script
          {...runsAtOnce}
          nonce={use(ScriptNonce)}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, allowed by its hash.
          dangerouslySetInnerHTML={{ __html: beforePaint }}
        />
        {script && <script type="module" async src={script} />}
        {/* Painted once complete, so that nothing shifts; a long page once the top bar is. The links name the last element of each. */}
        <link rel="expect" href={isLong ? '#mobile-menu' : '#page-announcer'} blocking="render" />
        <Meta />
        <Links />
        <SiteIcons favicon={data?.settings.site_favicon ?? ''} />
        {data?.accent && <style data-accent>{data.accent}</style>}
      </head>
      <body>
        {/* biome-ignore lint/a11y/useValidAnchor: a link also works before the app has started. */}
        <a
          href="#content"
          onClick={skipToContent}
          className="sr-only z-50 bg-accent px-4 py-3 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        >
          {m.skip_to_content()}
        </a>
        <SessionProvider>
          <TopBar />
          {children}
          <PageAnnouncer />
          <Toasts />
          <OfflineStrip />
          <LostStrip />
        </SessionProvider>
        <ScrollRestoration storageKey={placesKey} />
        <Scripts />
      </body>
    </html>
  );
}

/** Without an entry in the history, which the app would know nothing about. */
function skipToContent(event: MouseEvent) {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

/**
 * The icons at their usual URLs, where the server answers with the owner's icon, if there is one. The timestamp in its name makes browsers
 * load a new one.
 */
function SiteIcons({ favicon }: { favicon: string }) {
  const version = favicon && `?v=${/\d{13}/.exec(favicon)?.[0] ?? ''}`;
  return (
    <>
      <link rel="icon" href={`/favicon.ico${version}`} sizes="32x32" />
      {!favicon && <link rel="icon" href="/favicon.svg" type="image/svg+xml" />}
      <link rel="apple-touch-icon" href={`/apple-touch-icon.png${version}`} />
    </>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PageContent>
      <PageError error={error} />
    </PageContent>
  );
}
