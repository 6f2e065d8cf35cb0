import formatterAddress from 'virtual:formatter';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { EditLink } from '#library/catalog/public/edit-link.tsx';
import { itemShareMeta } from '#library/catalog/public/item-meta.ts';
import { viewsLabel } from '#library/catalog/public/labels.ts';
import { LimitReached } from '#library/catalog/public/limit-reached.tsx';
import { ShareButton } from '#library/catalog/public/share-button.tsx';
import { useCurrentAddress } from '#library/catalog/public/use-current-address.ts';
import { useRecordView } from '#library/catalog/public/use-record-view.ts';
import { AddToCollection } from '#library/collections/public/add-to-collection.tsx';
import { Comments } from '#library/comments/public/comments.tsx';
import { DownloadButton } from '#library/downloads/public/download-button.tsx';
import { FavoriteButton } from '#library/favorites/public/favorite-button.tsx';
import { runsQuery } from '#library/runs/public/run-queries.ts';
import { StartRun } from '#library/runs/public/start-run.tsx';
import { ItemVersions } from '#library/versions/public/item-versions.tsx';
import { playbookVersions } from '#library/versions/public/playbook-versions.ts';
import { VoteButton } from '#library/votes/public/vote-button.tsx';
import { ApiError } from '#platform/client/api-client.ts';
import { locale } from '#platform/language/locale.ts';
import { localizedAddress } from '#platform/language/localized-address.ts';
import { privateMeta } from '#platform/pages/page-meta.ts';
import { PageTitle } from '#site/settings/public/page-title.tsx';
import { siteContext } from '#site/settings/public/site-context.ts';
import { BackLink } from '#ui/back-link.tsx';
import { formatLocalDay } from '#ui/format.ts';
import { useSettled } from '#ui/lazy-part.tsx';
import { Markdown, useFormatter } from '#ui/markdown/lazy-markdown.tsx';
import { plainParagraphs } from '#ui/markdown/plain-paragraphs.ts';
import { useRequestedSearch } from '#ui/tables/use-requested-search.ts';
import { TryAgain } from '#ui/try-again.tsx';
import * as common from '#ui/words/messages.ts';
import type { Route } from './+types/playbook-page.ts';
import { browsePlaybooksContext } from './browse-context.ts';
import { LockedPlaybook } from './lazy-locked-playbook.ts';
import { playbookQuery } from './playbook-queries.ts';
import { PlaybookViewer } from './playbook-viewer.tsx';
import type { PlaybookDetail } from './playbooks.contract.ts';
import * as m from './words/messages.ts';

/** What a shared link shows, whoever opens it; the page itself is for members. Without the item the page still comes. */
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

/** Within the app nothing is shared, so nothing is asked for. */
export const clientLoader = () => undefined;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  ...privateMeta(() => (loaderData ? loaderData.item.title : common.playbook()))({ matches }),
  ...(loaderData ? itemShareMeta({ ...loaderData, collection: 'playbooks' }) : []),
  // Asked for with the page's own code, since the page waits for it.
  ...(loaderData?.formatterAddress
    ? [{ tagName: 'link' as const, rel: 'modulepreload', href: loaderData.formatterAddress }]
    : []),
];

export default function PlaybookPage({ params: { slug } }: Route.ComponentProps) {
  const { data: playbook, error, isPending, refetch } = useQuery(playbookQuery(slug));
  // The member's runs stand above the steps, which would move when they come.
  const { isLoading: areRunsLoading } = useQuery(runsQuery);
  const isOnStep = useRequestedSearch()[0].has('step');
  const shown = playbook ? [playbook, ...(isOnStep ? playbook.steps : [])] : [];
  const hasTexts = useFormatter(shown.map(({ description }) => description));
  const isLocked = playbook !== undefined && !playbook.can.read && !playbook.daily_limit_reached;
  const hasPurchase = useSettled(LockedPlaybook, isLocked);
  // Preload the formatter so that content below doesn't shift. Once shown, keep the content even if a step needs formatting.
  const [shownId, setShownId] = useState<string>();
  if (playbook && playbook.id !== shownId && hasTexts && hasPurchase) setShownId(playbook.id);
  useRecordView('playbooks', playbook?.slug);
  useCurrentAddress('/playbook', slug, playbook?.slug);

  if (isPending || areRunsLoading || (playbook && playbook.id !== shownId)) return <PlaybookSkeleton />;
  if (error instanceof ApiError && [404, 422].includes(error.status)) return <PlaybookNotFound />;
  if (!playbook) {
    return (
      <div className="py-20 text-center">
        <h1 className="mb-6 text-3xl">{m.this_playbook_couldnt_be_loaded()}</h1>
        <TryAgain retry={refetch} />
        <p className="mt-8">
          <Link to="/playbooks" className="font-semibold text-accent underline underline-offset-4">
            {m.all_playbooks()}
          </Link>
        </p>
      </div>
    );
  }
  const overview = (isBack = false) => (
    <>
      <Overview playbook={playbook} isFocused={isBack} />
      {playbook.can.read && playbook.step_count > 0 && <StartRun slug={playbook.slug} />}
    </>
  );
  return (
    // What is typed on the page of one playbook stays with it.
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
      <Comments collection="playbooks" slug={playbook.slug} canComment={playbook.can.comment} />
    </article>
  );
}

function Overview({ playbook, isFocused }: { playbook: PlaybookDetail; isFocused: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears.
  useEffect(() => {
    if (isFocused) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header>
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-1 text-[0.8125rem] text-muted">
        <span className="font-medium">{common.count_step({ count: playbook.step_count })}</span>
        <span className="eyebrow min-w-0 [overflow-wrap:anywhere]">{playbook.category}</span>
        {playbook.status === 'draft' && (
          <span className="eyebrow text-signal">
            {playbook.can.edit ? common.draft() : m.no_longer_listed()}
          </span>
        )}
      </div>
      <h1
        ref={heading}
        tabIndex={-1}
        dir="auto"
        className="mt-3 text-4xl outline-none [overflow-wrap:anywhere] md:text-5xl"
      >
        {playbook.title}
      </h1>
      <div className="mt-5 -ml-2 flex flex-wrap items-center gap-2">
        <VoteButton collection="playbooks" item={playbook} disabled={!playbook.can.vote} />
        <FavoriteButton collection="playbooks" item={playbook} disabled={!playbook.can.favorite} />
        <AddToCollection item={{ type: 'playbook', slug: playbook.slug, title: playbook.title }} />
        <ShareButton />
        {playbook.can.edit && <EditLink collection="playbooks" id={playbook.id} />}
        {playbook.can.read && <DownloadButton collection="playbooks" slug={playbook.slug} />}
        <span className="ml-2 text-[0.8125rem] text-muted">
          {playbook.view_count > 0 && `${viewsLabel(playbook.view_count)} · `}
          {formatLocalDay(playbook.created_at)}
        </span>
      </div>
      {playbook.can.read && <ItemVersions item={playbook} source={playbookVersions} />}
      {playbook.image_url && (
        <img
          src={playbook.image_url}
          alt=""
          className="mt-7 aspect-video max-h-96 w-full rounded-md border border-line bg-sunken object-cover"
        />
      )}
      <div className="mt-7 max-w-2xl">
        <Markdown text={playbook.description} />
      </div>
      {playbook.tags.length > 0 && (
        <ul
          aria-label={common.tags()}
          className="mt-6 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted [overflow-wrap:anywhere]"
        >
          {playbook.tags.map((tag) => (
            <li key={tag}>
              <span aria-hidden="true" className="text-signal">
                #
              </span>
              {tag}
            </li>
          ))}
        </ul>
      )}
    </header>
  );
}

function PlaybookNotFound() {
  return (
    <div className="py-20 text-center">
      <PageTitle>{common.playbook_not_found()}</PageTitle>
      <h1 className="text-4xl">{common.playbook_not_found()}</h1>
      <p className="mt-4 text-muted">{m.missing_playbook_about()}</p>
      <Link
        to="/playbooks"
        className="mt-8 inline-block font-semibold text-accent underline underline-offset-4"
      >
        {m.back_to_playbooks()}
      </Link>
    </div>
  );
}

function PlaybookSkeleton() {
  return (
    <div className="mx-auto max-w-4xl" role="status" aria-label={m.loading_playbook()}>
      <div className="skeleton h-4 w-24" />
      <div className="skeleton mt-8 h-12 w-4/5" />
      <div className="skeleton mt-5 h-5 w-2/3" />
      <div className="skeleton mt-8 h-72" />
    </div>
  );
}
