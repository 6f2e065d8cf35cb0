import { useState } from 'react';
import { PaymentNotice } from '#features/settings/payment-notice.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { formatDollarsAndCents } from '#ui/format.ts';
import { LockedText } from '#ui/locked-text.tsx';
import type { PlaybookDetail } from './playbooks.contract.ts';

/** In the place of the steps: the purchase where there is one, and the plans. */
export function LockedPlaybook({ playbook }: { playbook: PlaybookDetail }) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <LockedText label="Locked playbook" title="Unlock this playbook">
      <div className="flex flex-wrap justify-center gap-3">
        {playbook.can.purchase && (
          <Button onClick={() => setIsAsked(true)}>Buy for {formatDollarsAndCents(playbook.price)}</Button>
        )}
        <ButtonLink to="/pricing" variant={playbook.can.purchase ? 'secondary' : 'primary'}>
          Subscribe
        </ButtonLink>
      </div>
      <p className="mx-auto mt-4 max-w-sm text-[0.8125rem] text-muted" aria-live="polite">
        {isAsked && <PaymentNotice subject={`Playbook: ${playbook.title}`} what="this playbook" />}
      </p>
    </LockedText>
  );
}
