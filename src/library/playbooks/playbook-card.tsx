import { Link } from 'react-router';
import { ViewCount } from '#library/catalog/public/card-counts.tsx';
import { CardPicture } from '#library/catalog/public/card-picture.tsx';
import { LockedMark } from '#library/catalog/public/locked-mark.tsx';
import { TagList } from '#library/catalog/public/tag-list.tsx';
import { FavoriteButton } from '#library/favorites/public/favorite-button.tsx';
import { VoteButton } from '#library/votes/public/vote-button.tsx';
import { plainText } from '#platform/text/plain-text.ts';
import * as common from '#ui/words/messages.ts';
import type { PlaybookCard as Playbook } from './playbooks.contract.ts';

/** A playbook in the member's list. */
export function PlaybookCard({ playbook }: { playbook: Playbook }) {
  return (
    <article className="group relative flex min-w-0 flex-1 flex-col p-5 transition-colors hover:bg-surface">
      <div className="mb-3 flex min-h-8 items-center pr-10">
        <span className="flex min-w-0 items-center gap-3">
          <span className="text-[0.8125rem] font-medium whitespace-nowrap text-muted">
            {common.count_step({ count: playbook.step_count })}
          </span>
          <span className="eyebrow truncate" dir="auto">
            {playbook.category}
          </span>
        </span>
      </div>
      <div className="flex gap-4">
        <div className="min-w-0 flex-1">
          <h2 dir="auto" className="text-xl [overflow-wrap:anywhere]">
            <Link
              to={`/playbook/${playbook.slug}`}
              className="line-clamp-3 after:absolute after:inset-0 group-hover:text-accent"
            >
              {playbook.title}
            </Link>
          </h2>
          <p dir="auto" className="mt-2 mb-4 line-clamp-3 text-sm text-muted [overflow-wrap:anywhere]">
            {plainText(playbook.description)}
          </p>
        </div>
        <CardPicture address={playbook.image_url} />
      </div>
      <div className="absolute top-5 right-5">
        <FavoriteButton collection="playbooks" item={playbook} />
      </div>
      <div className="mt-auto">
        <TagList tags={playbook.tags} />
        <div className="mt-3 -ml-2 flex items-center gap-3 text-[0.8125rem] text-muted">
          <VoteButton collection="playbooks" item={playbook} />
          {playbook.view_count > 0 && <ViewCount count={playbook.view_count} />}
          {!playbook.can.read && <LockedMark item={playbook} />}
        </div>
      </div>
    </article>
  );
}
