import type { SandboxAction } from './sandbox.contract.ts';
import type { SandboxCharge } from './sandbox-store.server.ts';

type Reversal = {
  event: string;
  isFor: (charge: SandboxCharge) => boolean;
  change: Partial<SandboxCharge>;
  missing: string;
};
const isKept = ({ isRefunded, isDisputed }: SandboxCharge) => !isRefunded && !isDisputed;
const isOpen = ({ isDisputed, isDisputeLost }: SandboxCharge) => isDisputed && !isDisputeLost;
const noPayment = 'You have no payment yet.';
const noDispute = 'No payment is disputed.';

/** What can happen to the newest payment it can happen to. */
export const sandboxReversals: Partial<Record<SandboxAction, Reversal>> = {
  refund: { event: 'charge.refunded', isFor: isKept, change: { isRefunded: true }, missing: noPayment },
  fail_refund: {
    event: 'refund.failed',
    isFor: ({ isRefunded }) => isRefunded,
    change: { isRefunded: false },
    missing: 'No payment is refunded.',
  },
  dispute: {
    event: 'charge.dispute.created',
    isFor: isKept,
    change: { isDisputed: true },
    missing: noPayment,
  },
  win_dispute: {
    event: 'charge.dispute.closed',
    isFor: isOpen,
    change: { isDisputed: false },
    missing: noDispute,
  },
  lose_dispute: {
    event: 'charge.dispute.closed',
    isFor: isOpen,
    change: { isDisputeLost: true },
    missing: noDispute,
  },
};
