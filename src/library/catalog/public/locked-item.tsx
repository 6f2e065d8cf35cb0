import type { ReactNode } from 'react';
import { useOwnPlan } from '#money/billing/public/use-own-plan.ts';
import { monthlyPrice, openingPlan } from '#money/tiers/public/opening-plan.ts';
import { useTiers } from '#money/tiers/public/use-tiers.ts';
import { useSiteSettings } from '#site/settings/public/site-settings.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { LockedText } from '#ui/locked-text.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';
import { useAccessWords } from './locked-mark.tsx';

type Props = {
  label: string;
  title: string;
  level: number;
  /** A preview of the text, from the item's metadata. */
  preview: ReactNode;
  isBlurred?: boolean;
  children: ReactNode;
};

/** Shows a preview of a locked item, and how to unlock it. */
export function LockedItem({ label, title, level, preview, isBlurred = true, children }: Props) {
  const { currency } = useSiteSettings();
  const plan = openingPlan(useTiers(), level);
  const isPaying = Boolean(useOwnPlan()?.status);
  const words = useAccessWords(level);
  return (
    <LockedText
      label={label}
      title={title}
      isBlurred={isBlurred}
      mark={
        isPaying && plan
          ? m.included_in_name_plan({ name: plan.name, plan: monthlyPrice(plan, currency) })
          : words
      }
    >
      {preview && <div className="mx-auto mb-6 max-w-md">{preview}</div>}
      {children}
    </LockedText>
  );
}

type LinkProps = { from: string; level: number; label: string; variant?: 'primary' | 'secondary' };

/** Links to the plans, which lead back to the item. Paying members can change their plan right away. */
export function PlansLink({ from, level, label, variant = 'primary' }: LinkProps) {
  const plan = openingPlan(useTiers(), level);
  const own = useOwnPlan();
  const plans = `/pricing?from=${encodeURIComponent(from)}`;
  return own?.status && plan ? (
    <div className="flex flex-wrap justify-center gap-3">
      <ButtonLink
        to={`/subscription?change=${plan.id}&interval=${own.interval ?? 'month'}`}
        variant={variant}
      >
        {m.change_to_name({ name: plan.name })}
      </ButtonLink>
      <ButtonLink to={plans} variant="quiet">
        {common.see_plans()}
      </ButtonLink>
    </div>
  ) : (
    <ButtonLink to={plans} variant={variant}>
      {label}
    </ButtonLink>
  );
}
