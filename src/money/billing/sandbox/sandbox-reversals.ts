import * as m from '../words/messages.ts';
import type { SandboxAction } from './sandbox.contract.ts';
import type { SandboxCharge } from './sandbox-store.server.ts';

type Reversal = {
  event: string;
  isFor: (charge: SandboxCharge) => boolean;
  change: Partial<SandboxCharge>;
  missing: () => string;
};
const isKept = ({ isRefunded, isDisputed }: SandboxCharge) => !isRefunded && !isDisputed;
const isOpen = ({ isDisputed, isDisputeLost }: SandboxCharge) => isDisputed && !isDisputeLost;

/** Actions on the newest payment that they can apply to. */
export const sandboxReversals: Partial<Record<SandboxAction, Reversal>> = {
  refund: {
    event: 'charge.refunded',
    isFor: isKept,
    change: { isRefunded: true },
    missing: m.refused_no_payment_yet,
  },
  fail_refund: {
    event: 'refund.failed',
    isFor: ({ isRefunded }) => isRefunded,
    change: { isRefunded: false },
    missing: m.refused_nothing_refunded,
  },
  dispute: {
    event: 'charge.dispute.created',
    isFor: isKept,
    change: { isDisputed: true },
    missing: m.refused_no_payment_yet,
  },
  win_dispute: {
    event: 'charge.dispute.closed',
    isFor: isOpen,
    change: { isDisputed: false },
    missing: m.refused_nothing_disputed,
  },
  lose_dispute: {
    event: 'charge.dispute.closed',
    isFor: isOpen,
    change: { isDisputeLost: true },
    missing: m.refused_nothing_disputed,
  },
};
