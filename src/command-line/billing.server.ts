import type { Command } from 'commander';
import { withBilling } from './open-billing.server.ts';
import { say } from './open-site.server.ts';

const eventsShown = 50;

export function addBillingCommands(program: Command) {
  const commands = program.command('billing').description('payments');
  commands
    .command('reconcile')
    .description('compare the payment provider with the database, print the difference and repair it')
    .action(async () => {
      const drift = await withBilling(({ billing }) => billing.reconcile.all());
      for (const line of drift) say(`  ${line}`);
      say(drift.length === 0 ? 'Nothing has drifted.' : `${drift.length} differences, repaired as said.`);
    });

  commands
    .command('events')
    .argument('[id]', 'an event to do again')
    .option('--replay', 'do the event again')
    .option('--limit <count>', 'how many to show', String(eventsShown))
    .description('show the ledger of events, newest first, or do one of them again')
    .action(async (id: string | undefined, options: { replay?: boolean; limit: string }) => {
      await withBilling(async ({ billing: { events } }) => {
        if (id === undefined) {
          const list = await events.list(Math.max(1, Number(options.limit) || eventsShown));
          for (const event of list) say(line(event));
          if (list.length === 0) say('No event has come yet.');
          return;
        }
        const event = await events.find(id);
        if (!event) throw new Error(`There is no event ${id}.`);
        if (options.replay) say(`${id}: ${await events.process(event)}`);
        else say(line(event));
      });
    });
}

type Line = {
  id: string;
  type: string;
  object_id: string;
  received_at: Date;
  processed_at: unknown;
  attempts: number;
  outcome: string | null;
  error: string | null;
};
const line = (event: Line) =>
  [
    event.received_at.toISOString(),
    event.id,
    event.type,
    event.object_id,
    event.processed_at ? (event.outcome ?? 'done') : `NOT DONE: ${event.error ?? 'under way'}`,
    `${event.attempts}x`,
  ].join('  ');
