import { ButtonLink } from '#ui/button.tsx';
import { LockedText } from '#ui/locked-text.tsx';

export function LockedBody() {
  return (
    <LockedText label="Locked prompt" title="Upgrade to access this prompt">
      <ButtonLink to="/pricing">See plans</ButtonLink>
    </LockedText>
  );
}
