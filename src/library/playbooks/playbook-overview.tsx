import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { EditLink } from '#library/catalog/public/edit-link.tsx';
import { viewsLabel } from '#library/catalog/public/labels.ts';
import { ShareButton } from '#library/catalog/public/share-button.tsx';
import { AddToCollection } from '#library/collections/public/add-to-collection.tsx';
import { DownloadButton } from '#library/downloads/public/download-button.tsx';
import { FavoriteButton } from '#library/favorites/public/favorite-button.tsx';
import { ItemVersions } from '#library/versions/public/item-versions.tsx';
import { playbookVersions } from '#library/versions/public/playbook-versions.ts';
import { VoteButton } from '#library/votes/public/vote-button.tsx';
import { BackLink } from '#ui/back-link.tsx';
import { formatLocalDay } from '#ui/format.ts';
import { Markdown } from '#ui/markdown/lazy-markdown.tsx';
import { plainParagraphs } from '#ui/markdown/plain-paragraphs.ts';
import * as common from '#ui/words/messages.ts';
import type { PlaybookDetail } from './playbooks.contract.ts';
import type { PublicPlaybook } from './public-playbook.server.ts';
import * as m from './words/messages.ts';

/** A playbook's description and actions. `isFocused`: focus the title when it appears. */
export function Overview({ playbook, isFocused }: { playbook: PlaybookDetail; isFocused: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears.
  useEffect(() => {
    if (isFocused) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <OverviewOf
      item={playbook}
      heading={heading}
      status={
        playbook.status === 'draft' && (
          <span className="eyebrow text-signal">
            {playbook.can.edit ? common.draft() : m.no_longer_listed()}
          </span>
        )
      }
      actions={
        <>
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
        </>
      }
      versions={playbook.can.read && <ItemVersions item={playbook} source={playbookVersions} />}
      description={<Markdown text={playbook.description} />}
    />
  );
}

type OverviewParts = {
  /** The public fields, which visitors see too. */
  item: Pick<PlaybookDetail, 'step_count' | 'category' | 'title' | 'image_url' | 'tags'>;
  heading?: Ref<HTMLHeadingElement>;
  status?: ReactNode;
  actions: ReactNode;
  versions?: ReactNode;
  description: ReactNode;
};

function OverviewOf({ item, heading, status, actions, versions, description }: OverviewParts) {
  return (
    <header>
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-1 text-[0.8125rem] text-muted">
        <span className="font-medium">{common.count_step({ count: item.step_count })}</span>
        <span className="eyebrow min-w-0 [overflow-wrap:anywhere]">{item.category}</span>
        {status}
      </div>
      <h1
        ref={heading}
        tabIndex={-1}
        dir="auto"
        className="mt-3 text-4xl outline-none [overflow-wrap:anywhere] md:text-5xl"
      >
        {item.title}
      </h1>
      <div className="mt-5 -ml-2 flex min-h-8 flex-wrap items-center gap-2">{actions}</div>
      {versions}
      {item.image_url && (
        <img
          src={item.image_url}
          alt=""
          className="mt-7 aspect-video max-h-96 w-full rounded-md border border-line bg-sunken object-cover"
        />
      )}
      <div className="mt-7 max-w-2xl has-[>:dir(rtl)]:ml-auto">{description}</div>
      {item.tags.length > 0 && (
        <ul
          aria-label={common.tags()}
          className="mt-6 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted [overflow-wrap:anywhere]"
        >
          {item.tags.map((tag) => (
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

/** `item`: the public fields, which come with the page. */
export function PlaybookSkeleton({ item }: { item: PublicPlaybook | undefined }) {
  return (
    <div className="mx-auto max-w-4xl">
      {item ? (
        <>
          <BackLink to="/playbooks">{m.all_playbooks()}</BackLink>
          <OverviewOf
            item={item}
            actions={<span className="skeleton ml-2 h-5 w-48" />}
            description={
              plainParagraphs(item.description) ? (
                <Markdown text={item.description} />
              ) : (
                <div className="skeleton h-24" />
              )
            }
          />
        </>
      ) : (
        <>
          <div className="skeleton h-4 w-24" />
          <div className="skeleton mt-8 h-12 w-4/5" />
          <div className="skeleton mt-5 h-5 w-2/3" />
        </>
      )}
      <div role="status" aria-label={m.loading_playbook()} className="skeleton mt-8 h-72" />
    </div>
  );
}
