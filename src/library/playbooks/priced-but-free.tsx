import { useWatch } from 'react-hook-form';
import type { PlaybookControl } from './playbook-form.ts';

/** Warns where a playbook has a price that nobody needs to pay. */
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
          <span className="font-semibold text-signal">Nobody has to buy this playbook.</span> At Tier Access 0
          everybody with an account can open it, so its price isn't shown. To sell it, raise Tier Access.
        </p>
      )}
    </div>
  );
}
