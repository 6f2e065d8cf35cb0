import { useProfile } from '#people/session/public/use-profile.ts';
import { ButtonLink } from '#ui/button.tsx';
import { LockedText } from '#ui/locked-text.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';

/** Shown instead of a text if the member has used up the plan's daily reading limit. */
export function LimitReached() {
  const limit = useProfile()?.daily_copy_limit;
  return (
    <LockedText
      label={m.daily_limit_reached()}
      mark={m.daily_limit()}
      title={m.youve_reached_your_limit_for_today()}
    >
      <p className="mx-auto mb-5 max-w-sm text-sm text-muted">
        {limit === undefined
          ? m.your_plan_opens_prompts_and_playbooks()
          : m.daily_openings_used_up({ limit })}
      </p>
      <ButtonLink to="/pricing">{common.see_plans()}</ButtonLink>
    </LockedText>
  );
}
