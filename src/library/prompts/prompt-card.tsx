import { difficultyLabel } from '#library/catalog/public/labels.ts';
import { MemberCard } from '#library/catalog/public/member-card.tsx';
import { PromptTypeMark } from '#library/catalog/public/prompt-type-mark.tsx';
import { FavoriteButton } from '#library/favorites/public/favorite-button.tsx';
import { VoteButton } from '#library/votes/public/vote-button.tsx';
import type { PromptCard as Prompt } from './prompts.contract.ts';

/** A prompt in the member's library. */
export function PromptCard({ prompt }: { prompt: Prompt }) {
  return (
    <MemberCard
      item={prompt}
      to={`/prompt/${prompt.slug}`}
      mark={<PromptTypeMark type={prompt.prompt_type} />}
      description={prompt.description}
      descriptionLines="line-clamp-2"
      picture={prompt.preview_image_url}
      favoriteButton={<FavoriteButton collection="prompts" item={prompt} />}
      voteButton={<VoteButton collection="prompts" item={prompt} />}
    >
      <span className="capitalize">{difficultyLabel(prompt.difficulty)}</span>
    </MemberCard>
  );
}
