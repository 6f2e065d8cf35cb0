import { ArrowBigUp } from 'lucide-react';
import { useEngagement, useOptimisticToggle } from '#library/catalog/public/engagement.ts';
import { api } from '#platform/api-client.ts';
import { classNames } from '#ui/class-names.ts';
import { formatCount } from '#ui/format.ts';

type Props = {
  collection: 'prompts' | 'playbooks';
  item: { slug: string; title: string; is_upvoted: boolean; vote_count: number };
  disabled?: boolean;
};

/** Upvotes an item, once a member. */
export function VoteButton({ collection, item, disabled = false }: Props) {
  const { slug, is_upvoted, vote_count } = item;
  const setEngagement = useEngagement(collection, slug);
  const param = { collection, slug };
  const others = vote_count - (is_upvoted ? 1 : 0);
  const { toggle } = useOptimisticToggle({
    isOn: is_upvoted,
    show: (isOn) => setEngagement({ is_upvoted: isOn, vote_count: others + (isOn ? 1 : 0) }),
    send: async (isOn) => {
      const endpoint = api[':collection'][':slug'].vote;
      await (isOn ? endpoint.$put({ param }) : endpoint.$delete({ param }));
    },
  });
  return (
    <button
      type="button"
      aria-pressed={is_upvoted}
      disabled={disabled}
      onClick={() => void toggle()}
      className={classNames(
        'relative z-10 inline-flex min-h-8 items-center gap-1 rounded-md px-2 text-[0.8125rem] font-semibold tabular-nums hover:bg-sunken disabled:opacity-50',
        is_upvoted ? 'text-accent' : 'text-muted',
      )}
    >
      <ArrowBigUp className={classNames('size-4', is_upvoted && 'fill-current')} aria-hidden="true" />
      <span className="sr-only">Upvote {item.title}: </span>
      {formatCount(vote_count)}
    </button>
  );
}
