import { useProfile } from '#people/session/public/use-profile.ts';
import { ButtonLink } from '#ui/button.tsx';
import { formatNumber } from '#ui/format.ts';
import { LockedText } from '#ui/locked-text.tsx';

/** Shown instead of a text where the member's plan counts reading and has no more for today. */
export function LimitReached() {
  const limit = useProfile()?.daily_copy_limit;
  return (
    <LockedText label="Daily limit reached" mark="Daily limit" title="You've reached your limit for today">
      <p className="mx-auto mb-5 max-w-sm text-sm text-muted">
        {limit === undefined
          ? "Your plan opens prompts and playbooks a day. More are free again at midnight UTC, or with a higher plan. What you've opened today stays open."
          : `Your plan opens ${formatNumber(limit)} prompts and playbooks a day. More are free again at midnight UTC, or with a higher plan. What you've opened today stays open.`}
      </p>
      <ButtonLink to="/pricing">See plans</ButtonLink>
    </LockedText>
  );
}
