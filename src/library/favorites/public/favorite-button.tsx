import { useQueryClient } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { useEngagementToggle } from '#library/catalog/public/engagement.ts';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { classNames } from '#ui/class-names.ts';
import * as m from '../words/messages.ts';

type Props = {
  collection: 'prompts' | 'playbooks';
  item: { slug: string; title: string; is_favorited: boolean };
  disabled?: boolean;
};

/** Adds an item to the member's favorites, or removes it. */
export function FavoriteButton({ collection, item, disabled = false }: Props) {
  const { slug, is_favorited } = item;
  const client = useQueryClient();
  const toggle = useEngagementToggle({
    collection,
    slug,
    isOn: is_favorited,
    changes: (isOn) => ({ is_favorited: isOn }),
    send: async (isOn) => {
      const endpoint = api[':collection'][':slug'].favorite;
      const param = { collection, slug };
      const answer = await (isOn ? endpoint.$put({ param }) : endpoint.$delete({ param }));
      const { favorite_count } = await answer.json();
      client.setQueryData(
        queryKeys.stats,
        (stats: { your_favorites: number } | undefined) =>
          stats && { ...stats, your_favorites: favorite_count },
      );
    },
  });
  return (
    <button
      type="button"
      aria-pressed={is_favorited}
      aria-label={m.favorite_title({ title: item.title })}
      disabled={disabled}
      onClick={({ currentTarget }) => {
        const place = currentTarget.closest('li');
        const neighbor = place?.nextElementSibling ?? place?.previousElementSibling;
        toggle();
        // In a list of favorites, the card disappears with its button, so move the focus.
        requestAnimationFrame(() => place?.isConnected === false && neighbor?.querySelector('a')?.focus());
      }}
      className={classNames(
        'relative z-10 grid size-8 place-items-center rounded-md hover:bg-sunken disabled:opacity-50',
        is_favorited ? 'text-signal' : 'text-muted',
      )}
    >
      <Heart className={classNames('size-4', is_favorited && 'fill-current')} aria-hidden="true" />
    </button>
  );
}
