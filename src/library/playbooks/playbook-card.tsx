import { MemberCard } from '#library/catalog/public/member-card.tsx';
import { FavoriteButton } from '#library/favorites/public/favorite-button.tsx';
import { VoteButton } from '#library/votes/public/vote-button.tsx';
import { plainText } from '#platform/text/plain-text.ts';
import * as common from '#ui/words/messages.ts';
import type { PlaybookCard as Playbook } from './playbooks.contract.ts';

/** A playbook in the member's list. */
export function PlaybookCard({ playbook }: { playbook: Playbook }) {
  return (
    <MemberCard
      item={playbook}
      to={`/playbook/${playbook.slug}`}
      mark={
        <span className="text-[0.8125rem] font-medium whitespace-nowrap text-muted">
          {common.count_step({ count: playbook.step_count })}
        </span>
      }
      description={plainText(playbook.description)}
      descriptionLines="line-clamp-3"
      picture={playbook.image_url}
      favoriteButton={<FavoriteButton collection="playbooks" item={playbook} />}
      voteButton={<VoteButton collection="playbooks" item={playbook} />}
    />
  );
}
