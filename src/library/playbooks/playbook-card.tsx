import { Eye, Lock } from 'lucide-react';
import { Link } from 'react-router';
import { TagList } from '#library/catalog/public/tag-list.tsx';
import { FavoriteButton } from '#library/favorites/public/favorite-button.tsx';
import { VoteButton } from '#library/votes/public/vote-button.tsx';
import { isForSale } from '#money/billing/public/for-sale.ts';
import { plainText } from '#platform/plain-text.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { formatCount, formatRoundedPrice, plural } from '#ui/format.ts';
import type { PlaybookCard as Playbook } from './playbooks.contract.ts';

/** A playbook in the member's list. */
export function PlaybookCard({ playbook }: { playbook: Playbook }) {
  const { currency } = useSiteSettings();
  const isPriced = isForSale(playbook);
  return (
    <article className="group relative flex min-w-0 flex-1 flex-col p-5 transition-colors hover:bg-surface">
      <div className="mb-3 flex min-h-8 items-center justify-between gap-3">
        <span className="flex min-w-0 items-center gap-3">
          <span className="text-[0.8125rem] font-medium whitespace-nowrap text-muted">
            {plural(playbook.step_count, 'step')}
          </span>
          <span className="eyebrow truncate">{playbook.category}</span>
        </span>
        <FavoriteButton collection="playbooks" item={playbook} />
      </div>
      <h2 className="text-xl [overflow-wrap:anywhere]">
        <Link
          to={`/playbook/${playbook.slug}`}
          className="line-clamp-3 after:absolute after:inset-0 group-hover:text-accent"
        >
          {playbook.title}
        </Link>
      </h2>
      <p className="mt-2 mb-4 line-clamp-3 text-sm text-muted [overflow-wrap:anywhere]">
        {plainText(playbook.description)}
      </p>
      <div className="mt-auto">
        <TagList tags={playbook.tags} />
        <div className="mt-3 -ml-2 flex items-center gap-3 text-[0.8125rem] text-muted">
          <VoteButton collection="playbooks" item={playbook} />
          <span className="inline-flex items-center gap-1.5">
            <Eye className="size-3.5" aria-hidden="true" />
            {formatCount(playbook.view_count)} <span className="sr-only">views</span>
          </span>
          {!playbook.can.read && (
            <span className="ml-auto inline-flex items-center gap-1.5 font-semibold text-signal">
              <Lock className="size-3.5" aria-hidden="true" />
              {isPriced ? formatRoundedPrice(playbook.price, currency) : 'Pro Only'}
            </span>
          )}
        </div>
      </div>
    </article>
  );
}
