import type { Command } from 'commander';
import { giveTier } from '#money/billing/complimentary.service.server.ts';
import { withBilling } from './open-billing.server.ts';
import { say } from './open-site.server.ts';

export function addMemberCommand(program: Command) {
  const member = program.command('member').description('what members have');
  member
    .command('tier')
    .argument('<email>', "the member's e-mail address")
    .argument('<tier>', "a tier's name or id; none takes the gift back")
    .option('--until <date>', 'the day on which it ends (UTC), as 2027-01-31; without it, it stays')
    .description('give a member a tier without payment')
    .action(async (email: string, tier: string, options: { until?: string }) => {
      const until = options.until === undefined ? null : dayOf(options.until);
      const { name } = await withBilling(async ({ db, billing }) =>
        giveTier(db, await billing.payments.policy(), { email, tier, until }),
      );
      if (name === undefined) say(`${email} has no complimentary tier any more.`);
      else say(`${email} has ${name}${until ? ` until ${until.toISOString().slice(0, 16)} UTC` : ''}.`);
    });
}

function dayOf(text: string): Date {
  const day = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}(T.*)?$/.test(text) || Number.isNaN(day.getTime()))
    throw new Error(`${text} is no date. Write it as 2027-01-31.`);
  if (day.getTime() <= Date.now()) throw new Error(`${text} is over already.`);
  return day;
}
