import type { Command } from 'commander';
import { asOperator } from '#access/operator.ts';
import { writable } from '#access/writable.server.ts';
import { giveTier } from '#money/billing/subscription/complimentary.service.server.ts';
import { turnOffTwoFactorOf } from '#people/auth/second-factor/second-factor.service.server.ts';
import { lastMomentOf } from '#platform/text/iso-time.ts';
import { withBilling } from './open-billing.server.ts';
import { say, withDatabase } from './open-site.server.ts';

export function addMemberCommand(program: Command) {
  const member = program.command('member').description('manage members');
  member
    .command('tier')
    .argument('<email>', "the member's email address")
    .argument('<tier>', "a tier's name or id; 'none' removes the complimentary tier")
    .option(
      '--until <date>',
      'the last day or the time (UTC), for example 2027-01-31 or 2027-01-31T18:00 (default: no end)',
    )
    .description('give a member a complimentary tier')
    .action(async (email: string, tier: string, options: { until?: string }) => {
      const until = options.until === undefined ? null : parseDate(options.until);
      const { name } = await withBilling(async ({ db, billing }) => {
        const { policy } = await billing.payments.resolve();
        return giveTier(db, policy, { email, tier, until });
      });
      if (name === undefined) say(`${email} no longer has a complimentary tier.`);
      else say(`${email} now has ${name}${until ? ` until ${until.toISOString().slice(0, 16)} UTC` : ''}.`);
    });
  member
    .command('turn-off-two-factor')
    .argument('<email>', "the account's email address")
    .description(
      'let someone who has lost the app, the passkey and the recovery codes sign in with their password alone',
    )
    .action(async (email: string) => {
      const wasOn = await withDatabase(({ db }) =>
        turnOffTwoFactorOf(writable(db, asOperator('accounts')), email),
      );
      if (wasOn) say(`Two-factor sign-in is off for ${email}, who is signed out everywhere.`);
      else say(`Two-factor sign-in was already off for ${email}.`);
    });
}

/** A date includes its whole day, as on the member's page in the admin area. */
function parseDate(text: string): Date {
  const time = text.includes('T') ? text : lastMomentOf(text);
  const day = new Date(/(Z|[+-]\d{2}:?\d{2})$/.test(time) ? time : `${time}Z`);
  if (
    !/^\d{4}-\d{2}-\d{2}(T.*)?$/.test(text) ||
    Number.isNaN(day.getTime()) ||
    !isInCalendar(text.slice(0, 10))
  )
    throw new Error(`${text} isn't a date. Write it as 2027-01-31.`);
  if (day.getTime() <= Date.now()) throw new Error(`${text} is in the past.`);
  return day;
}

/** February 31 would be parsed as a day in March. */
const isInCalendar = (day: string): boolean => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
