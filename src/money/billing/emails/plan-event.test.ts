import { expect, test } from 'vitest';
import type { PlanSnapshot } from '../sync/snapshots.server.ts';
import { planEventOf } from './plan-event.ts';

const active: PlanSnapshot = {
  name: 'Pro',
  status: 'active',
  amount: 900,
  currency: 'usd',
  interval: 'month',
  periodEnd: new Date('2026-06-01'),
  trialEnd: null,
  isCanceled: false,
  cancelAt: null,
  hasBegun: true,
  isFree: false,
  isTrialRefused: false,
  unpaidName: null,
  isRenewalDue: false,
  keptUntil: null,
  pendingName: null,
  actionUrl: null,
  isReversed: false,
  isEndedByRefund: false,
  isEndedWithAccount: false,
  nextAmount: null,
};
const pastDue: PlanSnapshot = { ...active, status: 'past_due' };
const onHold: PlanSnapshot = { ...active, status: 'unpaid' };
const kept = { unpaidName: 'Max', keptUntil: new Date('2026-06-01') };
const ended: PlanSnapshot = { ...active, status: 'canceled', isCanceled: true };
const asked = { actionUrl: 'https://provider.example/confirm' };

test.each([
  ['one that ends with its account', active, { ...ended, isEndedWithAccount: true }, undefined],
  [
    'one that goes on, because its account was not deleted after all',
    active,
    { ...pastDue, isEndedWithAccount: true },
    'payment-failed',
  ],
  ['a first payment that arrives', undefined, active, 'begun'],
  ['one that went back at once', undefined, { ...active, isReversed: true }, undefined],
  ['a first payment that fails', undefined, { ...pastDue, hasBegun: false }, 'first-payment-failed'],
  ['a renewal that fails', active, pastDue, 'payment-failed'],
  [
    'a renewal that fails after an unpaid change',
    { ...pastDue, ...kept },
    { ...pastDue, ...kept, isRenewalDue: true },
    'payment-failed',
  ],
  ['one on hold', pastDue, onHold, 'on-hold'],
  [
    'an unpaid change that is given up, while the earlier plan is paid for',
    pastDue,
    { ...onHold, ...kept },
    undefined,
  ],
  ['a renewal that the bank asks about', active, { ...pastDue, ...asked }, 'confirm-payment'],
  ['the same question again', { ...pastDue, ...asked }, { ...pastDue, ...asked }, undefined],
  ['a switch that it asks about', active, { ...pastDue, ...asked, pendingName: 'Max' }, 'confirm-switch'],
  ['a plan that is free now', active, { ...active, status: 'canceled', isFree: true }, 'became-free'],
  ['an end', active, { ...active, status: 'canceled' }, 'ended'],
  [
    'an end that its refund has told of',
    active,
    { ...active, status: 'canceled', isEndedByRefund: true },
    undefined,
  ],
  ['a debt that is paid', pastDue, active, 'paid-again'],
  ['a switch that is canceled too', active, { ...active, name: 'Max', isCanceled: true }, 'switched'],
  ['a late plan that is canceled', pastDue, { ...pastDue, isCanceled: true }, 'canceled'],
  ['a late plan that is resumed', { ...pastDue, isCanceled: true }, pastDue, 'resumed'],
  ['one on hold that is canceled', onHold, { ...onHold, isCanceled: true }, 'canceled'],
  ['one that never began', { ...active, status: 'incomplete' }, ended, undefined],
  ['nothing', active, active, undefined],
] as [string, PlanSnapshot | undefined, PlanSnapshot, string | undefined][])(
  '%s',
  (_what, before, after, event) => {
    expect(planEventOf(before, after, [])).toBe(event);
  },
);
