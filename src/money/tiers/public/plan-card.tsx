import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BillingInterval } from '#constants';
import { classNames } from '#ui/class-names.ts';
import { RichText } from '#ui/rich-text.tsx';
import type { Tier } from '../tiers.contract.ts';
import * as m from '../words/messages.ts';

type Props = {
  tier: Tier;
  heading: 'h2' | 'h3';
  /** The formatted price per period. */
  price: string;
  period: BillingInterval;
  /** The formatted price of the first period with a code; undefined without a code for this plan. */
  reduced?: string | undefined;
  features: string[];
  /** Next to plans with a note, an empty one keeps the space. */
  note?: string | undefined;
  /** Whether it is the viewer's plan. */
  isCurrent?: boolean;
  action: ReactNode;
};

/** A plan with its price, its features and the button to get it. */
export function PlanCard({
  tier,
  heading: Heading,
  price,
  period,
  reduced,
  features,
  note,
  isCurrent,
  action,
}: Props) {
  return (
    <li
      className={classNames(
        'relative flex min-w-0 flex-col rounded-md border bg-surface p-7 max-[18rem]:p-5',
        tier.featured ? 'border-accent shadow-raised' : 'border-line',
      )}
    >
      {tier.featured && (
        <span className="absolute -top-3 left-6 self-start rounded-full bg-accent px-3 py-0.5 text-xs font-semibold text-on-accent">
          {m.most_popular()}
        </span>
      )}
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Heading className="min-w-0 text-2xl">{tier.name}</Heading>
        {isCurrent && <span className="eyebrow text-accent">{m.your_plan()}</span>}
      </div>
      <p className="mt-4 flex flex-wrap items-baseline gap-x-1.5">
        <span className="font-serif text-5xl leading-none [overflow-wrap:anywhere] max-[18rem]:text-3xl font-medium tabular-nums">
          {reduced ?? price}
        </span>
        <span className="text-muted">{m.per_period({ period })}</span>
        {reduced !== undefined && (
          <s className="text-muted tabular-nums">
            <RichText
              parts={m.instead_of_price({
                price,
                hidden: (text) => <span className="sr-only">{text}</span>,
              })}
            />
          </s>
        )}
      </p>
      {note !== undefined && <p className="mt-2 min-h-6 text-sm text-muted empty:max-lg:hidden">{note}</p>}
      <ul className="mt-5 mb-8 space-y-2.5 border-t border-line pt-5">
        {features.map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Check className="mt-1 size-4 shrink-0 text-accent" aria-hidden="true" />
            <span className="min-w-0">{feature}</span>
          </li>
        ))}
      </ul>
      <div className="mt-auto">{action}</div>
    </li>
  );
}
