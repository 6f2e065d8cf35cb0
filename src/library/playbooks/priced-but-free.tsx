import { useWatch } from 'react-hook-form';
import type { PlaybookControl } from './playbook-form.ts';
import * as m from './words/messages.ts';

/** Warns if a playbook has a price that members don't need to pay. */
export function PricedButFree({ control }: { control: PlaybookControl }) {
  const [level, price, isPurchasable] = useWatch({
    control,
    name: ['tier_access', 'price', 'is_purchasable'],
  });
  const isWasted = Number(level) <= 0 && Number(price) > 0 && isPurchasable === 'yes';
  return (
    <div role="status" className="sm:col-span-2 empty:hidden">
      {isWasted && (
        <p className="rounded-md bg-signal-soft px-4 py-3 text-sm">
          <span className="font-semibold text-signal">{m.nobody_has_to_buy_this_playbook()}</span>{' '}
          {m.price_not_shown_when_free()}
        </p>
      )}
    </div>
  );
}
