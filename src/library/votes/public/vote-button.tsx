import { ArrowBigUp } from 'lucide-react';
import { useEngagementToggle } from '#library/catalog/public/engagement.ts';
import { api } from '#platform/client/api-client.ts';
import { classNames } from '#ui/class-names.ts';
import { formatCount } from '#ui/format.ts';
import * as m from '../words/messages.ts';

type Props = {
  collection: 'prompts' | 'playbooks';
  item: { slug: string; title: string; is_upvoted: boolean; vote_count: number };
  disabled?: boolean;
};

/** Upvotes an item, or removes the vote. */
export function VoteButton({ collection, item, disabled = false }: Props) {
  const { slug, is_upvoted, vote_count } = item;
  const others = vote_count - (is_upvoted ? 1 : 0);
  const toggle = useEngagementToggle({
    collection,
    slug,
    isOn: is_upvoted,
    changes: (isOn) => ({ is_upvoted: isOn, vote_count: others + (isOn ? 1 : 0) }),
    send: (isOn) => {
      const endpoint = api[':collection'][':slug'].vote;
      const param = { collection, slug };
      return isOn ? endpoint.$put({ param }) : endpoint.$delete({ param });
    },
  });
  return (
    <button
      type="button"
      aria-pressed={is_upvoted}
      disabled={disabled}
      onClick={toggle}
      className={classNames(
        'relative z-10 inline-flex min-h-8 items-center gap-1 rounded-md px-2 text-[0.8125rem] font-semibold tabular-nums hover:bg-sunken disabled:opacity-50',
        is_upvoted ? 'text-accent' : 'text-muted',
      )}
    >
      <ArrowBigUp className={classNames('size-4', is_upvoted && 'fill-current')} aria-hidden="true" />
      <span className="sr-only">{m.upvote_title({ title: item.title })}</span>
      {vote_count > 0 && (
        <>
          <span className="sr-only">: </span>
          <span>{formatCount(vote_count)}</span>
        </>
      )}
    </button>
  );
}
