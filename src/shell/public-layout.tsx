import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { contentContext } from '#site/content/public/content-context.ts';
import { ownPagesContext } from '#site/own-pages/public/own-pages-context.ts';
import { PageContent } from '#ui/page-content.tsx';
import type { Route } from './+types/public-layout.ts';
import { Footer } from './footer.tsx';
import { PageError } from './page-error.tsx';

/** The pages below work completely without the app: see `page-script/`. */
export const handle = { worksWithoutApp: true };

export async function loader({ context }: Route.LoaderArgs) {
  const [{ footer }, pages] = await Promise.all([
    context.get(contentContext).content(),
    context.get(ownPagesContext).list(),
  ]);
  const own = pages.filter(({ footer_position }) => footer_position !== null);
  return {
    links: [...own.map(({ slug, title }) => ({ label: title, address: `/pages/${slug}` })), ...footer.links],
  };
}

/** The footer's data comes with the first page and is kept. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.href === nextUrl.href;

function AboveFooter({
  links,
  children,
}: {
  links: { label: string; address: string }[];
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-[calc(100dvh-4rem)] flex-col">
      <PageContent className="flex-1">{children}</PageContent>
      <Footer links={links} />
    </div>
  );
}

export default function PublicLayout({ loaderData }: Route.ComponentProps) {
  return (
    <AboveFooter links={loaderData.links}>
      <Outlet />
    </AboveFooter>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <AboveFooter links={loaderData?.links ?? []}>
      <PageError error={error} />
    </AboveFooter>
  );
}
