import { Link } from 'react-router';
import { ViewCount } from '#library/catalog/public/card-counts.tsx';
import { CardPicture } from '#library/catalog/public/card-picture.tsx';
import { difficultyLabel } from '#library/catalog/public/labels.ts';
import { LockedMark } from '#library/catalog/public/locked-mark.tsx';
import { PromptTypeMark } from '#library/catalog/public/prompt-type-mark.tsx';
import { TagList } from '#library/catalog/public/tag-list.tsx';
import { FavoriteButton } from '#library/favorites/public/favorite-button.tsx';
import { VoteButton } from '#library/votes/public/vote-button.tsx';
import type { PromptCard as Prompt } from './prompts.contract.ts';

/** A prompt in the member's library. */
export function PromptCard({ prompt }: { prompt: Prompt }) {
  return (
    <article className="group relative flex min-w-0 flex-1 flex-col p-5 transition-colors hover:bg-surface">
      <div className="mb-3 flex min-h-8 items-center pr-10">
        <span className="flex min-w-0 items-center gap-3">
          <PromptTypeMark type={prompt.prompt_type} />
          <span className="eyebrow truncate" dir="auto">
            {prompt.category}
          </span>
        </span>
      </div>
      <div className="flex gap-4">
        <div className="min-w-0 flex-1">
          <h2 dir="auto" className="text-xl [overflow-wrap:anywhere]">
            <Link
              to={`/prompt/${prompt.slug}`}
              className="line-clamp-3 after:absolute after:inset-0 group-hover:text-accent"
            >
              {prompt.title}
            </Link>
          </h2>
          <p dir="auto" className="mt-2 mb-4 line-clamp-2 text-sm text-muted [overflow-wrap:anywhere]">
            {prompt.description}
          </p>
        </div>
        <CardPicture address={prompt.preview_image_url} />
      </div>
      <div className="absolute top-5 right-5">
        <FavoriteButton collection="prompts" item={prompt} />
      </div>
      <div className="mt-auto">
        <TagList tags={prompt.tags} />
        <div className="mt-3 -ml-2 flex items-center gap-3 text-[0.8125rem] text-muted">
          <VoteButton collection="prompts" item={prompt} />
          {prompt.view_count > 0 && <ViewCount count={prompt.view_count} />}
          <span className="capitalize">{difficultyLabel(prompt.difficulty)}</span>
          {!prompt.can.read && <LockedMark item={prompt} />}
        </div>
      </div>
    </article>
  );
}
