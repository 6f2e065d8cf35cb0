import { type Command, InvalidArgumentError } from 'commander';
import { withBilling } from './open-billing.server.ts';
import { say } from './open-site.server.ts';

/** How many events `billing events` shows. */
const shownEvents = { default: 50, max: 100_000 };

function toCount(text: string): number {
  if (!/^\d{1,6}$/.test(text) || Number(text) < 1 || Number(text) > shownEvents.max)
    throw new InvalidArgumentError(`Use a whole number from 1 to ${shownEvents.max}.`);
  return Number(text);
}

export function addBillingCommands(program: Command) {
  const commands = program.command('billing').description('manage payments');
  commands
    .command('reconcile')
    .description('compare the database with the payment provider, print the differences and repair them')
    .action(async () => {
      const differences = await withBilling(({ billing }) => billing.reconcile.all());
      for (const line of differences) say(`  ${line}`);
      say(differences.length === 0 ? 'No differences found.' : `Differences found: ${differences.length}`);
    });

  commands
    .command('events')
    .argument('[id]', 'the id of an event')
    .option('--replay', 'process the event again')
    .option('--limit <count>', 'how many events to show', toCount, shownEvents.default)
    .description('show the event ledger, newest first, or a single event')
    .action(async (id: string | undefined, options: { replay?: boolean; limit: number }) => {
      if (options.replay && id === undefined) throw new Error('Name the event to process again by its id.');
      await withBilling(async ({ billing: { events, payments } }) => {
        if (id === undefined) {
          const list = await events.list(options.limit);
          for (const event of list) say(line(event));
          if (list.length === 0) say('No events yet.');
          return;
        }
        const event = await events.find(id);
        if (!event) throw new Error(`There is no event ${id}.`);
        if (options.replay) say(`${id}: ${await events.process(event, await payments.require())}`);
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
    event.processed_at ? (event.outcome ?? 'done') : `NOT PROCESSED: ${event.error ?? 'in progress'}`,
    `${event.attempts}x`,
  ].join('  ');
