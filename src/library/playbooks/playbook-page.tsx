import formatterAddress from 'virtual:formatter';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRouteLoaderData, useSearchParams } from 'react-router';
import { itemShareMeta } from '#library/catalog/public/item-meta.ts';
import { LimitReached } from '#library/catalog/public/limit-reached.tsx';
import { playbookQuery } from '#library/catalog/public/playbook-query.ts';
import { useCurrentAddress } from '#library/catalog/public/use-current-address.ts';
import { useRecordView } from '#library/catalog/public/use-record-view.ts';
import { Comments } from '#library/comments/public/comments.tsx';
import { runsQuery } from '#library/runs/public/run-queries.ts';
import { StartRun } from '#library/runs/public/start-run.tsx';
import { isUnknown } from '#platform/client/api-client.ts';
import { locale } from '#platform/language/locale.ts';
import { localizedAddress } from '#platform/language/localized-address.ts';
import type { PageHandle } from '#platform/pages/page-handle.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { MissingPage } from '#site/settings/public/missing-page.tsx';
import { PageTitle } from '#site/settings/public/page-title.tsx';
import { siteContext } from '#site/settings/public/site-context.ts';
import { BackLink } from '#ui/back-link.tsx';
import { useSettled } from '#ui/lazy-part.tsx';
import { useFormatter } from '#ui/markdown/lazy-markdown.tsx';
import { plainParagraphs } from '#ui/markdown/plain-paragraphs.ts';
import { useRequestedSearch } from '#ui/tables/use-requested-search.ts';
import * as common from '#ui/words/messages.ts';
import type { Route } from './+types/playbook-page.ts';
import { browsePlaybooksContext } from './browse-context.ts';
import { LockedPlaybook } from './lazy-locked-playbook.ts';
import { Overview, PlaybookSkeleton } from './playbook-overview.tsx';
import { PlaybookViewer } from './playbook-viewer.tsx';
import * as m from './words/messages.ts';

/**
 * Loads the preview of a shared link, which everyone can see; the page itself is for members. Without it, the page
 * still loads.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const [item, settings] = await Promise.all([
    context.get(browsePlaybooksContext).find(params.slug),
    site.settings(),
  ]);
  return (
    item && {
      item,
      siteName: settings.site_name,
      publicUrl: site.publicUrl,
      formatterAddress: plainParagraphs(item.description)
        ? null
        : localizedAddress(formatterAddress, locale()),
    }
  );
}

/** Navigation within the app needs no link preview. */
export const clientLoader = () => undefined;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  ...privateMeta(() => (loaderData ? loaderData.item.title : common.playbook()))({ matches }),
  ...(loaderData ? itemShareMeta({ ...loaderData, collection: 'playbooks' }) : []),
  // Preload the formatter with the page's own code, because the page waits for it.
  ...(loaderData?.formatterAddress
    ? [{ tagName: 'link' as const, rel: 'modulepreload', href: loaderData.formatterAddress }]
    : []),
];

export const handle: PageHandle = {
  Pending() {
    const data = useRouteLoaderData<typeof loader>('library/playbooks/playbook-page');
    const isOnStep = useSearchParams()[0].has('step');
    return <PlaybookSkeleton item={isOnStep ? undefined : data?.item} />;
  },
  asked: ({ slug = '' }) => ({ item: `playbooks/${encodeURIComponent(slug)}`, runs: 'runs' }),
};

export default function PlaybookPage({ loaderData, params: { slug } }: Route.ComponentProps) {
  const { data: playbook, error, isPending, refetch } = useQuery(playbookQuery(slug));
  // The member's runs are above the steps, so loading them later would move the steps.
  const { isLoading: areRunsLoading } = useQuery(runsQuery);
  const isOnStep = useRequestedSearch()[0].has('step');
  const shown = playbook ? [playbook, ...(isOnStep ? playbook.steps : [])] : [];
  const hasTexts = useFormatter(shown.map(({ description }) => description));
  const isLocked = playbook !== undefined && !playbook.can.read && !playbook.daily_limit_reached;
  const hasPurchase = useSettled(LockedPlaybook, isLocked);
  // Preload the formatter so that content below doesn't shift. Once shown, keep the content even if a step needs formatting.
  const [shownId, setShownId] = useState<string>();
  if (playbook && playbook.id !== shownId && hasTexts && hasPurchase) setShownId(playbook.id);
  useRecordView('playbooks', playbook);
  useCurrentAddress('/playbook', slug, playbook?.slug);

  if (isPending || areRunsLoading || (playbook && playbook.id !== shownId))
    return <PlaybookSkeleton item={isOnStep ? undefined : loaderData?.item} />;
  if (isUnknown(error) || !playbook)
    return (
      <MissingPage
        error={error}
        retry={refetch}
        notFound={{ title: common.playbook_not_found(), about: m.missing_playbook_about() }}
        failedTitle={m.this_playbook_couldnt_be_loaded()}
        back={{ to: '/playbooks', label: common.back_to_playbooks() }}
        ifFailed={{ to: '/playbooks', label: m.all_playbooks() }}
      />
    );
  const overview = (isBack = false) => (
    <>
      <Overview playbook={playbook} isFocused={isBack} />
      {playbook.can.read && playbook.step_count > 0 && <StartRun slug={playbook.slug} />}
    </>
  );
  return (
    // The key keeps what was typed on one playbook's page from appearing on another's.
    <article key={playbook.id} className="mx-auto max-w-4xl">
      <PageTitle>{playbook.title}</PageTitle>
      <BackLink to="/playbooks">{m.all_playbooks()}</BackLink>
      {playbook.can.read ? (
        <PlaybookViewer playbook={playbook} overview={overview} />
      ) : (
        <>
          {overview()}
          {playbook.daily_limit_reached ? <LimitReached /> : <LockedPlaybook playbook={playbook} />}
        </>
      )}
      <Comments
        collection="playbooks"
        slug={playbook.slug}
        itemId={playbook.id}
        canComment={playbook.can.comment}
      />
    </article>
  );
}
